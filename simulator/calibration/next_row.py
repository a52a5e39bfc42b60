"""Which row to measure next: the load, and the size where rows differ in it, that narrows what the server carries most.

A row that is not measured yet adds what the fit would learn of it: the information of its observations, by their slopes
and by how far such measurements scatter (Fedorov 1972, Theory of Optimal Experiments; Atkinson, Donev and Tobias 2007,
Optimum Experimental Designs, with SAS, chapter 10, c-optimality). What the rows do not show and capacity hangs on,
contention between threads, counts as it was before any row (few_rows.py), so that a server that was never near its
limit is not taken to have none.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from simulator.calibration.few_rows import CONTENTION
from simulator.calibration.fit import CONFIDENCE, OF_MANY, ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.observations import Observation, collect_observations, predicted_value
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.second_thread import second_thread_prior
from simulator.calibration.server import Parameter, Parameters, largest_rate, load_elasticity, predict_row
from simulator.experiment.estimate import student_quantile

# So many loads are looked at, from one user to twice the most, or to this share of what the server can do: nearer to it
# an open test has no steady state within minutes.
_LOADS, _LEAST_USED, _MOST_USED = 24, 0.05, 0.9
# A row that narrows nearly as much at less load is easier to measure.
_NEARLY = 1.02
# A narrowing of less is not worth a row.
_WORTH = 0.95
# Rows without any scatter are rounded, at the least.
_EXACT = 1e-6
# Parameters are moved by this share of their size, or of what they may be, to find slopes.
_STEP = 1e-3


class NextRow(NamedTuple):
    """load: requests/s of an open test, users of a closed one; size: bytes of a response, None where rows do not differ
    in it; now, then: the half-width of the 95 % interval of the largest rate before and after, as shares of it."""

    load: float
    size: float | None
    now: float
    then: float


def next_row(loaded: LoadTestRows, fit: ServerFit) -> NextRow | None:
    """The row that narrows the interval of the largest rate most; None where none does, and where rows are too few to
    say how far measurements scatter."""
    if fit.spare <= 0 or not fit.free or not all(map(math.isfinite, fit.scatter.values())):
        return None
    of = _Information(loaded, fit)
    now = of.capacity_error(of.known)
    found = []
    for row in _candidates(loaded, fit):
        then = of.capacity_error(of.known + of.information((row,)))
        found.append((then, row))
    best = min(then for then, _ in found)
    by = Metric.USERS if loaded.kind is LoadKind.CLOSED else Metric.RATE
    if not best < _WORTH * now:
        return None
    then, row = min((each for each in found if each[0] <= _NEARLY * best), key=lambda each: each[1][by])
    added = len(collect_observations(loaded._replace(points=(row,))))
    before, after = (student_quantile(CONFIDENCE, fit.spare + more) for more in (0, added))
    return NextRow(row[by], row.size if Parameter.WORK_PER_BYTE in fit.free else None, before * now, after * then)


def _candidates(loaded: LoadTestRows, fit: ServerFit) -> Iterator[LoadTestRow]:
    """Rows like those that were measured, at other loads."""
    top = loaded.points[-1]
    sizes = sorted({point.size for point in loaded.points if point.size})
    chosen = (sizes[0], sizes[-1]) if Parameter.WORK_PER_BYTE in fit.free and sizes else (None,)
    for size in chosen:
        row = top if size is None else top.given(Metric.SIZE, size)
        if loaded.kind is LoadKind.CLOSED:
            ends = 1.0, 2.0 * top[Metric.USERS]
            loads = sorted({float(round(each)) for each in np.geomspace(*ends, _LOADS)})
            yield from (row.given(Metric.USERS, each) for each in loads)
        else:
            most = largest_rate(fit.parameters, row, fit.machine)
            rates = {float(f"{share * most:.2g}") for share in np.linspace(_LEAST_USED, _MOST_USED, _LOADS)}
            yield from (row.given(Metric.RATE, rate) for rate in sorted(rates))


class _Information:
    """What rows tell of the parameters of a fit, and of contention where it is not among them."""

    def __init__(self, loaded: LoadTestRows, fit: ServerFit) -> None:
        self._loaded, self._fit = loaded, fit
        unseen = fit.machine.threads > 1 and Parameter.CONTENTION not in fit.free
        self._names = (*fit.free, *((Parameter.CONTENTION,) if unseen else ()))
        self._steps = np.array([self._step(each) for each in self._names])
        self.known = np.diag([self._before(each) for each in self._names]) + self.information(loaded.points)

    def _before(self, name: Parameter) -> float:
        """What is known of a parameter without any row, in times its size."""
        if name is Parameter.SECOND_THREAD and (prior := second_thread_prior(self._fit.machine)) is not None:
            return prior.spread**-2
        is_unseen = name is Parameter.CONTENTION and name not in self._fit.free
        return (self._step(name) / _STEP / CONTENTION) ** 2 if is_unseen else 0.0

    def _step(self, name: Parameter) -> float:
        value = self._fit.parameters.get(name, 0.0)
        return _STEP * (abs(value) if value else CONTENTION)

    def information(self, rows: Sequence[LoadTestRow]) -> np.ndarray:
        """Of some rows: float64 (parameters, parameters), each in times its size."""
        loaded = self._loaded._replace(points=tuple(rows))
        observations = collect_observations(loaded)
        slopes = np.array([self._slopes(loaded, each) for each in observations])
        scatter = np.array([self._scatter(rows[each.point], each) for each in observations])
        weighed = slopes / scatter[:, None]
        return np.asarray(weighed.T @ weighed)

    def capacity_error(self, information: np.ndarray) -> float:
        """The standard error of the logarithm of the largest rate."""
        row = self._loaded.points[-1]
        slopes = self._by_steps(lambda parameters: largest_rate(parameters, row, self._fit.machine))
        return math.sqrt(max(0.0, float(slopes @ np.linalg.pinv(information, rcond=1e-12) @ slopes)))

    def _slopes(self, loaded: LoadTestRows, each: Observation) -> np.ndarray:
        row = loaded.points[each.point]

        def value(parameters: Parameters) -> float:
            said = predict_row(parameters, row, self._fit.kind, self._fit.machine)
            return predicted_value(said, each, loaded, parameters)

        return self._by_steps(value)

    def _by_steps(self, value: Callable[[Parameters], float]) -> np.ndarray:
        """How the logarithm of a value answers to each parameter, in times its size: float64 (parameters,)."""
        at = dict(self._fit.parameters)
        here = math.log(max(1e-300, value(at)))
        steps = zip(self._names, self._steps, strict=True)
        moved = [value({**at, name: at.get(name, 0.0) + step}) for name, step in steps]
        return (np.log(np.maximum(1e-300, moved)) - here) / _STEP

    def _scatter(self, row: LoadTestRow, each: Observation) -> float:
        """How far such a value scatters in that row."""
        fit = self._fit
        usual = fit.scatter.get(each.what, max(fit.scatter.values()))
        if each.what is Metric.MEAN:
            return max(_EXACT, usual * (1.0 + load_elasticity(fit.parameters, row, fit.kind, fit.machine)))
        return max(_EXACT, usual * (OF_MANY if each.what is Metric.THINK else 1.0))
