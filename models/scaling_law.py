"""The universal scalability law, fitted to what somebody measured at several numbers of busy threads:

    X(n) = rate g(n) / (1 + contention (n - 1) + coherence n (n - 1))

(Gunther 1993, A Simple Capacity Model of Massively Parallel Transaction Systems; 2007, Guerrilla Capacity Planning,
equation 4.31, where g(n) = n.) g(n) is what n threads would do, in times what one does, if they did not hold each other
up. Contention is the share of the work that one thread does while the others wait; coherence is what each pair of
threads costs to be kept in agreement.

g(n) / X(n) is linear in 1 / rate, contention / rate and coherence / rate, so that the fit needs no search: of all that
keep the two shares from being negative, the one with the least squares is among four.
"""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from models.messages import scaling_fit

if TYPE_CHECKING:
    import numpy as np

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
SURELY = 0.975  # Of Student's distribution, for a 95 % interval.


class FittedParameter(NamedTuple):
    """A parameter and the ends of its 95 % interval; `high` is inf where the rows do not tell."""

    value: float
    low: float
    high: float


class ScalingLaw(NamedTuple):
    """rate: of one thread, in the unit of the rows; contention, coherence: shares. error: the root of the mean squared
    difference between rows and law, as a share; measured: threads of the last row; trusted: up to how many threads the
    law may be trusted, no fewer than those."""

    rate: FittedParameter
    contention: FittedParameter
    coherence: FittedParameter
    error: float
    measured: int
    trusted: int

    def at(self, threads: float, unhindered: Callable[[float], float] = float) -> float:
        """The rate at a number of busy threads; `unhindered` is g."""
        return self.rate.value * unhindered(threads) / slowdown(threads, self.contention.value, self.coherence.value)


class NoScalingLaw(ValueError):  # noqa: N818 - named for what the reader is told
    """The rows are not what the law describes: why, and the nearest remedy."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def slowdown(threads: float, contention: float, coherence: float) -> float:
    """How many times slower each of some busy threads is than a single one."""
    return 1.0 + (threads - 1.0) * (contention + coherence * threads)


def fit_scaling_law(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float] = float) -> ScalingLaw:
    """The law whose rates are nearest to the rows (threads, rate), by the squares of relative differences.

    Raises NoScalingLaw for fewer than 3 numbers of threads, for rows that grow faster than threads, and for those that
    the law is more than 10 % off.
    """
    import numpy as np  # Few scenarios have rows, and the others are read without it.

    _require_rows(rows, unhindered)
    ordered = sorted(rows)
    weighted = np.array([[rate / unhindered(n) * power for power in _powers(n)] for n, rate in ordered])
    wanted = np.ones(len(rows))
    best: tuple[float, np.ndarray, tuple[int, ...]] | None = None
    for kept in SHARES_KEPT:
        columns = weighted[:, kept]
        found, _, rank, _ = np.linalg.lstsq(columns, wanted)
        left = float(((columns @ found - wanted) ** 2).sum())
        if rank == len(kept) and found.min() >= 0.0 and (best is None or left < best[0]):
            best = left, found, kept
    if best is None:
        raise NoScalingLaw(*scaling_fit.NO_LAW_FITS)
    left, found, kept = best
    error = math.sqrt(left / len(rows))
    if error > POOR:
        raise NoScalingLaw(*scaling_fit.law_off_rows(100.0 * error))
    inverse = [float(found[kept.index(k)]) if k in kept else 0.0 for k in range(3)]
    return _law(inverse, ordered[-1][0], error, _Spread(inverse, kept, weighted, left))


def _powers(threads: float) -> tuple[float, float, float]:
    """What 1 / rate and the two shares of it are multiplied by at a number of threads."""
    return 1.0, threads - 1.0, threads * (threads - 1.0)


def _require_rows(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float]) -> None:
    numbers = sorted({threads for threads, _ in rows})
    if len(numbers) < FEWEST:
        raise NoScalingLaw(*scaling_fit.too_few_numbers(len(numbers), FEWEST))
    measured = {n: [rate for threads, rate in rows if threads == n] for n in numbers}
    each = {n: sum(rates) / len(rates) for n, rates in measured.items()}
    for few, more in zip(numbers, numbers[1:], strict=False):
        by, fair = each[more] / each[few], unhindered(more) / unhindered(few)
        if by > fair * (1.0 + FASTER):
            threads = "faster than threads" if by > more / few else scaling_fit.FASTER_THAN_POSSIBLE
            raise NoScalingLaw(*scaling_fit.grows_too_fast(threads, by, few, more, fair))


class _Spread:
    """How far a fit may be off. A share that is 0 is not varied for the sake of the others."""

    def __init__(self, inverse: list[float], kept: tuple[int, ...], weighted: "np.ndarray", left: float) -> None:
        from scipy.special import stdtrit

        self._inverse, self._kept, self._weighted = inverse, kept, weighted
        spare = len(weighted) - len(kept)
        self._noise = left / spare if spare > 0 else math.inf
        self._times = float(stdtrit(spare, SURELY)) if spare > 0 else math.inf

    def of(self, number: int, varied: Sequence[float]) -> float:
        """The half-width of what changes by `varied` with the inverse rate and the shares of it; with the parameter
        `number` varied too."""
        import numpy as np

        if math.isinf(self._noise):
            return math.inf
        kept = sorted({*self._kept, number})
        columns = self._weighted[:, kept]
        if np.linalg.matrix_rank(columns) < len(kept):
            return math.inf
        # The covariance is that of R'R, the normal equations, which are never written out: they square what is lost.
        along = np.linalg.solve(np.linalg.qr(columns).R.T, np.array(varied)[kept])
        return self._times * math.sqrt(self._noise) * math.hypot(*along)

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
    fitted = [FittedParameter(v, max(0.0, v - half), v + half) for v, half in zip(values, halves, strict=True)]
    trusted = last
    while trusted + 1 <= FURTHEST * last and spread.of_rate(trusted + 1) <= SURE:
        trusted += 1
    return ScalingLaw(fitted[0], fitted[1], fitted[2], error, last, trusted)
