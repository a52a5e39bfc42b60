"""What a warm cache holds that drops by another policy than LRU, or is behind one that does: a draw by the shares
of the time for which objects are held (see policy_laws.py), with no filling to wait for.

In a queue an object that is held came in, or was put behind all others, at any time within t before; where uses are
counted, an object's last use lies an exponential time back.
"""

from collections.abc import Callable
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import entry
from simulator.engines.draws import CACHE, uniforms
from simulator.engines.miss_gaps import BehindShares, MissGaps, shares_behind
from simulator.engines.policy_laws import counted_share, held_share, share_after_second_hit
from simulator.network.cache_policies import CLOCK, FIFO, LOOKUPS_AN_OBJECT, LRU, MOST_USES, TINY_LFU

# Times are found from so many objects, to this share of them.
_SAMPLE, _NEARLY = 65_536, 1e-3
# The least rate, and the least share by which is divided.
_SELDOM = 1e-100
# Counts stand between what a sample has of an object and twice that, for they are halved at its end.
_BETWEEN = 1.5


class CacheLimits(NamedTuple):
    """The bytes that a cache may hold, the largest object that enters it, which one it drops, and the window in mean
    inter-reference times within which an object must be asked for twice to enter, inf for none."""

    room: float
    largest: float
    policy: str = LRU
    window: float = inf


class DrawnContents(NamedTuple):
    """What a cache holds, as `CacheContents` has it."""

    objects: np.ndarray
    bytes: float
    ages: np.ndarray
    marks: np.ndarray
    asked: np.ndarray


def policy_contents(
    weight: np.ndarray, size: np.ndarray, own: CacheLimits, front: CacheLimits | None, key: np.ndarray, node: int,
    numbers: np.ndarray,
) -> DrawnContents:  # fmt: skip
    """What a warm cache holds of objects that are asked for in these shares of all requests, float64 (objects,).
    numbers: by which each is drawn; those of one number are held together."""
    first, second, third = np.empty(weight.size), np.empty(weight.size), np.empty(weight.size)
    _draw(key, node, first, second, third)
    first, second, third = first[numbers], second[numbers], third[numbers]
    weight, held, time, first, behind = _asked(weight, size, own, front, first)
    ages, asked = np.full(weight.size, inf), np.empty(0)
    if own.window < inf:
        asked = _last_asked(weight, own, time, first, third)
    if own.window < inf and own.policy == LRU:
        there = first < held
        ages[there] = asked[there]
    elif behind and own.policy == LRU:
        there = first < held
        ages[there] = -np.log1p(first[there] / held[there] * np.expm1(-weight[there] * time)) / weight[there]
    elif own.policy in (FIFO, CLOCK):
        there = first < held
        ages[there] = (time if time < inf else 1.0 / max(weight.max(), 1e-300)) * first[there] / held[there]
    else:
        there = (first < held) if own.policy == TINY_LFU else weight > 0.0
        first = first / np.where(held > 0.0, held, 1.0) if own.policy == TINY_LFU else first
        ages[there] = -np.log(first[there]) / weight[there]
    order = np.argsort(ages, kind="stable")[: int(there.sum())]
    fit = int(np.searchsorted(np.cumsum(size[order]), own.room, side="right"))
    newest = order[:fit]
    return DrawnContents(
        newest[::-1].astype(np.int32),
        float(size[newest].sum()),
        ages[newest][::-1].copy(),
        _marks(weight, size, own, newest[::-1], ages, second, time),
        asked,
    )


class _Asked(NamedTuple):
    """How often a cache is asked for each object that enters it, the share of the time that it holds each, for how
    long, the uniform by which each is drawn, and whether these are as what another cache has was drawn."""

    weight: np.ndarray
    held: np.ndarray
    time: float
    drawn: np.ndarray
    behind: bool


def _asked(
    weight: np.ndarray, size: np.ndarray, own: CacheLimits, front: CacheLimits | None, drawn: np.ndarray
) -> _Asked:
    if front is None:
        enters = np.where(size <= own.largest, weight, 0.0)
        return _Asked(enters, *_shares(enters, size, own), drawn, False)
    before, time_before = _shares(weight, size, front)
    enters = np.where(size <= own.largest, weight * (1.0 - before), 0.0)
    held, time = _shares(enters, size, own)
    if TINY_LFU in (own.policy, front.policy) or min(own.window, front.window) < inf or inf in (time, time_before):
        return _Asked(enters, held, time, drawn, False)
    # Nobody asks for some: their gaps are as good as endless.
    gaps = MissGaps(front.policy, time_before, np.maximum(weight, _SELDOM), size <= front.largest)
    admitted = (enters > 0.0).astype(np.float64)

    def shares(objects: slice, time: float) -> BehindShares:
        return shares_behind(gaps.of(objects), own.policy, time, admitted[objects])

    some, sampled = _sample(size)
    time = _filling_time(lambda at: float(sampled @ shares(some, at).held), own.room)
    held, hits = shares(slice(None), time)
    # Who is out of the first cache is asked for at random, so that it lies in this one as often as who asks hits.
    first = 1.0 - drawn if front.policy == LRU else drawn
    inside, out = first < before, np.maximum(1.0 - before, _SELDOM)
    beside = (held - (1.0 - before) * hits) / np.maximum(before, _SELDOM)
    share = np.clip(np.where(inside, beside, hits), 0.0, 1.0)
    drawn = np.where(inside, first / np.maximum(before, _SELDOM), (first - before) / out)
    return _Asked(enters, share, time, drawn, True)


def _last_asked(
    weight: np.ndarray, own: CacheLimits, time: float, held_if: np.ndarray, other: np.ndarray
) -> np.ndarray:
    """How long ago each object was asked for last, in mean inter-reference times, of a cache that lets in at the second
    hit. One of LRU that is held was asked for within `time`; of the others some were, and did not come in."""
    rate = np.maximum(weight, 1e-300)
    plain: np.ndarray = -np.log(other) / rate
    if own.policy != LRU or time == inf:
        return plain
    held, again = share_after_second_hit(weight * time, weight * own.window)
    stays, out, lost = -np.expm1(-weight * time), np.maximum(1.0 - held, 1e-300), np.maximum(1.0 - again, 1e-300)
    recent = -np.log1p(-np.minimum(other * out / lost, stays)) / rate
    ages = np.where(other * out < lost * stays, recent, -np.log(out * (1.0 - other)) / rate)
    there = held_if < held
    ages[there] = -np.log1p(-held_if[there] / held[there] * stays[there]) / rate[there]
    found: np.ndarray = np.where(weight > 0.0, ages, inf)
    return found


def _held(limits: CacheLimits, weight: np.ndarray, time: float) -> np.ndarray:
    """The share of the time that objects are held, for `time` each or until it is their turn."""
    if limits.window == inf:
        return held_share(limits.policy, weight * time)
    if limits.policy == LRU:
        return share_after_second_hit(weight * time, weight * limits.window)[0]
    return held_share(limits.policy, weight * time, -np.expm1(-weight * limits.window))


def _marks(
    weight: np.ndarray,
    size: np.ndarray,
    own: CacheLimits,
    held: np.ndarray,
    ages: np.ndarray,
    second: np.ndarray,
    edge: float,
) -> np.ndarray:
    """Whether each object that is held was used since it came in, or how often every object was asked for of late: what
    is held as often as is counted at the `edge` at least, and nothing else more often."""
    if own.policy == CLOCK:
        used: np.ndarray = second[held] < -np.expm1(-weight[held] * ages[held])
        return used.astype(np.uint8)
    if own.policy != TINY_LFU:
        return np.empty(0, dtype=np.uint8)
    fits = min(size.size, own.room / float(size.mean()))
    counts = _BETWEEN * LOOKUPS_AN_OBJECT * fits * weight / max(float(weight.sum()), 1e-300)
    there = np.zeros(weight.size, dtype=bool)
    there[held] = True
    counts = np.where(there, np.maximum(counts, edge), np.minimum(counts, edge))
    return np.minimum(counts, MOST_USES).astype(np.uint8)


def _shares(weight: np.ndarray, size: np.ndarray, limits: CacheLimits) -> tuple[np.ndarray, float]:
    """The share of the time that each object is held, and for how long, in mean inter-reference times; or, where uses
    are counted, how often it was asked for at the least."""
    enters = np.where(size <= limits.largest, weight, 0.0)
    if limits.policy == TINY_LFU:
        return counted_share(enters, np.ones(enters.size), size, limits.room)
    time = _time(enters, size, limits)
    if time == inf:
        return (enters > 0.0).astype(np.float64), inf
    return _held(limits, enters, time), time


def _time(weight: np.ndarray, size: np.ndarray, limits: CacheLimits) -> float:
    """The time within which a cache is filled; infinite where all that enters fits."""
    some, bytes_ = _sample(size)
    if bytes_[weight[some] > 0.0].sum() <= limits.room:
        return inf
    return _filling_time(lambda time: float(bytes_ @ _held(limits, weight[some], time)), limits.room)


def _sample(size: np.ndarray) -> tuple[slice, np.ndarray]:
    """Some of the objects, and the bytes of all for which each of them stands."""
    step = -(-size.size // _SAMPLE)
    some = slice(step // 2, None, step)
    return some, step * size[some]


def _filling_time(filled: Callable[[float], float], room: float) -> float:
    """The time within which so many bytes fill a room that is too small for all."""
    shorter = longer = 1.0
    while filled(longer) < room:
        shorter, longer = longer, 4.0 * longer
    if shorter == longer:
        shorter = 1e-12
    while longer > (1.0 + _NEARLY) * shorter:
        middle = sqrt(shorter * longer)
        shorter, longer = (shorter, middle) if filled(middle) >= room else (middle, longer)
    return longer


@entry
def _draw(key, node, first, second, third):
    """Draws three uniforms of every object; changes the arrays in place."""
    for number in range(first.size):
        one, other, further, _ = uniforms(key, number, CACHE, 2 + node)
        first[number] = one
        second[number] = other
        third[number] = further
