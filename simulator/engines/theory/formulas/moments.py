"""Moments of any order, as norms ||X||_k = E[X^k]^(1/k): those of a sum are at most the sum of theirs, whether or not
its parts depend on each other (Minkowski), and P(X > t) is at most (||X||_k / t)^k (Markov)."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulator.engines.quantiles import quantile_lines
from simulator.network.distribution import TABLED, Distribution, Family

Norms = NDArray[np.float64]

# The orders k of all norms, each of the latter in an array float64 (orders,).
ORDERS = np.array([2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 32.0, 48.0, 64.0])
# Norms below are as good as nothing.
_LEAST = 1e-300
# Of an exponential quantity of mean 1: (k!)^(1/k).
_LOG_FACTORIALS = np.array([math.lgamma(k + 1.0) for k in ORDERS])
EXPONENTIAL: Norms = np.exp(_LOG_FACTORIALS / ORDERS)


@lru_cache(maxsize=256)
def norms_of_law(law: Distribution) -> Norms:
    """The norms of a distribution, in its unit; inf where a Pareto tail has no such moment.

    Johnson, Kotz and Balakrishnan 1994, Continuous Univariate Distributions 1, chapters 18 to 20 and 26. Uniform up to
    b: b^k / (k + 1); Pareto from b with tail index a: a b^k / (a - k). Geometric from 1: at most m k! m^(k - 1), see
    `norms_of_excess`. Of those drawn from a table: those of its straight lines.
    """
    mean = law.mean
    if law.kind in TABLED:
        return mean * _of_lines(law)
    if law.kind is Family.CONSTANT:
        return np.full(ORDERS.size, mean)
    if law.kind is Family.UNIFORM:
        return np.asarray(2.0 * mean * (ORDERS + 1.0) ** (-1.0 / ORDERS))
    if law.kind is Family.PARETO:
        known, least = law.shape > ORDERS, mean * (law.shape - 1.0) / law.shape
        ratio = np.divide(law.shape, law.shape - ORDERS, out=np.full(ORDERS.size, math.inf), where=known)
        return np.asarray(least * ratio ** (1.0 / ORDERS))
    return mean * EXPONENTIAL


def norms_of_excess(mean: float, longest: float) -> Norms:
    """At most the norms of a quantity of such a mean, of which there is on average no more than `longest` to come
    however much of it is over: E[X^k] <= mean k! longest^(k - 1).

    E[X^k] is the integral of k (k - 1) t^(k - 2) E[(X - t)+] over t, and E[(X - t)+] <= longest P(X > t), so that
    E[X^k] <= k longest E[X^(k - 1)] (as of what is new better than used, Barlow and Proschan 1975, Statistical Theory
    of Reliability and Life Testing, chapter 6). Exact of what is exponential with any chance, and nothing otherwise.
    """
    if mean <= 0.0:
        return np.zeros(ORDERS.size)
    if not max(mean, longest) < math.inf:
        return np.full(ORDERS.size, math.inf)
    return np.asarray(longest * np.exp((_LOG_FACTORIALS + math.log(mean / longest)) / ORDERS))


@lru_cache(maxsize=256)
def longest_rest(law: Distribution) -> float:
    """The most that there is still to come of a quantity, on average, however much of it is over: the mean, of those
    that wear out or do not remember (Barlow and Proschan 1975); inf of a Pareto tail."""
    if law.kind is Family.PARETO:
        return math.inf
    if law.kind not in TABLED or not law.mean > 0.0:
        return law.mean
    lines = quantile_lines(law)
    share, a, b = np.diff(lines.share), lines.value[:-1], lines.value[1:]
    beyond, weight = _summed_from(share * (a + b) / 2.0), _summed_from(share)
    # Within a line less and less is to come, or more and more: the most is at one of its ends.
    rests = np.divide(beyond, weight, out=a.copy(), where=weight > 0.0) - a
    return law.mean * max(1.0, float(rests.max()))


def _summed_from(values: np.ndarray) -> np.ndarray:
    return np.cumsum(values[::-1])[::-1]


def _of_lines(law: Distribution) -> Norms:
    """Of a table over its mean: a line from a to b adds (b^(k+1) - a^(k+1)) / ((k + 1) (b - a)) for its share."""
    lines = quantile_lines(law)
    largest = float(lines.value.max())
    a, b = lines.value[:-1, None] / largest, lines.value[1:, None] / largest
    wide = b - a > 1e-9
    powers = (b ** (ORDERS + 1.0) - a ** (ORDERS + 1.0)) / (ORDERS + 1.0)
    moments = np.divide(powers, b - a, out=b**ORDERS, where=wide)
    return np.asarray(largest * (np.diff(lines.share) @ moments) ** (1.0 / ORDERS))


def mixed_norms(shares: Sequence[float], values: Sequence[float]) -> Norms:
    """The norms of what has some values, each with its chance."""
    largest = max(values)
    ratios = (np.asarray(values)[:, None] / largest) ** ORDERS
    return np.asarray(largest * (np.asarray(shares) @ ratios) ** (1.0 / ORDERS))


def share_beyond(norms: Norms, longest: float) -> float:
    """The most of a quantity with such norms that may exceed `longest` (Markov)."""
    if not 0.0 < longest < math.inf:
        return 1.0 if longest <= 0.0 else 0.0
    logs = ORDERS * (np.log(np.maximum(norms, _LEAST)) - math.log(longest))
    return math.exp(min(0.0, float(logs.min())))
