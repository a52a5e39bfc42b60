"""Published against simulated: one row a figure, with its signed error and a verdict."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from simulator.measure.estimate import Estimate
from simulator.rollup.outcome import Outcome
from simulator.validate.published import Figure

Verdict = Literal["reproduced", "not reproduced", "audit"]


@dataclass(frozen=True)
class Row:
    """A figure and what the model says of it. `error` is signed, in points or percent of the published value."""

    figure: Figure
    simulated: Estimate
    error: float | None
    error_unit: str
    verdict: Verdict


def rows(figures: Sequence[Figure], outcomes: Mapping[str, Outcome]) -> tuple[Row, ...]:
    """A row for each figure; `outcomes` has the outcome of each figure's scenario."""
    return tuple(_row(figure, simulated(figure.measure, outcomes[figure.scenario])) for figure in figures)


def simulated(measure: str, outcome: Outcome) -> Estimate:
    """The figure of an outcome that a published one is compared with. Raises KeyError for a name that means nothing."""
    if measure.startswith("baseline "):
        return simulated(measure.removeprefix("baseline "), outcome.baseline)
    if measure in FARM_FIGURES:
        return FARM_FIGURES[measure](outcome)
    for limit in outcome.limits:
        if limit.name == measure:
            return limit.utilisation
    return outcome.results.estimate(measure)


def _hosting_saving(outcome: Outcome) -> Estimate:
    return next(saving for saving in outcome.comparison.savings if saving.name == "hosting").exact_percent


FARM_FIGURES: Mapping[str, Callable[[Outcome], Estimate]] = {
    "unit_mbps": lambda outcome: outcome.sizing.capacity.unit_mbps,
    "units": lambda outcome: outcome.sizing.units.exact,
    "units rounded": lambda outcome: outcome.sizing.units.exact.through(round, "units"),
    "footprint": lambda outcome: outcome.comparison.footprint,
    "hosting saving": _hosting_saving,
}


def _row(figure: Figure, found: Estimate) -> Row:
    error, unit = _error(figure, found.value)
    return Row(figure, found, error, unit, _verdict(figure, found.value, error))


def _error(figure: Figure, value: float) -> tuple[float | None, str]:
    """The signed error, in points where the bound is, else in percent of what was published."""
    if figure.published is None:
        return None, ""
    if figure.bound is not None and figure.bound.points:
        return value - figure.published, "points"
    return 100.0 * (value / figure.published - 1.0), "%"


def _verdict(figure: Figure, value: float, error: float | None) -> Verdict:
    if figure.role == "audit":
        return "audit"
    if figure.at_least is not None:
        return "reproduced" if value >= figure.at_least else "not reproduced"
    return "reproduced" if abs(error) <= figure.bound.size else "not reproduced"
