"""What every station of a network is asked for a request, how busy that keeps it, and which saturates first.

The utilisation law U = X D and the bottleneck law X <= 1 / max D (Denning and Buzen 1978, The Operational Analysis of
Queueing Network Models, Computing Surveys 10(3)), with D from the programs and the hit ratios of the caches. What
visits.py assumes holds here too; beside that, no process is cold and no heap is collected. All figures are of one node.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np

from simulator.engines.theory.equal_ways import ALONE, EqualWays, theory_ways
from simulator.engines.theory.visits import (
    CacheHits,
    Hits,
    RequestedObjects,
    background_visits,
    cache_hits,
    class_steps,
    step_visits,
)
from simulator.engines.theory.wire import NO_RESPONSE, ClassResponse, class_response, mean_demand
from simulator.messages.stages import formula_arguments
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import BySize, Delay, Serve, Step

Station = SharedCapacity | MultiServer


@dataclass(frozen=True)
class StationLoad:
    """A station at the offered rate. `demand` is in the station's unit: core-seconds, bytes, seconds of a server.

    visits: mean number a request; demand: mean work a request; capacity: work a second; background: work a second of
    jobs that are none of the load, while those of it are in the demand of a request; alone: mean seconds a request
    spends here if nobody else does; utilisation: offered work over capacity, above 1 where it is too much; saturates:
    the requests a second that need all the capacity, inf if none do.
    """

    name: str
    visits: float
    demand: float
    capacity: float
    background: float
    alone: float
    utilisation: float
    saturates: float


@dataclass(frozen=True)
class StationLoads:
    """All stations at `rate` requests a second, shared ones first, and the caches whose hit ratios they rest on.

    waits: mean seconds a request waits for what is no resource of the node (Think steps).
    """

    rate: float
    stations: tuple[StationLoad, ...]
    caches: tuple[CacheHits, ...]
    waits: float

    @property
    def bottleneck(self) -> StationLoad:
        """The station that saturates at the lowest rate, the first of equals. Raises ValueError without stations."""
        return min(self.stations, key=lambda station: station.saturates)

    @property
    def alone(self) -> float:
        """The mean seconds of a request that meets nobody, its share of connecting and closing included."""
        return self.waits + sum(station.alone for station in self.stations)


def offered_rate(network: Network) -> float:
    """The requests a second offered to a node, in the end if a profile changes them: sessions times their requests.

    Raises ValueError for a closed population, whose rate is what its responses make it (see `population_bound`).
    """
    source = network.source
    rate = source.rate * source.requests.mean * _last_factor(source.profile) / network.nodes
    if not rate > 0.0:
        raise ValueError(formula_arguments.RATE_NEEDED)
    return rate


# Sizing, its bounds and its limits ask the same of the same network: a sweep or a sensitivity does so at every point.
@lru_cache(maxsize=256)
def station_loads(network: Network, rate: float | None = None) -> StationLoads:
    """Every station at `rate` requests a second, or else at the offered rate.

    Where a cache has a time to live or an admission window, its hits depend on the rate: `saturates` keeps those of
    this one. Raises ValueError for a rate that is not above 0 or not known, and as `cache_hits` does.
    """
    rate = offered_rate(network) if rate is None else rate
    asked, hits, caches = cache_hits(network, rate)
    of_requests = tuple(_request_visits(network, asked, hits))
    visits, demands = _sums(network, of_requests)
    _, background = _sums(network, _background_visits(network))
    _, of_load = _sums(network, _visits_of_load(network, asked, hits))
    demands = {name: demand + of_load[name] for name, demand in demands.items()}
    waits = sum(n * step.time.mean for step, n, *_ in of_requests if isinstance(step, Delay))
    stations = tuple(
        _load(network, station, rate, visits[station.name], demands[station.name], background[station.name])
        for station in network.stations
    )
    return StationLoads(rate, stations, caches, waits)


def visits_by_class(network: Network, station: str, rate: float, whole: bool = False) -> dict[str, float]:
    """How often a request of each class, as clients call it, comes to a station, at `rate` requests a second. whole:
    only for all of its object.

    Raises ValueError as `loads` does.
    """
    asked, hits, _ = cache_hits(network, rate)
    shares, visits = defaultdict[str, float](float), defaultdict[str, float](float)
    for request in network.classes:
        shares[request.asked_as] += request.share
        ways = theory_ways(request.ways)
        for step, chance in class_steps(asked, request, hits):
            if isinstance(step, Serve) and (isinstance(step.demand, BySize) or not whole):
                there = dict(ways.images(step.at)).get(station, 0.0)
                visits[request.asked_as] += request.share * float(chance.sum()) * there
    return {name: visits[name] / share for name, share in shares.items()}


def population_bound(network: Network, station_loads: StationLoads) -> float:
    """The requests a second of a node that a closed population cannot pass: min(N / (Z + R alone), 1 / max D).

    The asymptotic bounds of Muntz and Wong 1974 (Asymptotic Properties of Closed Queueing Network Models; also Denning
    and Buzen 1978). Raises ValueError for a network in which sessions arrive, or none is open.
    """
    source = network.source
    if source.rate > 0.0 or source.open_at_start == 0:
        raise ValueError(formula_arguments.POPULATION_NEEDED)
    cycle = source.think_time.mean + station_loads.alone
    unhindered = source.open_at_start / network.nodes / cycle if cycle > 0.0 else inf
    return min(unhindered, station_loads.bottleneck.saturates)


# A step, visits a request (or a second), the responses, and the ways of who comes.
Visit = tuple[Step, float, ClassResponse, EqualWays]


def _request_visits(network: Network, requested_objects: RequestedObjects, hits: Hits) -> Iterator[Visit]:
    """The steps of requests, and those of their sessions as a share of each request."""
    for request in network.classes:
        response, ways = class_response(request, network.transport), theory_ways(request.ways)
        for step, visits in class_steps(requested_objects, request, hits):
            yield step, request.share * float(visits.sum()), response, ways
    source = network.source
    for step, visits in step_visits((*source.connect, *source.close), np.ones(1), {}):
        yield step, float(visits.sum()) / source.requests.mean, NO_RESPONSE, ALONE


def _background_visits(network: Network) -> Iterator[Visit]:
    """The steps of background jobs that are none of the load, a second."""
    for jobs in network.background:
        for step in jobs.steps if not jobs.of_load else ():
            yield step, jobs.rate * _last_factor(jobs.profile) / network.nodes, NO_RESPONSE, theory_ways(jobs.ways)


def _visits_of_load(network: Network, requested_objects: RequestedObjects, hits: Hits) -> Iterator[Visit]:
    """The steps of background jobs that are of the load, for each request of the node's own."""
    source = network.source
    for jobs in network.background:
        for step, chance in background_visits(requested_objects, jobs.steps, hits) if jobs.of_load else ():
            yield step, chance * jobs.rate / (source.rate * source.requests.mean), NO_RESPONSE, theory_ways(jobs.ways)


def _sums(network: Network, steps: Iterable[Visit]) -> tuple[dict[str, float], dict[str, float]]:
    """Visits and work by station, over all steps."""
    visits = {station.name: 0.0 for station in network.stations}
    work = dict(visits)
    for step, times, response, ways in steps:
        if isinstance(step, Serve):
            demand = mean_demand(step.demand, response)
            for at, share in ways.images(step.at):
                visits[at] += times * share
                work[at] += times * share * demand
    return visits, work


def _load(
    network: Network, station: Station, rate: float, visits: float, demand: float, background: float
) -> StationLoad:
    """What some demand makes of a station."""
    capacity = float(station.servers) if isinstance(station, MultiServer) else station.capacity
    return StationLoad(
        station.name,
        visits,
        demand,
        capacity,
        background,
        alone=demand * seconds_alone(network, station),
        utilisation=(rate * demand + background) / capacity,
        saturates=max(0.0, capacity - background) / demand if demand > 0.0 else inf,
    )


def seconds_alone(network: Network, station: Station) -> float:
    """Mean seconds for each unit of work of a job alone at a station, over the rate classes of clients."""
    if isinstance(station, MultiServer):
        return 1.0
    caps, shares = station.caps, network.source.client_shares
    most = station.curve[0] if station.curve else station.capacity
    if len(caps) == 1:
        return 1.0 / min(caps[0], most)
    return sum(share / min(cap, most) for cap, share in zip(caps, shares, strict=True))


def _last_factor(profile: tuple[tuple[float, float], ...]) -> float:
    """What a profile multiplies the rate by in the end."""
    return profile[-1][1] if profile else 1.0
