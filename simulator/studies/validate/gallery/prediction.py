"""A measured system, fitted on some of its rows, held against the others: what was predicted, with its 90 % interval,
and what was measured.

The interval has the error of the parameters and that of the model beside its own rows, as `calibrate` tells them, and
how far off such models were so far beyond the work that was measured (simulator/uncertainty/error_growth.py), of which
nothing was learnt from the table itself.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.errors import ScenarioError
from simulator.calibration.calibrate import Calibration, calibrate
from simulator.calibration.extrapolation import Prediction, predict
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Metric
from simulator.calibration.server import ThreadScaling
from simulator.errors import NotConverged
from simulator.experiment.estimate import student_quantile
from simulator.experiment.progress import Progress
from simulator.farm.prediction import PREDICTED
from simulator.studies.validate.gallery.case import GalleryCase, GallerySystem
from simulator.uncertainty.error_growth import NORMAL, GrowthLaw, growth_law
from simulator.uncertainty.model_error import LimitSort, ParameterOrigin, error_spread


@dataclass(frozen=True)
class PredictedFigure:
    """One figure of a row that was held back. load: users or requests/s; beyond: that in times the largest load that
    was fitted; what: the quantity; predicted, low, high and measured in SI units; distance: requests/s that are
    predicted in times the most that a fitted row did, 1 at the least; fit: the standard error of the logarithm of what
    is predicted by the fitted rows alone, of so many `spare` degrees of freedom."""

    system: str
    load: float
    beyond: float
    what: Metric
    predicted: float
    low: float
    high: float
    measured: float
    distance: float = 1.0
    fit: float = 0.0
    spare: int = 1

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

    @property
    def fit_half(self) -> float:
        """Half of the 90 % interval of the logarithm by the fitted rows alone."""
        return self.fit * student_quantile(PREDICTED, self.spare)

    @property
    def with_one_spread(self) -> "PredictedFigure":
        """The same with one spread of the model's error at every distance, to be held beside."""
        of_model = NORMAL * error_spread(LimitSort.WORK, ParameterOrigin.BEYOND)
        return self._within(math.hypot(self.fit_half, of_model))

    def with_growth(self, law: GrowthLaw) -> "PredictedFigure":
        """The same with an error of the model that grows with distance."""
        return self._within(law.half_width(self.fit_half, self.distance))

    def _within(self, half: float) -> "PredictedFigure":
        return replace(self, low=self.predicted * math.exp(-half), high=self.predicted * math.exp(half))


@dataclass(frozen=True)
class CasePredictions:
    """The figures of a case, and by system why others have none."""

    case: GalleryCase
    figures: tuple[PredictedFigure, ...]
    unanswered: dict[str, str]


def predict_case(case: GalleryCase, progress: Progress = lambda: None) -> CasePredictions:
    """Every system of a case, fitted and held against the rows that were held back; `progress` is called after each."""
    figures, unanswered = list[PredictedFigure](), dict[str, str]()
    law = growth_law(case.name)
    for system in case.systems:
        progress()
        try:
            figures += [each.with_growth(law) for each in _figures(system)]
        except ScenarioError as error:
            unanswered[system.name] = "; ".join(problem.message for problem in error.problems)
        except NotConverged as error:
            unanswered[system.name] = str(error)
    return CasePredictions(case, tuple(figures), unanswered)


def _figures(system: GallerySystem) -> Iterator[PredictedFigure]:
    machine = None if system.cores is None else ThreadScaling(system.cores)
    calibration = calibrate(system.fitted, machine)
    is_closed = calibration.loaded.kind is LoadKind.CLOSED
    by, top = Metric.USERS if is_closed else Metric.RATE, calibration.loaded.points[-1]
    for row in system.predicted:
        # So many threads kept busy all the time are users who do not think.
        load = row[by] if row.has(by) else row[Metric.THREADS]
        ahead = predict(calibration.fit, top.given(by, load), calibration.spread, calibration.off)
        # Of a closed test the mean response follows from the rate, by Little's law.
        for what in (Metric.RATE,) if is_closed else (Metric.MEAN, Metric.CPU):
            if row.has(what):
                yield _figure((system.name, load, load / top[by], what), row[what], ahead, calibration)


def _figure(
    of: tuple[str, float, float, Metric], measured: float, ahead: Prediction, calibration: Calibration
) -> PredictedFigure:
    """A figure, as yet without an interval."""
    value, half = {
        Metric.RATE: (ahead.said.rate, ahead.rate),
        Metric.MEAN: (ahead.said.mean, ahead.mean),
        Metric.CPU: (ahead.said.cpu, ahead.cpu),
    }[of[-1]]
    spare = max(1, calibration.fit.spare)
    most = max(point[Metric.RATE] for point in calibration.loaded.points)
    distance = max(1.0, ahead.said.rate / most)
    fit = half / student_quantile(CONFIDENCE, spare)
    return PredictedFigure(*of, value, value, value, measured, distance, fit, spare)
