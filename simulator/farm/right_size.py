"""The farm that fits a demand where the one of a scenario is far too large for it."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from models.scenario import Scenario
from models.variations.choice import with_unit_size
from models.variations.option import options
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_bound import scenario_capacity_bound
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.solvers import Theory
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.outcome import Outcome

_UNSOLVED = (NoCapacity, NotConverged, Unstable, UnsupportedByEngine)


def with_fitting_farm(outcome: Outcome) -> Outcome:
    """The outcome with the cheapest farm that theory finds for its demand, where its own is far too large; as it is
    where that is not, or where other farms are not comparable: with other tiers, groups of nodes, weights, failures or
    a load that cannot be chosen. A load that is stated is what its own servers are sized by, and no other's."""
    scenario = outcome.scenario.without_baseline()
    unit, workload = scenario.unit, scenario.workload
    no_rate = workload.population is not None or workload.ramp is not None
    fixed = scenario.tiers or unit.paths or unit.balancer.weights or unit.failures or no_rate
    if not outcome.is_far_too_large or outcome.farm is None or fixed:
        return outcome
    farm = _cheapest(scenario)
    if farm is None or _cost(farm) >= _cost(outcome.farm):
        return outcome
    return replace(outcome, fits=farm)


def _cheapest(scenario: Scenario) -> Farm | None:
    """The cheapest farm of the present server or another one that is bought or rented as it is, in units of its size or
    fewer nodes: branch and bound by what theory lets a server carry at most, as in `optimise`. None where none meets
    the targets."""
    bounds = []
    for place, each in enumerate(_servers(scenario)):
        bound = min(map(_cost, _farms(each, scenario_capacity_bound(each).carried)), default=inf)
        bounds.append((bound, place, each))
    best: Farm | None = None
    for bound, _, each in sorted(bounds, key=lambda found: found[:2]):
        if best is not None and bound >= _cost(best):
            break
        try:
            farms = [*([best] if best else []), *_farms(each, server_capacity(each, Theory()))]
        except _UNSOLVED:
            continue
        best = min(farms, key=_cost, default=None)
    return best


def _servers(scenario: Scenario) -> Iterator[Scenario]:
    yield scenario
    for option in options(scenario):
        other = option.scenario
        if other is not None and option.instead and other.server.is_rented == scenario.server.is_rented:
            yield other


def _farms(scenario: Scenario, carried: ServerCapacity) -> list[Farm]:
    """Those of units of each size, with the spares of a unit."""
    sizes = range(scenario.unit.spare_nodes + 1, scenario.unit.nodes + 1)
    return [buy_farm(with_unit_size(scenario, nodes), carried) for nodes in sizes]


def _cost(farm: Farm) -> float:
    return farm.cost.with_bandwidth.whole.value
