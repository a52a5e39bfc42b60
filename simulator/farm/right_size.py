"""The farm that fits a demand better: another one where that of a scenario is far too large for it, else the same
servers in units of another size, or with other volumes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from models.content_share import splits_content
from models.scenario import Scenario
from models.variations.changes import with_changes
from models.variations.choice import MOST_NODES, has_working_node, unit_sizes, with_unit_size
from models.variations.option import other_servers
from models.variations.volumes import rented_volumes, with_other_volumes
from simulator.experiment.capacity_bound import held_to_utilisation
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.results import WarmUp
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import SERVERS
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm, buy_farm, costs_surely_less
from simulator.farm.outcome import Outcome
from simulator.farm.tier_failure_study import tier_failures
from simulator.farm.tier_sizing import size_tiers
from simulator.farm.unit_size import UNSOLVED, least_cost
from simulator.solver import Solver

THEORY = Theory()
# The share of what servers cost that other units and volumes must save to be told.
NOTICEABLE = 0.05


def with_fitting_farm(outcome: Outcome, solver: Solver = THEORY) -> Outcome:
    """The outcome with the cheapest farm for its demand, where its own is far too large, else with the same servers in
    units of another size or with other volumes, where those cost noticeably less; as it is where there is neither, or
    for a load that cannot be chosen. Theory finds it; `solver` confirms it where its nodes fail, of which theory knows
    nothing. A load that is stated is what its own servers are sized by, and no other's."""
    scenario = outcome.scenario.without_baseline()
    no_rate = scenario.workload.population is not None or scenario.workload.ramp is not None
    if outcome.farm is None or no_rate:
        return outcome
    farm = next(iter(fitting_farms(scenario)), None) if outcome.is_far_too_large else _of_same_servers(outcome)
    if farm is not None and scenario.unit.failures is not None:
        farm = _confirmed(farm, solver)
    if farm is None or _cost(farm) >= _cost(outcome.farm):
        return outcome
    return replace(outcome, fits=farm)


def _of_same_servers(outcome: Outcome) -> Farm | None:
    """The same servers in units of the size, and with the volumes, that are cheapest, where that saves a noticeable
    share of what the servers cost; None where none does, or where nothing is recommended as it is."""
    farm = outcome.bought
    if not outcome.recommended or outcome.carried.way != LARGEST:
        return None
    scenario = farm.scenario
    sizes = [nodes for nodes in unit_sizes(scenario) if nodes != scenario.unit.nodes]
    most = _cost(farm) - NOTICEABLE * farm.cost.parts[SERVERS].whole.value
    if scenario.tiers or rented_volumes(scenario):
        return _with_tiers_and_volumes(scenario, sizes, most)
    others = [buy_farm(with_unit_size(scenario, nodes), farm.carried).decided for nodes in sizes]
    best = min(others, key=lambda each: (_cost(each), -each.sizing.supports.value), default=farm)
    is_less = _cost(best) <= most and (not farm.pays_origin or costs_surely_less(best, farm))
    return best if is_less else None


def _with_tiers_and_volumes(scenario: Scenario, sizes: Sequence[int], most: float) -> Farm | None:
    """The cheapest farm in units of these sizes or with other volumes, each with as many servers of other tiers as it
    takes, that costs no more than `most`; None where there is none. What a server carries hangs on those: by the
    bottleneck law no farm costs less than its bound, and theory answers them in this order."""
    volumes = [(bound, other) for bound, other in _bounds(with_other_volumes(scenario)) if bound <= most]
    alike = (scenario, *(other for _, other in volumes))
    resized = _bounds(with_unit_size(each, nodes) for each in alike for nodes in sizes)
    best = None
    for bound, other in sorted([*volumes, *resized], key=lambda each: each[0]):
        if bound > most:
            break
        try:
            farm = buy_farm(sized := size_tiers(other), server_capacity(sized, THEORY)).decided
        except UNSOLVED:
            continue
        if _cost(farm) <= most and _meets_with_tiers_down(farm):
            best, most = farm, _cost(farm)
    return best


def _bounds(scenarios: Iterable[Scenario]) -> list[tuple[float, Scenario]]:
    """The least that the farm of each can cost."""
    return [(least_cost(each), each) for each in scenarios]


def _confirmed(farm: Farm, solver: Solver) -> Farm | None:
    """The same farm by what a solver lets a server carry; None where it finds no load that meets the targets."""
    try:
        return buy_farm(farm.scenario, server_capacity(farm.scenario, solver))
    except UNSOLVED:
        return None


def fitting_farms(scenario: Scenario, count: int = 1) -> tuple[Farm, ...]:
    """The cheapest farms, each of another server, of the present one and those that are bought or rented as it is, in
    units of its size or fewer nodes: branch and bound by what theory lets a server carry at most, as in `optimise`, but
    no more than the target utilisation lets it. At most `count`, the cheapest first; fewer where fewer meet the
    targets, with one server of each tier down too."""
    bounds = [
        (min(map(_cost, _farms(each, held_to_utilisation(each))), default=inf), place, each)
        for place, each in enumerate(_servers(scenario))
    ]
    best: list[Farm] = []
    for bound, _, each in sorted(bounds, key=lambda found: found[:2]):
        if len(best) == count and bound >= _most_cost(best[-1]):
            break
        try:
            farms = [farm for farm in _solved(each) if _meets_with_tiers_down(farm)]
        except UNSOLVED:
            continue
        best = sorted([*best, *sorted(farms, key=_most_cost)[:1]], key=_most_cost)[:count]
    return tuple(best)


def _meets_with_tiers_down(farm: Farm) -> bool:
    """Whether no tier misses a target with one of its servers down, as far as theory knows."""
    down = tier_failures(farm, THEORY, WarmUp(0.0)) if farm.scenario.tiers else ()
    return not any(each.missed for each in down)


def _servers(scenario: Scenario) -> Iterator[Scenario]:
    """The scenario, and with each other server in place of its own: all settings as they are, for only the server is
    named."""
    yield scenario
    for option in other_servers(scenario):
        other = option.scenario
        if other is not None and option.instead and other.server.is_rented == scenario.server.is_rented:
            yield with_changes(scenario, {"server": other.server}, option.name)


def _solved(scenario: Scenario) -> list[Farm]:
    """The same by theory. Nodes that keep one copy of the content together carry what they do for so many: each size is
    solved by itself. Raises what `server_capacity` does, of all sizes."""
    if not splits_content(scenario):
        return _farms(scenario, server_capacity(scenario, THEORY))
    sizes = [with_unit_size(scenario, nodes) for nodes in _sizes(scenario)]
    found = list[Farm]()
    for each in sizes:
        try:
            found.append(buy_farm(each, server_capacity(each, THEORY)))
        except UNSOLVED:
            if each is sizes[-1] and not found:
                raise
    return found


def _farms(scenario: Scenario, carried: ServerCapacity) -> list[Farm]:
    """Those of units of each size, with the spares of a unit, of servers that carry so much."""
    return [buy_farm(with_unit_size(scenario, nodes), carried) for nodes in _sizes(scenario)]


def _sizes(scenario: Scenario) -> Sequence[int]:
    """The sizes of units that are looked at: fewer nodes than a unit has, or as many; of the present size alone where
    others are not looked at (see unit_sizes), and with other tiers, which carry what they do for so many. Where nodes
    keep one copy of the content together, at most MOST_NODES, or as many as now."""
    unit = scenario.unit
    if scenario.tiers or unit.paths or unit.balancer.weights or unit.pods:
        return [unit.nodes]
    most = min(unit.nodes - 1, MOST_NODES) if splits_content(scenario) else unit.nodes - 1
    return [*(n for n in range(1, most + 1) if has_working_node(unit, n)), unit.nodes]


def _most_cost(farm: Farm) -> float:
    """The cost of as many units as the interval of what a unit carries may ask for: one that only just fits is no
    bargain."""
    return _cost(farm.of_units(max(farm.sizing.units_between)))


def _cost(farm: Farm) -> float:
    return cost_in_all(farm).value
