"""How many servers of each other tier a unit has, where its scenario does not state that.

A tier is sized by its own bottleneck: as many servers as take what all of the unit's own servers can ask for at the
demand with its reserve, and, where units have spare nodes, one more than take the demand itself, for one may be down.
Where they have spare zones, as many as take the demand with its reserve without the zones that have most of them.
By the utilisation law and Little's law (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models)
the load at which a processor or a connection pool of a tier is full grows in proportion to its servers. Targets that
are times may take more (see time_targets.py).
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, inf
from typing import NamedTuple

from models.cached_keys import with_servers_left
from models.caller_pools import servers_for_pools
from models.checks.pool_checks import pools_too_large
from models.errors import ScenarioError
from models.object_store import servers_for_bytes
from models.parts.tier import MOST_SERVERS, WHOLE_COPIES, Tier
from models.parts.zones import fewest_servers
from models.pods import replicas_for, replicas_with_one_down, with_one_down
from models.quantities.rounding import round_up
from models.replication import readers_by_primary
from models.scenario import Scenario
from models.shield import with_shield_hits
from models.tier_flows import calls_by_path, tier_flows
from models.zone_placement import servers_without_zones
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.single_server import REFERENCE, network_at, saturated_server, sole_binding_loads
from simulator.farm.tier_work import TierWork, servers_needed
from simulator.farm.time_targets import UnitLoad, meet_times
from simulator.farm.traffic_demand import traffic_demand
from simulator.network.network import Network
from simulator.translate.tier_names import tier_limit_names

# How much of what is allowed may be writes that each server of a database repeats, where nobody says how many it has.
MOST_REPEATED = 0.5
# What rounding leaves of it where nothing is repeated.
REPEATED = 1e-6


class _Sized(NamedTuple):
    """A scenario with counted tiers, and the load that they are counted for."""

    scenario: Scenario
    load: UnitLoad


def size_tiers(scenario: Scenario, anew: bool = False, timely: bool = True, pools: bool = True) -> Scenario:
    """The scenario with the fewest servers of each tier whose number nobody states, or of every tier `anew`; its
    baseline too. As it is where all are stated, or theory knows nothing of the calls. timely: whether targets that are
    times are met too, or the work alone is done, which takes no more servers; pools: whether they have a connection for
    each one in the pools of their callers."""
    baseline = size_tiers(scenario.baseline, anew, timely, pools) if scenario.baseline is not None else None
    unstated = _uncounted(scenario, anew)
    if not unstated:
        return scenario if baseline is scenario.baseline else scenario.model_copy(update={"baseline": baseline})
    # How much a cache misses depends on how many servers it has: they are counted before those behind it.
    caches = {tier.name for tier in scenario.tiers if tier.cache is not None}
    sized, load = scenario, None
    for left in (unstated, [name for name in unstated if name not in caches]):
        counted = [name for name in left if name in caches] or left
        if counted:
            found = _sized(sized, left, counted)
            if found is None:
                return scenario
            sized, load = found
    if timely and load is not None:
        sized = meet_times(sized, unstated, load)
    return (_with_pools(sized, unstated) if pools else sized).model_copy(update={"baseline": baseline})


def _sized(scenario: Scenario, unstated: Sequence[str], counted: Sequence[str]) -> _Sized | None:
    """The scenario with the fewest servers of the tiers that are `counted`, of those whose number nobody states; None
    where theory knows nothing of the calls, or of the demand."""
    asked, names = _asked(scenario, unstated), {tier.name: tier_limit_names(tier) for tier in scenario.tiers}
    load, works = _load(scenario, asked, unstated), asked.works
    if load is None:
        return None
    # What a server of a cache holds, tiers behind it are asked for when that is down.
    downs = [_asked(lost, unstated).works for lost in _with_caches_down(scenario)]
    counts = dict[str, int]()
    for tier in (each for each in scenario.tiers if each.name in counted):
        asked_of = ([each[limit] for limit in names[tier.name] if limit in each] for each in (works, *downs))
        counts[tier.name] = _fewest(scenario, tier, load, *asked_of)
    return _Sized(_with_servers(scenario, counts), load)


def unit_load(scenario: Scenario) -> UnitLoad | None:
    """What falls to each server of the units that carry the demand, by the bottleneck of the unit's own servers and of
    the tiers whose number is stated; None where theory knows nothing of either."""
    unstated = _uncounted(scenario)
    return _load(scenario, _asked(scenario, unstated), unstated)


def _load(scenario: Scenario, asked: "_Asked", unstated: Sequence[str]) -> UnitLoad | None:
    if not asked.rates:
        return None
    allowed = scenario.targets.utilisation or 1.0
    theirs = {limit for tier in scenario.tiers if tier.name in unstated for limit in tier_limit_names(tier)}
    own = allowed * min((rate for name, rate in asked.rates.items() if name not in theirs and rate > 0.0), default=inf)
    # However many servers a database has, each repeats what is written: half of what is allowed may be that.
    repeated = (allowed * MOST_REPEATED / each.again for each in asked.works.values() if each.again > 0.0)
    return _unit_load(scenario, asked.network, min((own, *repeated)))


def sized_by_callers(scenario: Scenario) -> Mapping[str, int]:
    """The servers that their work takes of tiers which have more for the pools of their callers alone."""
    places = enumerate(scenario.tiers)
    held = [each for at, each in places if is_unstated(scenario, at) and servers_for_pools(scenario, each) > 1]
    if all(tier.servers > servers_for_pools(scenario, tier) for tier in held):
        return {}
    worked = {tier.name: tier.servers for tier in size_tiers(scenario, pools=False).tiers}
    return {tier.name: worked[tier.name] for tier in held if worked[tier.name] < tier.servers}


class _Asked(NamedTuple):
    """What a request asks of the limits of tiers with as many servers as working nodes, from the loads at which each
    binds alone."""

    network: Network
    rates: dict[str, float]
    works: dict[str, TierWork]


def _asked(scenario: Scenario, unstated: Sequence[str]) -> _Asked:
    # As many as working nodes, so that each of those meets one whole server of each.
    working = scenario.unit.nodes - scenario.unit.spare_nodes
    whole = _nothing_lost(scenario)
    network = _pooled(_with_servers(whole, dict.fromkeys(unstated, working)))
    rates, twice = _binding_rates(network), dict[str, float]()
    if rates and any(call.writes is not None for _, call in calls_by_path(scenario)):
        twice = _binding_rates(_pooled(_with_servers(whole, dict.fromkeys(unstated, 2 * working))))
    theirs = {limit for tier in scenario.tiers if tier.name in unstated for limit in tier_limit_names(tier)}
    works = {
        name: _work_of_a_request(rates[name], twice.get(name, inf), working)
        for name in theirs
        if rates.get(name, inf) < inf
    }
    return _Asked(network, rates, works)


def _pooled(scenario: Scenario) -> Network:
    """A server of the unit and one in place of the equal ones of each tier, for the laws here know no waiting; at the
    load that fills it where caches may hit as often as that lets them, else at any."""
    network = network_at(scenario, REFERENCE, pool_tiers=True)
    return saturated_server(scenario, pool_tiers=True).network if network.caches else network


def _nothing_lost(scenario: Scenario) -> Scenario:
    return scenario.model_copy(update={"unit": scenario.unit.model_copy(update={"spare_zones": 0})})


def _with_caches_down(scenario: Scenario) -> Iterator[Scenario]:
    """The scenario with what may be down of its caches beside the spares of the unit: of each in turn a server, or of
    all of them what stands in the spare zones."""
    scenario = with_shield_hits(scenario)
    unit, caches = scenario.unit, [tier for tier in scenario.tiers if tier.cache is not None]
    if unit.spare_zones and caches:
        left = {tier.name: with_servers_left(tier, servers_without_zones(unit, tier)) for tier in caches}
        yield _with(scenario, left)
    elif unit.spare_nodes:
        yield from (_with(scenario, {tier.name: with_one_down(unit, tier)}) for tier in caches)


def _with(scenario: Scenario, tiers: Mapping[str, Tier]) -> Scenario:
    """The scenario with some tiers in place of those of their names."""
    return scenario.model_copy(update={"tiers": tuple(tiers.get(tier.name, tier) for tier in scenario.tiers)})


def _single_writers(scenario: Scenario) -> frozenset[str]:
    """Databases with replicas of which one server takes all that is written, so that there are no more of it."""
    followed = readers_by_primary(scenario.tiers)
    return frozenset(each.name for each in scenario.tiers if each.name in followed and each.sharding == WHOLE_COPIES)


def _with_pools(scenario: Scenario, unstated: Sequence[str]) -> Scenario:
    """The same with as many servers of the tiers that are counted as have a connection for each one in the pools of
    their callers. Raises ScenarioError where a tier whose servers are stated has fewer than the callers that were
    counted need."""
    tiers = {tier.name: tier for tier in scenario.tiers}
    for flow in tier_flows(scenario).values():  # Callers first.
        tier = tiers[flow.tier.name]
        if tier.name in unstated and (least := servers_for_pools(scenario, tier)) > tier.servers:
            scenario = _with_servers(scenario, {tier.name: min(least, MOST_SERVERS)})
    found = tuple(each.problem(scenario.file) for each in pools_too_large(scenario, frozenset(tiers)))
    if found:
        raise ScenarioError(found)
    return scenario


def _uncounted(scenario: Scenario, anew: bool = False) -> list[str]:
    """The tiers whose servers nobody states, or all of them anew, but for those that are alone."""
    alone = _single_writers(scenario)
    return [
        tier.name
        for place, tier in enumerate(scenario.tiers)
        if (anew or is_unstated(scenario, place)) and tier.name not in alone
    ]


def is_unstated(scenario: Scenario, place: int) -> bool:
    """Whether nobody states how many servers the tier at a place has, or pods."""
    source, pods = scenario.sources.get(f"tiers[{place}].servers"), scenario.tiers[place].pods
    if pods is not None and pods.replicas is not None:
        return False
    return source is not None and source.kind == "default"


def _unit_load(scenario: Scenario, network: Network, own: float) -> UnitLoad | None:
    """What falls to each server of the units that carry the demand, of servers that carry `own` requests/s but for
    their tiers; without a demand all of that. None where nothing is known of either."""
    if scenario.demand is None:
        return UnitLoad(own, own) if own < inf else None
    try:
        demand = traffic_demand(scenario, network).requests
    except ValueError:
        return None
    factor, more = unit_capacity_factor(scenario), 1.0 + scenario.reserve
    units = max(1, round_up(demand * more / (factor * own))) if own < inf else 1
    return UnitLoad(demand / (units * factor), demand * more / (units * factor))


def _work_of_a_request(rate: float, twice: float, working: int) -> TierWork:
    """What a request a second of each server of a unit asks of a limit of a tier, from the loads at which it binds with
    as many servers of the tier as working nodes, and with twice as many; inf for the latter where nothing is
    repeated."""
    if twice == inf:
        return TierWork(working / rate, 0.0)
    divided = 2.0 * working * (1.0 / rate - 1.0 / twice)
    again = 1.0 / rate - divided / working
    again = again if again > REPEATED * divided / working else 0.0
    return TierWork(divided + again, again)


def _fewest(
    scenario: Scenario, tier: Tier, load: UnitLoad, works: Sequence[TierWork], *downs: Sequence[TierWork]
) -> int:
    """Servers of a tier that are used for no more than is allowed at the load of each server of the unit; the most
    there may be where each would have to repeat too much. Of pods one server may be down with all that stand on it.
    downs: what is asked of it while some of a cache is down."""
    unit, zones, allowed = scenario.unit, tier.zones or scenario.unit.zones, scenario.targets.utilisation or 1.0
    count = servers_needed(works, load.reserved, allowed) or MOST_SERVERS
    if unit.spare_nodes and works and not unit.spare_zones:
        needed = servers_needed(works, load.demanded, allowed) or MOST_SERVERS
        count = max(count, replicas_with_one_down(unit, tier, needed))
    if tier.pods is not None and tier.pods.rollout is not None and works:
        needed = servers_needed(works, load.demanded, allowed) or MOST_SERVERS
        count = max(count, replicas_for(needed, tier.pods.rollout) or MOST_SERVERS)
    then = load.reserved if unit.spare_zones else load.demanded
    count = max((count, *(servers_needed(more, then, allowed) or MOST_SERVERS for more in downs)))
    count = max(count, servers_for_bytes(tier, int(unit.spare_nodes > 0 and not unit.spare_zones)))
    count = fewest_servers(count, zones, unit.spare_zones)
    return min(ceil(count / zones) * zones if tier.prefer_zone else count, MOST_SERVERS)


def _binding_rates(network: Network) -> dict[str, float]:
    return {name: alone.rate for name, alone in sole_binding_loads(network).items()}


def _with_servers(scenario: Scenario, counts: Mapping[str, int]) -> Scenario:
    def sized(tier: Tier) -> Tier:
        return tier.model_copy(update={"servers": counts[tier.name]}) if tier.name in counts else tier

    return scenario.model_copy(update={"tiers": tuple(map(sized, scenario.tiers))})
