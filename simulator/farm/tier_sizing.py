"""How many servers of each other tier a unit has, where its scenario does not state that.

A tier is sized by its own bottleneck: as many servers as take what all of the unit's own servers can ask for at the
demand with its reserve, and, where units have spare nodes, one more than take the demand itself, for one may be down.
By the utilisation law and Little's law (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models)
the load at which a processor or a connection pool of a tier is full grows in proportion to its servers.
"""

from dataclasses import dataclass
from math import inf

from models.parts.tier import MOST_SERVERS, Tier
from models.quantities.rounding import round_up
from models.scenario import Scenario
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.single_server import saturated_server, sole_binding_loads
from simulator.farm.traffic_demand import traffic_demand
from simulator.network.network import Network
from simulator.translate.tier_names import tier_limit_names


@dataclass(frozen=True)
class _UnitLoad:
    """Requests/s of each server of a unit with its spares gone: at the demand, and with the reserve."""

    demanded: float
    reserved: float


def size_tiers(scenario: Scenario, anew: bool = False) -> Scenario:
    """The scenario with the fewest servers of each tier whose number nobody states, or of every tier `anew`; its
    baseline too. As it is where all are stated, or theory knows nothing of the calls."""
    baseline = size_tiers(scenario.baseline, anew) if scenario.baseline is not None else None
    unstated = [tier.name for place, tier in enumerate(scenario.tiers) if anew or _is_unstated(scenario, place)]
    if not unstated:
        return scenario if baseline is scenario.baseline else scenario.model_copy(update={"baseline": baseline})
    # As many as working nodes, so that each of those meets one whole server of each.
    working = scenario.unit.nodes - scenario.unit.spare_nodes
    even = _with_servers(scenario, dict.fromkeys(unstated, working))
    network = saturated_server(even).network
    rates = {name: alone.rate for name, alone in sole_binding_loads(network).items()}
    if not rates:
        return scenario
    allowed, names = scenario.targets.utilisation or 1.0, {tier.name: tier_limit_names(tier) for tier in scenario.tiers}
    theirs = {limit for name in unstated for limit in names[name]}
    own = allowed * min((rate for name, rate in rates.items() if name not in theirs and rate > 0.0), default=inf)
    load = _unit_load(scenario, network, own)
    if load is None:
        return scenario
    counts = {
        name: _fewest(scenario, load, allowed * min(rates.get(limit, inf) for limit in names[name]) / working)
        for name in unstated
    }
    return _with_servers(scenario, counts).model_copy(update={"baseline": baseline})


def _is_unstated(scenario: Scenario, place: int) -> bool:
    source = scenario.sources.get(f"tiers[{place}].servers")
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


def _fewest(scenario: Scenario, load: _UnitLoad, one: float) -> int:
    """Servers of a tier of which one is as much used as is allowed at `one` request/s of each server of the unit."""
    if one == inf:
        return 1
    count = round_up(load.reserved / one)
    if scenario.unit.spare_nodes:
        count = max(count, round_up(load.demanded / one) + 1)
    return min(max(1, count), MOST_SERVERS)


def _with_servers(scenario: Scenario, counts: dict[str, int]) -> Scenario:
    def sized(tier: Tier) -> Tier:
        return tier.model_copy(update={"servers": counts[tier.name]}) if tier.name in counts else tier

    return scenario.model_copy(update={"tiers": tuple(map(sized, scenario.tiers))})
