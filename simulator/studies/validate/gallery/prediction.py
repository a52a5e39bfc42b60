"""A measured system, fitted on some of its rows, held against the others: what was predicted, with its 90 % interval,
and what was measured.

The interval has the error of the parameters and that of the model beside its own rows, as `calibrate` tells them, and
how far off such models were beyond the loads that were measured (simulator/uncertainty/model_error.py).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

from models.errors import ScenarioError
from simulator.calibration.calibrate import Calibration, calibrate
from simulator.calibration.extrapolation import Prediction, predict
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Gauge
from simulator.calibration.server import ThreadScaling
from simulator.errors import NotConverged
from simulator.experiment.estimate import student_quantile
from simulator.experiment.progress import Progress
from simulator.farm.prediction import PREDICTED
from simulator.studies.validate.gallery.case import GalleryCase, GallerySystem
from simulator.uncertainty.model_error import LimitSort, ParameterOrigin, error_spread


@dataclass(frozen=True)
class PredictedFigure:
    """One figure of a row that was held back. load: users or requests/s; beyond: that in times the largest load that
    was fitted; what: the quantity; predicted, low, high and measured in SI units."""

    system: str
    load: float
    beyond: float
    what: Gauge
    predicted: float
    low: float
    high: float
    measured: float

    @property
    def error(self) -> float:
        """Predicted over measured, less 1."""
        return self.predicted / self.measured - 1.0

    @property
    def is_inside(self) -> bool:
        """Whether what was measured lies in the interval."""
        return self.low <= self.measured <= self.high

    @property
    def width(self) -> float:
        """The upper end over the lower."""
        return self.high / self.low


@dataclass(frozen=True)
class CasePredictions:
    """The figures of a case, and by system why others have none."""

    case: GalleryCase
    figures: tuple[PredictedFigure, ...]
    unanswered: dict[str, str]


def predict_case(case: GalleryCase, progress: Progress = lambda: None) -> CasePredictions:
    """Every system of a case, fitted and held against the rows that were held back; `progress` is called after each."""
    figures, unanswered = list[PredictedFigure](), dict[str, str]()
    for system in case.systems:
        progress()
        try:
            figures += _figures(system)
        except ScenarioError as error:
            unanswered[system.name] = "; ".join(problem.message for problem in error.problems)
        except NotConverged as error:
            unanswered[system.name] = str(error)
    return CasePredictions(case, tuple(figures), unanswered)


def _figures(system: GallerySystem) -> Iterator[PredictedFigure]:
    machine = None if system.cores is None else ThreadScaling(system.cores)
    calibration = calibrate(system.fitted, machine)
    is_closed = calibration.loaded.kind is LoadKind.CLOSED
    by, top = Gauge.USERS if is_closed else Gauge.RATE, calibration.loaded.points[-1]
    for row in system.predicted:
        # So many threads kept busy all the time are users who do not think.
        load = row[by] if row.has(by) else row[Gauge.THREADS]
        ahead = predict(calibration.fit, top.given(by, load), calibration.spread, calibration.off)
        # Of a closed test the mean response follows from the rate, by Little's law.
        for what in (Gauge.RATE,) if is_closed else (Gauge.MEAN, Gauge.CPU):
            if row.has(what):
                yield _figure((system.name, load, load / top[by], what), row[what], ahead, calibration)


def _figure(
    of: tuple[str, float, float, Gauge], measured: float, ahead: Prediction, calibration: Calibration
) -> PredictedFigure:
    value, half = {
        Gauge.RATE: (ahead.said.rate, ahead.rate),
        Gauge.MEAN: (ahead.said.mean, ahead.mean),
        Gauge.CPU: (ahead.said.cpu, ahead.cpu),
    }[of[-1]]
    away = _half_width(half, calibration)
    return PredictedFigure(*of, value, value * math.exp(-away), value * math.exp(away), measured)


def _half_width(half: float, calibration: Calibration) -> float:
    """Half of the interval of a logarithm: of the fit, which tells another confidence, and of the model."""
    spare = max(1, calibration.fit.spare)
    of_fit = half * student_quantile(PREDICTED, spare) / student_quantile(CONFIDENCE, spare)
    of_model = _NORMAL * error_spread(LimitSort.WORK, ParameterOrigin.BEYOND)
    return math.hypot(of_fit, of_model)


# Half of a 90 % interval in standard deviations.
_NORMAL = NormalDist().inv_cdf(0.5 + PREDICTED / 2.0)
