"""How often the steps of programs are reached, and so how often every cache hits, for the requests of a network.

Assumes that nobody is refused and nothing fails, that processes are neither recycled nor their caches lost, and that
requests are independent references. A cache behind another sees what that one misses, object by object with the gaps of
miss_gaps.py; where these are not known (levels.py) it is taken for a Poisson stream again (Che, Tung and Wang 2002),
though an object is not missed twice while the first one holds it. A cache in a memory region is taken to drop objects
when that is full, though it then lets new ones pass instead.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, comb, inf
from typing import NamedTuple

import numpy as np

from simulator.engines.miss_gaps import MissGaps
from simulator.engines.policy_laws import counted_share
from simulator.engines.sized_cache import SizedCache
from simulator.engines.slices import slices_of_step
from simulator.engines.theory.formulas.caches import (
    NO_RULES,
    AdmissionRules,
    Lives,
    characteristic_time,
    held_chances,
    hit_chances,
    hit_ratio,
    time_of_hits,
)
from simulator.engines.theory.formulas.freshness import missed_by_both, stale_chances, stale_in_first
from simulator.engines.theory.formulas.ranks import WIDEST, RankGroups, rank_groups
from simulator.engines.theory.levels import caches_before, front_caches, gaps_behind
from simulator.errors import require
from simulator.messages.stages import formula_arguments
from simulator.network.cache_policies import LRU, TINY_LFU
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import (
    LOOKUPS,
    SINGLE,
    Admit,
    EachSlice,
    JoinFetch,
    KeyLookup,
    Lookup,
    ProbeCache,
    Revalidate,
    Step,
    flatten,
)

# Hits decide which misses reach the next cache: found by repetition, once for each cache behind another.
_ROUNDS = 100
_SETTLED = 1e-10
# Bytes of the hits that are kept, and what they take at least.
_ROOM, _LEAST = 64e6, 1e4

# By cache, the chance that a request for an object of each group hits: float64 (groups of all catalogues,).
Hits = Mapping[str, np.ndarray]
NO_READS: Mapping[str, float] = {}


@dataclass(frozen=True)
class CacheHits:
    """A cache at a rate of requests: hit_ratio over all its lookups and by_class of requests (those that look up);
    time: seconds that objects are held for want of room, inf if all fit; lookups: mean number a request; held: mean
    bytes in it; read: seconds from a miss until the object is in; ahead: seconds that the caches hold objects whose
    misses it is asked for, the longest of them, 0 where it is asked for all; gaps: whether it is known when these come
    (see miss_gaps.py)."""

    name: str
    hit_ratio: float
    by_class: Mapping[str, float]
    time: float
    lookups: float
    held: float
    read: float
    ahead: float = 0.0
    gaps: bool = False


class RequestedObjects:
    """What the requests of a network ask for: its catalogues in groups, numbered through all of them.

    `limits` are the sizes of the largest objects that caches take, in order, and `widest` is the widest step of a group
    (see ranks.py); 0 takes every object by itself.
    """

    def __init__(self, catalogues: tuple[Catalogue, ...], limits: tuple[float, ...], widest: float) -> None:
        self.groups: dict[Catalogue, RankGroups] = {c: rank_groups(c, limits, widest) for c in catalogues}
        self.slices: dict[Catalogue, slice] = {}
        first = 0
        for catalogue, found in self.groups.items():
            self.slices[catalogue] = slice(first, first + found.share.size)
            first += found.share.size
        self.number = self._joined("number")
        self.size = self._joined("size")
        self.life = np.concatenate([np.full(f.share.size, c.life) for c, f in self.groups.items()] or [np.zeros(0)])

    def _joined(self, what: str) -> np.ndarray:
        parts = [getattr(found, what) for found in self.groups.values()]
        return np.concatenate(parts) if parts else np.zeros(0)


# The same catalogues are asked for at every step of a search, and nobody changes the arrays.
_asked_objects = lru_cache(maxsize=16)(RequestedObjects)


# What is asked for, the chances by cache, and the summary of each cache. Servers that differ elsewhere hit as often,
# and more than one question is asked of a server.
FoundHits = tuple[RequestedObjects, Hits, tuple[CacheHits, ...]]
_KNOWN: SizedCache[tuple[Hashable, ...], FoundHits] = SizedCache(
    _ROOM, lambda kept: _LEAST + sum(h.nbytes for h in kept[1].values())
)


def step_visits(steps: tuple[Step, ...], chance: np.ndarray, hits: Hits) -> Iterator[tuple[Step, np.ndarray]]:
    """Every step, and for each group of objects the chance that a request for one of them comes there.

    chance: float64 (groups,), that it comes to the first step; hits: by cache, float64 (groups,). Raises ValueError as
    `missing` does.
    """
    for step in steps:
        on_miss = miss_chances(step, chance, hits) if isinstance(step, LOOKUPS) else None
        yield step, chance
        if isinstance(step, LOOKUPS) and on_miss is not None:
            yield from step_visits(step.on_miss, on_miss, hits)


def joined_at(cache: str) -> str:
    """What is said of a cache in `Hits` beside how often it hits: how often who misses waits for another's fetch. It is
    what the time of a fetch is called in `reads` as well."""
    return f"{cache}, fetched"


def revalidated_at(cache: str) -> str:
    """What is said of a cache in `Hits` beside these: how often who asks finds a copy too old that has not changed."""
    return f"{cache}, asked again"


def wait_for_fetch(fetch: float, every: float) -> float:
    """Mean seconds until who comes at any moment of a fetch sees that it has ended, looking again and again."""
    looks = inf if every <= 0.0 else fetch // every
    if fetch <= 0.0 or looks == inf:
        return 0.5 * fetch
    return every * (every * looks * (looks + 1.0) / 2.0 + (looks + 1.0) * (fetch - looks * every)) / fetch


def miss_chances(lookup: LOOKUPS, chance: np.ndarray, hits: Hits) -> np.ndarray:
    """Of those who come to a lookup, by group of objects, who do not find what they ask for; chance and hits as above.

    Raises ValueError for a lookup of a cache without `hits`: a request that asks for no object looks it up.
    """
    if isinstance(lookup, KeyLookup):
        return chance * (1.0 - lookup.store.hit_ratio)
    if isinstance(lookup, JoinFetch):
        joined = hits.get(joined_at(lookup.cache))
        return chance if joined is None else chance * (1.0 - joined)
    if isinstance(lookup, EachSlice):
        return chance * slices_of_step(lookup).mean
    if isinstance(lookup, Revalidate):
        return chance * hits.get(revalidated_at(lookup.caches[-1]), 0.0)
    if lookup.cache not in hits:
        raise ValueError(f"{lookup.cache} {formula_arguments.NO_OBJECT}")
    return chance * (1.0 - hits[lookup.cache])


def catalogue_chances(
    requested_objects: RequestedObjects, catalogue: Catalogue | None, hits: Hits
) -> tuple[np.ndarray, Hits]:
    """The chance that who asks for an object of a catalogue asks for one of each of its groups, and how often caches
    have those; of who asks for nothing, a chance of 1 and no hits."""
    if catalogue is None:
        return np.ones(1), {}
    own = requested_objects.slices[catalogue]
    return requested_objects.groups[catalogue].share, {name: found[own] for name, found in hits.items()}


def class_steps(
    requested_objects: RequestedObjects, request: RequestClass, hits: Hits
) -> Iterator[tuple[Step, np.ndarray]]:
    """The steps of a class, and for each group of its catalogue how often one request of the class comes there for it:
    float64 (groups,), adding up to the mean number of visits; one entry where it asks for nothing."""
    yield from step_visits(request.steps, *catalogue_chances(requested_objects, request.catalogue, hits))


def background_visits(
    requested_objects: RequestedObjects, steps: tuple[Step, ...], hits: Hits
) -> Iterator[tuple[Step, float]]:
    """Every step of jobs that ask for nothing, and the chance that one of them comes there: those of a probe where the
    object that is drawn is missed, of one within another by both."""
    for step in steps:
        yield step, 1.0
        if isinstance(step, ProbeCache):
            drawn, own = catalogue_chances(requested_objects, step.catalogue, hits)
            for inner, visits in step_visits(step.on_miss, miss_chances(step, drawn, own), own):
                yield inner, float(visits.sum())
        if isinstance(step, KeyLookup):
            missed = 1.0 - step.store.hit_ratio
            yield from (
                (inner, missed * visits) for inner, visits in background_visits(requested_objects, step.on_miss, hits)
            )


def cache_hits(
    network: Network, rate: float, reads: Mapping[str, float] = NO_READS, widest: float = WIDEST
) -> FoundHits:
    """How often every cache of a node hits that serves `rate` requests a second.

    reads: by cache, the seconds from a miss until the object is in; 0 where nothing is said. widest: see ranks.py.
    Returns what is asked for, the chances by cache, and the summary of each cache. Where the rate does not matter,
    times are found in requests. Raises ValueError for a rate that is not above 0, and for caches before one another in
    a circle whose hits do not settle.
    """
    if not 0.0 < rate < inf:
        raise ValueError(f"the rate {formula_arguments.POSITIVE}, got {rate}")
    at = rate if any(reads.values()) or depends_on_rate(network) else 1.0
    trace, read = network.source.trace, tuple(reads.items())
    # Without caches requests find all that they ask for.
    asked_by = _lookups_of(network.classes) if network.caches else network.catalogues
    asked_of = asked_by, network.caches, network.regions, trace, at, read, widest
    asked, hits, told = _KNOWN.get(asked_of, lambda: _cache_hits(network, at, reads, widest))
    if at == rate:
        return asked, hits, told
    return asked, hits, tuple(replace(each, time=each.time / rate, ahead=each.ahead / rate) for each in told)


def _lookups_of(classes: tuple[RequestClass, ...]) -> tuple[Hashable, ...]:
    """All of some classes that what caches find hangs on: worlds differ in the work of their other steps."""
    return tuple((each.name, each.share, each.catalogue, _lookups(each.steps)) for each in classes)


def _lookups(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(
        replace(step, on_miss=_lookups(step.on_miss)) if isinstance(step, LOOKUPS) else step
        for step in steps
        if isinstance(step, Admit) or type(step) not in SINGLE
    )


def depends_on_rate(network: Network) -> bool:
    """Whether how often caches hit depends on the rate of requests."""
    return any(cache_depends_on_rate(network, cache) for cache in network.caches)


def cache_depends_on_rate(network: Network, cache: Cache) -> bool:
    """Whether how often a cache hits depends on how often objects are asked for, not only on which of them more."""
    return (
        cache.time_to_live is not None
        or cache.admission_window > 0.0
        or network.lives_end
        or bool(network.revalidations)
    )


def _cache_hits(network: Network, rate: float, reads: Mapping[str, float], widest: float) -> FoundHits:
    limits = tuple(sorted({largest_object(network, cache) for cache in network.caches} - {inf}))
    asked = _asked_objects(network.catalogues, limits, widest)
    hits = {cache.name: np.zeros(asked.size.size) for cache in network.caches}
    solved, fronts = dict[str, _Solution](), front_caches(network)
    for _ in range(_ROUNDS):
        before = hits
        for cache in network.caches:  # Those before another come first.
            wanted, offered = _requested(network, cache, rate, asked, hits)
            known = solved.get(cache.name)
            if known is None or not (np.array_equal(known.wanted, wanted) and np.array_equal(known.offered, offered)):
                gaps = _gaps(network, fronts.get(cache.name), asked, solved, wanted)
                solved[cache.name] = _solved(network, cache, rate, asked, wanted, offered, reads, gaps)
                hits = {**hits, cache.name: solved[cache.name].hits}
        # A cache alone does not depend on its own hits.
        if len(hits) <= 1 or all(np.abs(hits[name] - before[name]).max() <= _SETTLED for name in hits):
            times = {name: each.time for name, each in solved.items()}
            hits = {**hits, **_revalidated(network, rate, asked, hits, solved, reads)}
            told = (_summary(network, c, asked, hits, solved[c.name], reads) for c in network.caches)
            ahead = _ahead(network, times)
            hits = {**hits, **_joined(network, rate, asked, hits, reads)}
            return asked, hits, tuple(replace(each, ahead=ahead[each.name]) for each in told)
    raise ValueError(f"{formula_arguments.CACHES_IN_A_CIRCLE}: {', '.join(hits)}")


def _revalidated(
    network: Network,
    rate: float,
    requested_objects: RequestedObjects,
    hits: Hits,
    solved: "Mapping[str, _Solution]",
    reads: Mapping[str, float],
) -> Hits:
    """How often caches hit of which copies are asked for again, and how often that finds them unchanged: a copy that
    has changed is missed by who asks for it, and by who does while it is fetched."""
    found = {name: own.copy() for name, own in hits.items()} if network.revalidations else {}
    for catalogue, step in network.revalidations:
        own = requested_objects.slices[require(catalogue, "catalogue")]
        first, last = (next(each for each in network.caches if each.name == step.caches[at]) for at in (0, -1))
        each = _asked_at(network, rate, requested_objects, hits, first)[own] / requested_objects.number[own]
        missed = 1.0 - hits[first.name][own]
        both = dropped = missed
        if first is not last:
            second = 1.0 - hits[last.name][own]
            both = dropped = missed * second
            if solved[last.name].gaps is None:
                dropped = missed_by_both(missed, second)
        stale = stale_chances(each, dropped, step.max_age)
        read = reads.get(joined_at(last.name), reads.get(last.name, 0.0))
        changed = np.minimum(stale * (1.0 - step.unchanged) * (1.0 + each * read), 1.0 - both)
        more = missed + changed * stale_in_first(each, missed, dropped, step.max_age)
        found[first.name][own] = np.clip(1.0 - more, 0.0, 1.0)
        if first is not last:
            behind = np.divide(both + changed, more, out=np.ones(more.size), where=more > 0.0)
            found[last.name][own] = np.clip(1.0 - behind, 0.0, 1.0)
        found.setdefault(revalidated_at(last.name), np.zeros(requested_objects.size.size))[own] = stale * step.unchanged
    return found


def _asked_at(
    network: Network, rate: float, requested_objects: RequestedObjects, hits: Hits, cache: Cache
) -> np.ndarray:
    """How often a cache is looked up for the objects of each group, a second: float64 (groups,)."""
    wanted = np.zeros(requested_objects.size.size)
    for request in network.classes:
        for step, visits in _at(requested_objects, request, cache, hits):
            if isinstance(step, Lookup):
                wanted[requested_objects.slices[require(request.catalogue, "catalogue")]] += (
                    rate * request.share * visits
                )
    return wanted


def _joined(
    network: Network, rate: float, requested_objects: RequestedObjects, hits: Hits, reads: Mapping[str, float]
) -> Hits:
    """How often who misses a cache waits for another's fetch: during one that takes d seconds come w d more who ask for
    the object, at rate w, and all of them miss; who fetches what does not fit is not waited for, nor who fetches for
    longer than an age."""
    found = dict[str, np.ndarray]()
    for cache in (each for each in network.caches if each.name in network.joined_caches):
        wanted = _asked_at(network, rate, requested_objects, hits, cache)
        each, fetch = wanted / requested_objects.number, reads.get(joined_at(cache.name), 0.0)
        each[requested_objects.size > largest_object(network, cache)] = 0.0
        more = fetched_again(each, fetch, _oldest_fetch(network, cache))
        found[joined_at(cache.name)] = (each * fetch - more) / (1.0 + each * fetch)
    return found


def _oldest_fetch(network: Network, cache: Cache) -> float:
    """The age of a fetch into a cache, in seconds, from which on nobody waits for it."""
    steps = (step for program in network.programs() for step in flatten(program))
    return min(step.age for step in steps if isinstance(step, JoinFetch) and step.cache == cache.name)


# Ages of a fetch within which those that begin are counted one by one.
_COUNTED = 16


def fetched_again(rate: np.ndarray, fetch: float, age: float) -> np.ndarray:
    """How many more begin to fetch an object, asked for at a rate, before a fetch of so many seconds has ended: float64
    (groups,).

    Each is waited for until it has that age. The next begins at once where somebody waits, and else, with the chance
    exp(-rate age), when somebody comes.
    """
    again = np.zeros(rate.size)
    if fetch <= age:
        return again
    from scipy.special import gammainc  # Few fetches take so long, and theory answers the others without it.

    asked, nobody, counted = rate > 0.0, np.exp(-rate * age), min(fetch, _COUNTED * age)
    for number in range(1, ceil(counted / age)):
        left = np.where(asked, rate * (counted - number * age), 1.0)
        for late in range(number + 1):
            chance = comb(number, late) * nobody**late * (1.0 - nobody) ** (number - late)
            again += np.where(asked, chance * gammainc(late, left), 0.0)
    # In the long run one begins in the mean time from one to the next.
    return again + np.where(asked, (fetch - counted) * rate / (rate * age + nobody), 0.0)


def _ahead(network: Network, times: Mapping[str, float]) -> dict[str, float]:
    """By cache, the longest of the times of the caches of whose misses it is asked; 0 where it is asked of none."""
    return {
        name: max((times[outer] for outer in before), default=0.0) for name, before in caches_before(network).items()
    }


def largest_object(network: Network, cache: Cache) -> float:
    """The size in bytes of the largest object that may enter a cache."""
    room = _room(network, cache)
    return room if cache.largest_object is None else min(room, cache.largest_object)


class _Solution(NamedTuple):
    """wanted, offered: requests a second that look a cache up, and that offer it what they fetched, by group of
    objects; hits: its hit chances for these; time: its characteristic time; held: mean bytes in it; gaps: of what it is
    asked for behind another cache, where they are known."""

    wanted: np.ndarray
    offered: np.ndarray
    hits: np.ndarray
    time: float
    held: float
    gaps: MissGaps | None = None


def _requested(
    network: Network, cache: Cache, rate: float, requested_objects: RequestedObjects, hits: Hits
) -> tuple[np.ndarray, np.ndarray]:
    """What a cache is asked for and offered, given how often those before it hit (see `_Solution`)."""
    wanted, offered = np.zeros(requested_objects.size.size), np.zeros(requested_objects.size.size)
    missing = {**hits, cache.name: np.zeros(requested_objects.size.size)}  # What is offered, as a share of what misses.
    for request in network.classes:
        for step, visits in _at(requested_objects, request, cache, missing):
            to = wanted if isinstance(step, Lookup) else offered
            to[requested_objects.slices[require(request.catalogue, "catalogue")]] += rate * request.share * visits
    return wanted, offered


def _gaps(
    network: Network,
    front: Cache | None,
    requested_objects: RequestedObjects,
    solved: Mapping[str, _Solution],
    wanted: np.ndarray,
) -> MissGaps | None:
    """When what one cache misses comes to another, where that is known."""
    if front is None or front.name not in solved:
        return None
    before, number = solved[front.name], requested_objects.number
    each = before.wanted / number
    admitted = _admitted(network, front, before.wanted, before.offered, requested_objects)
    return gaps_behind(front, before.time, each, each * (1.0 - before.hits), admitted, wanted / number)


def _solved(
    network: Network,
    cache: Cache,
    rate: float,
    requested_objects: RequestedObjects,
    wanted: np.ndarray,
    offered: np.ndarray,
    reads: Mapping[str, float],
    gaps: MissGaps | None,
) -> _Solution:
    """What one cache finds and holds of what it is asked for."""
    read = reads.get(joined_at(cache.name), reads.get(cache.name, 0.0))
    rules = _rules(network, cache, wanted, offered, requested_objects, read)
    if gaps is not None and cache.policy != TINY_LFU:
        rules = rules._replace(gaps=gaps)
    if bool(np.isfinite(requested_objects.life).any()):
        rules = rules._replace(lives=_lives(network, rate, requested_objects))
    each = wanted / requested_objects.number
    room = _filled(_room(network, cache), requested_objects.size[wanted > 0.0])
    trace = network.source.trace
    if cache.policy == TINY_LFU:
        return _Solution(wanted, offered, *_counted(each, requested_objects, room, rules))
    if trace is not None and rules is NO_RULES and not cache.behind:
        # What an LRU cache of that size misses of the trace, shared out over its objects as if these were independent.
        time = time_of_hits(wanted, each, 1.0 - trace.misses(room))
    else:
        time = characteristic_time(each, requested_objects.size * requested_objects.number, room, rules)
    bytes_ = requested_objects.number * requested_objects.size
    hits, held = hit_chances(each, time, rules), held_chances(each, time, rules)
    return _Solution(wanted, offered, hits, time, float((bytes_ * held).sum()), rules.gaps)


def _counted(
    each: np.ndarray, requested_objects: RequestedObjects, room: float, rules: AdmissionRules
) -> tuple[np.ndarray, float, float]:
    """The same of a cache that counts uses: an object at the edge is held for as long as it waits for a request."""
    number, size = requested_objects.number, requested_objects.size
    held, edge = counted_share(each * rules.admitted, number, size, room)
    hits = held / (1.0 + each * rules.read * (1.0 - held))
    time = inf if edge == 0.0 else 1.0 / float(each[held >= 0.5].min(initial=each.max()))
    return hits, time, float((number * size * held).sum())


def _lives(network: Network, rate: float, requested_objects: RequestedObjects) -> Lives:
    """How long objects live, and in how many of their lives a second some request of the node asks for them."""
    asked = np.zeros(requested_objects.size.size)
    for request in network.classes:
        if request.catalogue is not None:
            own = requested_objects.slices[request.catalogue]
            asked[own] += rate * request.share * requested_objects.groups[request.catalogue].share
    seconds, each = requested_objects.life, asked / requested_objects.number
    ends = np.isfinite(seconds)
    begun = np.zeros(each.size)
    begun[ends] = -np.expm1(-each[ends] * seconds[ends]) / seconds[ends]
    return Lives(seconds, begun)


def _rules(
    network: Network,
    cache: Cache,
    wanted: np.ndarray,
    offered: np.ndarray,
    requested_objects: RequestedObjects,
    read: float,
) -> AdmissionRules:
    """The rules of a cache; none where all that misses comes in at once and stays for as long as there is room."""
    admitted = _admitted(network, cache, wanted, offered, requested_objects)
    window = cache.admission_window if cache.admission_window > 0.0 else inf
    time_to_live = inf if cache.time_to_live is None else cache.time_to_live
    all_come_in = bool((admitted[wanted > 0.0] == 1.0).all())
    plain = all_come_in and window == time_to_live == inf and read == 0.0 and cache.policy == LRU
    return NO_RULES if plain else AdmissionRules(admitted, window, time_to_live, read, policy=cache.policy)


def _admitted(
    network: Network, cache: Cache, wanted: np.ndarray, offered: np.ndarray, requested_objects: RequestedObjects
) -> np.ndarray:
    """The share of what a cache misses that comes in, by group of objects."""
    admitted: np.ndarray = np.minimum(np.divide(offered, wanted, out=np.zeros(wanted.size), where=wanted > 0.0), 1.0)
    admitted[requested_objects.size > largest_object(network, cache)] = 0.0
    return admitted


def _summary(
    network: Network,
    cache: Cache,
    requested_objects: RequestedObjects,
    hits: Hits,
    solution: _Solution,
    reads: Mapping[str, float],
) -> CacheHits:
    chances = hits[cache.name]
    by_class, lookups, found = {}, 0.0, 0.0
    for request in network.classes:
        visits = [v for step, v in _at(requested_objects, request, cache, hits) if isinstance(step, Lookup)]
        if visits:
            own = chances[requested_objects.slices[require(request.catalogue, "catalogue")]]
            times = sum(visits[1:], visits[0])
            by_class[request.name] = hit_ratio(times, own)
            lookups += request.share * float(times.sum())
            found += request.share * float((times * own).sum())
    ratio = found / lookups if lookups else 0.0
    return CacheHits(
        cache.name,
        ratio,
        by_class,
        solution.time,
        lookups,
        solution.held,
        reads.get(cache.name, 0.0),
        gaps=solution.gaps is not None,
    )


def _at(
    requested_objects: RequestedObjects, request: RequestClass, cache: Cache, hits: Hits
) -> Iterator[tuple[Step, np.ndarray]]:
    """Where the requests of a class look a cache up or offer it something."""
    for step, visits in class_steps(requested_objects, request, hits):
        if isinstance(step, Lookup | Admit) and step.cache == cache.name:
            yield step, visits


def _room(network: Network, cache: Cache) -> float:
    """The bytes that a cache may hold: its capacity, or what the memory region it lies in has beside its base."""
    rooms = [region.ceiling - region.base for region in network.regions if region.cache == cache.name]
    return max(0.0, min([cache.capacity, *rooms]))


def _filled(room: float, sizes: np.ndarray) -> float:
    """The bytes of a full cache: a whole number of objects where all are of one size."""
    alike = sizes.size > 0 and sizes.min() == sizes.max() > 0.0
    return np.floor(room / sizes[0]) * sizes[0] if alike and np.isfinite(room) else room
