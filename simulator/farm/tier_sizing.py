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
from models.tier_flows import calls_by_path
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.single_server import saturated_server, sole_binding_loads
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


@dataclass(frozen=True)
class _Shares:
    """How much of a limit of a tier with one server to a unit is used for a request a second of each server of the
    unit: divided: what further servers take their part of; again: what each of them repeats."""

    divided: float
    again: float

    @staticmethod
    def of(rate: float, twice: float, working: int) -> "_Shares":
        """From the loads at which the limit binds with as many servers as working nodes, and with twice as many; 0
        for the latter where nothing is repeated."""
        if rate == inf or not twice or twice == inf:
            return _Shares(working / rate, 0.0)
        divided = 2.0 * working * (1.0 / rate - 1.0 / twice)
        again = 1.0 / rate - divided / working
        return _Shares(divided, again if again > REPEATED * divided / working else 0.0)

    def servers(self, load: float, allowed: float) -> int:
        """The fewest at a load; the most there may be where too much is repeated."""
        left = allowed - load * self.again
        return round_up(load * self.divided / left) if left > 0.0 else MOST_SERVERS


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
    twice = _binding_rates(_with_servers(scenario, dict.fromkeys(unstated, 2 * working))) if _writes(scenario) else {}
    allowed, names = scenario.targets.utilisation or 1.0, {tier.name: tier_limit_names(tier) for tier in scenario.tiers}
    theirs = {limit for name in unstated for limit in names[name]}
    own = allowed * min((rate for name, rate in rates.items() if name not in theirs and rate > 0.0), default=inf)
    shares = {name: _Shares.of(rates[name], twice.get(name, 0.0), working) for name in theirs if name in rates}
    # However many servers a database has, each repeats what is written: half of what is allowed may be that.
    own = min((own, *(allowed * MOST_REPEATED / each.again for each in shares.values() if each.again > 0.0)))
    load = _unit_load(scenario, network, own)
    if load is None:
        return scenario
    counts = {
        name: _fewest(scenario, load, allowed, [shares[limit] for limit in names[name] if limit in shares])
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


def _fewest(scenario: Scenario, load: _UnitLoad, allowed: float, shares: list[_Shares]) -> int:
    """Servers of a tier that are used for no more than is allowed at the load of each server of the unit."""
    count = max((each.servers(load.reserved, allowed) for each in shares), default=1)
    if scenario.unit.spare_nodes:
        count = max(count, *(each.servers(load.demanded, allowed) + 1 for each in shares)) if shares else count
    return min(max(1, count), MOST_SERVERS)


def _writes(scenario: Scenario) -> bool:
    return any(call.writes is not None for _, call in calls_by_path(scenario))


def _binding_rates(scenario: Scenario) -> dict[str, float]:
    return {name: alone.rate for name, alone in sole_binding_loads(saturated_server(scenario).network).items()}


def _with_servers(scenario: Scenario, counts: dict[str, int]) -> Scenario:
    def sized(tier: Tier) -> Tier:
        return tier.model_copy(update={"servers": counts[tier.name]}) if tier.name in counts else tier

    return scenario.model_copy(update={"tiers": tuple(map(sized, scenario.tiers))})
