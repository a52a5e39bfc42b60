"""How often an LRU cache of each size misses on the requests of a trace: exact, from one pass.

Mattson, Gecsei, Slutz and Traiger 1970 (Evaluation Techniques for Storage Hierarchies): a request hits in every cache
that is at least as large as its stack distance, which is the bytes of all objects used since the last use of its own,
and of that. So one histogram of distances has the hits of all sizes. The distances are sums over a Fenwick tree
(Fenwick 1994, A New Data Structure for Cumulative Frequency Tables) of the objects by their last use; the tree is
packed when it is full, and a request costs the logarithm of the number of objects.

An object larger than the cache is not admitted, and moves no other one: then the distance depends on the cache. So
capacities below the largest object are answered by a pass of their own, without the objects that they never hold.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from simulator.engines.compiling import entry
from simulator.messages.stages import traffic

# Capacities that are asked for, where none are named, and the smallest as a share of all objects together.
POINTS, SMALLEST = 40, 1e-3
# Passes that are made at the same time.
SIDE_BY_SIDE = 2


@dataclass(frozen=True)
class WorkingSet:
    """capacity: float64 (points,), bytes, ascending; misses: float64 (points,), the share of the requests that miss in
    an empty cache of that capacity; missed_bytes: the same of bytes, each request weighed by its object; bytes: of all
    objects together; cold: the share of the requests that are the first of their object, which miss in every cache."""

    capacity: np.ndarray
    misses: np.ndarray
    missed_bytes: np.ndarray
    bytes: float
    cold: float


def curve_capacities(size: np.ndarray) -> np.ndarray:
    """Capacities that show the whole curve: even steps of the logarithm up to all objects together."""
    whole = float(size.sum())
    return np.geomspace(whole * SMALLEST, whole, POINTS)


def working_set(objects: np.ndarray, size: np.ndarray, capacities: np.ndarray | None = None) -> WorkingSet:
    """The curve of requests for `objects`, int32 (requests,), of `size` bytes, float64 (objects,).

    Raises ValueError unless there is a request, and capacities ascend from above 0.
    """
    asked = curve_capacities(size) if capacities is None else np.asarray(capacities, dtype=np.float64)
    if not objects.size or not asked.size or asked[0] <= 0.0 or (np.diff(asked) < 0.0).any():
        raise ValueError(traffic.NO_CURVE)
    ever = np.zeros(size.size, dtype=bool)
    ever[objects] = True
    largest = float(size[ever].max())
    weight = float(size[objects].sum())
    hits, hit_bytes = np.zeros(asked.size), np.zeros(asked.size)

    def one_pass(which: np.ndarray) -> None:
        most = float(asked[which][0]) if which.any() else 0.0
        kept = objects if most >= largest else objects[size[objects] <= most]
        _add_hits(kept, size, asked, hits, hit_bytes, which)

    passes = [asked >= largest, *(np.arange(asked.size) == place for place in np.flatnonzero(asked < largest))]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:  # Each pass has capacities of its own.
        list(pool.map(one_pass, passes))
    cold = float(ever.sum()) / objects.size
    return WorkingSet(asked, 1.0 - hits / objects.size, 1.0 - hit_bytes / weight, float(size[ever].sum()), cold)


def _add_hits(
    objects: np.ndarray, size: np.ndarray, asked: np.ndarray, hits: np.ndarray, hit_bytes: np.ndarray, which: np.ndarray
) -> None:
    """Adds the hits of one pass at the capacities `which`; changes `hits` and `hit_bytes` in place."""
    if not which.any() or not objects.size:
        return
    capacities = asked[which]
    counts, held = np.zeros(capacities.size + 1), np.zeros(capacities.size + 1)
    different = np.unique(objects).size
    tree = np.zeros(2 * different + 1)
    last, at = np.zeros(size.size, dtype=np.int64), np.zeros(tree.size, dtype=np.int64)
    _distances(objects, size, capacities, tree, last, at, counts, held)
    hits[which] += np.cumsum(counts)[:-1]
    hit_bytes[which] += np.cumsum(held)[:-1]


@entry
def _distances(objects, size, capacities, tree, last, at, counts, held):  # type: ignore[no-untyped-def]
    """Counts each request at the smallest capacity that it hits in; changes all arrays but the first three in place.

    tree: the Fenwick tree of the bytes at each place; last: the place of the last use of an object, 0 where it has
    none; at: the object at a place.
    """
    places = tree.size - 1
    used = 0
    everything = 0.0
    for i in range(objects.size):
        o = objects[i]
        if used == places:
            used = _pack(size, tree, last, at)
        place = last[o]
        if place > 0:
            before = 0.0
            p = place - 1
            while p > 0:
                before += tree[p]
                p -= p & -p
            c = np.searchsorted(capacities, everything - before)
            counts[c] += 1.0
            held[c] += size[o]
            at[place] = -1
            p = place
            while p <= places:
                tree[p] -= size[o]
                p += p & -p
        else:
            everything += size[o]
        used += 1
        last[o] = used
        at[used] = o
        p = used
        while p <= places:
            tree[p] += size[o]
            p += p & -p
    return used


@entry
def _pack(size, tree, last, at):  # type: ignore[no-untyped-def]
    """Moves what is still at its place to the front, and builds the tree anew. How many places are used then."""
    used = 0
    for place in range(1, tree.size):
        o = at[place]
        if o >= 0 and last[o] == place:
            used += 1
            at[used] = o
            last[o] = used
    for place in range(1, tree.size):
        tree[place] = size[at[place]] if place <= used else 0.0
    for place in range(1, tree.size):
        above = place + (place & -place)
        if above < tree.size:
            tree[above] += tree[place]
    return used
