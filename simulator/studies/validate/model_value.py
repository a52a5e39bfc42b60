"""What the model says of a published figure: a measure of one system, or several systems compared."""

from collections.abc import Callable, Mapping, Sequence

from models.scenario import Scenario
from simulator.errors import require
from simulator.experiment.error_propagation import divide, shift, subtract
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable, require_estimate
from simulator.farm.comparison import Bill, Comparison
from simulator.farm.outcome import Outcome
from simulator.messages import validation
from simulator.studies.validate.memory_limits import FIGURES, memory_limit
from simulator.studies.validate.published import PublishedFigure

PERCENT = 100.0

Simulated = Estimate | Unavailable


def model_value(
    figure: PublishedFigure, outcomes: Mapping[str, Outcome], scenarios: Mapping[str, Scenario]
) -> Simulated:
    """The model's side of a figure. `outcomes` and `scenarios` hold its systems by name; a figure that follows from the
    description alone needs no outcome. Raises KeyError for a measure that there is not."""
    if figure.measure in FIGURES:
        found: list[Simulated] = [memory_limit(figure.measure, scenarios[system.name]) for system in figure.systems]
    else:
        sides = [outcomes[system.name] for system in figure.systems]
        if figure.of_baseline:
            sides = [require(one.baseline, "baseline") for one in sides]
        found = [outcome_measure(figure.measure, one) for one in sides]
    refused = next((one for one in found if isinstance(one, Unavailable)), None)
    return refused or _COMPARISONS[figure.comparison]([require_estimate(one) for one in found])


def outcome_measure(measure: str, outcome: Outcome) -> Simulated:
    """One measure of an outcome. Raises KeyError for a name that means nothing."""
    if measure in FARM_FIGURES:
        return FARM_FIGURES[measure](outcome)
    for limit in outcome.limits:
        if limit.name == measure:
            return limit.utilisation
    return outcome.results.measures[measure]


def _hosting_saving(outcome: Outcome) -> Simulated:
    return _comparison(outcome).saving(Bill.HOSTING).exact_percent


def _comparison(outcome: Outcome) -> Comparison:
    return require(outcome.comparison, "comparison")


FARM_FIGURES: Mapping[str, Callable[[Outcome], Simulated]] = {
    "unit_mbps": lambda outcome: outcome.bought.sizing.capacity.unit_mbps,
    "units": lambda outcome: outcome.bought.sizing.units.exact,
    "units rounded": lambda outcome: outcome.bought.sizing.units.exact.through(round, "units"),
    "footprint": lambda outcome: _comparison(outcome).footprint,
    "hosting saving": _hosting_saving,
}


def _value(estimates: Sequence[Estimate]) -> Simulated:
    return estimates[0]


def _ratio(estimates: Sequence[Estimate]) -> Simulated:
    """Of two runs, taken as independent: that they have random numbers in common is not made use of."""
    if estimates[1].value == 0.0:
        return Unavailable(validation.RELATIVE_TO_ZERO)
    return divide(estimates[0], estimates[1], "").times(PERCENT, "%")


def _gain(estimates: Sequence[Estimate]) -> Simulated:
    ratio = _ratio(estimates)
    return ratio if isinstance(ratio, Unavailable) else shift(ratio, -PERCENT, "%")


def _difference(estimates: Sequence[Estimate]) -> Simulated:
    first, second = _ratio(estimates[:2]), _ratio(estimates[2:])
    if isinstance(first, Unavailable) or isinstance(second, Unavailable):
        return first if isinstance(first, Unavailable) else second
    return subtract(first, second, "points")


def _order(estimates: Sequence[Estimate]) -> Simulated:
    """How many neighbours stand in the order in which they are listed, the greater first."""
    kept = sum(greater.value > smaller.value for greater, smaller in zip(estimates, estimates[1:], strict=False))
    return exact(kept, "neighbours in order")


_COMPARISONS: Mapping[str, Callable[[Sequence[Estimate]], Simulated]] = {
    "value": _value,
    "ratio": _ratio,
    "gain": _gain,
    "difference": _difference,
    "order": _order,
}
