"""How large responses and objects are, and which distributions fit values of the log."""

from collections.abc import Iterator

from models.quantities.formatting import significant
from simulator.calibration.log.summary import LogSummary
from simulator.calibration.log.values import Fit
from simulator.experiment.estimate import exact
from simulator.messages.calibrate import log
from simulator.messages.numbers import figure_text
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.calibrate.log.tables import log_table, quantile_rows


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The sizes of responses and objects, and the distributions that fit what was logged."""
    if log_summary.size is None or log_summary.object_size is None:
        yield log_table("Sizes", [("response, object", f"not measured: {log.why_no_size(log_summary)}")])
        yield from _fits(log_summary)
        return
    rows = [(f"response, {name}", value) for name, value in quantile_rows(log_summary.size, "B")]
    rows += [(f"object, {name}", value) for name, value in quantile_rows(log_summary.object_size, "B")]
    yield log_table("Sizes", rows)
    yield from _fits(log_summary)


def _fits(log_summary: LogSummary) -> Iterator[Block]:
    fitted = (
        ("responses", log_summary.size, "B"),
        ("objects", log_summary.object_size, "B"),
        ("pauses", log_summary.clients.pause, "s"),
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
        yield Table(log.FITS, columns, rows)
        yield Text(log.FITS_ORDER, aside=True)


def _behind(fit: Fit, best: Fit) -> str:
    """What the fits of some values are ordered by."""
    return "the best" if fit is best else significant(fit.likelihood - best.likelihood, 3)


def _parameters(fit: Fit, unit: str) -> str:
    """Parameters with their units: the mean is of what is fitted, all others are numbers alone."""
    return ", ".join(
        f"{name} {figure_text(exact(value, unit)) if name == 'mean' else significant(value, 4)}"
        for name, value in fit.parameters
    )
