"""The universal scalability law, fitted to what somebody measured at several numbers of busy threads.

    X(n) = rate g(n) / (1 + contention (n - 1) + coherence n (n - 1))

(Gunther 1993, A Simple Capacity Model of Massively Parallel Transaction Systems; 2007, Guerrilla Capacity Planning,
equation 4.31, where g(n) = n.) g(n) is what n threads would do, in times what one does, if they did not hold each other
up. Contention is the share of the work that one thread does while the others wait; coherence is what each pair of
threads costs to be kept in agreement.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

CONFIDENCE = 0.95
FEWEST = 3
# A row grows faster than threads if it does by more than this share: less is how far measurements repeat. A law that is
# this far off its own rows does not describe them.
FASTER, POOR = 0.01, 0.1
# Beyond the rows the law is trusted where the 95 % interval of its rate is within this share of it, and to so many
# times the threads of the last row at the most. Fitted to public measurements (memcached on up to 8 threads, SPEC SDM91
# on up to 72 users) it was 8 to 12 % off at one and a half times as many, and 19 to 35 % at twice as many.
SURE, FURTHEST = 0.1, 1.5
_LARGEST = 1.0  # Of contention and coherence.
_NONE = 1e-9


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


class NoScalingLaw(ValueError):
    """The rows are not what the law describes: why, and the nearest remedy."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def slowed(threads: float, contention: float, coherence: float) -> float:
    """How many times slower each of some busy threads is than a single one."""
    return 1.0 + (threads - 1.0) * (contention + coherence * threads)


def fit(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float] = float) -> ScalingLaw:
    """The law by least squares of relative differences, its shares between 0 and 1; rows are (threads, rate).

    Raises NoScalingLaw for fewer than 3 numbers of threads, for rows that grow faster than threads, and for those that
    the law is more than 10 % off.
    """
    from scipy.optimize import least_squares  # Loads for longer than everything else here takes.

    _require_rows(rows, unhindered)
    threads, measured = (np.array(column, dtype=np.float64) for column in zip(*sorted(rows), strict=True))
    free = np.array([unhindered(n) for n in threads])

    def off(parameters: np.ndarray) -> np.ndarray:
        return parameters[0] * free / slowed(threads, parameters[1], parameters[2]) / measured - 1.0

    first = measured[0] / free[0]
    scale = np.array([first, 1e-2, 1e-4])
    bounds = (np.zeros(3), np.array([np.inf, _LARGEST, _LARGEST]))
    begin = np.array([first, 0.02, 1e-4])
    found = least_squares(off, begin, bounds=bounds, x_scale=scale, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    error = float(np.sqrt((found.fun**2).mean()))
    if error > POOR:
        raise NoScalingLaw(
            f"the universal scalability law does not describe these rows: it is {100.0 * error:.0f} % off them",
            "leave out the rows that something else limited, or all of them",
        )
    return _law(found.x, threads, error, _Spread(found.x, threads, found.fun))


def _require_rows(rows: Sequence[tuple[int, float]], unhindered: Callable[[float], float]) -> None:
    numbers = sorted({threads for threads, _ in rows})
    if len(numbers) < FEWEST:
        raise NoScalingLaw(
            f"{len(numbers)} numbers of threads do not tell how a server scales", f"measure at {FEWEST} of them at least"
        )
    each = {n: float(np.mean([rate for threads, rate in rows if threads == n])) for n in numbers}
    for few, more in zip(numbers, numbers[1:], strict=False):
        by, fair = each[more] / each[few], unhindered(more) / unhindered(few)
        if by > fair * (1.0 + FASTER):
            threads = "faster than threads" if by > more / few else "faster than these threads can do"
            raise NoScalingLaw(
                f"the rate grows {threads}, {by:.3g} times from {few:,} to {more:,} of them and at most {fair:.3g} times"
                " is possible: the universal scalability law does not describe these rows",
                "leave out the rows that something else limited, such as the client that measured, or all of them",
            )


class _Spread:
    """How far the parameters of a fit may be off. One that is at 0 is not varied for the sake of the others."""

    def __init__(self, parameters: np.ndarray, threads: np.ndarray, left: np.ndarray) -> None:
        from scipy.stats import t

        self._parameters = parameters
        self.varied = parameters > _NONE
        self.spare = threads.size - int(self.varied.sum())
        self._times = float(t.ppf((1.0 + CONFIDENCE) / 2.0, self.spare)) if self.spare > 0 else np.inf
        self._noise = float((left**2).sum()) / max(self.spare, 1)
        self._slopes = self._slope(threads)

    def of_parameter(self, number: int) -> float:
        """The half-width of the interval of a parameter; inf where the rows do not tell."""
        varied = self.varied.copy()
        varied[number] = True
        step = np.eye(3)[number][varied]
        return self._half_width(step, varied)

    def of_rate(self, threads: float) -> float:
        """The half-width of the interval of the law's rate at a number of threads, as a share of it."""
        return self._half_width(self._slope(np.array([threads]))[0][self.varied], self.varied)

    def _half_width(self, along: np.ndarray, varied: np.ndarray) -> float:
        slopes = self._slopes[:, varied]
        if self.spare < 1 or np.linalg.matrix_rank(slopes) < along.size:
            return float(np.inf)
        return float(self._times * np.sqrt(self._noise * along @ np.linalg.inv(slopes.T @ slopes) @ along))

    def _slope(self, threads: np.ndarray) -> np.ndarray:
        """How the logarithm of the rate changes with each parameter: float64 (threads, 3)."""
        rate, contention, coherence = self._parameters
        slow = slowed(threads, contention, coherence)
        return np.stack([np.full(threads.size, 1.0 / rate), (1.0 - threads) / slow, threads * (1.0 - threads) / slow], 1)


def _law(parameters: np.ndarray, threads: np.ndarray, error: float, spread: _Spread) -> ScalingLaw:
    fitted = []
    for number, value in enumerate(float(each) if each > _NONE else 0.0 for each in parameters):
        half = spread.of_parameter(number)
        fitted.append(Fitted(value, max(0.0, value - half), value + half))
    last = int(threads[-1])
    trusted = last
    while trusted + 1 <= FURTHEST * last and spread.of_rate(trusted + 1) <= SURE:
        trusted += 1
    return ScalingLaw(fitted[0], fitted[1], fitted[2], error, last, trusted)
