"""One node, and what stands behind all of them: resources by their names."""

import numpy as np

from simulator.engines.cache_contents import warm_contents
from simulator.engines.columns import first_column
from simulator.engines.popularity import object_sizes
from simulator.engines.reference.cache import LruCache
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.memory import RecycledProcess, Region
from simulator.engines.reference.stations import QueueStation, SharedStation
from simulator.engines.reference.tokens import Pool
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion


class Stations:
    """What serves jobs, or lets them wait, at one place: in a node, or at the backend. `totals` is where it counts."""

    def __init__(self, clock: Clock, network: Network, totals: list[float], is_backend: bool) -> None:
        def counting(group: str, name: str) -> tuple[list[float], int]:
            return totals, first_column(network, group, name)

        def stands_here(name: str) -> bool:
            return (name in network.backend_apart) == is_backend

        shared = [each for each in network.shared if stands_here(each.name)]
        queues = [each for each in network.queues if stands_here(each.name)]
        pools = [each for each in network.pools if stands_here(each.name)]
        self.shared = {s.name: SharedStation(clock, s, *counting("shared", s.name)) for s in shared}
        self.queues = {q.name: QueueStation(clock, q, *counting("queue", q.name)) for q in queues}
        self.stations: dict[str, SharedStation | QueueStation] = self.shared | self.queues
        self.pools = {p.name: Pool(clock, p, *counting("pool", p.name)) for p in pools}
        self.clock, self.sleep = clock, clock.sleep

    def advance(self) -> None:
        """Brings every area up to the present."""
        for resource in (*self.stations.values(), *self.pools.values()):
            resource.advance()


class Node(Stations):
    """A server: what stands once in each node of the network, and the backend behind it. `totals` is where its
    resources count."""

    def __init__(self, clock: Clock, network: Network, totals: list[float], backend: Stations) -> None:
        def counting(group: str, name: str) -> tuple[list[float], int]:
            return totals, first_column(network, group, name)

        super().__init__(clock, network, totals, is_backend=False)
        self.backend, self.apart = backend, network.backend_apart
        shared = self.shared
        self.regions = {r.name: _region(clock, r, shared, *counting("region", r.name)) for r in network.regions}
        counted_in = {r.cache: self.regions[r.name] for r in network.regions}
        size = object_sizes(network)
        self.caches = {
            c.name: LruCache(clock, c, counted_in.get(c.name), size, *counting("cache", c.name)) for c in network.caches
        }
        for resource in network.regions:
            region = self.regions[resource.name]
            if isinstance(region, RecycledProcess) and resource.cache is not None:
                region.cache = self.caches[resource.cache]

    def fill_caches(self, network: Network, key: np.ndarray, number: int) -> None:
        """Puts into each warm cache what it holds in the steady state."""
        for cache in network.caches:
            self.caches[cache.name].fill(warm_contents(network, cache, key, number).objects)

    def slow(self, speed: float) -> None:
        """Every station works at a share of its full speed from now on."""
        for station in self.stations.values():
            station.slow(speed)

    def stop(self) -> None:
        """The node is dead: its areas end here, and its stations let nobody go any more."""
        self.advance()
        for station in self.stations.values():
            if isinstance(station, SharedStation):
                station.stop()

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
