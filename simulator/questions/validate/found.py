"""What the model says of a published figure: a measure of one system, or several systems compared."""

from collections.abc import Callable, Mapping, Sequence

from models.scenario import Scenario
from simulator.errors import surely
from simulator.measure.estimate import Estimate, given
from simulator.measure.propagate import divided, shifted, subtracted
from simulator.measure.results import Refused, surely_known
from simulator.questions.validate.published import PublishedFigure
from simulator.questions.validate.unsimulated import FIGURES, stated
from simulator.rollup.comparison import Bill, Comparison
from simulator.rollup.outcome import Outcome

PERCENT = 100.0

Simulated = Estimate | Refused


def simulated(figure: PublishedFigure, outcomes: Mapping[str, Outcome], scenarios: Mapping[str, Scenario]) -> Simulated:
    """The model's side of a figure. `outcomes` and `scenarios` hold its systems by name; a figure that follows from the
    description alone needs no outcome. Raises KeyError for a measure that there is not."""
    if figure.measure in FIGURES:
        found: list[Simulated] = [stated(figure.measure, scenarios[system.name]) for system in figure.systems]
    else:
        sides = [outcomes[system.name] for system in figure.systems]
        if figure.of_baseline:
            sides = [surely(one.baseline, "baseline") for one in sides]
        found = [of_outcome(figure.measure, one) for one in sides]
    refused = next((one for one in found if isinstance(one, Refused)), None)
    return refused or _COMPARISONS[figure.comparison]([surely_known(one) for one in found])


def of_outcome(measure: str, outcome: Outcome) -> Simulated:
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
    return surely(outcome.comparison, "comparison")


FARM_FIGURES: Mapping[str, Callable[[Outcome], Simulated]] = {
    "unit_mbps": lambda outcome: outcome.bought.sizing.capacity.unit_mbps,
    "units": lambda outcome: outcome.bought.sizing.units.exact,
    "units rounded": lambda outcome: outcome.bought.sizing.units.exact.through(round, "units"),
    "footprint": lambda outcome: _comparison(outcome).footprint,
    "hosting saving": _hosting_saving,
}


def _value(found: Sequence[Estimate]) -> Simulated:
    return found[0]


def _ratio(found: Sequence[Estimate]) -> Simulated:
    """Of two runs, taken as independent: that they have random numbers in common is not made use of."""
    if found[1].value == 0.0:
        return Refused("what it is relative to is 0")
    return divided(found[0], found[1], "").times(PERCENT, "%")


def _gain(found: Sequence[Estimate]) -> Simulated:
    ratio = _ratio(found)
    return ratio if isinstance(ratio, Refused) else shifted(ratio, -PERCENT, "%")


def _difference(found: Sequence[Estimate]) -> Simulated:
    first, second = _ratio(found[:2]), _ratio(found[2:])
    if isinstance(first, Refused) or isinstance(second, Refused):
        return first if isinstance(first, Refused) else second
    return subtracted(first, second, "points")


def _order(found: Sequence[Estimate]) -> Simulated:
    """How many neighbours stand in the order in which they are listed, the greater first."""
    kept = sum(greater.value > smaller.value for greater, smaller in zip(found, found[1:], strict=False))
    return given(kept, "neighbours in order")


_COMPARISONS: Mapping[str, Callable[[Sequence[Estimate]], Simulated]] = {
    "value": _value,
    "ratio": _ratio,
    "gain": _gain,
    "difference": _difference,
    "order": _order,
}
