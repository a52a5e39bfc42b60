"""The most that a server can carry, whatever its targets: what rules servers out before anything is simulated.

The bottleneck law X <= 1 / max D (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models) holds
for any server: what a pool, a percentile or a loss forbids only lowers it. `bottleneck_bound` is the law as it
stands, with caches as they are at one rate. `ceiling` is what no simulation passes, whatever the rate: granted on
top are the known error of the hit ratio, by as much as it changes what is asked of the places behind a cache, and
the share by which a simulated capacity may pass the law, for it is measured over a finite time.
"""

from dataclasses import dataclass, replace
from functools import partial
from math import inf

from models.scenario import Scenario
from simulator.engines.theory.cache_errors import hit_error
from simulator.engines.theory.visits import CacheHits, depends_on_rate
from simulator.engines.theory.wire import wire_bytes
from simulator.errors import require
from simulator.experiment.capacity_by_solver import (
    capacity_of_groups,
    core_utilisation,
    station_loads_at,
)
from simulator.experiment.estimate import exact
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.single_server import REFERENCE, network_at
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.steps import Lookup, Serve, flatten

# A search ends within this share of the capacity; its targets allow a backlog of half a percent, and sessions of a
# replication bring more or less than their mean.
FINITE = 0.02
# Requests/s of a server whose limits theory does not know: so many that one would do.
UNKNOWN = 1e9
# Requests/s that no server sees, and how often what comes out is put in again.
_ENDLESS, _ROUNDS = 1e9, 4
# Of the requests, where all of them may be lost.
_HARDLY = 1e-6
_ANY = 1.0  # What saturates a place does not hang on the rate that is asked about, unless hits do.


@dataclass(frozen=True)
class BottleneckBound:
    """What the bottleneck law lets a server carry at most: wire Mbps, and the station that is full then."""

    mbps: float
    station: str


def bottleneck_bound(network: Network, rate: float) -> BottleneckBound | None:
    """The most that a server of a network carries by the law, its caches at `rate` requests/s; None where theory cannot
    say."""
    station_loads = station_loads_at(network, rate)
    if station_loads is None:
        return None
    station = station_loads.bottleneck
    return BottleneckBound(station.saturates * wire_bytes(network) * MBPS_PER_BYTE, station.name)


@dataclass(frozen=True)
class CapacityBound:
    """The most that one server carries, and the place that is full then.

    By what the law may be passed is granted to the traffic only, so that a Mbps takes no more power than it may.
    """

    carried: ServerCapacity
    station: str

    @property
    def mbps(self) -> float:
        """The same in wire Mbps."""
        return self.carried.mbps.value


def scenario_capacity_bound(scenario: Scenario, rated: tuple[tuple[Network, float], ...] = ()) -> CapacityBound:
    """The most that a server of a scenario carries; where groups of nodes serve classes of their own, what a server of
    the unit carries on average when the first of these is full. `rated` are its `rated_servers`, where somebody has
    them."""
    errors, found, networks = scenario.targets.errors, list[CapacityBound](), iter(rated)

    def one(alike: Scenario) -> ServerCapacity:
        # The law knows no waiting, so that equal servers of a tier may be one; and it asks for no load.
        network = next(networks)[0] if rated else network_at(alike, REFERENCE, pool_tiers=True)
        found.append(capacity_bound(network, errors))
        return found[-1].carried

    carried = capacity_of_groups(scenario, one)
    if not scenario.unit.paths:
        return found[0]
    names = [group.name for group in scenario.unit.paths]
    # Where theory knows nothing of a group, nothing is known of the work of all of them.
    known = all(each.station for each in found)
    busy = carried.busy.times((1.0 - errors) / (1.0 + FINITE) if known else 0.0, "share")
    return CapacityBound(replace(carried, busy=busy), found[names.index(carried.group)].station)


def held_to_utilisation(scenario: Scenario) -> ServerCapacity:
    """The most that a server can carry by the bottleneck law, held to the target utilisation."""
    allowed, most = scenario.targets.utilisation or 1.0, scenario_capacity_bound(scenario).carried
    return replace(most, mbps=most.mbps.times(allowed, "Mbps"), requests=most.requests.times(allowed, "/s"))


def capacity_bound(network: Network, errors: float = 0.0) -> CapacityBound:
    """The most that a server of a network carries; UNKNOWN where theory cannot say, for then nothing is ruled out.

    errors: the share of the requests that its targets let it lose. The law bounds what is completed, and a demand in
    requests counts those that are asked for.

    Where hits depend on the rate, they are those of a rate that is too high already: more requests keep more in cache,
    so that what comes out is too high too, and can be put in again.
    """
    rate, rounds = (_ENDLESS, _ROUNDS) if depends_on_rate(network) else (_ANY, 1)
    for _ in range(rounds):
        station_loads = station_loads_at(network, rate)
        if station_loads is None or station_loads.bottleneck.saturates == inf:
            return CapacityBound(_carried(network, UNKNOWN, 0.0, errors), "")
        behind = _behind(network)
        more = 1.0 + sum(map(partial(_more_misses, network), station_loads.caches))
        rate, station = min(
            (each.saturates * (more if each.name in behind else 1.0), each.name) for each in station_loads.stations
        )
    busy = core_utilisation(network, require(station_loads, "load"), rate)
    return CapacityBound(_carried(network, (1.0 + FINITE) * rate, busy, errors), station)


def _carried(network: Network, rate: float, busy: float, errors: float) -> ServerCapacity:
    """A server that completes so many requests/s, and keeps the share `busy` of its cores at work."""
    mbps, asked_for = rate * wire_bytes(network) * MBPS_PER_BYTE, rate / max(1.0 - errors, _HARDLY)
    return ServerCapacity(LARGEST, exact(mbps, "Mbps"), exact(asked_for, "/s"), exact(busy, "share"), network)


def _more_misses(network: Network, cache: CacheHits) -> float:
    """The share of its misses by which a cache may miss less than theory says."""
    hits = cache.hit_ratio
    return hit_error(network, cache) * hits / (1.0 - hits) if hits < 1.0 else 0.0


def _behind(network: Network) -> set[str]:
    """The places at which something is done that a hit would have saved."""
    lookups = (step for program in network.programs() for step in flatten(program) if isinstance(step, Lookup))
    return {step.at for lookup in lookups for step in flatten(lookup.on_miss) if isinstance(step, Serve)}
