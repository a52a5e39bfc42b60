"""How large responses and objects are, and which distributions fit values of the log."""

from collections.abc import Iterator

from models.quantities.writing import significant
from simulator.measure.estimate import given
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.questions.calibrate.log.tables import quantile_rows, told_table, why_no_size
from simulator.questions.calibrate.log.values import Fit
from simulator.report.blocks import Block, Column, Table, Text
from simulator.report.language.numbers import text


def section(found: LogSummary) -> Iterator[Block]:
    """The sizes of responses and objects, and the distributions that fit what was logged."""
    if found.size is None or found.object_size is None:
        yield told_table("Sizes", [("response, object", f"not measured: {why_no_size(found)}")])
        yield from _fits(found)
        return
    rows = [(f"response, {name}", value) for name, value in quantile_rows(found.size, "B")]
    rows += [(f"object, {name}", value) for name, value in quantile_rows(found.object_size, "B")]
    yield told_table("Sizes", rows)
    yield from _fits(found)


def _fits(found: LogSummary) -> Iterator[Block]:
    fitted = (
        ("responses", found.size, "B"),
        ("objects", found.object_size, "B"),
        ("pauses", found.clients.pause, "s"),
    )
    rows = tuple(
        (of, fit.name, _parameters(fit, unit), _behind(fit, values.fits[0]), f"{fit.distance * 100:.2g} %")
        for of, values, unit in fitted
        if values is not None
        for fit in values.fits
    )
    if rows:
        columns = (Column("of"), Column("distribution"), Column("fitted"), Column("likelihood", numeric=True),
                   Column("distance", numeric=True))  # fmt: skip
        yield Table("Fits to values above 0, the likeliest first", columns, rows)
        yield Text(
            "Fits are ordered by likelihood: its logarithm for a value, less that of the best. The distance is the"
            " largest between fitted and logged shares of the values up to some value; it may order otherwise.",
            aside=True,
        )


def _behind(fit: Fit, best: Fit) -> str:
    """What the fits of some values are ordered by."""
    return "the best" if fit is best else significant(fit.likelihood - best.likelihood, 3)


def _parameters(fit: Fit, unit: str) -> str:
    """Parameters with their units: the mean is of what is fitted, all others are numbers alone."""
    return ", ".join(
        f"{name} {text(given(value, unit)) if name == 'mean' else significant(value, 4)}"
        for name, value in fit.parameters
    )
