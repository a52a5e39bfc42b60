"""One node, and what stands behind all of them: resources by their names."""

from bisect import bisect_right
from collections.abc import Callable, Collection
from functools import partial
from math import inf

import numpy as np
from simpy.events import Process as Running

from simulator.engines.cache_contents import copies_fetched, last_lookups, lives_held, warm_contents
from simulator.engines.columns import first_column
from simulator.engines.lives import object_lives
from simulator.engines.popularity import object_sizes
from simulator.engines.reference.cache import ObjectCache
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.job import Job
from simulator.engines.reference.memory import RecycledProcess, Region
from simulator.engines.reference.stations import QueueStation, SharedStation
from simulator.engines.reference.tokens import Pool
from simulator.network.key_store import KeyStore
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion


class Stations:
    """What serves jobs, or lets them wait, at one place: in a node, at the backend, or in a server there; `names` are
    those of its resources. `totals` is where it counts."""

    def __init__(self, clock: Clock, network: Network, totals: list[float], names: Collection[str]) -> None:
        def counting(group: str, name: str) -> tuple[list[float], int]:
            return totals, first_column(network, group, name)

        shared = [each for each in network.shared if each.name in names]
        queues = [each for each in network.queues if each.name in names]
        pools = [each for each in network.pools if each.name in names]
        self.shared = {s.name: SharedStation(clock, s, *counting("shared", s.name)) for s in shared}
        self.queues = {q.name: QueueStation(clock, q, *counting("queue", q.name)) for q in queues}
        self.stations: dict[str, SharedStation | QueueStation] = self.shared | self.queues
        self.pools = {p.name: Pool(clock, p, *counting("pool", p.name)) for p in pools}
        self.clock, self.sleep = clock, clock.sleep

    def advance(self) -> None:
        """Brings every area up to the present."""
        for resource in (*self.stations.values(), *self.pools.values()):
            resource.advance()

    def stop(self) -> None:
        """Nothing happens here any more: areas end, stations let nobody go, and nobody waits for tokens."""
        self.advance()
        for station in self.shared.values():
            station.stop()
        for pool in self.pools.values():
            pool.stop()


class CalledServer:
    """A server of the backend that may die: whether it stands, whether its balancer believes in it, and what runs the
    calls that are under way there, in the order in which they came."""

    def __init__(self, clock: Clock, network: Network, totals: list[float], names: Collection[str]) -> None:
        self._new = partial(Stations, clock, network, totals, names)
        self.stands = self.is_believed = True
        # Of the keys that it keeps, since it was empty: at the start it is warm.
        self.lookups = inf
        self.at_work = self._new()
        self.calls: dict[int, Running] = {}

    def die(self) -> list[Running]:
        """It is empty from now on. Returns what runs the calls that were under way."""
        self.stands = False
        self.lookups = 0.0
        self.at_work.stop()
        self.at_work = self._new()
        return list(self.calls.values())

    def finds(self, store: KeyStore, u: float) -> bool:
        """Whether a key is found, of which a uniform is drawn."""
        lookups, corners = self.lookups, store.warming
        self.lookups += 1.0
        if not corners or lookups >= corners[-1][0]:
            return u < store.hit_ratio
        after = bisect_right(corners, lookups, key=lambda corner: corner[0])
        (n0, low), (n1, high) = corners[after - 1], corners[after]
        return u < low + (lookups - n0) * (high - low) / (n1 - n0)


class Backend(Stations):
    """What stands behind all nodes, once: resources, and servers that may die by their names."""

    def __init__(self, clock: Clock, network: Network, totals: list[float]) -> None:
        owned = {name for each in network.servers for name in each.resources}
        super().__init__(clock, network, totals, network.backend_apart - owned)
        self.servers = {each.name: CalledServer(clock, network, totals, each.resources) for each in network.servers}
        # What begins a job that is posted, of each kind: with its number, at a node.
        self.begins: dict[str, Callable[[int, int], None]] = {}

    def slow(self, name: str, speed: float) -> None:
        """A station works at a share of its full speed from now on."""
        places: tuple[Stations, ...] = (self, *(each.at_work for each in self.servers.values()))
        next(place.stations[name] for place in places if name in place.stations).slow(speed)

    def advance(self) -> None:
        """Brings every area up to the present."""
        super().advance()
        for server in self.servers.values():
            server.at_work.advance()


class Node(Stations):
    """A server: what stands once in each node of the network, and the backend behind it. `totals` is where its
    resources count, `sent` counts a first piece."""

    def __init__(
        self, clock: Clock, network: Network, totals: list[float], backend: Backend, sent: Callable[[Job, float], None]
    ) -> None:
        def counting(group: str, name: str) -> tuple[list[float], int]:
            return totals, first_column(network, group, name)

        own = {each.name for each in network.resources} - network.backend_apart
        super().__init__(clock, network, totals, own)
        self.backend, self.apart, self.sent = backend, network.backend_apart, sent
        shared = self.shared
        self.regions = {r.name: _region(clock, r, shared, *counting("region", r.name)) for r in network.regions}
        counted_in = {r.cache: self.regions[r.name] for r in network.regions}
        size, self._lives = object_sizes(network), object_lives(network)
        self.caches = {
            c.name: ObjectCache(clock, c, counted_in.get(c.name), size, self._lives, *counting("cache", c.name))
            for c in network.caches
        }
        for resource in network.regions:
            region = self.regions[resource.name]
            if isinstance(region, RecycledProcess) and resource.cache is not None:
                region.cache = self.caches[resource.cache]

    def fill_caches(self, network: Network, key: np.ndarray, number: int) -> None:
        """Puts into each warm cache what it holds in the steady state."""
        for cache in network.caches:
            contents = warm_contents(network, cache, key, number)
            lives = lives_held(network, self._lives, contents)
            self.caches[cache.name].fill(contents.objects, lives, contents.marks)
            self.caches[cache.name].looked_up(last_lookups(network, contents))
        for catalogue, step in network.revalidations:
            objects, fetched = copies_fetched(network, key, number, catalogue, step)
            self.caches[step.caches[-1]].renewed.update(zip(objects.tolist(), fetched.tolist(), strict=True))

    def slow(self, speed: float) -> None:
        """Every station works at a share of its full speed from now on."""
        for station in self.stations.values():
            station.slow(speed)

    def advance(self) -> None:
        """Brings every area up to the present."""
        super().advance()
        for region in self.regions.values():
            region.advance()


def _region(
    clock: Clock, resource: MemoryRegion, stations: dict[str, SharedStation], totals: list[float], column: int
) -> Region:
    """A memory region of the kind that the network asks for."""
    if resource.recycle is not None:
        return RecycledProcess(clock, resource, resource.recycle, totals, column, stations[resource.recycle.cpu])
    stopped = None if resource.collect is None else stations[resource.collect.stops]
    return Region(clock, resource, totals, column, stopped)
