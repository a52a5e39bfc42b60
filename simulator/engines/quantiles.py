"""Any distribution as a table of quantiles, so that one sampler serves them all.

A table joins points of the quantile function by straight lines, and is drawn from by inverse transform. The points of a
known family lie at equal steps within octaves: of the share u below, and, much further, of the share 1 - u above, so
that a tail is as well drawn as the middle. A uniform of 32 bits ends at 1 - 2**-32: what lies beyond is drawn as one
value, whose square is the mean square there. A table is scaled to its mean exactly; its coefficient of variation is
within 0.1 % of the one stated (tested). An empirical table has the points that are stated and no others.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from simulator.network.distribution import TABLED, Distribution, Family, mean_square_of_lines

# Steps within an octave, and octaves of the shares below and above.
STEPS, LOWER, UPPER = 16, 16, 32
LAST = 2.0**-UPPER
# Equal cells of [0, 1] in which a table is looked into; few lines end within one, but for the first and the last.
CELLS = 256
# The kind of any distribution that is drawn from a table.
TABLE = 100

# A straight line of a quantile function over its mean, from the share `at` to `until`; `after` is the one that follows.
# A table begins with the lines that hold at the beginnings of its cells, which saves looking for them. Of those that
# follow others each stands once, below.
LINE = np.dtype(
    [("at", "f8"), ("until", "f8"), ("value", "f8"), ("slope", "f8"), ("after", "i8")],
    align=True,
)


class QuantileLines(NamedTuple):
    """A quantile function of mean 1 of straight lines. share, value: float64 (points,), both ascending; where a share
    stands twice the function has a step."""

    share: np.ndarray
    value: np.ndarray

    @property
    def mean_square(self) -> float:
        """E[X^2]."""
        return mean_square_of_lines(tuple(zip(self.share.tolist(), self.value.tolist(), strict=True)))


class Numbering:
    """Numbers the tables of a network, each once."""

    def __init__(self) -> None:
        self._laws: list[Distribution] = []

    def coded(self, law: Distribution) -> tuple[int, float, float]:
        """A distribution as the sampler has it: its kind, its mean, and its shape or the number of its table."""
        if law.kind not in TABLED:
            return int(law.kind), law.mean, law.shape
        over_mean = replace(law, mean=1.0)
        if over_mean not in self._laws:
            self._laws.append(over_mean)
        return TABLE, law.mean, float(self._laws.index(over_mean))

    def quantiles(self) -> np.ndarray:
        """The tables that have been numbered."""
        return build_quantiles(self._laws)


@lru_cache(maxsize=64)
def single_table(law: Distribution) -> np.ndarray:
    """The table of one distribution, with the number 0."""
    return build_quantiles([law])


def build_quantiles(laws: Sequence[Distribution]) -> np.ndarray:
    """The tables of some distributions, numbered as they are given: LINE (lines,), the first lines of all cells of all
    tables before the others. Of no distributions there is one line that nobody draws from."""
    heads, others = [np.zeros(0, dtype=LINE)], [np.zeros(0 if laws else 1, dtype=LINE)]
    first = CELLS * len(laws)
    for lines in map(quantile_lines, laws):
        table = np.zeros(lines.share.size - 1, dtype=LINE)
        table["at"], table["until"], table["value"] = lines.share[:-1], lines.share[1:], lines.value[:-1]
        width = np.diff(lines.share)
        table["slope"] = np.divide(np.diff(lines.value), width, out=np.zeros(width.size), where=width > 0.0)
        table["after"] = first + 1 + np.arange(table.size)
        begins = np.searchsorted(lines.share, np.arange(CELLS) / CELLS, side="left") - 1
        heads.append(table[np.maximum(begins, 0)])
        others.append(table)
        first += table.size
    return np.concatenate([*heads, *others])


def quantile_lines(law: Distribution) -> QuantileLines:
    """The quantile function of a distribution that is drawn from a table, over its mean. Raises KeyError for others."""
    return _lines(replace(law, mean=1.0))


def _placed(tables: list[QuantileLines]) -> list[tuple[int, QuantileLines]]:
    """Each table with the number of its first node."""
    firsts = np.cumsum([0, *(lines.share.size for lines in tables)])
    return [(int(first), lines) for first, lines in zip(firsts, tables, strict=False)]


@lru_cache(maxsize=256)
def _lines(law: Distribution) -> QuantileLines:
    if law.kind is Family.EMPIRICAL:
        share, value = (np.array(each) for each in zip(*law.points, strict=True))
        return _of_mean_1(share, value)
    below, above = _shares(LOWER), _shares(UPPER)[::-1]
    # The least that is ever drawn stands where nothing lies below.
    lower, upper, beyond = _FAMILIES[law.kind](law.cv, np.append(LAST, below), above)
    share = np.concatenate(([0.0], below, 1.0 - above[1:], [1.0 - LAST, 1.0]))
    return _of_mean_1(share, np.concatenate((lower, upper[1:], [beyond, beyond])))


def _of_mean_1(share: np.ndarray, value: np.ndarray) -> QuantileLines:
    mean = (np.diff(share) * (value[:-1] + value[1:])).sum() / 2.0
    return QuantileLines(share, value / mean)


def _shares(octaves: int) -> np.ndarray:
    """Equal steps within octaves, from 2**-octaves to 1/2: float64 (steps + 1,), ascending."""
    steps = 1.0 + np.arange(STEPS) / STEPS
    first = 2.0 ** np.arange(-octaves, -1.0)
    return np.append((first[:, None] * steps).ravel(), 0.5)


def _lognormal(cv: float, below: np.ndarray, above: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """exp(sigma Z - sigma^2 / 2) with sigma^2 = ln(1 + cv^2) (Johnson, Kotz and Balakrishnan 1994, Continuous
    Univariate Distributions 1, chapter 14); of its mean square, N(2 sigma - z) lies beyond the quantile of z."""
    sigma, normal = math.sqrt(math.log1p(cv * cv)), NormalDist()

    def value(shares: np.ndarray) -> np.ndarray:
        return np.exp(sigma * np.array([normal.inv_cdf(share) for share in shares]) - sigma * sigma / 2.0)

    # The largest values stand at the smallest shares above: by symmetry of the normal distribution, over them.
    upper = math.exp(-sigma * sigma) / value(above)
    last = -normal.inv_cdf(LAST)
    square = (1.0 + cv * cv) * normal.cdf(2.0 * sigma - last)
    return value(below), upper, math.sqrt(square / LAST)


def _gamma(cv: float, below: np.ndarray, above: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Gamma of shape k = 1 / cv^2 (Johnson, Kotz and Balakrishnan 1994, chapter 17); of its mean square, the share of
    gamma with k + 2 lies beyond."""
    from scipy.special import gammaincc, gammainccinv, gammaincinv  # Loads for longer than theory takes to answer.

    k = 1.0 / (cv * cv)
    upper = gammainccinv(k, above)
    square = (1.0 + cv * cv) * float(gammaincc(k + 2.0, upper[-1]))
    return gammaincinv(k, below) / k, upper / k, math.sqrt(square / LAST)


def _hyperexponential(cv: float, below: np.ndarray, above: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Two exponentials that have half of the mean each: with the chance p of the rate 2 p, else of 2 (1 - p), where
    p = (1 + sqrt((cv^2 - 1) / (cv^2 + 1))) / 2 (Tijms 1994, Stochastic Models, appendix B)."""
    p = (1.0 + math.sqrt((cv * cv - 1.0) / (cv * cv + 1.0))) / 2.0
    chances, rates = np.array([p, 1.0 - p]), 2.0 * np.array([p, 1.0 - p])

    def over(x: np.ndarray) -> np.ndarray:
        return np.asarray(np.exp(-np.multiply.outer(x, rates)) @ chances)

    def under(x: np.ndarray) -> np.ndarray:
        return np.asarray(-np.expm1(-np.multiply.outer(x, rates)) @ chances)

    lower, upper = _root(under, below, 1.0), _root(over, above, -1.0)
    q = upper[-1]
    square = float((chances * np.exp(-rates * q) * (q * q + 2.0 * q / rates + 2.0 / rates**2)).sum())
    return lower, upper, math.sqrt(square / LAST)


def _root(chance: Callable[[np.ndarray], np.ndarray], shares: np.ndarray, rises: float) -> np.ndarray:
    """Where a chance that rises (1) or falls (-1) from x = 0 on reaches each share, by halving."""
    low, high = np.zeros(shares.size), np.ones(shares.size)
    while (short := rises * (chance(high) - shares) < 0.0).any():
        high[short] *= 2.0
    for _ in range(64):
        middle = (low + high) / 2.0
        short = rises * (chance(middle) - shares) < 0.0
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


_FAMILIES = {
    Family.LOGNORMAL: _lognormal,
    Family.GAMMA: _gamma,
    Family.HYPEREXPONENTIAL: _hyperexponential,
}
