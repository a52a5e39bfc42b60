"""How many requests come, and how irregularly."""

from collections.abc import Iterator

from simulator.experiment.estimate import exact
from simulator.messages.numbers import figure_text
from simulator.output.blocks import Block
from simulator.studies.calibrate.log.summary import LogSummary
from simulator.studies.calibrate.log.tables import log_table


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The mean, the busiest times, and how irregular they come."""
    arrivals = log_summary.arrivals
    names = {1: "second", 60: "minute", 3_600: "hour"}
    rows: list[tuple[str, object]] = [("requests/s, mean", arrivals.mean)]
    for peak in arrivals.peaks:
        sent = "" if peak.bytes is None else f" {figure_text(exact(peak.bytes, 'B'))},"
        told = f"{peak.requests:,} requests,{sent} {peak.to_mean:.3g} times the mean"
        rows.append((f"busiest {names[peak.seconds]}", told))
    for width, estimate in arrivals.dispersion:
        rows.append((f"index of dispersion, counts of {width} s (1: at random)", estimate))
    yield log_table("Arrivals", rows)
