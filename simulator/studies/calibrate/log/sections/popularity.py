"""Which objects are asked for, and how often."""

from collections.abc import Iterator

from simulator.experiment.estimate import exact
from simulator.messages.numbers import figure_text
from simulator.output.blocks import Block
from simulator.studies.calibrate.log.summary import LogSummary
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
        rows.append(("Zipf's law", "not fitted: fewer than 20 objects are asked for 10 times"))
    else:
        rows.append(("exponent of Zipf's law", fitted.zipf))
        rows.append(("fitted to", f"the {fitted.fitted:,} most popular, {fitted.share * 100:.3g} % of the requests"))
        told = f"{fitted.distance * 100:.2g} %; {fitted.usual * 100:.0f} of 100 samples from the law are as far from it"
        rows.append(("largest distance", told))
    yield log_table("Popularity", rows)
