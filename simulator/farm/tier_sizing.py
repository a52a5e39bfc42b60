"""How many servers of each other tier a unit has, where its scenario does not state that.

A tier is sized by its own bottleneck: as many servers as take what all of the unit's own servers can ask for at the
demand with its reserve, and, where units have spare nodes, one more than take the demand itself, for one may be down.
Where they have spare zones, as many as take the demand with its reserve without the zones that have most of them.
By the utilisation law and Little's law (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models)
the load at which a processor or a connection pool of a tier is full grows in proportion to its servers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf

from models.object_store import servers_for_bytes
from models.parts.tier import MOST_SERVERS, WHOLE_COPIES, Tier
from models.parts.zones import fewest_servers
from models.pods import pods_a_server
from models.quantities.rounding import round_up
from models.replication import readers_by_primary
from models.scenario import Scenario
from models.tier_flows import calls_by_path
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.single_server import saturated_server, sole_binding_loads
from simulator.farm.tier_work import TierWork, servers_needed
from simulator.farm.traffic_demand import traffic_demand
from simulator.network.network import Network
from simulator.translate.tier_names import tier_limit_names

# How much of what is allowed may be writes that each server of a database repeats, where nobody says how many it has.
MOST_REPEATED = 0.5
# What rounding leaves of it where nothing is repeated.
REPEATED = 1e-6


@dataclass(frozen=True)
class _UnitLoad:
    """Requests/s of each server of a unit with its spares gone: at the demand, and with the reserve."""

    demanded: float
    reserved: float


def size_tiers(scenario: Scenario, anew: bool = False) -> Scenario:
    """The scenario with the fewest servers of each tier whose number nobody states, or of every tier `anew`; its
    baseline too. As it is where all are stated, or theory knows nothing of the calls."""
    baseline = size_tiers(scenario.baseline, anew) if scenario.baseline is not None else None
    alone = _single_writers(scenario)
    unstated = [
        tier.name
        for place, tier in enumerate(scenario.tiers)
        if (anew or _is_unstated(scenario, place)) and tier.name not in alone
    ]
    if not unstated:
        return scenario if baseline is scenario.baseline else scenario.model_copy(update={"baseline": baseline})
    # As many as working nodes, so that each of those meets one whole server of each.
    working = scenario.unit.nodes - scenario.unit.spare_nodes
    nothing_lost = scenario.model_copy(update={"unit": scenario.unit.model_copy(update={"spare_zones": 0})})
    even = _with_servers(nothing_lost, dict.fromkeys(unstated, working))
    network = saturated_server(even).network
    rates = _binding_rates(network)
    if not rates:
        return scenario
    twice = dict[str, float]()
    if any(call.writes is not None for _, call in calls_by_path(scenario)):
        doubled = _with_servers(nothing_lost, dict.fromkeys(unstated, 2 * working))
        twice = _binding_rates(saturated_server(doubled).network)
    allowed, names = scenario.targets.utilisation or 1.0, {tier.name: tier_limit_names(tier) for tier in scenario.tiers}
    theirs = {limit for name in unstated for limit in names[name]}
    own = allowed * min((rate for name, rate in rates.items() if name not in theirs and rate > 0.0), default=inf)
    works = {
        name: _work_of_a_request(rates[name], twice.get(name, inf), working)
        for name in theirs
        if rates.get(name, inf) < inf
    }
    # However many servers a database has, each repeats what is written: half of what is allowed may be that.
    own = min((own, *(allowed * MOST_REPEATED / each.again for each in works.values() if each.again > 0.0)))
    load = _unit_load(scenario, network, own)
    if load is None:
        return scenario
    counts = {
        tier.name: _fewest(scenario, tier, load, [works[limit] for limit in names[tier.name] if limit in works])
        for tier in scenario.tiers
        if tier.name in unstated
    }
    return _with_servers(scenario, counts).model_copy(update={"baseline": baseline})


def _single_writers(scenario: Scenario) -> frozenset[str]:
    """Databases with replicas of which one server takes all that is written, so that there are no more of it."""
    followed = readers_by_primary(scenario.tiers)
    return frozenset(each.name for each in scenario.tiers if each.name in followed and each.sharding == WHOLE_COPIES)


def _is_unstated(scenario: Scenario, place: int) -> bool:
    source, pods = scenario.sources.get(f"tiers[{place}].servers"), scenario.tiers[place].pods
    if pods is not None and pods.replicas is not None:
        return False
    return source is not None and source.kind == "default"


def _unit_load(scenario: Scenario, network: Network, own: float) -> _UnitLoad | None:
    """What falls to each server of the units that carry the demand, of servers that carry `own` requests/s but for
    their tiers; without a demand all of that. None where nothing is known of either."""
    if scenario.demand is None:
        return _UnitLoad(own, own) if own < inf else None
    try:
        demand = traffic_demand(scenario, network).requests
    except ValueError:
        return None
    factor, more = unit_capacity_factor(scenario), 1.0 + scenario.reserve
    units = max(1, round_up(demand * more / (factor * own))) if own < inf else 1
    return _UnitLoad(demand / (units * factor), demand * more / (units * factor))


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


def _fewest(scenario: Scenario, tier: Tier, load: _UnitLoad, works: Sequence[TierWork]) -> int:
    """Servers of a tier that are used for no more than is allowed at the load of each server of the unit; the most
    there may be where each would have to repeat too much. Of pods one server may be down with all that stand on it."""
    unit, zones, allowed = scenario.unit, tier.zones or scenario.unit.zones, scenario.targets.utilisation or 1.0
    count = servers_needed(works, load.reserved, allowed) or MOST_SERVERS
    if unit.spare_nodes and works and not unit.spare_zones:
        count = max(count, (servers_needed(works, load.demanded, allowed) or MOST_SERVERS) + pods_a_server(tier))
    count = max(count, servers_for_bytes(tier, bool(unit.spare_nodes)))
    count = fewest_servers(count, zones, unit.spare_zones)
    return min(ceil(count / zones) * zones if tier.prefer_zone else count, MOST_SERVERS)


def _binding_rates(network: Network) -> dict[str, float]:
    return {name: alone.rate for name, alone in sole_binding_loads(network).items()}


def _with_servers(scenario: Scenario, counts: dict[str, int]) -> Scenario:
    def sized(tier: Tier) -> Tier:
        return tier.model_copy(update={"servers": counts[tier.name]}) if tier.name in counts else tier

    return scenario.model_copy(update={"tiers": tuple(map(sized, scenario.tiers))})
