"""What would help: the capacity with each option of the catalogue, against the present one on the same sessions."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from models.quantities.units import format_memory
from models.scenario import Scenario
from models.variations.option import Option, options
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine, require
from simulator.experiment.capacity_bound import bottleneck_bound, scenario_capacity_bound
from simulator.experiment.capacity_by_solver import server_capacity, server_network
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.paired_differences import LEAST_IN_THEORY, difference, difference_in_theory
from simulator.experiment.progress import Progress
from simulator.experiment.results import Difference
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.sizing_basis import is_largest_load_enough, sizing_basis
from simulator.farm.farm import buy_farm
from simulator.farm.sized_server import size_server
from simulator.farm.upgrade_value import (
    AtCapacity,
    NotApplicable,
    SaturatedOption,
    UpgradeRanking,
    UpgradeValue,
    rank_upgrades,
    upgrade_value,
)
from simulator.messages import upgrades
from simulator.solver import Solver
from simulator.uncertainty.predict import predict_beside

Judged = UpgradeValue | SaturatedOption | NotApplicable


def upgrade_steps(scenario: Scenario) -> int:
    """How many times `what_would_help` reports progress: for the present configuration and each that applies."""
    return 1 + sum(option.scenario is not None for option in options(scenario))


def study_upgrades(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> UpgradeRanking:
    """The capacity that each option gains and what it costs, ranked; `progress` is called as each is judged.

    An option is not simulated if it makes the same network, for then the capacity is the same, or if it saves nothing
    and a station is full at the present load with it too; but it is, from the least bound of its farm up, as long as
    that may cost less in all than every farm found so far. Raises what `server_capacity` raises for the scenario
    itself, and ScenarioError where the catalogue is wrong.
    """
    offered = options(scenario)
    now = _at(scenario, server_capacity(scenario, solver), solver)
    progress()
    judgeds: list[Judged] = []
    for option in offered:
        judgeds.append(_judged(now, option, solver))
        if option.scenario is not None:
            progress()
    _judge_what_may_be_cheaper(now, offered, judgeds, solver)
    worths = rank_upgrades([found for found in judgeds if isinstance(found, UpgradeValue)])
    return _with_predictions(
        UpgradeRanking(
            now,
            tuple(found for found in worths if not found.is_useless),
            tuple(found for found in judgeds if isinstance(found, SaturatedOption)),
            tuple(found for found in judgeds if isinstance(found, NotApplicable)),
            tuple(found for found in worths if found.is_useless),
        )
    )


def _with_predictions(ranking: UpgradeRanking) -> UpgradeRanking:
    """The ranking with how sure the present farm is, and those of the best options, all in the same worlds."""
    farm = ranking.present.farm
    best = {each.name: each.farm for each in (ranking.best, ranking.best_kept) if each is not None}
    told = {name: other for name, other in best.items() if other is not None}
    if farm is None:
        return ranking
    farm, others = predict_beside(farm, list(told.values()))
    known = dict(zip(told, others, strict=True))
    worths = tuple(
        replace(each, farm=known[each.name][0], beside=known[each.name][1]) if each.name in known else each
        for each in ranking.worths
    )
    return replace(ranking, worths=worths, predicted=farm)


def _judge_what_may_be_cheaper(
    now: AtCapacity, offered: Sequence[Option], judgeds: list[Judged], solver: Solver
) -> None:
    """Puts what is measured in place of what theory has ruled out for its load, where its farm may be the cheapest: a
    branch and bound, as in `optimise`."""
    left = sorted((found.bound, place) for place, found in enumerate(judgeds) if isinstance(found, SaturatedOption))
    for bound, place in left:
        costs = [found.whole_cost for found in judgeds if isinstance(found, UpgradeValue) and not found.elsewhere]
        farm = now.farm
        costs += [farm.cost.with_bandwidth.whole.value] if farm is not None else []
        if bound >= min((cost for cost in costs if cost is not None), default=inf):
            return
        judgeds[place] = _measured(now, offered[place], solver)


def _at(scenario: Scenario, carried: ServerCapacity, solver: Solver, replications: int | None = None) -> AtCapacity:
    """A scenario whose server carries so much at most, with what its farm is sized by."""
    if is_largest_load_enough(scenario):
        return AtCapacity(scenario, carried)
    try:
        return AtCapacity(scenario, carried, size_server(scenario, solver, replications))
    except NoCapacity:
        return AtCapacity(scenario, carried, has_farm=False)


def _judged(now: AtCapacity, option: Option, solver: Solver) -> Judged:
    """What is known of an option: by its own words, by theory, or by simulation."""
    if option.scenario is None:
        return NotApplicable(option.name, option.reason)
    try:
        if server_network(now.scenario) == server_network(option.scenario):
            return _same(now, option)
        saturated = _saturated(now, option)
        if saturated is not None:
            return saturated
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return NotApplicable(option.name, str(error))
    return _measured(now, option, solver)


def _measured(now: AtCapacity, option: Option, solver: Solver) -> Judged:
    """What is measured of an option, or why that is not possible."""
    scenario = require(option.scenario, "scenario")
    try:
        # As many replications as the present configuration had, so that each has one to be paired with.
        count = now.carried.mbps.samples
        return _worth(now, option, _at(scenario, server_capacity(scenario, solver, count), solver, count))
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return NotApplicable(option.name, str(error))


def _same(now: AtCapacity, option: Option) -> Judged:
    """An option with which a server does the same: it is one for its price, or for the number of servers."""
    scenario = require(option.scenario, "scenario")
    upgrade_value = _worth(now, option, replace(now, scenario=scenario))
    if upgrade_value.helps or upgrade_value.saves or upgrade_value.cheapens:
        return upgrade_value
    return NotApplicable(option.name, _nothing(now.scenario, scenario))


def _nothing(before: Scenario, after: Scenario) -> str:
    """Why a server does the same as before."""
    if after.server.ram > before.server.ram:
        space = format_memory(before.process_address_space)
        return upgrades.same_with_ram(space)
    return upgrades.SAME_SERVER


def _saturated(now: AtCapacity, option: Option) -> SaturatedOption | None:
    """Theory's word against an option: a ceiling below the present capacity, or hardly above it and nothing saved."""
    carried = now.carried.mbps
    # Theory rules out what cannot gain so much, or as much as the interval where that is wider.
    hardly = max(LEAST_IN_THEORY * carried.value, carried.half_width)
    network = server_network(require(option.scenario, "scenario"))
    most = bottleneck_bound(network, now.carried.requests.value)
    if most is None or most.mbps > carried.value + hardly:
        return None
    less = most.mbps < carried.value - hardly
    if less or not _cheaper(now, option):
        return SaturatedOption(option.name, most.station, most.mbps, less, _least_cost(now, option))
    return None


def _least_cost(now: AtCapacity, option: Option) -> float:
    """The least that the farm of an option costs a month in all, if a server carries all that theory lets it; inf where
    there is no farm, or another load sizes it."""
    scenario = require(option.scenario, "scenario")
    if now.farm is None or sizing_basis(scenario) != LARGEST:
        return inf
    return buy_farm(scenario, scenario_capacity_bound(scenario).carried).cost.with_bandwidth.whole.value


def _cheaper(now: AtCapacity, option: Option) -> bool:
    """Whether it would cost less at the load that is carried now."""
    return _worth(now, option, replace(now, scenario=require(option.scenario, "scenario"))).saves


def _worth(now: AtCapacity, option: Option, then: AtCapacity) -> UpgradeValue:
    gain = _gain("server_mbps", now.carried.mbps, then.carried.mbps)
    unit_gain = _gain("unit_mbps", _unit_mbps(now), _unit_mbps(then))
    found = upgrade_value(now, then, gain, unit_gain, option.price)
    told = {name: getattr(option, name) for name in ("name", "adapted", "instead", "elsewhere")}
    return replace(found, **told)


def _gain(measure: str, before: Estimate, after: Estimate) -> Difference:
    """By pairs of replications; in theory, which has none, a gain counts from the share on that is worth simulating."""
    if before.each and after.each:
        return difference(measure, before, after)
    return difference_in_theory(measure, before, after, LEAST_IN_THEORY)


def _unit_mbps(at: AtCapacity) -> Estimate:
    """What a unit carries in each replication: nodes that work all carry what one does, but for those that get less
    than the busiest."""
    working = unit_capacity_factor(at.scenario)
    server = at.carried.mbps
    if not server.each:
        return server.times(working, server.unit)
    return from_replications([working * mbps for mbps in server.each], server.confidence, server.unit)
