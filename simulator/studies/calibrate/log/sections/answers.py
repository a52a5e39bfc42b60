"""How requests were answered, and how long that took."""

from collections.abc import Iterator

from simulator.calibration.log.summary import LogSummary
from simulator.experiment.results import Unavailable
from simulator.messages.calibrate import log
from simulator.output.blocks import Block, Table
from simulator.studies.calibrate.log.tables import log_table


def section(log_summary: LogSummary) -> Iterator[Block]:
    """What became of requests, and their response times."""
    yield _statuses(log_summary)
    yield _response_times(log_summary)


def _statuses(log_summary: LogSummary) -> Table:
    answers = log_summary.answers
    rows: list[tuple[str, object]] = [(f"status {status}", f"{count:,}") for status, count in answers.statuses]
    rows += [(log.PARTS, answers.ranges)]
    if answers.range_size is not None:
        rows.append((log.PART_SIZE, answers.range_size))
    rows += [("refused (400 to 499)", answers.refused), ("errors (500 and above)", answers.errors)]
    return log_table("Answers", rows)


def _response_times(log_summary: LogSummary) -> Table:
    """How long responses took; a percentile that too few tell says how many it needs."""
    times = log_summary.answers.times
    if times is None or times.zero == 1.0:
        # A mean of 0 s would be no time that anything took.
        why = log.why_no_time(log_summary) if times is None else log.all_times_zero(times.count)
        return log_table("Response times", [("response time", f"not told: {why}")])
    rows: list[tuple[str, object]] = [
        ("requests with a time", f"{times.count:,}, {times.told * 100:.3g} % of all"),
        ("told as 0 s", f"{times.zero * 100:.3g} % of them"),
        ("mean", times.mean),
    ]
    for share, value in times.percentiles:
        name = "median" if share == 0.5 else f"{share * 100:g}th percentile"
        rows.append((name, f"not told: {value.reason}" if isinstance(value, Unavailable) else value))
    return log_table("Response times", rows)
