"""The working set of rows: the bytes asked for of which a cache misses what the rows say, with its interval.

The law of the cache is that by which theory answers a scenario (formulas/caches.py), asked the other way round: least
squares of log odds where a ratio was counted, and of logarithms where disks tell the misses. The working set is sought
as log (working set / cache - 1), which both follow nearly in a straight line. Its interval is where the squares pass
Student's bound (Seber and Wild 1989, section 5.2), that of the linearised model where the skew is fitted with it
(section 5.1); it is no narrower than the known error of the law.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares

from simulator.calibration.content.misses import MissSource, RowMisses
from simulator.calibration.fit import CONFIDENCE, Interval
from simulator.engines.theory.cache_errors import CHE
from simulator.engines.theory.formulas.caches import characteristic_time, hit_chances, hit_ratio
from simulator.engines.theory.formulas.ranks import rank_groups
from simulator.engines.theory.formulas.roots import find_root
from simulator.experiment.estimate import student_quantile
from simulator.messages.stages.calibration import content
from simulator.network.distribution import constant
from simulator.network.resources import Catalogue

# The exponents of Zipf's law that a scenario may have.
LEAST_SKEW, MOST_SKEW = 0.0, 2.0
# Ranks stand together in steps of this share: wider than those of theory, within 0.0001 of whose ratios these are
# (tested), for a fit asks a thousand times.
_WIDEST = 1.0 / 64.0


def miss_ratio(working_set: float, skew: float, cache: float, size: float) -> float:
    """The share of the requests that miss a cache of `cache` bytes which drops the least recently used object.

    Asked for are `working_set` bytes in objects of `size` bytes, the i-th most popular in proportion to i ** -skew. The
    number of objects may be no whole one, so that the ratio follows the working set without steps: then it is a line
    between the two beside. Raises ValueError for a working set that is smaller than an object.
    """
    objects = working_set / size
    if objects < 1.0:
        raise ValueError(content.smaller_than_object(working_set, size))
    few, held = math.floor(objects), math.floor(cache / size)
    share = objects - few
    ratio = (1.0 - share) * _misses(few, skew, held)
    return ratio + share * _misses(few + 1, skew, held) if share > 0.0 else ratio


# The search of a fit asks for the same again: for its slopes, for each row left out.
@lru_cache(maxsize=4096)
def _misses(objects: int, skew: float, held: int) -> float:
    """Misses of a cache that holds so many of some objects, by the approximation of Che, Tung and Wang 2002."""
    if held >= objects:
        return 0.0
    asked = rank_groups(Catalogue(objects, skew, constant(1.0)), widest=_WIDEST)
    each = asked.share / asked.number
    time = characteristic_time(each, asked.number, float(held))
    return 1.0 - hit_ratio(asked.share, np.asarray(hit_chances(each, time)))


# The skew where rows do not tell it, with the range that is reported for web requests.
HELD_SKEW, LEAST_USUAL, MOST_USUAL = 0.8, 0.6, 1.03
# Caches that differ less are one size.
DIFFER = 1.2
# A skew is taken from rows that tell it better than it is known without any.
_TELLS = (MOST_USUAL - LEAST_USUAL) / 2.0
# Working sets from a millionth beyond the cache to a million times as large.
_FURTHEST = 14.0
_STEP, _EXACT = 1e-3, 1e-9
_NEVER = 1e-12


class ContentData(NamedTuple):
    """What is fitted to: rows with some misses, and none that misses everything. size: of an object, bytes."""

    rows: tuple[RowMisses, ...]
    source: MissSource
    size: float

    @property
    def largest(self) -> float:
        """The largest cache, which the working set exceeds."""
        return max(row.cache for row in self.rows)

    @property
    def has_sizes(self) -> bool:
        """Whether caches of several sizes were tried."""
        return self.largest >= DIFFER * min(row.cache for row in self.rows)

    def bytes_at(self, u: float) -> float:
        """The working set of what is varied."""
        return self.largest * (1.0 + math.exp(min(_FURTHEST, u)))

    def predicted(self, u: float, skew: float, row: RowMisses) -> float:
        """The misses a request that the law says of a row."""
        return miss_ratio(self.bytes_at(u), skew, row.cache, self.size)

    def left(self, u: float, skew: float) -> np.ndarray:
        """Measured less fitted of each row, as log odds or logarithms: float64 (rows,)."""
        said = {row.cache: self.scaled(self.predicted(u, skew, row)) for row in self.rows}
        return np.array([self.scaled(row.ratio) - said[row.cache] for row in self.rows])

    def scaled(self, ratio: float) -> float:
        """A ratio as it is compared."""
        kept = max(_NEVER, ratio)
        if self.source is not MissSource.RATIO:
            return math.log(kept)
        return math.log(kept / max(_NEVER, 1.0 - kept))

    def known_to(self, u: float, skew: float) -> float:
        """How far off the law may be, as residuals have it: the mean over rows of its error of a hit ratio."""
        said = [max(_NEVER, self.predicted(u, skew, row)) for row in self.rows]
        errors = [CHE * (1.0 - each) / each for each in said]
        if self.source is MissSource.RATIO:
            errors = [CHE / each for each in said]
        return float(np.mean(errors))


class ContentFit(NamedTuple):
    """u: what is varied for the working set; skew: fitted, or as it was held; is_free: which of the two; scatter: the
    standard deviation of a residual, nan where there are no more rows than parameters; correlation: of the two errors;
    working_set, skews: their intervals."""

    u: float
    skew: float
    is_free: bool
    scatter: float
    correlation: float
    working_set: Interval
    skews: Interval


def fit_working_set(sought: ContentData) -> ContentFit:
    """The working set and the skew, where sizes of the cache tell the latter; else with the skew that is held."""
    if sought.has_sizes and len(sought.rows) > 2:
        both = _with_skew(sought)
        inside = LEAST_SKEW < both.skew < MOST_SKEW and abs(both.u) < _FURTHEST - 1.0
        if inside and both.skews.half_width <= _TELLS:
            return both
    return working_set_at_skew(sought, HELD_SKEW)


def refit_working_set(sought: ContentData, before: ContentFit) -> ContentFit:
    """The same parameters fitted to other rows; the skew is held where these do not tell it."""
    if before.is_free and sought.has_sizes and len(sought.rows) > 1:
        return _with_skew(sought)
    return working_set_at_skew(sought, before.skew)


def working_set_at_skew(sought: ContentData, skew: float) -> ContentFit:
    """The working set with a skew that is known."""
    started = _mean_agrees(sought, skew)
    if not sought.has_sizes and sought.source is MissSource.RATIO or abs(started) >= _FURTHEST:
        best = started
    else:
        best = float(_least(sought, (started,), (skew,)).x[0])
    left, spare = sought.left(best, skew), len(sought.rows) - 1
    squares = float((left**2).sum())
    scatter = math.sqrt(max(squares / spare, _EXACT**2)) if spare else math.nan
    interval = Interval(sought.bytes_at(best), 0.0, math.inf)
    if spare:
        more = student_quantile(CONFIDENCE, spare) ** 2 * scatter**2
        more = max(more, left.size * sought.known_to(best, skew) ** 2)
        ends = (_passes(sought, skew, best, squares + more, side) for side in (-1.0, 1.0))
        interval = Interval(sought.bytes_at(best), *ends)
    return ContentFit(best, skew, False, scatter, 1.0, interval, Interval(skew, skew, skew))


def _with_skew(sought: ContentData) -> ContentFit:
    """Working set and skew together, with intervals of the linearised model."""
    found = _least(sought, (_mean_agrees(sought, HELD_SKEW), HELD_SKEW), ())
    u, skew = (float(each) for each in found.x)
    spare, slopes = len(sought.rows) - 2, found.jac
    noise = max(2.0 * found.cost / spare, _EXACT**2) if spare else math.inf
    inverse = np.linalg.pinv(slopes.T @ slopes, rcond=1e-12)
    sizes = np.sqrt(np.maximum(1e-300, np.diag(inverse)))
    factor = student_quantile(CONFIDENCE, spare) * math.sqrt(noise) if spare else math.inf
    floor = sought.known_to(u, skew) / np.sqrt((slopes**2).mean(axis=0))
    half_u, half_skew = (float(each) for each in np.maximum(factor * sizes, floor))
    low = sought.largest * (1.0 + math.exp(max(-700.0, u - half_u)))
    high = sought.bytes_at(u + half_u) if u + half_u < _FURTHEST else math.inf
    return ContentFit(
        u, skew, True, math.sqrt(noise) if spare else math.nan, float(inverse[0, 1] / sizes.prod()),
        Interval(sought.bytes_at(u), low, high),
        Interval(skew, max(LEAST_SKEW, skew - half_skew), min(MOST_SKEW, skew + half_skew)),
    )  # fmt: skip


def _least(sought: ContentData, start: Sequence[float], held: Sequence[float]):  # type: ignore[no-untyped-def]
    """The least of the squares over the working set, and the skew unless it is held."""
    low, high = (-_FURTHEST, LEAST_SKEW), (_FURTHEST, MOST_SKEW)
    bounds = (low[: len(start)], high[: len(start)])
    inside = [min(max(each, a + _STEP), b - _STEP) for each, a, b in zip(start, *bounds, strict=True)]
    # The number of objects is rounded to groups, so that slopes are those of steps that are wide beside that.
    return least_squares(lambda x: sought.left(*x, *held), inside, bounds=bounds, diff_step=_STEP, jac="3-point")


def _mean_agrees(sought: ContentData, skew: float) -> float:
    """Where residuals are 0 on average; an end of what is looked at where they are nowhere."""

    def mean(u: float) -> float:
        return float(sought.left(u, skew).mean())

    if mean(-_FURTHEST) <= 0.0:
        return -_FURTHEST
    if mean(_FURTHEST) >= 0.0:
        return _FURTHEST
    return find_root(mean, -_FURTHEST, _FURTHEST, xtol=1e-9)


def _passes(sought: ContentData, skew: float, best: float, bound: float, side: float) -> float:
    """The working set on one side at which the squares pass a bound: the largest cache, or infinite, if nowhere."""

    def excess(u: float) -> float:
        return float((sought.left(u, skew) ** 2).sum()) - bound

    step = 0.1
    while excess(best + side * step) < 0.0:
        step *= 2.0
        if abs(best + side * step) > _FURTHEST:
            return math.inf if side > 0.0 else sought.largest
    return sought.bytes_at(find_root(excess, best, best + side * step, xtol=1e-9))
