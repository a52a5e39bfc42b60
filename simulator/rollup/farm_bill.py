"""The bill of a farm whose servers carry a known traffic, counted as `plan` counts it."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.estimate import Estimate, from_replications, given
from simulator.measure.results import Results, Usage
from simulator.rollup.cost import USD, Cost, cost
from simulator.rollup.power import CPU
from simulator.rollup.sizing import Sizing, size


@dataclass(frozen=True)
class Bill:
    """USD a month of the farm that carries the demand at the largest load of its servers.

    exact: for the units that the demand needs, with what every replication gave in `each`; whole: for those that one
    buys, whose interval is that of the capacity, rounded up at its ends. sizing: how many those are.
    """

    exact: Estimate
    whole: Estimate
    sizing: Sizing


def bill(scenario: Scenario, server_mbps: Estimate, busy: Sequence[float]) -> Bill:
    """The bill at a capacity in wire Mbps, with the share of the cores (0 to 1) that is busy there.

    busy: of every replication of the capacity, or a single one where there are none. Raises ValueError for a scenario
    without a demand, NoCapacity and NotConverged as `size` does.
    """
    mean = sum(busy) / len(busy)
    sizing = size(scenario, _results(server_mbps, mean))
    ends = [_cost(scenario, mbps, mean).total.whole.value for mbps in _ends(server_mbps)]
    whole = _cost(scenario, server_mbps.value, mean).total.whole.value
    spread = max(abs(end - whole) for end in ends) if server_mbps.half_width else 0.0
    rounded = Estimate(whole, spread, server_mbps.confidence, server_mbps.samples, USD)
    return Bill(_exact(scenario, server_mbps, busy), rounded, sizing)


def whole_cost(scenario: Scenario, server_mbps: float, busy: float) -> float:
    """USD a month of the whole units that carry the demand, if a server carries that many Mbps."""
    return _cost(scenario, server_mbps, busy).total.whole.value


def exact_cost(scenario: Scenario, server_mbps: float, busy: float) -> float:
    """USD a month of the units that carry the demand exactly, if a server carries that many Mbps."""
    return _cost(scenario, server_mbps, busy).total.exact.value


def _exact(scenario: Scenario, server_mbps: Estimate, busy: Sequence[float]) -> Estimate:
    if len(server_mbps.each) > 1:
        pairs = zip(server_mbps.each, busy, strict=True)
        return from_replications([exact_cost(scenario, *pair) for pair in pairs], server_mbps.confidence, USD)
    return server_mbps.through(lambda mbps: exact_cost(scenario, mbps, busy[0]), USD)


def _ends(server_mbps: Estimate) -> tuple[float, float]:
    return server_mbps.low, server_mbps.high


def _cost(scenario: Scenario, server_mbps: float, busy: float) -> Cost:
    return cost(scenario, size(scenario, _results(given(server_mbps, "Mbps"), busy)))


def _results(server_mbps: Estimate, busy: float) -> Results:
    """What sizing reads of a measurement: the traffic of a server, and how busy its cores are."""
    none = given(0.0, "%")
    cores = Usage(CPU, "server", "", "", given(100.0 * busy, "%"), none)
    samples, confidence = server_mbps.samples, server_mbps.confidence
    measures = {"wire_mbps": server_mbps}
    return Results("", 1, samples, confidence, 0, 0, 0.0, 0.0, measures, {}, {}, (cores,), ())
