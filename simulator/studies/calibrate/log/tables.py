"""What sections of a log have in common: tables of names and values, and the rows of values that vary."""

from collections.abc import Iterator

from simulator.calibration.log.values import LoggedValues
from simulator.experiment.estimate import Estimate, exact
from simulator.messages.numbers import figure_text, plain_number
from simulator.output.blocks import Column, Table


def log_table(title: str, rows: list[tuple[str, object]]) -> Table:
    """A table of what was logged, a name and a value a row."""
    shown = tuple((name, figure_text(value) if isinstance(value, Estimate) else str(value)) for name, value in rows)
    return Table(title, (Column("what"), Column("value", numeric=True)), shown)


def quantile_rows(values: LoggedValues, unit: str) -> Iterator[tuple[str, object]]:
    """Mean, variation and quantiles of values in a unit, each with its name."""
    yield "mean", values.mean
    yield "coefficient of variation", f"{values.cv:.3g}"
    for share, value in values.quantiles:
        yield f"{plain_number(share * 100.0)} %", exact(value, unit)
