"""The 90 % interval of what is predicted at a load: what the rows tell, and how far off such models were on measured
systems that nobody fitted, as far from their rows (simulator/uncertainty/error_growth.py)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulator.calibration.extrapolation import Prediction
from simulator.calibration.fit import CONFIDENCE, ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import load_elasticity
from simulator.experiment.estimate import student_quantile
from simulator.farm.prediction import PREDICTED
from simulator.uncertainty.error_growth import FILES_BETWEEN, NORMAL, GrowthLaw, growth_law

# What the rows do not tell has no upper end.
_MOST = 700.0


class RowDistance(NamedTuple):
    """How far a load is from the rows. work: requests/s predicted in times the most, or the least, that a row did, 1 at
    the least; bend: by how much the logarithm of what is predicted exceeds the line through the rows."""

    work: float
    bend: float


class PredictionWidths(NamedTuple):
    """Half of the 90 % intervals of the logarithms of what is predicted, infinite where the rows do not tell."""

    rate: float
    mean: float
    cpu: float
    percentiles: float

    def ends(self, what: str, value: float) -> tuple[float, float]:
        """The interval of a value of a field: a server that is full uses all of its CPU, and no more."""
        half = getattr(self, what)
        low, high = value * math.exp(-half), value * math.exp(min(half, _MOST))
        return (low, min(1.0, high)) if what == "cpu" else (low, high)


def distance_from_rows(loaded: LoadTestRows, users: float | None, rate: float) -> RowDistance:
    """How far so many requests/s of so many users are from the rows; users: None of an open test, which has no bend."""
    rows = [point for point in loaded.points if point.has(Metric.RATE)]
    if not rows:
        return RowDistance(1.0, 0.0)
    rates = [point[Metric.RATE] for point in rows]
    work = max(1.0, rate / max(rates), min(rates) / rate)
    measured = defaultdict[float, list[float]](list)
    for point in rows:
        if point.has(Metric.USERS):
            measured[point[Metric.USERS]].append(math.log(point[Metric.RATE]))
    return RowDistance(work, 0.0 if users is None or not measured else _bend(measured, users, rate))


def _bend(measured: Mapping[float, Sequence[float]], users: float, rate: float) -> float:
    """How far a rate is above the straight line through the rates of rows, whose logarithms stand by their users, on
    logarithmic scales: through the mean of rows of as many users, in proportion to the users below the first, and
    nothing beyond the last."""
    loads = np.log(sorted(measured))
    rates, at = np.array([np.mean(measured[each]) for each in sorted(measured)]), math.log(users)
    if at >= loads[-1]:
        return 0.0
    least = rates[0] + min(0.0, at - loads[0]) if at < loads[0] else np.interp(at, loads, rates)
    return max(0.0, math.log(rate) - float(least))


def fitted_half_width(half: float, spare: int) -> float:
    """Half of the 90 % interval of what the rows tell, of half of the 95 % interval."""
    return half * student_quantile(PREDICTED, max(1, spare)) / student_quantile(CONFIDENCE, max(1, spare))


def prediction_widths(fit: ServerFit, loaded: LoadTestRows, point: LoadTestRow, ahead: Prediction) -> PredictionWidths:
    """The intervals of what a fit predicts of a load. The rate of an open one is given; its mean answers to what the
    server can do the more steeply, the nearer it is to that."""
    if fit.kind is LoadKind.OPEN:
        users = ahead.said.rate * ahead.said.mean if loaded.kind is LoadKind.CLOSED else None
        steeper = 1.0 + load_elasticity(fit.parameters, point, fit.kind, fit.machine)
    else:
        users, steeper = point[Metric.USERS], 1.0
    distance = distance_from_rows(loaded, users, ahead.said.rate)
    of_rates, of_percentiles = (growth_law(file=file) for file in FILES_BETWEEN)

    def width(half: float, law: GrowthLaw, times: float) -> float:
        of_rows = law.share * fitted_half_width(half, fit.spare)
        return math.hypot(of_rows, times * NORMAL * law.spread(*distance))

    return PredictionWidths(
        0.0 if fit.kind is LoadKind.OPEN else width(ahead.rate, of_rates, 1.0),
        width(ahead.mean, of_rates, steeper),
        width(ahead.cpu, of_rates, 1.0),
        width(ahead.mean, of_percentiles, steeper),
    )
