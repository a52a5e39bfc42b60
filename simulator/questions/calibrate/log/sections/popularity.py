"""Which objects are asked for, and how often."""

from collections.abc import Iterator

from simulator.measure.estimate import given
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.questions.calibrate.log.tables import told_table
from simulator.report.blocks import Block
from simulator.report.language.numbers import text


def section(found: LogSummary) -> Iterator[Block]:
    """How many objects there are, and by which law they are asked for."""
    fitted = found.popularity
    sized = "" if fitted.bytes is None else f", {text(given(fitted.bytes, 'B'))}"
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
    yield told_table("Popularity", rows)
