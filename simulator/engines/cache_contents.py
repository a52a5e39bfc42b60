"""What a warm cache holds before the first request: a draw from its steady state, with no filling to wait for.

Under independent references the last use of object i lies an exponential time back, at the rate of its popularity, and
the cache holds the most recently used objects that fit (the move-to-front stationary law of McCabe 1965 and Fill and
Holst 1996). Most of a large catalogue is older than whatever a cache holds. So objects are drawn within a horizon that
a sample of the catalogue tells, and those that were used within it are put in order; all are, where it was too short.
"""

from collections.abc import Hashable
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import entry
from simulator.engines.draws import CACHE, MASK, SHIFT, philox, uniform, uniforms
from simulator.engines.lives import ObjectLives, lives_before
from simulator.engines.policy_contents import CacheLimits, policy_contents
from simulator.engines.popularity import PopularityTables, catalogue_sizes, popularity
from simulator.engines.prefetch import prefetch
from simulator.engines.sized_cache import SizedCache
from simulator.engines.slices import slices_asked
from simulator.errors import require
from simulator.network.cache_policies import LRU, TINY_LFU
from simulator.network.groups import node_classes
from simulator.network.network import Network, RequestClass, catalogues_of
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Revalidate, flatten

# Bytes of contents that are kept for the next run, 4 an object: those of a few replications of a server with as many
# small objects as fit into its RAM, while its largest load is sought.
CONTENTS = 1e9
# A horizon is found from so many objects of each catalogue, to this share of it, for so many times what fits. Where it
# was too short after all it is made longer by a factor first.
SAMPLE, NEARLY, ENOUGH, LONGER = 1024, 0.01, 1.02, 1.25
# Numbers are drawn for so many objects at a time, which the processor does side by side. Objects are put into parts of
# the time of so many each before they are put in order; where more than a crowd lie in one moment they are compared.
BLOCK, PART, CROWD = 1024, 8192, 64
# How many objects further on the memory is asked for.
AHEAD = 32


_NO_MARKS, _NO_AGES = np.empty(0, dtype=np.uint8), np.empty(0)


class CacheContents(NamedTuple):
    """What a cache holds, which nobody may change: its objects, least recently used first, int32 (held,), and their
    bytes; ages: how long ago each was last used, float64 (held,), in mean inter-reference times, where objects live for
    a time only or are revalidated, or another policy than LRU is drawn, else (0,); marks: what its policy has noted,
    uint8: of each that is held whether it was used since it came in (CLOCK), of each object that there is how often it
    was asked for (TINY_LFU), else (0,); asked: how long ago each object that there is was looked up last, in mean
    inter-reference times, where it must be twice within a window to come in, else (0,)."""

    objects: np.ndarray
    bytes: float
    ages: np.ndarray
    marks: np.ndarray
    asked: np.ndarray = _NO_AGES


# The contents of a warm cache; a search for the capacity asks for the same ones at every load.
_CONTENTS: SizedCache[tuple[Hashable, ...], CacheContents] = SizedCache(
    CONTENTS,
    lambda contents: contents.objects.nbytes + contents.ages.nbytes + contents.marks.nbytes + contents.asked.nbytes,
)


class _Asked(NamedTuple):
    """A catalogue that is asked for: the number of its first object, its share of the requests, and its tables. Of one
    whose objects are kept in slices: how many a request asks for times that share, how many slices an object has, and
    which part of the uses of a slice are those of all of its object, together."""

    first: int
    share: float
    tables: PopularityTables
    slices: int = 1
    together: float = 0.0


# Where the numbers come from: the key and the node.
_Draws = tuple[np.ndarray, int]


class _Used(NamedTuple):
    """Objects, int32 (objects,), and how long ago each was last used, float64, in mean inter-reference times."""

    objects: np.ndarray
    ages: np.ndarray

    def where(self, which: np.ndarray | slice) -> "_Used":
        return _Used(self.objects[which], self.ages[which])


def warm_contents(network: Network, cache: Cache, key: np.ndarray, node: int) -> CacheContents:
    """What a warm cache holds, in the network's numbering of objects; nothing if it is not warm, or without objects."""
    classes = node_classes(network, node)
    if not cache.warm or not catalogues_of(classes):
        none = np.zeros(sum(each.objects for each in network.catalogues) if cache.policy == TINY_LFU else 0, np.uint8)
        return CacheContents(np.empty(0, dtype=np.int32), 0.0, np.empty(0), none)
    front = [_limits(network, other) for other in network.caches if other.name == cache.behind]
    where = network.catalogues, tuple(key.tolist()), node
    asked = (classes, _limits(network, cache), front[0] if front else None, *where)
    return _CONTENTS.get(asked, lambda: _warm(*asked))


def node_rate(network: Network) -> float:
    """Requests a second that a node is asked for; 0 of clients that return."""
    return network.source.rate * network.source.requests.mean / network.nodes


def last_lookups(network: Network, contents: CacheContents) -> np.ndarray:
    """When each object was looked up last, seconds before the start as numbers below 0; (0,) where it does not
    matter."""
    return -contents.asked / node_rate(network) if contents.asked.size else contents.asked


def lives_held(network: Network, lives: ObjectLives, contents: CacheContents) -> np.ndarray:
    """The lives of the copies that a warm cache holds: those in which they were last asked for, at an even share of the
    requests. Clients that return ask as often as they are answered, and theirs are taken for new. (0,) where all
    objects live for ever."""
    if not lives.end:
        return np.empty(0)
    rate = node_rate(network)
    ages = contents.ages / rate if rate > 0.0 else np.zeros(contents.ages.size)
    return lives_before(lives, contents.objects, ages)


def copies_fetched(
    network: Network, key: np.ndarray, node: int, catalogue: Catalogue | None, step: Revalidate
) -> tuple[np.ndarray, np.ndarray]:
    """The objects of a catalogue whose copies some warm caches hold that are asked for again, int32 (held,), and when
    each copy was fetched, or asked for again, last: float64 (held,), seconds, none above 0.

    The requests since an object came in are a geometric number, whose gaps are taken at their mean as in
    `_ages_of_misses`; where they took longer than a copy may be used, some of them asked again.
    """
    rate = node_rate(network)
    ages = np.full(sum(each.objects for each in network.catalogues), inf)
    for cache in (cache for cache in network.caches if cache.name in step.caches):
        contents = warm_contents(network, cache, key, node)
        ages[contents.objects] = np.minimum(ages[contents.objects], contents.ages)
    table = network.catalogues.index(require(catalogue, "catalogue"))
    first = sum(each.objects for each in network.catalogues[:table])
    held = np.flatnonzero(ages < inf).astype(np.int32)
    objects = held[(held >= first) & (held < first + network.catalogues[table].objects)]
    if rate <= 0.0 or not objects.size:
        return objects, np.zeros(objects.size)
    found = ages[objects] / rate
    weight = rate * _weights(_asked(node_classes(network, node), network.catalogues), objects)
    _add_freshness(key, node, weight, float(ages[held].max()) / rate, step.max_age, objects, found)
    return objects, -found


def _limits(network: Network, cache: Cache) -> CacheLimits:
    """A cache holds up to its capacity, or what the memory region it lies in has beside its base."""
    rooms = [region.ceiling - region.base for region in network.regions if region.cache == cache.name]
    rate = node_rate(network)
    return CacheLimits(
        min([cache.capacity, *rooms]),
        inf if cache.largest_object is None else cache.largest_object,
        cache.policy,
        cache.admission_window * rate if cache.admission_window * rate > 0.0 else inf,
    )


def _warm(
    classes: tuple[RequestClass, ...],
    limits: CacheLimits,
    front: CacheLimits | None,
    catalogues: tuple[Catalogue, ...],
    key: tuple[int, ...],
    node: int,
) -> CacheContents:
    """The objects by the age of their last use, as many as fit. Behind another cache a use is what that one misses.
    Objects are numbered through all catalogues, also those that nobody asks this node for."""
    asked, draws = _asked(classes, catalogues), (np.array(key, dtype=np.uint64), node)
    sizes, held = catalogue_sizes(catalogues), None
    if limits.policy != LRU or limits.window < inf or (front is not None and front.policy != LRU):
        every = np.arange(sizes.size, dtype=np.int32)
        return CacheContents(
            *policy_contents(_weights(asked, every), sizes, limits, front, *draws, _drawn_as(asked, every))
        )
    told = _horizon(asked, [limits, front] if front else [limits])
    for horizon in (told, LONGER * told, inf):
        used = _used(asked, draws, horizon)
        missed = used if front is None else _missed(asked, draws, sizes, used, front, horizon)
        held = None if missed is None else _newest(sizes, missed, limits, horizon)
        if held is not None:
            break
    newest, taken = require(held, "contents")
    end = any(catalogue.life < inf for catalogue in catalogues_of(classes)) or any(
        isinstance(step, Revalidate) for each in classes for step in flatten(each.steps)
    )
    return CacheContents(
        newest.objects[::-1].copy(), taken, newest.ages[::-1].copy() if end else np.empty(0), _NO_MARKS
    )


def _asked(classes: tuple[RequestClass, ...], catalogues: tuple[Catalogue, ...]) -> list[_Asked]:
    found, first = [], 0
    for catalogue in catalogues:
        own = [(c.share, slices_asked(c)) for c in classes if c.catalogue == catalogue]
        share, tables = sum(share * asked.mean for share, asked in own), popularity(catalogue)
        together = 0.0
        if catalogue.slices > 1 and share > 0.0:
            together = min(1.0, catalogue.slices * sum(part * asked.whole for part, asked in own) / share)
        found.append(_Asked(first, share, tables, catalogue.slices, together))
        first += catalogue.objects
    return found


def _weights(asked: list[_Asked], objects: np.ndarray) -> np.ndarray:
    """How often each of some objects is asked for, as a share of all requests: float64 (objects,)."""
    weights = np.empty(objects.size)
    for first, share, tables, _, _ in asked:
        here = (objects >= first) & (objects < first + tables.size.size)
        rank = objects[here] - first
        before = np.where(rank > 0, tables.cumulative[np.maximum(rank, 1) - 1], 0.0)
        weights[here] = share * (tables.cumulative[rank] - before)
    return weights


def _drawn_as(asked: list[_Asked], objects: np.ndarray) -> np.ndarray:
    """The number by which what happened to each object is drawn: of slices that are mostly used together, the first."""
    numbers = objects
    for first, _, tables, slices, together in asked:
        if together > 0.5:
            of_it = (objects >= first) & (objects < first + tables.size.size)
            numbers = np.where(of_it, objects - (objects - first) % slices, numbers)
    return numbers


def _horizon(asked: list[_Asked], caches: list[CacheLimits]) -> float:
    """The time within which a little more is used than fits into some caches, in mean inter-reference times, as a few
    objects tell, each for its neighbours; infinite where all of them fit."""
    weights, sizes, largest = [], [], max(limits.largest for limits in caches)
    for first, _, tables, _, _ in asked:
        step = -(-tables.size.size // SAMPLE)
        ranks = np.arange(step // 2, tables.size.size, step)
        weights.append(_weights(asked, first + ranks))
        sizes.append(np.where(tables.size[ranks] <= largest, step * tables.size[ranks], 0.0))
    weight, size = np.concatenate(weights), np.concatenate(sizes)
    wanted = ENOUGH * sum(limits.room for limits in caches)
    if size[weight > 0.0].sum() <= wanted:
        return inf
    shorter = longer = 1.0
    while wanted > -size @ np.expm1(-longer * weight):
        shorter, longer = longer, 4.0 * longer
    while longer > (1.0 + NEARLY) * shorter:
        middle = sqrt(shorter * longer)
        shorter, longer = (middle, longer) if wanted > -size @ np.expm1(-middle * weight) else (shorter, middle)
    return longer


def _used(asked: list[_Asked], draws: _Draws, horizon: float) -> _Used:
    """The objects that were used within a horizon, in the order of their numbers."""
    number = sum(each.tables.size.size for each in asked)
    objects, ages, count = np.empty(number, dtype=np.int32), np.empty(number), 0
    words = np.empty(BLOCK, dtype=np.uint32)
    for first, share, tables, *sliced in asked:
        if sliced[1] > 0.0:
            count = _draw_slices(*draws, first, share, tables.cumulative, horizon, *sliced, objects, ages, count)
            continue
        count = _draw_ages(*draws, first, share, tables.cumulative, horizon, words, objects, ages, count)
    return _Used(objects[:count], ages[:count])


def _missed(
    asked: list[_Asked], draws: _Draws, sizes: np.ndarray, used: _Used, front: CacheLimits, horizon: float
) -> _Used | None:
    """What a cache behind another is asked for: the last request before which nobody had asked for as long as the
    other one keeps objects. None where more are in that one than were used within the horizon."""
    fits = sizes[used.objects] <= front.largest
    newest = _newest(sizes, used.where(fits), front, horizon)
    if newest is None:
        return None
    kept, _ = newest
    longest = float(kept.ages[-1]) if kept.ages.size else 0.0
    if horizon == inf and kept.ages.size == int((sizes <= front.largest).sum()):
        longest = inf
    ages = used.ages.copy()
    weights, numbers = _weights(asked, used.objects), _drawn_as(asked, used.objects)
    _ages_of_misses(*draws, weights, np.where(fits, longest, 0.0), numbers, ages)
    return _Used(used.objects, ages).where((ages <= horizon) & (ages < inf))


def _newest(sizes: np.ndarray, used: _Used, limits: CacheLimits, horizon: float) -> tuple[_Used, float] | None:
    """The objects that a cache holds, the most recently used first, and their bytes: of those that may enter, as many
    as there is room for. None where older ones than those within the horizon may fit too. Changes `used`."""
    if limits.largest < inf:
        used = used.where(sizes[used.objects] <= limits.largest)
    _put_in_order(used)
    count, taken = _that_fit(sizes, used.objects, limits.room)
    all_fit = count == used.objects.size
    return None if all_fit and horizon < inf else (used.where(slice(count)), taken)


def _put_in_order(used: _Used) -> None:
    """Puts objects in the order of their age, in place; those of one age stay as they stand.

    A last use lies somewhere in as many moments as there are objects, with few others: which takes a fraction of the
    time of comparing them all. They are put into larger parts of the time first, so that what is near in time is near
    in memory. Where many lie in one moment, as under a popularity that falls steeply, they are compared.
    """
    number, oldest = used.ages.size, float(used.ages.max(initial=0.0))
    apart, parts = _Used(np.empty_like(used.objects), np.empty_like(used.ages)), 1 + number // PART
    _put_apart(*used, oldest, np.zeros(parts + 1, dtype=np.int32), number, *apart)
    if _put_apart(*apart, oldest, np.zeros(number + 1, dtype=np.int32), CROWD, *used):
        _settle(*used)
        return
    order = np.argsort(apart.ages, kind="stable")
    np.take(apart.objects, order, out=used.objects)
    np.take(apart.ages, order, out=used.ages)


@entry
def _draw_ages(key, node, first, share, cumulative, horizon, words, objects, ages, count):
    """Draws the time since the last use of every object of a catalogue, in mean inter-reference times, and writes those
    that were used within the horizon behind the `count` objects and ages before; gives how many there are then. Changes
    `words`, uint32 (some,), too."""
    before = 0.0
    for start in range(0, cumulative.size, words.size):
        some = min(words.size, cumulative.size - start)
        for at in range(some):
            number = np.uint64(first + start + at)
            word, _, _, _ = philox(
                number & MASK, number >> SHIFT, np.uint64(CACHE), np.uint64(2 + node), key[0], key[1]
            )
            words[at] = word
        for at in range(some):
            weight = share * (cumulative[start + at] - before)
            before = cumulative[start + at]
            u = uniform(words[at])
            if u < 1.0 - weight * horizon:  # Which is below exp(-weight * horizon): longer ago, without a logarithm.
                continue
            age = -np.log(u) / weight
            if age <= horizon and age < np.inf:
                objects[count] = first + start + at
                ages[count] = age
                count += 1
    return count


@entry
def _draw_slices(key, node, first, share, cumulative, horizon, slices, together, objects, ages, count):
    """The same of slices, of whose uses a part are those of all of an object together."""
    before, last = 0.0, 0.0
    for at in range(cumulative.size):
        number = np.uint64(first + at)
        own, _, of_all, _ = uniforms(key, number, CACHE, 2 + node)
        weight = share * (cumulative[at] - before)
        before = cumulative[at]
        if at % slices == 0:
            last = -np.log(of_all) / (weight * together)
        age = last
        if together < 1.0:
            age = min(age, -np.log(own) / (weight * (1.0 - together)))
        if age <= horizon and age < np.inf:
            objects[count] = first + at
            ages[count] = age
            count += 1
    return count


@entry
def _ages_of_misses(key, node, weight, kept, objects, ages):
    """Makes of the time since the last request for every object that since the last one which missed: a cache keeps
    objects for `kept`, in mean inter-reference times, and who asks again within it hits. Changes `ages` in place.

    The requests before the last one that missed came within `kept` of one another: a geometric number of them, whose
    gaps are taken at their mean, 1 / w - kept e / (1 - e) with e = exp(-w kept), the chance of a longer one.
    """
    for at in range(ages.size):
        missed = np.exp(-weight[at] * kept[at])
        if missed == 0.0:
            ages[at] = np.inf
        elif missed < 1.0:
            _, u, _, _ = uniforms(key, objects[at], CACHE, 2 + node)
            hits = np.floor(np.log(u) / np.log1p(-missed))
            ages[at] += hits * (1.0 / weight[at] - kept[at] * missed / (1.0 - missed))


@entry
def _add_freshness(key, node, weight, kept, max_age, objects, ages):
    """Adds to the time since the last request for every object that between it and the last fetch. Changes `ages`, in
    seconds, in place; weight: requests a second."""
    for at in range(ages.size):
        _, _, u, part = uniforms(key, objects[at], CACHE, 2 + node)
        gap = 1.0 / weight[at]
        missed = np.exp(-weight[at] * kept)
        since = np.inf
        if 1e-9 < missed < 1.0:
            since = np.floor(np.log(u) / np.log1p(-missed)) * (gap - kept * missed / (1.0 - missed))
        if since > max_age:  # Then the last of the requests that asked was one of as many as come in an age and a gap.
            since = max(0.0, part * (max_age + gap) - gap)
        ages[at] += since


@entry
def _that_fit(sizes, objects, room):
    """How many of some objects fit into `room` bytes, one after the other, and the bytes that they take."""
    taken = 0.0
    for at in range(objects.size):
        prefetch(sizes, objects[min(at + AHEAD, objects.size - 1)])
        size = sizes[objects[at]]
        if taken + size > room:
            return at, taken
        taken += size
    return objects.size, taken


@entry
def _put_apart(objects, ages, oldest, ends, crowd, objects_there, ages_there):
    """Puts objects into equal parts of the time up to `oldest`, those of one part as they stand. False, with nothing
    written, where more than `crowd` lie in one. ends: int32 (parts + 1,), all 0 before."""
    parts = ends.size - 1
    scale = parts / oldest if oldest > 0.0 else 0.0
    for age in ages:
        ends[min(int(age * scale), parts - 1) + 1] += 1
    for part in range(parts):
        if ends[part + 1] > crowd:
            return False
        ends[part + 1] += ends[part]
    # Where a part begins, until the last of it has its place: then it is where it ends.
    for at in range(ages.size):
        part = min(int(ages[at] * scale), parts - 1)
        objects_there[ends[part]] = objects[at]
        ages_there[ends[part]] = ages[at]
        ends[part] += 1
    return True


@entry
def _settle(objects, ages):
    """Puts objects that are nearly in the order of their ages in order, in place."""
    for at in range(1, ages.size):
        number, age, before = objects[at], ages[at], at - 1
        while before >= 0 and ages[before] > age:
            objects[before + 1], ages[before + 1] = objects[before], ages[before]
            before -= 1
        objects[before + 1], ages[before + 1] = number, age
