"""What becomes of the targets when one server of another tier is down: a unit is bought with spare nodes, so that its
tiers are asked for the same.

The utilisation law says how much of the processors, disks and cards that are left the demand takes. Where that is more
than the targets allow, no more need be known; else the unit is measured so, by whoever measures the farm.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from models.cached_keys import with_servers_left
from models.node_groups import group_scenario
from models.parts.pods import Rollout
from models.parts.tier import MOST_SERVERS, Tier
from models.parts.unit import Unit
from models.parts.zones import fewest_servers
from models.pods import left_with_one_down, pods_left, replicas_for, replicas_with_one_down
from models.replication import readers_by_primary, shards
from models.scenario import Scenario
from models.shield import with_shield_hits
from models.tier_flows import calling_share, tier_flows, tiers_called_on_misses
from models.zone_placement import servers_without_zones, without_spare_zones
from simulator.errors import NoCapacity, NotConverged, Overloaded, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.estimate import exact
from simulator.experiment.limits import rank_limits
from simulator.experiment.percent import PERCENT
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable, WarmUp
from simulator.experiment.single_server import without_spares
from simulator.experiment.verdicts import Verdict, judge, stated, unknown_verdict, verdicts
from simulator.farm.candidates import MissesAsBought, misses_among
from simulator.farm.costs.origin_traffic import miss_shares
from simulator.farm.farm import Farm
from simulator.farm.farm_at_work import measure_at_rate, server_share
from simulator.farm.operating_point import SPARES_GONE
from simulator.farm.outcome import whole_farm_verdicts
from simulator.farm.tier_failure import TierFailure
from simulator.farm.tier_work import TierWork, servers_needed, tier_works, work_of
from simulator.farm.tiers import TierServers
from simulator.messages.stages.farm import one_down, rolled_out, zones_down
from simulator.solver import Solver
from simulator.targets import Target

WHOLE = 100.0


# The verdicts of a tier of which so many servers, or pods, are left, used for so much, %.
_Judge = Callable[[TierServers, int, float], tuple[Verdict, ...]]


def tier_failures(
    farm: Farm, solver: Solver, settled: WarmUp, progress: Progress = lambda: None
) -> tuple[TierFailure, ...]:
    """Each tier of a farm with one of its servers down, at the demand, where units have spare nodes: else no failure is
    planned for; then each while a new version of its pods is rolled out. Raises nothing: what a solver cannot say is
    not known."""
    return tuple(failures_in_turn(farm, solver, settled, progress))


def failures_in_turn(
    farm: Farm, solver: Solver, settled: WarmUp, progress: Progress = lambda: None
) -> Iterator[TierFailure]:
    """The same, each of them measured when it is asked for."""

    def judged(each: TierServers, left: int, used: float) -> tuple[Verdict, ...]:
        return _measured(farm, each.tier, left, used, solver, settled, progress)

    sizing = farm.sizing
    return _each_down(farm, sizing.busiest_unit / sizing.working_units, judged)


def misses_as_bought(farm: Farm, solver: Solver) -> MissesAsBought | None:
    """The targets that a farm misses for sure by its replicas, brokers or links, or with one server of another tier
    down, as far as the solver knows; None where none is."""
    farm = farm.decided
    of_tiers = (each for down in tier_failures(farm, solver, WarmUp(0.0)) for each in down.verdicts)
    return misses_among((*whole_farm_verdicts(farm), *of_tiers))


def tiers_down_when_full(farm: Farm) -> tuple[TierFailure, ...]:
    """The same of a unit that has as much of the demand as it may have, its reserve apart, by the utilisation law
    alone: a farm that grows comes to that in the month before each order."""
    sizing = farm.sizing
    share = sizing.unit_carries.value / sizing.demanded.amount.value / (1.0 + farm.scenario.reserve)
    return tuple(_each_down(farm, share, lambda _tier, _left, used: _by_law(farm.scenario, used)))


def _each_down(farm: Farm, share: float, judged: _Judge) -> Iterator[TierFailure]:
    """Each tier with one server down in a unit that has such a share of the demand, and each that is rolled out."""
    failing = farm.sizing.tiers if farm.scenario.unit.spare_nodes else ()
    # Where a primary dies one of its replicas takes over, so that one of these is missing.
    followed = readers_by_primary(farm.scenario.tiers)
    yield from (_down(farm, each, share, judged) for each in failing if each.tier.name not in followed)
    yield from (_rolled_out(farm, each, rollout, share, judged) for each, rollout in _rollouts(farm))


def _rollouts(farm: Farm) -> Iterator[tuple[TierServers, Rollout]]:
    for each in farm.sizing.tiers:
        if each.tier.pods is not None and each.tier.pods.rollout is not None:
            yield each, each.tier.pods.rollout


def _rolled_out(farm: Farm, each: TierServers, rollout: Rollout, share: float, judged: _Judge) -> TierFailure:
    """A tier with those pods only that are up while a new version is rolled out."""
    tier = each.tier
    left = pods_left(tier.servers, rollout)
    used = WHOLE * share * work_of(each.work, left) / left if left else None
    found = _judged(farm, each, left, used, judged)
    needed = servers_needed(each.work, share, farm.scenario.targets.utilisation or 1.0) or tier.servers
    enough = replicas_for(needed, rollout) or MOST_SERVERS
    state = rolled_out(tier.name, left, tier.servers)
    enough = enough if _is_met(found) else max(enough, tier.servers + 1)
    return TierFailure(tier.name, state, left, used, enough, _in_state(state, found), tier.name, rollout=True)


def _down(farm: Farm, each: TierServers, share: float, judged: _Judge) -> TierFailure:
    """A tier with one server down, or with those of the spare zones, in a unit with such a share of the demand."""
    tier, scenario = each.tier, farm.scenario
    if scenario.unit.spare_zones:
        return _without_zones(farm, each, share)
    unit, left = scenario.unit, left_with_one_down(scenario.unit, tier)
    state = one_down(tier.name, left)
    allowed = scenario.targets.utilisation or 1.0
    most = _left_of(unit, each, share, allowed) if tier.cache is None else _most_used(farm, tier, share, allowed)
    used, enough = most.used, most.enough
    found = _judged(farm, each, left, None if shards(tier) > 1 else used, judged)
    enough = enough if _is_met(found) else max(enough, replicas_with_one_down(unit, most.tier, most.tier.servers))
    return TierFailure(tier.name, state, left, used, enough, _in_state(state, found), most.tier.name)


def _judged(farm: Farm, each: TierServers, left: int, used: float | None, judged: _Judge) -> tuple[Verdict, ...]:
    """The verdicts of a tier of which so many servers, or pods, are left, used for so much, %; None: none are."""
    if used is None:
        return _nobody_answers(farm, each.tier)
    if used > WHOLE * (farm.scenario.targets.utilisation or 1.0):
        return _by_law(farm.scenario, used)
    return judged(each, left, used)


def _in_state(state: str, found: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    return tuple(replace(verdict, state=state) for verdict in found)


def _without_zones(farm: Farm, each: TierServers, share: float) -> TierFailure:
    """A tier without the servers of the spare zones, by the utilisation law: the unit is rated so, and measured so as
    the farm with its spares gone. Caches have lost theirs too, and miss more."""
    tier, scenario, unit = each.tier, farm.scenario, farm.scenario.unit
    left, state = servers_without_zones(unit, tier), zones_down(unit.spare_zones)
    works = next(works for one, works in _works(farm, without_spare_zones(scenario)) if one.name == tier.name)
    needed = servers_needed(works, share, scenario.targets.utilisation or 1.0) or tier.servers
    enough = fewest_servers(needed, tier.zones or unit.zones, unit.spare_zones)
    used = WHOLE * share * work_of(works, left) / left
    told = tuple(replace(verdict, state=state) for verdict in _by_law(scenario, used))
    return TierFailure(tier.name, state, left, used, enough, told, tier.name)


class _Left(NamedTuple):
    """What is left of a tier: how much of it is used, %, None of nothing, and how many servers are enough."""

    tier: Tier
    used: float | None
    enough: int


def _left_of(unit: Unit, each: TierServers, share: float, allowed: float) -> _Left:
    tier, left = each.tier, left_with_one_down(unit, each.tier)
    needed = servers_needed(each.work, share, allowed) or tier.servers
    used = WHOLE * share * work_of(each.work, left) / left if left else None
    return _Left(tier, used, replicas_with_one_down(unit, tier, needed))


def _most_used(farm: Farm, cache: Tier, share: float, allowed: float) -> _Left:
    """The tier that is used most once a server of a cache is down: all others have theirs, and more to do."""
    found = list[_Left]()
    for tier, works in _works(farm, _with_left(farm.scenario, cache, cache.servers - 1)):
        own = tier.name == cache.name
        if own and cache.servers == 1:
            continue
        used = WHOLE * share * work_of(works, tier.servers) / tier.servers
        enough = (servers_needed(works, share, allowed) or tier.servers) + own
        found.append(_Left(cache if own else tier, used, enough))
    return max(found, key=lambda left: left.used or 0.0, default=_Left(cache, 0.0, cache.servers))


def _works(farm: Farm, scenario: Scenario) -> Iterator[tuple[Tier, tuple[TierWork, ...]]]:
    """What the demand asks of each tier of a scenario that has lost some of its servers."""
    misses = miss_shares(farm.carried) if tiers_called_on_misses(scenario) else {}
    requests, transport = farm.sizing.demanded.requests, farm.carried.network.transport
    return (
        (flow.tier, tier_works(scenario, flow, requests, misses, transport)) for flow in tier_flows(scenario).values()
    )


def _is_met(verdicts: tuple[Verdict, ...]) -> bool:
    return not any(verdict.met is False for verdict in verdicts)


def _nobody_answers(farm: Farm, tier: Tier) -> tuple[Verdict, ...]:
    """The verdicts where no server of a tier is left, or none of a shard: who calls that is not answered."""
    scenario = farm.scenario
    misses = miss_shares(farm.carried) if tiers_called_on_misses(scenario) else {}
    lost = exact(WHOLE * calling_share(scenario, tier.name, misses) / shards(tier), PERCENT)
    return (judge(Target.ERRORS, WHOLE * scenario.targets.errors, PERCENT, lost),)


def _by_law(scenario: Scenario, used: float) -> tuple[Verdict, ...]:
    """The verdicts that follow from how much of what is left the demand takes, %."""
    allowed, found = scenario.targets.utilisation, list[Verdict]()
    if allowed is not None:
        found.append(judge(Target.UTILISATION, WHOLE * allowed, PERCENT, exact(used, PERCENT)))
    if used > WHOLE:
        found.append(_piles_up(WHOLE - WHOLE * WHOLE / used))
    return tuple(found)


def _piles_up(share: float) -> Verdict:
    """That so much of the load, %, is more than a server carries."""
    return judge(Target.PILING_UP, 0.0, PERCENT, exact(share, PERCENT))


def _measured(
    farm: Farm, tier: Tier, left: int, used: float, solver: Solver, settled: WarmUp, progress: Progress
) -> tuple[Verdict, ...]:
    """The verdicts of a server that is measured so."""
    group = farm.carried.group
    scenario = _with_left(without_spares(group_scenario(farm.scenario, group)), tier, left)
    rate = server_share(farm, SPARES_GONE, group).value
    try:
        results = measure_at_rate(scenario, rate, solver, settled, progress)
    except Overloaded:
        return (_piles_up(WHOLE),)
    except (NotConverged, UnsupportedByEngine, NoCapacity) as error:
        why = Unavailable(f"not looked at: {reason_without_remedy(error)}")
        unknown = (
            unknown_verdict(*each, why)
            for each in stated(scenario.targets)
            if each[0] not in (Target.UTILISATION, Target.CEILINGS)
        )
        return (*_by_law(scenario, used), *unknown)
    return verdicts(scenario, results, rank_limits(results))


def _with_left(scenario: Scenario, tier: Tier, left: int) -> Scenario:
    known = with_shield_hits(scenario).tiers
    tiers = (with_servers_left(each, left) if each.name == tier.name else each for each in known)
    return scenario.model_copy(update={"tiers": tuple(tiers)})
