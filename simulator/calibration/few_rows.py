"""A server from one or two rows of a closed test without pauses, which leave no scatter to judge a fit by.

What rows do not tell is taken from what was known before them (Gelman, Carlin, Stern, Dunson, Vehtari and Rubin 2013,
Bayesian Data Analysis, chapters 4 and 14): contention as it was found in published systems, and how far a load test
repeats. The fit is the likeliest server, its covariance that of the curvature there.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares

from simulator.calibration.fit import CONFIDENCE, POSITIVE, Interval, ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.observations import Observation, collect_observations
from simulator.calibration.point import Metric
from simulator.calibration.second_thread import most_of_second_thread, second_thread_prior
from simulator.calibration.server import Parameter, ThreadScaling, predict_row
from simulator.experiment.estimate import student_quantile

FEW = 2
# Contention before any row is seen. Published laws have 2.5 % (memcached 1.2.8), 2.7 % (MySQL on Cisco UCS), 2.8 %
# (SPEC SDM91) and 5.0 % (a ray tracer): Gunther, Subramanyam and Parvu 2010, Hidden Scalability Gotchas in Memcached
# and Friends; Schwartz 2015, Practical Scalability Analysis with the Universal Scalability Law; the R package usl. So
# few say little of how it varies: a third of it and three times as much are taken as one standard deviation.
CONTENTION, CONTENTION_SPREAD = 0.03, math.log(3.0)
# How far a load test is taken to repeat before any row is seen, as a share, and how many rows that counts for: assumed.
SCATTER, SCATTER_ROWS = 0.03, 2
# So much less of twice the negative logarithm of the likelihood is clearly better.
_CLEARLY = 4.0
_FREE = (Parameter.WORK, Parameter.CONTENTION, Parameter.SECOND_THREAD)
_LOGS = (*POSITIVE, Parameter.CONTENTION)


class FewRowsFit(NamedTuple):
    """The likeliest server. threads: the numbers of hardware threads that are about as likely, where nobody said how
    many there are."""

    fit: ServerFit
    threads: tuple[int, ...]


def are_few(loaded: LoadTestRows) -> bool:
    """Whether rows are so few, and tell rates alone."""
    if len(loaded.points) > FEW or loaded.kind is not LoadKind.CLOSED or loaded.think != 0.0:
        return False
    return all(each.what is Metric.RATE for each in collect_observations(loaded))


def fit_few_rows(loaded: LoadTestRows, machine: ThreadScaling | None, tried: Sequence[int]) -> FewRowsFit:
    """The likeliest server of few rows; `tried`: numbers of threads that are tried where nobody says how many."""
    if machine is not None:
        return FewRowsFit(_likeliest(loaded, machine), ())
    # Threads end the rate only where rows show that something does.
    most = max(*tried, *(min(math.ceil(point[Metric.USERS]), _MOST_THREADS) for point in loaded.points))
    found = {threads: _likeliest(loaded, ThreadScaling(threads)) for threads in (*tried, most)}
    best = min(found, key=lambda threads: found[threads].squares)
    bound = found[best].squares + _CLEARLY
    chosen = most if found[most].squares <= bound else best
    alike = tuple(sorted(threads for threads, fit in found.items() if fit.squares <= bound))
    return FewRowsFit(found[chosen], alike)


_MOST_THREADS = 4096


def _likeliest(loaded: LoadTestRows, machine: ThreadScaling) -> ServerFit:
    """The work of a request and the contention of the greatest posterior density."""
    observations = collect_observations(loaded)
    first = observations[0]
    start = math.log(min(loaded.points[first.point][Metric.USERS], machine.threads) / first.value)
    off = _Off(loaded, machine, observations)
    begun = [start, math.log(CONTENTION), *([] if off.second is None else [math.log(off.second.median)])]
    found = least_squares(off.all, np.array(begun), x_scale=0.1)
    return _result(loaded, machine, observations, found.x, np.asarray(found.jac), off)


class _Off:
    """How far parameters are off, in standard deviations."""

    def __init__(self, loaded: LoadTestRows, machine: ThreadScaling, observations: Sequence[Observation]) -> None:
        self._loaded, self._machine, self._observations = loaded, machine, observations
        self.second, self.most = second_thread_prior(machine), most_of_second_thread(machine)

    def rows(self, logs: np.ndarray) -> np.ndarray:
        """Logarithms of what was measured over what a server of these parameters does: float64 (observations,)."""
        parameters = self.parameters(logs)
        points, kind = self._loaded.points, self._loaded.kind
        return np.array(
            [
                math.log(each.value / predict_row(parameters, points[each.point], kind, self._machine).rate)
                for each in self._observations
            ]
        )

    def all(self, logs: np.ndarray) -> np.ndarray:
        """Those of the rows, and those of the contention and of a second thread from what was known of them: float64
        (observations and as many,)."""
        known = [(logs[1] - math.log(CONTENTION)) / CONTENTION_SPREAD]
        if self.second is not None:
            known.append(self.second.off(math.exp(min(50.0, logs[-1]))))
        return np.append(self.rows(logs) / SCATTER, known)

    def parameters(self, logs: np.ndarray) -> dict[Parameter, float]:
        """In SI units, of logarithms."""
        found = {each: math.exp(min(log, 50.0)) for each, log in zip(_FREE, logs, strict=False)}
        if self.second is not None:
            found[Parameter.SECOND_THREAD] = min(self.most, found[Parameter.SECOND_THREAD])
        return {**found, Parameter.THINK: 0.0}


def _result(
    loaded: LoadTestRows,
    machine: ThreadScaling,
    observations: tuple[Observation, ...],
    logs: np.ndarray,
    slopes: np.ndarray,
    off: _Off,
) -> ServerFit:
    """The fit with its intervals: the scatter is that which was known, made larger by rows that are further off."""
    left, squares = off.rows(logs), float((off.all(logs) ** 2).sum())
    assumed, free = SCATTER_ROWS + 1, _FREE[: logs.size]
    spare = len(observations) + assumed - 2
    noise = (SCATTER_ROWS + squares) / (SCATTER_ROWS + max(0, spare - SCATTER_ROWS))
    covariance = max(1.0, noise) * np.linalg.pinv(slopes.T @ slopes)
    parameters = off.parameters(logs)
    halves = student_quantile(CONFIDENCE, spare) * np.sqrt(np.diag(covariance))
    intervals = {
        each: Interval(parameters[each], parameters[each] * math.exp(-half), parameters[each] * math.exp(half))
        for each, half in zip(free, halves, strict=True)
    }
    if Parameter.SECOND_THREAD in intervals:
        second = intervals[Parameter.SECOND_THREAD]
        intervals[Parameter.SECOND_THREAD] = second._replace(high=min(second.high, off.most))
    weights = np.full(len(observations), SCATTER)
    return ServerFit(
        machine, loaded.kind, free, parameters, intervals, observations, left, weights, covariance, squares,
        {Metric.RATE: SCATTER * math.sqrt(noise)}, (1.0,) * logs.size, _LOGS,
        (float(spare),) * logs.size, assumed, known=logs.size - 2,
    )  # fmt: skip
