"""What a catalogue's popularity says before a run: who is asked for, how large it is, what a warm cache holds."""

from collections.abc import Hashable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import entry
from simulator.engines.draws import CACHE, CONSTANT, WORDS, draw, session_key, uniforms
from simulator.engines.kept import Kept
from simulator.engines.quantiles import Numbering
from simulator.network.groups import classes_at
from simulator.network.network import Network, RequestClass, catalogues_of
from simulator.network.resources import Cache, Catalogue

# Objects are the same in every replication and for every seed: they are data, not chance.
CATALOGUE_KEY = session_key(0, 0)
GUIDE_CELLS = 2048
# What a cache holds is looked for among objects of so many times its bytes: rounding is far less. Ages have so many
# magnitudes, 64 between each power of 2 and the next, and of so many objects in one part of the time some are compared.
ENOUGH, MAGNITUDES, CROWD = 1.001, 1 << 17, 64
# Bytes of the tables and of the contents of caches that are kept for the next run: of the latter 4 an object, so that
# those of a few replications of a server with as many objects as fit into its RAM are kept while their load is sought.
TABLES, CONTENTS = 256e6, 512e6


@dataclass(frozen=True)
class PopularityTables:
    """Tables of one catalogue, indexed by popularity rank.

    cumulative: float64 (objects,), distribution function, last value 1; reach: uint32 (objects,), the largest random
    word that still asks for an object or a more popular one: the same in half the memory, and as exact as the words
    are; guide: int32 (cells + 1,), its inverse at the edges of equal cells; size: float64 (objects,), bytes.
    """

    cumulative: np.ndarray
    reach: np.ndarray
    guide: np.ndarray
    size: np.ndarray

    @property
    def bytes(self) -> int:
        """What the tables take in memory."""
        return self.cumulative.nbytes + self.reach.nbytes + self.guide.nbytes + self.size.nbytes


# The tables of the catalogue at hand are kept whatever they take: every run needs them.
_TABLES: Kept[Catalogue, PopularityTables] = Kept(TABLES, lambda tables: tables.bytes, at_least_one=True)


class Contents(NamedTuple):
    """What a cache holds, which nobody may change: its objects, least recently used first, int32 (held,), and their
    bytes."""

    objects: np.ndarray
    bytes: float


# The contents of a warm cache; a search for the capacity asks for the same ones at every load.
_CONTENTS: Kept[tuple[Hashable, ...], Contents] = Kept(CONTENTS, lambda contents: contents.objects.nbytes)


def popularity(catalogue: Catalogue) -> PopularityTables:
    """The tables of a catalogue (Zipf's law: the i-th object is asked for in proportion to i ** -zipf)."""
    return _TABLES.get(catalogue, lambda: _popularity(catalogue))


def _popularity(catalogue: Catalogue) -> PopularityTables:
    if catalogue.trace is None:
        cumulative = np.arange(1, catalogue.objects + 1, dtype=np.float64)
        np.power(cumulative, -catalogue.zipf, out=cumulative)
    else:
        cumulative = np.array(catalogue.trace.count, dtype=np.float64)
    np.cumsum(cumulative, out=cumulative)
    cumulative /= cumulative[-1]
    reach = cumulative * WORDS
    reach -= 0.5
    np.floor(reach, out=reach)
    np.clip(reach, 0.0, WORDS - 1.0, out=reach)
    edges = np.linspace(0.0, 1.0, GUIDE_CELLS + 1)
    guide = np.minimum(np.searchsorted(cumulative, edges, side="left"), catalogue.objects - 1).astype(np.int32)
    size = np.empty(catalogue.objects)
    if catalogue.trace is None:
        numbering = Numbering()
        kind, mean, shape = numbering.coded(catalogue.size)
        if kind == CONSTANT:
            size[:] = mean
        else:
            _sizes(CATALOGUE_KEY, numbering.quantiles(), kind, mean, shape, size)
    else:
        size[:] = catalogue.trace.size
    return PopularityTables(cumulative, reach.astype(np.uint32), guide, size)


def object_sizes(network: Network) -> np.ndarray:
    """The size of every object of every catalogue, in the network's numbering: float64 (objects,), bytes."""
    return _object_sizes(network.classes)


def _object_sizes(classes: tuple[RequestClass, ...]) -> np.ndarray:
    sizes = [popularity(catalogue).size for catalogue in catalogues_of(classes)]
    if len(sizes) == 1:
        return sizes[0]
    return np.concatenate(sizes) if sizes else np.zeros(1)


def request_shares(classes: tuple[RequestClass, ...]) -> np.ndarray:
    """How often each object is asked for, as a share of all requests: float64 (objects,)."""
    shares = []
    for catalogue in catalogues_of(classes):
        share = sum(c.share for c in classes if c.catalogue == catalogue)
        shares.append(share * np.diff(popularity(catalogue).cumulative, prepend=0.0))
    return np.concatenate(shares) if shares else np.zeros(1)


def warm_contents(network: Network, cache: Cache, key: np.ndarray, node: int) -> Contents:
    """What a warm cache holds; nothing in one that is not warm.

    Under independent references the last use of object i lies an exponential time back, at the rate of its
    popularity, and the cache holds the most recently used objects that fit (the move-to-front stationary law of
    McCabe 1965 and Fill and Holst 1996). So this draw is from the steady state itself, with no filling to wait for.
    """
    if not cache.warm:
        return Contents(np.empty(0, dtype=np.int32), 0.0)
    front = [_limits(network, other) for other in network.caches if other.name == cache.behind]
    asked = (classes_at(network, node), _limits(network, cache), front[0] if front else None, tuple(key.tolist()), node)
    return _CONTENTS.get(asked, lambda: _warm(*asked))


# The bytes that a cache may hold, and the largest object that enters it.
_Limits = tuple[float, float]


def _limits(network: Network, cache: Cache) -> _Limits:
    return _room(network, cache), inf if cache.largest_object is None else cache.largest_object


def _warm(
    classes: tuple[RequestClass, ...], limits: _Limits, front: _Limits | None, key: tuple[int, ...], node: int
) -> Contents:
    """The objects by the age of their last use, as many as fit. Behind another cache a use is what that one misses:
    the last request before which nobody had asked for as long as it keeps objects."""
    sizes, age = _object_sizes(classes), request_shares(classes)
    philox_key = np.array(key, dtype=CATALOGUE_KEY.dtype)
    share = None if front is None else age.copy()
    _ages(philox_key, node, age, age)
    if front is not None and share is not None:
        kept = _newest(sizes, age, front)
        fits = sizes <= front[1]
        longest = age[kept[-1]] if kept.size else 0.0
        longest = inf if kept.size == int(fits.sum()) else longest
        _ages_of_misses(philox_key, node, share, np.where(fits, longest, 0.0), age)
    held = _newest(sizes, age, limits)[::-1].copy()
    return Contents(held, float(sizes[held].sum()))


def _newest(sizes: np.ndarray, age: np.ndarray, limits: _Limits) -> np.ndarray:
    """The objects that a cache holds, the most recently used first, those of one age by their numbers: of those that
    may enter and were ever used, as many as there is room for. Only those young enough to be among them are put in
    order: most of a large catalogue is older than whatever a cache holds."""
    room, largest = limits
    young = np.empty(age.size, dtype=np.int32)
    young = young[: _young(sizes, age, largest, ENOUGH * room, np.zeros(MAGNITUDES), young)]
    newest_first = _by_age(age, young)
    bytes_held = sizes[newest_first]
    np.cumsum(bytes_held, out=bytes_held)
    return newest_first[: int(np.searchsorted(bytes_held, room, side="right"))]


def _by_age(age: np.ndarray, objects: np.ndarray) -> np.ndarray:
    """Objects by their age, those of one age in the order in which they stand. A last use lies somewhere in as many
    parts of the time as there are objects, with few others: which takes a fourth of the time of comparing them all.
    Where many lie in one part, as under a popularity that falls steeply, they are compared."""
    ends, ordered = np.zeros(objects.size + 1, dtype=np.int64), np.empty_like(objects)
    if _put_in_order(age, objects, ends, ordered):
        return ordered
    return np.asarray(objects[np.argsort(age[objects], kind="stable")])


def _room(network: Network, cache: Cache) -> float:
    """The bytes that a cache may hold: its capacity, or what the memory region it lies in has beside its base."""
    rooms = [region.ceiling - region.base for region in network.regions if region.cache == cache.name]
    return min([cache.capacity, *rooms])


@entry
def _sizes(key, quantiles, kind, mean, shape, size):
    """Draws the size of every object; changes `size` in place."""
    for i in range(size.size):
        u, _, _, _ = uniforms(key, i, CACHE, 1)
        size[i] = draw(quantiles, kind, mean, shape, u)


@entry
def _ages(key, node, weight, age):
    """Draws the time since the last use of every object, in mean inter-reference times; changes `age` in place, which
    may be `weight`."""
    for i in range(age.size):
        u, _, _, _ = uniforms(key, i, CACHE, 2 + node)
        age[i] = -np.log(u) / weight[i]


@entry
def _ages_of_misses(key, node, weight, kept, age):
    """Makes of the time since the last request for every object that since the last one which missed: a cache keeps
    objects for `kept`, in mean inter-reference times, and who asks again within it hits. Changes `age` in place.

    The requests before the last one that missed came within `kept` of one another: a geometric number of them, whose
    gaps are taken at their mean, 1 / w - kept e / (1 - e) with e = exp(-w kept), the chance of a longer one.
    """
    for i in range(age.size):
        missed = np.exp(-weight[i] * kept[i])
        if missed == 0.0:
            age[i] = np.inf
        elif missed < 1.0:
            _, u, _, _ = uniforms(key, i, CACHE, 2 + node)
            hits = np.floor(np.log(u) / np.log1p(-missed))
            age[i] += hits * (1.0 / weight[i] - kept[i] * missed / (1.0 - missed))


@entry
def _young(sizes, age, largest, room, bytes_at, young):
    """Writes into `young`, int32 (objects,), the objects that may enter and were ever used, of the youngest magnitudes
    of age that have more than `room` bytes, in the order of their numbers; gives how many they are. Changes `bytes_at`,
    float64 (MAGNITUDES,), all 0 before, too.

    The upper bits of a positive number, its exponent and the first of its mantissa, are in the order of the numbers.
    """
    bits = age.view(np.int64)
    for i in range(age.size):
        if sizes[i] <= largest and age[i] < np.inf:
            bytes_at[bits[i] >> 46] += sizes[i]
    last, held = 0, bytes_at[0]
    while held <= room and last + 1 < bytes_at.size:
        last += 1
        held += bytes_at[last]
    count = 0
    for i in range(age.size):
        if bits[i] >> 46 <= last and sizes[i] <= largest and age[i] < np.inf:
            young[count] = i
            count += 1
    return count


@entry
def _put_in_order(age, objects, ends, ordered):
    """Puts `objects` into `ordered` by their age, those of one age as they stand: each into one of equal parts of the
    time, and within a part one by one. False where more than a CROWD lie in one part. ends: int64 (objects + 1,), all 0
    before."""
    parts, oldest = objects.size, 0.0
    for i in objects:
        oldest = max(oldest, age[i])
    scale = parts / oldest if oldest > 0.0 else 0.0
    for i in objects:
        ends[min(int(age[i] * scale), parts - 1) + 1] += 1
    for part in range(parts):
        if ends[part + 1] > CROWD:
            return False
        ends[part + 1] += ends[part]
    for i in objects:
        part = min(int(age[i] * scale), parts - 1)
        ordered[ends[part]] = i
        ends[part] += 1
    # Where each part ended, it ends now; it began where the one before ended.
    for at in range(1, parts):
        i, before = ordered[at], at - 1
        while before >= 0 and age[ordered[before]] > age[i]:
            ordered[before + 1] = ordered[before]
            before -= 1
        ordered[before + 1] = i
    return True
