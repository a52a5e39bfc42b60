"""How many requests come, and how irregularly."""

from collections.abc import Iterator

from simulator.measure.estimate import given
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.questions.calibrate.log.tables import told_table
from simulator.report.blocks import Block
from simulator.report.language.numbers import text


def section(found: LogSummary) -> Iterator[Block]:
    """The mean, the busiest times, and how irregular they come."""
    arrivals = found.arrivals
    names = {1: "second", 60: "minute", 3_600: "hour"}
    rows: list[tuple[str, object]] = [("requests/s, mean", arrivals.mean)]
    for peak in arrivals.peaks:
        sent = "" if peak.bytes is None else f" {text(given(peak.bytes, 'B'))},"
        told = f"{peak.requests:,} requests,{sent} {peak.to_mean:.3g} times the mean"
        rows.append((f"busiest {names[peak.seconds]}", told))
    for width, estimate in arrivals.dispersion:
        rows.append((f"index of dispersion, counts of {width} s (1: at random)", estimate))
    yield told_table("Arrivals", rows)
