"""How often objects are fetched where each request that misses one fetches it, and where one does for all who come
meanwhile.

While a fetch takes d seconds come w d more for an object that is asked for at rate w, and miss it: 1 + w d fetch for
each that begins (Dehghan, Jiang, Dabirmoghaddam and Towsley 2015, On the Analysis of Caches with Pending Interest
Tables). d is what a fetch takes that meets nobody, so that there are at least so many.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from simulator.engines.slices import slices_asked
from simulator.engines.theory.bottleneck import seconds_alone
from simulator.engines.theory.visits import (
    Hits,
    RequestedObjects,
    cache_hits,
    class_steps,
    fetched_again,
    largest_object,
)
from simulator.engines.theory.wire import class_response, mean_demand
from simulator.errors import require
from simulator.network.network import Network, RequestClass
from simulator.network.steps import Admit, BySize, Delay, JoinFetch, Lookup, Serve, Step, flatten

# Seconds after which nobody waits any longer for who fetches: proxy_cache_lock_age of nginx.
_AGE = 5.0
_NEVER = 1e-300


class JointFetches(NamedTuple):
    """Fetches for each request of a class, as clients call it: where each that misses an object fetches it, and where
    one does for all."""

    each: dict[str, float]
    one: dict[str, float]


class _Fetch(NamedTuple):
    """The cache into which a class fetches last, and the seconds that it takes."""

    cache: str
    seconds: float


def joint_fetches(network: Network, link: str, rate: float) -> JointFetches:
    """What a node fetches over a link at `rate` requests a second, either way. Raises ValueError where theory knows no
    hits of a cache."""
    fetches = {request: _fetch_of(network, request, link) for request in network.classes}
    reads = {fetch.cache: fetch.seconds for fetch in fetches.values() if fetch is not None}
    objects, hits, _ = cache_hits(network, rate, reads)
    rates = _object_rates(network, objects, rate)
    largest = {cache.name: largest_object(network, cache) for cache in network.caches}
    shares, each, one = defaultdict[str, float](float), defaultdict[str, float](float), defaultdict[str, float](float)
    for request, fetch in fetches.items():
        name = request.asked_as
        shares[name] += request.share
        if fetch is None:
            continue
        own = objects.slices[require(request.catalogue, "catalogue")]
        looks, missed = _visits(objects, request, hits, fetch.cache, link)
        seconds = np.where(objects.size[own] <= largest[fetch.cache], fetch.seconds, 0.0)
        many = slices_asked(request).mean
        asking = looks / np.maximum(_NEVER, many * objects.groups[require(request.catalogue, "catalogue")].share)
        meanwhile = rates[own] * asking * seconds
        # A life goes on while its object is fetched; for others the next fetch is later by as long.
        spent = np.where(np.isfinite(objects.life[own]), missed / np.maximum(_NEVER, looks), 0.0)
        begun = missed / (1.0 + meanwhile * (1.0 - spent))
        each[name] += request.share * float((begun * (1.0 + rates[own] * seconds)).sum())
        again = np.where(seconds > 0.0, fetched_again(rates[own], fetch.seconds, _AGE), 0.0)
        one[name] += request.share * float((begun * (1.0 + again)).sum())
    return JointFetches(
        {name: each[name] / share for name, share in shares.items()},
        {name: one[name] / share for name, share in shares.items()},
    )


def asked_by_class(network: Network) -> dict[str, float]:
    """How many objects a request of each class, as clients call it, asks for: one, or some slices of it."""
    return {request.asked_as: slices_asked(request).mean for request in network.classes}


def _visits(
    objects: RequestedObjects, request: RequestClass, hits: Hits, cache: str, link: str
) -> tuple[np.ndarray, np.ndarray]:
    """How often a request of a class looks a cache up for an object of each group, and fetches it over a link."""
    looks, fetched = np.zeros(1), np.zeros(1)
    for step, chance in class_steps(objects, request, hits):
        if isinstance(step, Lookup) and step.cache == cache:
            looks = looks + chance
        if isinstance(step, Serve) and step.at == link and isinstance(step.demand, BySize):
            fetched = fetched + chance
    return looks, fetched


def _object_rates(network: Network, objects: RequestedObjects, rate: float) -> np.ndarray:
    """How often one object of each group is asked for, a second: float64 (groups,)."""
    found = np.zeros(objects.size.size)
    for request in network.classes:
        if request.catalogue is not None:
            many = rate * request.share * slices_asked(request).mean
            found[objects.slices[request.catalogue]] += many * objects.groups[request.catalogue].share
    rates: np.ndarray = found / objects.number
    return rates


def _fetch_of(network: Network, request: RequestClass, link: str) -> _Fetch | None:
    """How a class fetches what its last cache misses over a link; None where it does not."""
    for step in flatten(request.steps):
        if not isinstance(step, Lookup):
            continue
        joined = step.on_miss[0] if step.on_miss else None
        steps = joined.on_miss if isinstance(joined, JoinFetch) else step.on_miss
        if Admit(step.cache) in steps and any(isinstance(each, Serve) and each.at == link for each in steps):
            return _Fetch(step.cache, sum(_seconds(network, request, steps)))
    return None


def _seconds(network: Network, request: RequestClass, steps: tuple[Step, ...]) -> Iterator[float]:
    stations = {station.name: station for station in network.stations}
    for step in steps:
        if isinstance(step, Delay):
            yield step.time.mean
        if isinstance(step, Serve) and step.at in stations:
            demand = mean_demand(step.demand, class_response(request, network.transport))
            yield demand * seconds_alone(network, stations[step.at])
