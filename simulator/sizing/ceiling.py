"""The most that a server can carry, whatever its targets: what rules servers out before anything is simulated.

The bottleneck law X <= 1 / max D (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models) holds
for any server: what a pool, a percentile or a loss forbids only lowers it. `most_carried` is the law as it stands, with
caches as they are at one rate. `ceiling` is what no simulation passes, whatever the rate: granted on top are the known
error of the hit ratio, by as much as it changes what is asked of the places behind a cache, and the share by which a
simulated capacity may pass the law, for it is measured over a finite time.
"""

from dataclasses import dataclass, replace
from functools import partial
from math import inf

from models.scenario import Scenario
from simulator.engines.analytic.cache_errors import hit_error
from simulator.engines.analytic.programs import depends_on_rate
from simulator.engines.analytic.visits import CacheHits
from simulator.engines.analytic.wire import wire_bytes
from simulator.errors import surely
from simulator.measure.estimate import given
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.steps import Lookup, Serve, flat
from simulator.rollup.carried import LARGEST, Carried
from simulator.sizing.carries import busy_at, loads_at, server_network, together

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
class MostCarried:
    """What the bottleneck law lets a server carry at most: wire Mbps, and the station that is full then."""

    mbps: float
    station: str


def most_carried(network: Network, rate: float) -> MostCarried | None:
    """The most that a server of a network carries by the law, its caches at `rate` requests/s; None where theory cannot
    say."""
    found = loads_at(network, rate)
    if found is None:
        return None
    station = found.bottleneck
    return MostCarried(station.saturates * wire_bytes(network) * MBPS_PER_BYTE, station.name)


@dataclass(frozen=True)
class Ceiling:
    """The most that one server carries, and the place that is full then.

    By what the law may be passed is granted to the traffic only, so that a Mbps takes no more power than it may.
    """

    carried: Carried
    station: str

    @property
    def mbps(self) -> float:
        """The same in wire Mbps."""
        return self.carried.mbps.value


def ceiling_of(scenario: Scenario) -> Ceiling:
    """The most that a server of a scenario carries; where groups of nodes serve classes of their own, what a server of
    the unit carries on average when the first of these is full."""
    errors, found = scenario.targets.errors, list[Ceiling]()

    def one(alike: Scenario) -> Carried:
        found.append(ceiling(server_network(alike), errors))
        return found[-1].carried

    carried = together(scenario, one)
    if not scenario.unit.paths:
        return found[0]
    names = [group.name for group in scenario.unit.paths]
    # Where theory knows nothing of a group, nothing is known of the work of all of them.
    known = all(each.station for each in found)
    busy = carried.busy.times((1.0 - errors) / (1.0 + FINITE) if known else 0.0, "share")
    return Ceiling(replace(carried, busy=busy), found[names.index(carried.group)].station)


def ceiling(network: Network, errors: float = 0.0) -> Ceiling:
    """The most that a server of a network carries; UNKNOWN where theory cannot say, for then nothing is ruled out.

    errors: the share of the requests that its targets let it lose. The law bounds what is completed, and a demand in
    requests counts those that are asked for.

    Where hits depend on the rate, they are those of a rate that is too high already: more requests keep more in cache,
    so that what comes out is too high too, and can be put in again.
    """
    rate, rounds = (_ENDLESS, _ROUNDS) if depends_on_rate(network) else (_ANY, 1)
    for _ in range(rounds):
        found = loads_at(network, rate)
        if found is None or found.bottleneck.saturates == inf:
            return Ceiling(_carried(network, UNKNOWN, 0.0, errors), "")
        behind = _behind(network)
        more = 1.0 + sum(map(partial(_more_misses, network), found.caches))
        rate, station = min(
            (each.saturates * (more if each.name in behind else 1.0), each.name) for each in found.stations
        )
    busy = busy_at(network, surely(found, "load"), rate)
    return Ceiling(_carried(network, (1.0 + FINITE) * rate, busy, errors), station)


def _carried(network: Network, rate: float, busy: float, errors: float) -> Carried:
    """A server that completes so many requests/s, and keeps the share `busy` of its cores at work."""
    mbps, asked_for = rate * wire_bytes(network) * MBPS_PER_BYTE, rate / max(1.0 - errors, _HARDLY)
    return Carried(LARGEST, given(mbps, "Mbps"), given(asked_for, "/s"), given(busy, "share"), network)


def _more_misses(network: Network, cache: CacheHits) -> float:
    """The share of its misses by which a cache may miss less than theory says."""
    hits = cache.hit_ratio
    return hit_error(network, cache) * hits / (1.0 - hits) if hits < 1.0 else 0.0


def _behind(network: Network) -> set[str]:
    """The places at which something is done that a hit would have saved."""
    lookups = (step for program in network.programs() for step in flat(program) if isinstance(step, Lookup))
    return {step.at for lookup in lookups for step in flat(lookup.on_miss) if isinstance(step, Serve)}
