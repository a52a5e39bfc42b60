"""The objects of a catalogue in groups that are asked for nearly alike, so that a cache is solved for a few thousand
groups and not for millions of objects.

The most popular objects stand alone, further ranks in steps of a fixed ratio. Within a step the popularity varies by
less than that ratio, and what a group does differs from what its objects do by the square of it.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from simulator.network.distribution import Distribution, Family
from simulator.network.resources import Catalogue

# The widest step of ranks, as a share of the rank. Hit ratios agree with those object by object to 1e-6 (tested).
WIDEST = 1.0 / 256.0
# Where sizes are drawn steps are narrower by this factor until the widest have so many objects that sizes average out.
NARROWER, AVERAGED = 8.0, 256.0
# Sizes of so many objects are drawn: those of further ones, as unpopular as they are many, have the same mix.
DRAWN = 1 << 20


@dataclass(frozen=True)
class RankGroups:
    """Groups of objects, the most popular first; every array float64 (groups,).

    number: objects in it; share: of the requests for the catalogue, those for any of them; size: mean bytes of one.
    """

    number: np.ndarray
    share: np.ndarray
    size: np.ndarray


def rank_groups(catalogue: Catalogue, limits: tuple[float, ...] = (), widest: float = WIDEST) -> RankGroups:
    """The groups of a catalogue; objects on both sides of a size in `limits` are never in one group.

    `widest` 0 gives every object a group of its own.
    """
    if catalogue.size.kind is Family.CONSTANT and catalogue.trace is None:
        return _alike(catalogue, widest)
    # What no object is larger than divides none of them: caches that differ in it have the same groups.
    if catalogue.trace is None:
        largest = float(_sizes(min(catalogue.objects, DRAWN), catalogue.size).max())
        within = tuple(limit for limit in limits if limit < largest)
        return _drawn(catalogue.objects, catalogue.size, within, widest).asked_by(catalogue.zipf)
    return _seen(catalogue, tuple(limit for limit in limits if limit < max(catalogue.trace.size)), widest)


@lru_cache(maxsize=64)
def _alike(catalogue: Catalogue, widest: float) -> RankGroups:
    """Groups of objects of one size."""
    edges = _edges(catalogue.objects // catalogue.slices, widest)
    weight = _weights(edges, catalogue.zipf)
    return RankGroups(
        catalogue.slices * np.diff(edges), weight / weight.sum(), np.full(weight.size, catalogue.size.mean)
    )


@dataclass(frozen=True)
class _SizeGroups:
    """Groups of objects by their ranks and sizes, however popular each rank is: the first rank of every step and the
    rank after the last, the step of each group, objects in it, and their mean size."""

    edges: np.ndarray
    step: np.ndarray
    number: np.ndarray
    size: np.ndarray

    def asked_by(self, zipf: float) -> RankGroups:
        """The groups where ranks are asked for so. Sizes do not hang on ranks, and within a step all are asked for
        nearly alike: each group has its part of what the step has."""
        weight = (_weights(self.edges, zipf) / np.diff(self.edges))[self.step] * self.number
        return RankGroups(self.number, weight / weight.sum(), self.size)


# Drawing sizes takes long, and each array 8 MB.
@lru_cache(maxsize=4)
def _sizes(objects: int, law: Distribution) -> np.ndarray:
    """The sizes of so many objects, which are those that every engine draws."""
    from simulator.engines.popularity import drawn_sizes  # With what compiles it, which takes long to load.

    return drawn_sizes(objects, law)


# Where only the popularity of objects varies they are the same.
@lru_cache(maxsize=64)
def _drawn(objects: int, law: Distribution, limits: tuple[float, ...], widest: float) -> _SizeGroups:
    """Groups of objects of different sizes."""
    size, edges = _sizes(min(objects, DRAWN), law), _narrow_edges(objects, widest)
    known = edges if objects <= DRAWN else np.append(edges[edges <= DRAWN], DRAWN + 1.0)
    found = _split(known, size, limits)
    further = edges[edges > known[-1]]
    if not further.size:
        return found
    mix = _split(np.array([1.0, DRAWN + 1.0]), size, limits)
    each = np.diff(further, prepend=known[-1])
    step = np.repeat(np.arange(each.size), mix.number.size) + known.size - 1
    return _SizeGroups(
        np.append(known, further),
        np.append(found.step, step),
        np.append(found.number, np.outer(each, mix.number / DRAWN)),
        np.append(found.size, np.tile(mix.size, each.size)),
    )


def _split(edges: np.ndarray, size: np.ndarray, limits: tuple[float, ...]) -> _SizeGroups:
    """Groups of the objects with these sizes."""
    group = _groups(edges, size, limits)
    number = np.bincount(group).astype(np.float64)
    there = np.flatnonzero(number)
    mean = np.bincount(group, size)[there] / number[there]
    return _SizeGroups(edges, there // (len(limits) + 1) - 1, number[there], mean)


@lru_cache(maxsize=64)
def _seen(catalogue: Catalogue, limits: tuple[float, ...], widest: float) -> RankGroups:
    """Groups of objects that were seen in a log, with their own sizes."""
    from simulator.engines.popularity import popularity

    tables = popularity(catalogue)
    group = _groups(_narrow_edges(catalogue.objects, widest), tables.size, limits)
    number = np.bincount(group).astype(np.float64)
    there = number > 0.0
    share = np.bincount(group, np.diff(tables.cumulative, prepend=0.0))
    total = np.bincount(group, tables.size)
    return RankGroups(number[there], share[there], total[there] / number[there])


def _groups(edges: np.ndarray, size: np.ndarray, limits: tuple[float, ...]) -> np.ndarray:
    """The group of every object, by its step of ranks, from 1, and by the limits that it is larger than."""
    step = np.repeat(np.arange(1, edges.size), np.diff(edges).astype(np.int64))
    return step * (len(limits) + 1) + np.searchsorted(limits, size, side="left")


def _edges(objects: int, widest: float) -> np.ndarray:
    """The first rank of every group, from 1, and the rank after the last: float64 (groups + 1,)."""
    alone = objects if widest == 0.0 else min(objects, math.ceil(1.0 / widest))
    steps = math.ceil(math.log(objects / alone) / math.log1p(widest)) if alone < objects else 0
    further = np.rint(alone * (1.0 + widest) ** np.arange(1, steps + 1))
    return np.unique(np.concatenate((np.arange(1.0, alone + 2.0), np.minimum(further, objects) + 1.0)))


def _narrow_edges(objects: int, widest: float) -> np.ndarray:
    """The same where objects differ in size."""
    wide, narrow = (_edges(objects, step) for step in (widest, widest / NARROWER))
    averages = np.flatnonzero(np.diff(wide) >= AVERAGED)
    if not averages.size:
        return narrow
    averaged = wide[averages[0] + 1 :]  # The last one is as wide as there are objects left.
    return np.append(narrow[narrow < averaged[0]], averaged)


def _weights(edges: np.ndarray, zipf: float) -> np.ndarray:
    """The sum of i ** -zipf over the ranks i of each group: float64 (groups,).

    The integral over the ranks, half a rank to either side, less its first correction (Euler and Maclaurin, at
    midpoints). Ranks that stand alone are taken as they are. The next correction is of the order of rank ** -4.
    """
    first, beyond = edges[:-1], edges[1:]
    weight = first**-zipf
    several = beyond - first > 1.0
    low, high = first[several] - 0.5, beyond[several] - 0.5
    ratio = np.log(high / low)
    growth = (1.0 - zipf) * ratio
    mean = np.divide(np.expm1(growth), growth, out=np.ones(growth.size), where=growth != 0.0)
    slopes = -zipf * (high ** (-zipf - 1.0) - low ** (-zipf - 1.0))
    weight[several] = low ** (1.0 - zipf) * ratio * mean - slopes / 24.0
    return weight
