"""Which objects are asked for, and how often."""

from collections.abc import Iterator

from simulator.calibration.log.summary import LogSummary
from simulator.experiment.estimate import exact
from simulator.messages.calibrate import log
from simulator.messages.numbers import figure_text
from simulator.output.blocks import Block
from simulator.studies.calibrate.log.tables import log_table


def section(log_summary: LogSummary) -> Iterator[Block]:
    """How many objects there are, and by which law they are asked for."""
    fitted = log_summary.popularity
    sized = "" if fitted.bytes is None else f", {figure_text(exact(fitted.bytes, 'B'))}"
    rows: list[tuple[str, object]] = [
        ("different objects", f"{fitted.objects:,}{sized}"),
        ("asked for once", f"{fitted.once * 100:.3g} % of them"),
    ]
    if fitted.zipf is None:
        rows.append(("Zipf's law", log.NOT_FITTED))
    else:
        rows.append((log.ZIPF_EXPONENT, fitted.zipf))
        rows.append(("fitted to", log.fitted_objects(fitted)))
        rows.append(("largest distance", log.distance_text(fitted)))
    yield log_table("Popularity", rows)
