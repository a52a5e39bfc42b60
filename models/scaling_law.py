"""The universal scalability law, fitted to what somebody measured at several numbers of busy threads:

    X(n) = rate g(n) / (1 + contention (n - 1) + coherence n (n - 1))

(Gunther 1993, A Simple Capacity Model of Massively Parallel Transaction Systems; 2007, Guerrilla Capacity Planning,
equation 4.31, where g(n) = n.) g(n) is what n threads would do, in times what one does, if they did not hold each other
up. Contention is the share of the work that one thread does while the others wait; coherence is what each pair of
threads costs to be kept in agreement.

g(n) / X(n) is linear in 1 / rate, contention / rate and coherence / rate, so that the fit needs no search, and no
library: of all that keep the two shares from being negative, the one with the least squares is among four.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

FEWEST = 3
# Of 1 / rate, contention / rate and coherence / rate, those that are not 0.
SHARES_KEPT: tuple[tuple[int, ...], ...] = ((0, 1, 2), (0, 1), (0, 2), (0,))
# A row grows faster than threads if it does by more than this share: less is how far measurements repeat. A law that is
# this far off its own rows does not describe them.
FASTER, POOR = 0.01, 0.1
# Beyond the rows the law is trusted where the 95 % interval of its rate is within this share of it, and to so many
# times the threads of the last row at the most. Fitted to public measurements (memcached on up to 8 threads, SPEC SDM91
# on up to 72 users) it was 8 to 12 % off at one and a half times as many, and 19 to 35 % at twice as many.
SURE, FURTHEST = 0.1, 1.5
# The factor of Student's 95 % interval for 1, 2, ... rows more than parameters; further ones by its series.
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


class Fitted(NamedTuple):
    """A parameter and the ends of its 95 % interval; `high` is inf where the rows do not tell."""

    value: float
    low: float
    high: float


class ScalingLaw(NamedTuple):
    """rate: of one thread, in the unit of the rows; contention, coherence: shares. error: the root of the mean squared
    difference between rows and law, as a share; measured: threads of the last row; trusted: up to how many threads the
    law may be trusted, no fewer than those."""

    rate: Fitted
    contention: Fitted
    coherence: Fitted
    error: float
    measured: int
    trusted: int

    def at(self, threads: float, unhindered: Callable[[float], float] = float) -> float:
        """The rate at a number of busy threads; `unhindered` is g."""
        return self.rate.value * unhindered(threads) / slowed(threads, self.contention.value, self.coherence.value)


class NoScalingLaw(ValueError):  # noqa: N818 - named for what the reader is told
    """The rows are not what the law describes: why, and the nearest remedy."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def slowed(threads: float, contention: float, coherence: float) -> float:
    """How many times slower each of some busy threads is than a single one."""
    return 1.0 + (threads - 1.0) * (contention + coherence * threads)


def fit(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float] = float) -> ScalingLaw:
    """The law whose rates are nearest to the rows (threads, rate), by the squares of relative differences.

    Raises NoScalingLaw for fewer than 3 numbers of threads, for rows that grow faster than threads, and for those that
    the law is more than 10 % off.
    """
    _require_rows(rows, unhindered)
    ordered = sorted(rows)
    weighted = [[rate / unhindered(n) * power for power in _powers(n)] for n, rate in ordered]
    best: tuple[Solved, tuple[int, ...]] | None = None
    for kept in SHARES_KEPT:
        solved = least_squares([[row[k] for k in kept] for row in weighted], [1.0] * len(rows))
        if solved is not None and min(solved.parameters) >= 0.0 and (best is None or solved.left < best[0].left):
            best = solved, kept
    if best is None:
        raise NoScalingLaw("the rates of these rows differ too much for any law", "write rates above 0 of one unit")
    (found, _, left), kept = best
    error = math.sqrt(left / len(rows))
    if error > POOR:
        raise NoScalingLaw(
            f"the universal scalability law does not describe these rows: it is {100.0 * error:.0f} % off them",
            "leave out the rows that something else limited, or all of them",
        )
    inverse = [found[kept.index(k)] if k in kept else 0.0 for k in range(3)]
    return _law(inverse, ordered[-1][0], error, _Spread(inverse, kept, weighted, left))


def _powers(threads: float) -> tuple[float, float, float]:
    """What 1 / rate and the two shares of it are multiplied by at a number of threads."""
    return 1.0, threads - 1.0, threads * (threads - 1.0)


def _require_rows(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float]) -> None:
    numbers = sorted({threads for threads, _ in rows})
    if len(numbers) < FEWEST:
        raise NoScalingLaw(
            f"{len(numbers)} numbers of threads do not tell how a server scales",
            f"measure at {FEWEST} of them at least",
        )
    measured = {n: [rate for threads, rate in rows if threads == n] for n in numbers}
    each = {n: sum(rates) / len(rates) for n, rates in measured.items()}
    for few, more in zip(numbers, numbers[1:], strict=False):
        by, fair = each[more] / each[few], unhindered(more) / unhindered(few)
        if by > fair * (1.0 + FASTER):
            threads = "faster than threads" if by > more / few else "faster than these threads can do"
            raise NoScalingLaw(
                f"the rate grows {threads}, {by:.3g} times from {few:,} to {more:,} of them and at most"
                f" {fair:.3g} times is possible: the universal scalability law does not describe these rows",
                "leave out the rows that something else limited, such as the client that measured, or all of them",
            )


class _Spread:
    """How far a fit may be off. A share that is 0 is not varied for the sake of the others."""

    def __init__(self, inverse: list[float], kept: tuple[int, ...], weighted: list[list[float]], left: float) -> None:
        self._inverse, self._kept, self._weighted = inverse, kept, weighted
        spare = len(weighted) - len(kept)
        self._noise = left / spare if spare > 0 else math.inf
        self._times = _student(spare) if spare > 0 else math.inf

    def of(self, number: int, varied: Sequence[float]) -> float:
        """The half-width of what changes by `varied` with the inverse rate and the shares of it; with the parameter
        `number` varied too."""
        if math.isinf(self._noise):
            return math.inf
        kept = tuple(sorted({*self._kept, number}))
        solved = least_squares([[row[k] for k in kept] for row in self._weighted], [1.0] * len(self._weighted))
        if solved is None:
            return math.inf
        along = [varied[k] for k in kept]
        size = sum(a * solved.spread[i][j] * b for i, a in enumerate(along) for j, b in enumerate(along))
        return self._times * math.sqrt(self._noise * max(0.0, size))

    def of_parameter(self, number: int) -> float:
        """The half-width of rate, contention or coherence."""
        a = self._inverse[0]
        if number == 0:
            return self.of(0, (1.0 / a**2, 0.0, 0.0))
        varied = [-self._inverse[number] / a**2, 0.0, 0.0]
        varied[number] = 1.0 / a
        return self.of(number, varied)

    def of_rate(self, threads: float) -> float:
        """The half-width of the law's rate at a number of threads, as a share of it."""
        powers = _powers(threads)
        slow = sum(power * each for power, each in zip(powers, self._inverse, strict=True))
        return self.of(0, [power / slow for power in powers])


def _law(inverse: list[float], last: int, error: float, spread: _Spread) -> ScalingLaw:
    values = (1.0 / inverse[0], inverse[1] / inverse[0], inverse[2] / inverse[0])
    halves = [spread.of_parameter(number) for number in range(3)]
    fitted = [Fitted(v, max(0.0, v - half), v + half) for v, half in zip(values, halves, strict=True)]
    trusted = last
    while trusted + 1 <= FURTHEST * last and spread.of_rate(trusted + 1) <= SURE:
        trusted += 1
    return ScalingLaw(fitted[0], fitted[1], fitted[2], error, last, trusted)


def _student(spare: int) -> float:
    """The factor of a 95 % interval of Student's distribution (Abramowitz and Stegun 1964, 26.7.5 for many)."""
    if spare <= len(_STUDENT):
        return _STUDENT[spare - 1]
    z = 1.959964
    return z + (z**3 + z) / (4.0 * spare) + (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / (96.0 * spare**2)


class Solved(NamedTuple):
    """The parameters; the inverse of the matrix of normal equations, of which their covariance is a multiple; and the
    sum of the squares that are left."""

    parameters: list[float]
    spread: list[list[float]]
    left: float


def least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> Solved | None:
    """The parameters whose sums over each row are nearest to what is wanted of it, None where the rows do not tell them
    apart.

    By the columns made orthogonal one after the other (modified Gram and Schmidt), so that nothing is squared before it
    must be.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    count, left = len(columns), list(wanted)
    upper = [[0.0] * count for _ in range(count)]
    turned = [0.0] * count
    for k in range(count):
        before = math.hypot(*columns[k])
        for j in range(k):
            upper[j][k] = _product(columns[j], columns[k])
            columns[k] = [x - upper[j][k] * y for x, y in zip(columns[k], columns[j], strict=True)]
        upper[k][k] = math.hypot(*columns[k])
        if upper[k][k] <= 1e-12 * before:
            return None
        columns[k] = [x / upper[k][k] for x in columns[k]]
        turned[k] = _product(columns[k], left)
        left = [x - turned[k] * y for x, y in zip(left, columns[k], strict=True)]
    inverse = [_solved(upper, [float(i == k) for i in range(count)]) for k in range(count)]
    normal = [[sum(inverse[m][i] * inverse[m][j] for m in range(count)) for j in range(count)] for i in range(count)]
    return Solved(_solved(upper, turned), normal, _product(left, left))


def _product(some: Sequence[float], others: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(some, others, strict=True))


def _solved(upper: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """What an upper triangular matrix makes `wanted` of."""
    found = [0.0] * len(wanted)
    for k in reversed(range(len(wanted))):
        found[k] = (wanted[k] - _product(upper[k][k + 1 :], found[k + 1 :])) / upper[k][k]
    return found
