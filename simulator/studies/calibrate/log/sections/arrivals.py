"""How many requests come, and how irregularly."""

from collections.abc import Iterator

from simulator.calibration.log.summary import LogSummary
from simulator.messages.calibrate import log
from simulator.output.blocks import Block
from simulator.studies.calibrate.log.tables import log_table


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The mean, the busiest times, and how irregular they come."""
    arrivals = log_summary.arrivals
    names = {1: "second", 60: "minute", 3_600: "hour"}
    rows: list[tuple[str, object]] = [("requests/s, mean", arrivals.mean)]
    for peak in arrivals.peaks:
        rows.append((f"busiest {names[peak.seconds]}", log.peak_text(peak)))
    for width, estimate in arrivals.dispersion:
        rows.append((log.dispersion_name(width), estimate))
    yield log_table("Arrivals", rows)
