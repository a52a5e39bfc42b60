"""How sure a farm is, in sentences: the probability that it is enough, and the prediction intervals of its figures."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import FarmPrediction, Interval
from simulator.messages.numbers import best_range, plain_number

NOT_SURE = "No probability can be given: {reason}."
_SURE = 0.995


def prediction_sentences(outcome: Outcome) -> tuple[str, ...]:
    """How likely the farm is enough, and between what its figures lie; nothing without a farm."""
    prediction = outcome.prediction
    if prediction is None or outcome.farm is None:
        return ()
    if isinstance(prediction, Unavailable):
        return (NOT_SURE.format(reason=prediction.reason),)
    return odds_sentence(prediction, outcome.scenario), interval_sentence(prediction)


def odds_sentence(prediction: FarmPrediction, scenario: Scenario) -> str:
    """How likely the farm is enough, and with one unit less; then what another number of units comes to."""
    bought, less = prediction.bought, prediction.bought - 1
    said = [f"Enough for {_demand(prediction, scenario)} with {probability(prediction.enough[bought])} probability"]
    if less in prediction.enough:
        said.append(f"one unit less: {probability(prediction.enough[less])}")
    return " ".join((f"{'; '.join(said)}.", *_another_number(prediction)))


def interval_sentence(prediction: FarmPrediction) -> str:
    """The prediction intervals of what a server and the farm carry, and of what the farm costs."""
    told = (
        f"one server {range_text(prediction.server)}",
        f"the farm {range_text(prediction.farm)}",
        f"cost in all {range_text(prediction.cost)}",
    )
    return f"Prediction intervals (90 %): {', '.join(told)}."


def probability(share: float) -> str:
    """A probability as people write it: "99 %", "over 99 %" and "under 1 %" at the ends."""
    if share >= _SURE:
        return "over 99 %"
    return "under 1 %" if share < 1.0 - _SURE else f"{plain_number(round(100.0 * share))} %"


def range_text(interval: Interval) -> str:
    """An interval as its ends: "120-150 Gbps"."""
    return best_range(interval.low, interval.high, interval.unit)


def _another_number(prediction: FarmPrediction) -> Iterator[str]:
    """That the confidence asked for, or the usual one, needs another number of units than the reserve."""
    fewest, bought = prediction.fewest, prediction.bought
    if fewest != bought:
        units = f"{count_text(fewest, 'unit')} {'is' if fewest == 1 else 'are'} enough"
        yield f"For {probability(prediction.confidence)} probability {units}."


def _demand(prediction: FarmPrediction, scenario: Scenario) -> str:
    """The demand as it is stated, or its range."""
    if scenario.demand is None:
        return range_text(prediction.demand)
    source = scenario.sources.get(f"demand.{scenario.demand.way}")
    if source is not None and source.low and source.high:
        return f"a demand of {source.low} to {source.high}"
    return scenario.demand.stated
