"""Parameters of a server from its rows: least squares of logarithms, with intervals.

What a row measures is compared with what theory says of it, as a ratio. How far measurements of each kind scatter
is taken from the fit itself (Seber and Wild 1989, Nonlinear Regression, section 2.8.8); a mean response that answers
steeply to the load is trusted the less for it. Intervals are those of the linearised model, with Student's factor
(section 5.1).
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares
from scipy.special import fdtr

from simulator.calibration.initial_scale import bend_range, initial_scale, is_free
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.observations import Observation, collect_observations, predicted_value
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.second_thread import DEGREES, is_narrower, most_of_second_thread, second_thread_prior
from simulator.calibration.server import (
    Parameter,
    Parameters,
    PredictedRow,
    ThreadScaling,
    load_elasticity,
    predict_row,
    request_work,
)
from simulator.experiment.estimate import student_quantile

CONFIDENCE = 0.95
# A kind of measurement is judged apart that has so many values at least and scatters clearly more or less than the
# others: weights that are found for nothing make intervals too narrow. None is taken to be better than this share of
# the others, for a few values may agree by chance, nor so many times as bad: a kind that a model misses is no scatter.
_OF_A_KIND, _BY_CHANCE, _BEST_KIND, _WORST_KIND = 4, 0.005, 0.25, 3.0
# A think time is what Little's law leaves, a mean of as many pauses as there were requests: it scatters less than what
# was measured of the server, about as much less as this.
OF_MANY = 0.1
# Parameters that cannot be 0, and are sought as logarithms.
POSITIVE = (Parameter.WORK, Parameter.THINK, Parameter.SECOND_THREAD, Parameter.BEND)
# What may be below 0, and by how much at the most: a request of a server that is idle costs something.
SIGNED = {Parameter.IDLE_COST: -0.9}
# A machine that does no more than this beside its requests.
_MOST_BESIDE = 0.5
# How far rows are taken to scatter before any fit.
_SCATTER = 0.03
# What exact data leave is rounding: an interval is not made of less.
_EXACT = 1e-9
_TOO_MUCH = 20.0
_STEPS = 60


class Interval(NamedTuple):
    """A parameter and the ends of its interval; infinite where the data do not tell."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """The wider side."""
        return max(self.value - self.low, self.high - self.value)


class ServerFit(NamedTuple):
    """A server fitted to rows.

    parameters: with those that were not free; intervals: of the free ones; left: by observation, log measured - log
    fitted; weights: what a residual was divided by; covariance: of the free parameters as they were sought, float64
    (free, free); squares: the weighted sum; scatter: by kind of measurement, the standard deviation of a value, as
    a share; scale: by free parameter, what one that may be 0 was divided by as it was sought; logs: parameters that
    were sought as logarithms; degrees: by free parameter, how many independent values stand behind its interval;
    assumed: how many values stand for what was known before the rows; known: how many parameters were known before
    them, which rows only make surer.
    """

    machine: ThreadScaling
    kind: LoadKind
    free: tuple[Parameter, ...]
    parameters: Parameters
    intervals: Mapping[Parameter, Interval]
    observations: tuple[Observation, ...]
    left: np.ndarray
    weights: np.ndarray
    covariance: np.ndarray
    squares: float
    scatter: Mapping[Metric, float]
    scale: tuple[float, ...]
    logs: tuple[Parameter, ...] = POSITIVE
    degrees: tuple[float, ...] = ()
    assumed: int = 0
    known: int = 0

    @property
    def unknown(self) -> int:
        """How many parameters only the rows tell."""
        return len(self.free) - self.known

    @property
    def spare(self) -> int:
        """Observations more than parameters."""
        return len(self.observations) + self.assumed - self.unknown

    @property
    def tells_second_thread(self) -> bool:
        """Whether the rows narrow what a second thread of a core adds."""
        prior, interval = second_thread_prior(self.machine), self.intervals.get(Parameter.SECOND_THREAD)
        return prior is not None and interval is not None and is_narrower(prior, interval.value, interval.low)

    @property
    def score(self) -> float:
        """Akaike's criterion with its correction for few data (Burnham and Anderson 2002, section 2.4): less is better,
        and less by 4 is clearly better. Only fits to the same observations with the same weights compare."""
        n, k = len(self.observations), self.unknown + 1
        if n - k - 1 <= 0:
            return math.inf
        return n * math.log(max(self.squares / n, _EXACT**2)) + 2.0 * k * n / (n - k - 1)

    def predicted(self, point: LoadTestRow) -> PredictedRow:
        """What the fit says of a row."""
        return predict_row(self.parameters, point, self.kind, self.machine)


def fit(
    loaded: LoadTestRows,
    machine: ThreadScaling,
    free: Sequence[Parameter],
    fixed: Parameters,
    start: Parameters,
    scatter: Mapping[Metric, float] | None = None,
) -> ServerFit:
    """The parameters nearest to the rows; `scatter` of the kinds of measurements is found where none is stated."""
    observations = collect_observations(loaded)
    sought = _Sought(loaded, machine, tuple(free), fixed, observations)
    weights = np.ones(len(observations))
    found = sought.nearest(dict(start), weights)
    weights = sought.trust(found) * sought.scattered(found, scatter)
    for _ in range(2 if scatter is None else 1):
        found = sought.nearest(found, weights)
        weights = sought.trust(found) * sought.scattered(found, scatter)
    return sought.result(sought.nearest(found, weights), weights)


def refit(loaded: LoadTestRows, before: ServerFit) -> ServerFit:
    """The same mechanisms fitted to other rows, from where a fit stands."""
    fixed = {each: value for each, value in before.parameters.items() if each not in before.free}
    return fit(loaded, before.machine, before.free, fixed, before.parameters)


class _Sought:
    """Parameters of a server, while they are sought."""

    def __init__(
        self,
        loaded: LoadTestRows,
        machine: ThreadScaling,
        free: tuple[Parameter, ...],
        fixed: Parameters,
        observations: tuple[Observation, ...],
    ) -> None:
        self.loaded, self.machine, self.free, self.fixed = loaded, machine, free, dict(fixed)
        self.observations = observations
        self.measured = np.log([each.value for each in observations])
        self.rows = sorted({each.point for each in observations})
        self.scale: dict[Parameter, float] = {}
        self.apart: set[str] = set()
        self.logs: tuple[Parameter, ...] = POSITIVE
        self.prior = second_thread_prior(machine) if Parameter.SECOND_THREAD in free else None
        self.most = {Parameter.BESIDE: _MOST_BESIDE, Parameter.SECOND_THREAD: most_of_second_thread(machine)}
        self.least = dict(SIGNED)
        ends = bend_range(loaded.points) if Parameter.BEND in free else None
        if ends is not None:
            self.least[Parameter.BEND], self.most[Parameter.BEND] = ends
        self.unknown = len(free) - (self.prior is not None)
        self.noise = _SCATTER**2

    def nearest(self, start: Parameters, weights: np.ndarray) -> dict[Parameter, float]:
        """The least of the weighted squares, from a start."""
        if not self.free:
            return dict(self.fixed)
        self.scale = {each: max(start[each], initial_scale(each, start)) for each in self.free}
        low = [self._end(each, self.least.get(each, 0.0)) for each in self.free]
        high = [self._end(each, self.most.get(each, math.inf)) for each in self.free]
        begun = np.maximum(self.sought(start), np.where(np.isinf(low), -np.inf, np.array(low) + 1e-3))
        begun = np.minimum(begun, np.array(high) - 1e-3)
        found = least_squares(lambda x: self.off(self.stated(x), weights), begun, bounds=(low, high), max_nfev=_STEPS)
        return self.stated(found.x)

    def _end(self, each: Parameter, value: float) -> float:
        """The least or the largest value that is looked at, as it is sought."""
        end = value / self.scale[each]
        if each not in self.logs:
            return end
        return math.log(end) if end > 0.0 else -math.inf

    def off(self, parameters: Parameters, weights: np.ndarray) -> np.ndarray:
        """How far parameters are off the rows, and what was known before them, by as much as rows scatter: float64
        (observations, and one more where something was known,)."""
        left = np.asarray(self.left(parameters) / weights)
        if self.prior is None:
            return left
        return np.append(left, math.sqrt(self.noise) * self.prior.off(parameters[Parameter.SECOND_THREAD]))

    def stated(self, x: np.ndarray) -> dict[Parameter, float]:
        """Parameters in SI units from what is varied."""
        values = {
            each: self.scale[each] * (math.exp(min(v, 50.0)) if each in self.logs else v)
            for each, v in zip(self.free, x, strict=True)
        }
        return {**self.fixed, **values}

    def sought(self, parameters: Parameters) -> np.ndarray:
        """The other way."""
        ratio = [parameters[each] / self.scale[each] for each in self.free]
        return np.array([math.log(r) if each in self.logs else r for each, r in zip(self.free, ratio, strict=True)])

    def left(self, parameters: Parameters) -> np.ndarray:
        """log measured - log fitted of each observation: float64 (observations,)."""
        said = self.said(parameters)
        logs = [
            math.log(max(1e-300, predicted_value(said[each.point], each, self.loaded, parameters)))
            for each in self.observations
        ]
        # A rate that the server cannot do is no mean response: the distance to what it can do leads back.
        beyond = [_TOO_MUCH * said[each.point].beyond for each in self.observations]
        return np.asarray(self.measured - np.array(logs) - np.array(beyond))

    def said(self, parameters: Parameters) -> dict[int, PredictedRow]:
        """What theory says of each row."""
        points, kind = self.loaded.points, self.loaded.kind
        # The cost at the CPU of a row is sought, which was measured: to find that CPU again each time takes five times
        # as long.
        return {
            row: predict_row(parameters, points[row], kind, self.machine, points[row].get(Metric.CPU))
            for row in self.rows
        }

    def trust(self, parameters: Parameters) -> np.ndarray:
        """How much more an observation scatters than a mean response at little load: float64 (observations,)."""
        points, kind = self.loaded.points, self.loaded.kind
        found = np.ones(len(self.observations))
        for place, each in enumerate(self.observations):
            if each.what is Metric.MEAN:
                found[place] += load_elasticity(parameters, points[each.point], kind, self.machine)
            elif each.what is Metric.THINK:
                found[place] = OF_MANY
        return found

    def scattered(self, parameters: Parameters, stated: Mapping[Metric, float] | None) -> np.ndarray:
        """The scatter of each kind of measurement, as a share of the scatter of all: float64 (observations,)."""
        if stated is not None:
            self.noise = 1.0
            return np.array([stated[each.what] for each in self.observations])
        left = self.left(parameters) / self.trust(parameters)
        self.noise = max(_EXACT**2, self._scatter_of(left) ** 2)
        kinds = np.array([each.what.value for each in self.observations])
        sizes = {kind: self._scatter_of(left[kinds == kind]) for kind in set(kinds)}
        whole = max(_EXACT, float(np.sqrt(np.mean(left**2))))
        self.apart = {kind for kind in sizes if self._differs(left[kinds == kind], left[kinds != kind])}
        alike = np.array([kind not in self.apart for kind in kinds])
        usual = max(_EXACT, self._scatter_of(left[alike])) if alike.any() else whole
        ratios = {
            kind: min(_WORST_KIND, max(_BEST_KIND, sizes[kind] / usual)) if kind in self.apart else 1.0
            for kind in sizes
        }
        return np.array([ratios[kind] for kind in kinds])

    def _differs(self, left: np.ndarray, others: np.ndarray) -> bool:
        """Whether some residuals scatter clearly more or less than the others: the F test of two variances."""
        if left.size < _OF_A_KIND or not others.size:
            return False
        ratio = (self._scatter_of(left) / max(_EXACT, self._scatter_of(others))) ** 2
        share = 1.0 - self.unknown / max(self.unknown + 1, len(self.observations))
        chance = float(fdtr(left.size * share, others.size * share, ratio))
        return not _BY_CHANCE < chance < 1.0 - _BY_CHANCE

    def _scatter_of(self, left: np.ndarray) -> float:
        """The standard deviation of residuals; the parameters are shared out over all residuals in proportion."""
        spare = left.size * (1.0 - self.unknown / max(self.unknown + 1, len(self.observations)))
        return float(np.sqrt((left**2).sum() / spare))

    def result(self, parameters: dict[Parameter, float], weights: np.ndarray) -> ServerFit:
        """The fit with its intervals."""
        left = self.left(parameters)
        squares = float(((left / weights) ** 2).sum())
        self.scale = {each: max(parameters[each], initial_scale(each, parameters)) for each in self.free}
        points = self.loaded.points
        if Parameter.WORK in self.free and is_free(parameters, points):
            # A logarithm of next to nothing tells nothing: how much it may be is asked in seconds.
            self.logs = tuple(each for each in POSITIVE if each is not Parameter.WORK)
            self.scale[Parameter.WORK] = max(request_work(parameters, point) for point in points)
        x = self.sought(parameters) if self.free else np.empty(0)
        slopes = self._slopes(x) / weights[:, None]
        spare = len(self.observations) - self.unknown
        noise = max(squares / spare, _EXACT**2) if spare > 0 else math.inf
        information = slopes.T @ slopes + self._information(noise)
        inverse = np.linalg.pinv(information, rcond=1e-12) if self.free else np.empty((0, 0))
        # What no row answers to has no interval.
        told = np.array([information[k, k] > 1e-18 for k in range(len(self.free))], dtype=bool)
        covariance = noise * inverse if math.isfinite(noise) else np.full(inverse.shape, math.inf)
        degrees = self._degrees(inverse, slopes, noise)
        intervals = {}
        for k, each in enumerate(self.free):
            factor = student_quantile(CONFIDENCE, degrees[k]) if spare > 0 else math.inf
            half = factor * math.sqrt(max(0.0, covariance[k, k])) if told[k] and spare > 0 else math.inf
            intervals[each] = self._interval(each, parameters[each], half)
        trust = self.trust(parameters)
        share = math.sqrt(noise) if spare > 0 else math.nan
        scatter = {each.what: share * weights[k] / trust[k] for k, each in enumerate(self.observations)}
        return ServerFit(
            self.machine, self.loaded.kind, self.free, parameters, intervals, self.observations, left, weights,
            covariance, squares, scatter, tuple(self.scale[each] for each in self.free),
            self.logs, tuple(map(float, degrees)), known=len(self.free) - self.unknown,
        )  # fmt: skip

    def _information(self, noise: float) -> np.ndarray:
        """What was known before the rows, beside what they tell of parameters as they are sought, in times their
        scatter: float64 (free, free)."""
        found = np.zeros((len(self.free), len(self.free)))
        if self.prior is not None and math.isfinite(noise):
            place = self.free.index(Parameter.SECOND_THREAD)
            found[place, place] = noise / self.prior.spread**2
        return found

    def _degrees(self, inverse: np.ndarray, slopes: np.ndarray, noise: float) -> np.ndarray:
        """How many independent values stand behind the interval of each parameter: float64 (free,).

        The scatter of each kind of measurement is known from its own values only, and a parameter rests on some kinds
        more than on others (Satterthwaite 1946, An Approximate Distribution of Estimates of Variance Components).
        """
        rests_on = (inverse @ slopes.T) ** 2
        total, spread = np.zeros(len(self.free)), np.zeros(len(self.free))
        left = 1.0 - self.unknown / max(1, len(self.observations))
        named = [each.what.value for each in self.observations]
        kinds = np.array([kind if kind in self.apart else "" for kind in named])
        for kind in set(kinds):
            share = rests_on[:, kinds == kind].sum(axis=1)
            total += share
            spread += share**2 / max(0.5, (kinds == kind).sum() * left)
        before = (inverse**2 @ self._information(noise)).sum(axis=1)
        total += before
        spread += before**2 / DEGREES
        return np.where(spread > 0.0, total**2 / np.maximum(spread, 1e-300), 1.0)

    def _interval(self, each: Parameter, value: float, half: float) -> Interval:
        if each in self.logs:
            high = value * math.exp(half) if half < 700.0 else math.inf
            low = max(value * math.exp(-half), self.least.get(each, 0.0))
            return Interval(value, low, min(high, self.most.get(each, math.inf)))
        reach = half * self.scale[each]
        return Interval(value, max(SIGNED.get(each, 0.0), value - reach), value + reach)

    def _slopes(self, x: np.ndarray) -> np.ndarray:
        """How the residuals answer to what is varied, by differences: float64 (observations, free)."""
        columns = []
        for k, each in enumerate(self.free):
            step = np.zeros(x.size)
            step[k] = 1e-4
            below = x - step if each in self.logs or each in SIGNED or x[k] > step[k] else x
            width = (x + step - below)[k]
            columns.append((self.left(self.stated(x + step)) - self.left(self.stated(below))) / width)
        return np.stack(columns, axis=1) if columns else np.empty((len(self.observations), 0))
