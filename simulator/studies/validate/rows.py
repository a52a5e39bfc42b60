"""What a validation tells: published against simulated, one row a figure, with its signed error and a verdict; and the
rows of an audit, which sets published figures against each other."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages import validation
from simulator.studies.validate.model_value import model_value
from simulator.studies.validate.published import ABSOLUTE, PublishedFigure

Reproduced = Literal["reproduced", "not reproduced", "not told apart", "audit"]


@dataclass(frozen=True, repr=False)
class ValidationRow:
    """A figure and what the model says of it. `error` is signed, in the unit of the bound or % of what was published;
    `remark` is what is to be said of the figure, and why it was missed if it was."""

    figure: PublishedFigure
    simulated: Estimate | Unavailable
    error: float | None
    error_unit: str
    verdict: Reproduced

    __repr__ = short_repr

    @property
    def remark(self) -> str:
        """What the reader should know of this row; "" where the figures say it all."""
        if self.verdict == "not told apart":
            return " ".join(filter(None, (self.figure.why, validation.TOO_WIDE)))
        if self.verdict != "not reproduced":
            return self.figure.why
        refused = f"not measured: {self.simulated.reason}" if isinstance(self.simulated, Unavailable) else ""
        reason = self.figure.unreproduced or refused or ("" if self.figure.why else validation.NO_REASON)
        why = self.figure.why
        if not reason:
            return why
        return f"{why}{'' if why.endswith('.') or not why else '.'} Not reproduced: {reason}".strip()


@dataclass(frozen=True)
class AuditRow:
    """A quantity that follows from published figures, in one column of its table."""

    quantity: str
    column: str
    value: float
    unit: str
    remark: str


@dataclass(frozen=True)
class AuditTable:
    """What follows from one published table, and in words what in it contradicts itself."""

    case: str
    table: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[AuditRow, ...]
    contradictions: tuple[str, ...]


def validation_rows(
    figures: Sequence[PublishedFigure], outcomes: Mapping[str, Outcome], scenarios: Mapping[str, Scenario] | None = None
) -> tuple[ValidationRow, ...]:
    """A row for each figure. `outcomes` has the outcome of each simulated system, `scenarios` the description of each
    that is not simulated, by name."""
    return tuple(judge_row(figure, model_value(figure, outcomes, scenarios or {})) for figure in figures)


def judge_row(figure: PublishedFigure, found: Estimate | Unavailable) -> ValidationRow:
    """The row of a figure for which the model says `found`. What could not be measured is not reproduced."""
    if isinstance(found, Unavailable):
        return ValidationRow(figure, found, None, "", "audit" if figure.role == "audit" else "not reproduced")
    error, unit = _error(figure, found.value)
    return ValidationRow(figure, found, error, unit, _verdict(figure, found, error))


def _error(figure: PublishedFigure, value: float) -> tuple[float | None, str]:
    """The signed error, in the bound's unit where that is absolute, else in percent of what was published."""
    if figure.published is None or figure.comparison == "order":
        return None, ""
    if figure.bound is not None and figure.bound.unit in ABSOLUTE:
        return (value - figure.published) / ABSOLUTE[figure.bound.unit], figure.bound.unit
    return 100.0 * (value / figure.published - 1.0), "%"


def _verdict(figure: PublishedFigure, estimate: Estimate, error: float | None) -> Reproduced:
    value = estimate.value
    if figure.role == "audit":
        return "audit"
    if figure.comparison == "order":
        return _reproduced(value == figure.published)
    if figure.bound is None and figure.at_least is None and figure.at_most is None:
        return "audit"  # Nothing says how near is near enough.
    at_least = -math.inf if figure.at_least is None else figure.at_least
    at_most = math.inf if figure.at_most is None else figure.at_most
    if error is not None and _is_chance(figure, estimate.half_width, error):
        return "not told apart"
    near = figure.bound is None or (error is not None and abs(error) <= figure.bound.size)
    return _reproduced(at_least <= value <= at_most and near)


def _is_chance(figure: PublishedFigure, half_width: float, error: float) -> bool:
    """Whether an interval is wider than the bound and reaches into it, so that it hangs on chance on which side of the
    bound a figure is; `error` in the unit of the bound."""
    bound = figure.bound
    if bound is None or figure.published is None:
        return False
    width = half_width / ABSOLUTE[bound.unit] if bound.unit in ABSOLUTE else 100.0 * half_width / abs(figure.published)
    return width > bound.size and abs(error) - width <= bound.size


def _reproduced(reproduced: bool) -> Reproduced:
    return "reproduced" if reproduced else "not reproduced"
