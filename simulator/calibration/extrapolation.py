"""How far beyond its rows a fit may be trusted, and what it predicts within that."""

import math
from typing import NamedTuple

import numpy as np

from simulator.calibration.discrepancy import Discrepancy
from simulator.calibration.few_rows import SCATTER
from simulator.calibration.fit import CONFIDENCE, ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.predicted_rows import predicted_rows
from simulator.calibration.residual_spread import Distances, ResidualSpread
from simulator.calibration.server import PredictedRow, predict_row
from simulator.calibration.work_spread import WorkSpread
from simulator.experiment.estimate import student_quantile
from simulator.messages.stages.calibration import extrapolation

# A prediction is trusted whose parameters tell it within this share of it, and to so many times the largest load that
# was measured at the most, as a scaling law is (models/capacity_curve.py); rows held back that are further off, in
# whatever was measured of them, end it.
SURE, FURTHEST = 0.1, 1.5
_STEPS = 25


class ExtrapolationLimit(NamedTuple):
    """load: the largest load that may be predicted, requests/s of an open test, users of a closed one; measured: the
    largest of the rows; why: what ends it, in words."""

    load: float
    measured: float
    why: str


class Prediction(NamedTuple):
    """A prediction. Half-widths are shares of it, infinite where the rows do not tell."""

    said: PredictedRow
    rate: float
    mean: float
    cpu: float


def extrapolation_limit(
    loaded: LoadTestRows, fit: ServerFit, error: float | None, saturates: bool
) -> ExtrapolationLimit:
    """How far a fit may be trusted, given its largest error on held-back rows (None where none were), of rates, means
    or CPU."""
    by = Metric.RATE if loaded.kind is LoadKind.OPEN else Metric.USERS
    top = loaded.points[-1]
    last = top[by]
    if error is None:
        return ExtrapolationLimit(last, last, extrapolation.NOTHING_HELD_BACK)
    if error > SURE:
        return ExtrapolationLimit(last, last, extrapolation.rows_off(error))
    if not saturates:
        return ExtrapolationLimit(last, last, extrapolation.NOT_NEAR_LIMIT)
    for step in range(1, _STEPS + 1):
        load = last * (1.0 + (FURTHEST - 1.0) * step / _STEPS)
        ahead = _by_parameters(fit, top.given(by, load))
        if ahead.said.beyond or max(ahead.rate, ahead.cpu) > SURE:
            before = last * (1.0 + (FURTHEST - 1.0) * (step - 1) / _STEPS)
            why = extrapolation.AT_LIMIT if ahead.said.beyond else extrapolation.INTERVAL_TOO_WIDE
            return ExtrapolationLimit(before, last, why)
    return ExtrapolationLimit(FURTHEST * last, last, extrapolation.furthest(FURTHEST))


def predict(
    fit: ServerFit,
    point: LoadTestRow,
    spread: WorkSpread | str | None,
    off: Distances,
    discrepancy: Discrepancy | None = None,
) -> Prediction:
    """What the model that is written out predicts at a load, and how far off that may be: by its parameters, by how far
    it is off the rows that it was fitted to, and no less than it was off rows held back. With the discrepancy of its
    rows, moved by that."""
    prediction, said = _by_parameters(fit, point), predicted_rows(fit, spread, (point,))[0]
    if discrepancy is not None:
        moved = _moved(fit, point, said, prediction, discrepancy)
        return moved if discrepancy.is_within(point[Metric.USERS]) else _no_less(moved, off)
    none = ResidualSpread(0.0, 0.0)
    return Prediction(
        said,
        off.get(Metric.RATE, none).around(prediction.rate)
        if fit.kind is LoadKind.CLOSED or prediction.said.beyond
        else prediction.rate,
        off.get(Metric.MEAN, none).around(prediction.mean),
        off.get(Metric.CPU, none).around(prediction.cpu),
    )


def _moved(
    fit: ServerFit, point: LoadTestRow, said: PredictedRow, by_parameters: Prediction, discrepancy: Discrepancy
) -> Prediction:
    """A row of a closed test whose rate is that of the model and what its rows leave beside; the mean response and the
    CPU follow, by Little's law and the utilisation law."""
    users = point[Metric.USERS]
    by, error = discrepancy.at(users)
    rate = said.rate * math.exp(by)
    mean = max(0.0, said.mean + users / rate - users / said.rate)
    half = math.hypot(by_parameters.rate, student_quantile(CONFIDENCE, max(1, fit.spare)) * math.hypot(error, SCATTER))
    cpu = min(1.0, said.cpu * math.exp(by))
    return Prediction(said._replace(rate=rate, mean=mean, cpu=cpu), half, half, half)


def _no_less(prediction: Prediction, off: Distances) -> Prediction:
    """The same with half-widths that are no less than the distance of rows held back."""
    none = ResidualSpread(0.0, 0.0)
    least = {what: off.get(what, none).unseen for what in (Metric.RATE, Metric.MEAN, Metric.CPU)}
    return prediction._replace(
        rate=max(prediction.rate, least[Metric.RATE]),
        mean=max(prediction.mean, least[Metric.MEAN]),
        cpu=max(prediction.cpu, least[Metric.CPU]),
    )


def _by_parameters(fit: ServerFit, point: LoadTestRow) -> Prediction:
    """What theory says of a load, with how far off that may be for its parameters (the delta method)."""
    said = fit.predicted(point)
    if not fit.free or fit.spare <= 0 or not np.all(np.isfinite(fit.covariance)):
        return Prediction(said, math.inf, math.inf, math.inf)
    slopes = np.zeros((3, len(fit.free)))
    for k, each in enumerate(fit.free):
        value = fit.parameters[each]
        size = max(value, fit.intervals[each].half_width if math.isfinite(fit.intervals[each].half_width) else value)
        step = 1e-4 * size
        further = predict_row({**fit.parameters, each: value + step}, point, fit.kind, fit.machine)
        # A mean that is all think time is no time at all: nothing is a share of it.
        with np.errstate(invalid="ignore", divide="ignore"):
            logs = np.log([further.rate / said.rate, further.mean / said.mean, further.cpu / said.cpu])
        slopes[:, k] = logs / step * _per_sought(fit, k, value)
    spread = np.sqrt(np.maximum(0.0, np.einsum("ij,jk,ik->i", slopes, fit.covariance, slopes)))
    factor = student_quantile(CONFIDENCE, fit.spare)
    return Prediction(said, *(float(factor * each) if np.isfinite(each) else math.inf for each in spread))


def _per_sought(fit: ServerFit, place: int, value: float) -> float:
    """How much a parameter changes with what was varied for it."""
    return value if fit.free[place] in fit.logs else fit.scale[place]
