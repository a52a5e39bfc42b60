"""How often the steps of programs are reached, and so how often every cache hits, for the requests of a network.

Assumes that nobody is refused and nothing fails, that processes are neither recycled nor their caches lost, and that
requests are independent references. A cache behind another sees what that one misses, taken for a Poisson stream again
(Che, Tung and Wang 2002). It is not quite one, for an object is not missed twice within a characteristic time: of a
second cache four times the size of the first, the hit ratio comes out 6 % too high. A cache in a memory region is taken
to drop objects when that is full, though it then lets new ones pass instead.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np

from simulator.engines.analytic.caches import Rules, characteristic_time, hit_chances, hit_ratio
from simulator.engines.popularity import object_sizes, popularity
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache
from simulator.network.steps import Admit, Lookup, Step

# Hits decide which misses reach the next cache: found by repetition, once for each cache behind another.
_ROUNDS = 100
_SETTLED = 1e-10

Hits = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class CacheHits:
    """A cache at a rate of requests: hit_ratio over all its lookups and by_class of requests (those that look up);
    time: seconds that objects are held for want of room, inf if all fit; lookups: mean number a request."""

    name: str
    hit_ratio: float
    by_class: Mapping[str, float]
    time: float
    lookups: float


def reached(steps: tuple[Step, ...], chance: np.ndarray, hits: Hits) -> Iterator[tuple[Step, np.ndarray]]:
    """Every step, and for each object the chance that a request for it comes there.

    chance: float64 (objects,), that it comes to the first step; hits: by cache, float64 (objects,). Raises ValueError
    for a lookup of a cache without `hits`: a request that asks for no object looks it up.
    """
    for step in steps:
        if isinstance(step, Lookup) and step.cache not in hits:
            raise ValueError(f"{step.cache} is looked up by a request that asks for no object")
        yield step, chance
        if isinstance(step, Lookup):
            yield from reached(step.on_miss, chance * (1.0 - hits[step.cache]), hits)


def class_steps(network: Network, asked: RequestClass, hits: Hits) -> Iterator[tuple[Step, np.ndarray]]:
    """The steps of a class, and for each object of its catalogue how often one request of the class comes there for it:
    float64 (objects,), adding up to the mean number of visits; one entry where it asks for nothing."""
    if asked.catalogue is None:
        yield from reached(asked.steps, np.ones(1), {})
        return
    shares = np.diff(popularity(asked.catalogue).cumulative, prepend=0.0)
    own = _slice(network, asked)
    for step, chance in reached(asked.steps, np.ones(shares.size), {name: h[own] for name, h in hits.items()}):
        yield step, shares * chance


def cache_hits(network: Network, rate: float) -> tuple[Hits, tuple[CacheHits, ...]]:
    """How often every cache of a node hits that serves `rate` requests a second.

    Returns the chances by cache, float64 (objects of all catalogues,), and the summary of each cache. The rate matters
    only where there is a time to live or an admission window. Raises ValueError for a rate that is not above 0, and for
    caches before one another in a circle whose hits do not settle.
    """
    if not 0.0 < rate < inf:
        raise ValueError(f"the rate must be finite and above 0, got {rate}")
    sizes = object_sizes(network)
    hits = {cache.name: np.zeros(sizes.size) for cache in network.caches}
    for _ in range(_ROUNDS):
        before = hits
        solved = {cache.name: _solved(network, cache, rate, sizes, before) for cache in network.caches}
        hits = {name: found for name, (found, _) in solved.items()}
        times = {name: time for name, (_, time) in solved.items()}
        if all(np.abs(hits[name] - before[name]).max() <= _SETTLED for name in hits):
            return hits, tuple(_summary(network, cache, hits, times[cache.name]) for cache in network.caches)
    raise ValueError(f"no steady state found of caches that feed each other in a circle: {', '.join(hits)}")


def _solved(network: Network, cache: Cache, rate: float, sizes: np.ndarray, hits: Hits) -> tuple[np.ndarray, float]:
    """The hit chances of one cache and its characteristic time, given those of the caches before it."""
    asked, offered = np.zeros(sizes.size), np.zeros(sizes.size)
    missing = {**hits, cache.name: np.zeros(sizes.size)}  # What is offered, as a share of what misses.
    for request in network.classes:
        for step, visits in _at(network, request, cache, missing):
            (asked if isinstance(step, Lookup) else offered)[_slice(network, request)] += rate * request.share * visits
    admitted = np.divide(offered, asked, out=np.zeros(sizes.size), where=asked > 0.0)
    room = _room(network, cache)
    largest = room if cache.largest_object is None else min(room, cache.largest_object)
    rules = Rules(
        np.where(sizes <= largest, np.minimum(admitted, 1.0), 0.0),
        cache.admission_window if cache.admission_window > 0.0 else inf,
        inf if cache.time_to_live is None else cache.time_to_live,
    )
    time = characteristic_time(asked, sizes, _filled(room, sizes[asked > 0.0]), rules)
    return hit_chances(asked, time, rules), time


def _summary(network: Network, cache: Cache, hits: Hits, time: float) -> CacheHits:
    by_class, lookups, found = {}, 0.0, 0.0
    for request in network.classes:
        visits = [v for step, v in _at(network, request, cache, hits) if isinstance(step, Lookup)]
        if visits:
            own = hits[cache.name][_slice(network, request)]
            by_class[request.name] = hit_ratio(sum(visits), own)
            lookups += request.share * float(sum(visits).sum())
            found += request.share * float((sum(visits) * own).sum())
    return CacheHits(cache.name, found / lookups if lookups else 0.0, by_class, time, lookups)


def _at(network: Network, asked: RequestClass, cache: Cache, hits: Hits) -> Iterator[tuple[Step, np.ndarray]]:
    """Where the requests of a class look a cache up or offer it something."""
    for step, visits in class_steps(network, asked, hits):
        if isinstance(step, Lookup | Admit) and step.cache == cache.name:
            yield step, visits


def _slice(network: Network, asked: RequestClass) -> slice:
    """Where the objects of a class are among those of all catalogues."""
    catalogues = network.catalogues
    before = catalogues[: catalogues.index(asked.catalogue)]
    first = sum(catalogue.objects for catalogue in before)
    return slice(first, first + asked.catalogue.objects)


def _room(network: Network, cache: Cache) -> float:
    """The bytes that a cache may hold: its capacity, or what the memory region it lies in has beside its base."""
    rooms = [region.ceiling - region.base for region in network.regions if region.cache == cache.name]
    return max(0.0, min([cache.capacity, *rooms]))


def _filled(room: float, sizes: np.ndarray) -> float:
    """The bytes of a full cache: a whole number of objects where all are of one size."""
    alike = sizes.size > 0 and sizes.min() == sizes.max() > 0.0
    return np.floor(room / sizes[0]) * sizes[0] if alike and np.isfinite(room) else room
