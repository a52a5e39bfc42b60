"""What each class of requests gets, where there are several."""

from collections.abc import Sequence

from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Measures, Refused
from simulator.measure.steady import Steady
from simulator.measure.subjects import PartQuantity, of_quantity


def by_class(steady: Steady) -> Measures:
    """`requests CLASS`, completed per second, and `response CLASS`, the mean response time in seconds."""
    rates: Measures = {each.key: _rate(steady, each.of) for each in of_quantity(steady.network, PartQuantity.REQUESTS)}
    return rates | {each.key: _response(steady, each.of) for each in of_quantity(steady.network, PartQuantity.RESPONSE)}


def _rate(steady: Steady, names: Sequence[str]) -> Estimate:
    return steady.estimate(lambda tally: _total(steady, tally, names, "completed") / steady.seconds, "/s")


def _response(steady: Steady, names: Sequence[str]) -> Estimate | Refused:
    def mean(tally: Tally) -> float | None:
        completed = _total(steady, tally, names, "completed")
        return _total(steady, tally, names, "response time") / completed if completed else None

    return steady.estimate_or(mean, "s", "no such request was completed in a replication; measure for longer")


def _total(steady: Steady, tally: Tally, names: Sequence[str], what: str) -> float:
    return sum(steady.total(tally, "class", name, what) for name in names)
