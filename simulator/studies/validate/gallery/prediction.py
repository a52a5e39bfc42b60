"""A measured system, fitted on some of its rows, held against the others: what was predicted, with its 90 % interval,
and what was measured.

The interval has the error of the parameters and that of the model beside its own rows, as `calibrate` tells them, and
how far off such models were so far beyond the work that was measured (simulator/uncertainty/error_growth.py), of which
nothing was learnt from the table itself.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from models.errors import ScenarioError
from simulator.calibration.calibrate import Calibration, calibrate
from simulator.calibration.extrapolation import Prediction, predict
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.prediction_interval import distance_from_rows
from simulator.calibration.server import ThreadScaling
from simulator.errors import NotConverged
from simulator.experiment.estimate import student_quantile
from simulator.experiment.progress import Progress
from simulator.farm.prediction import PREDICTED
from simulator.studies.validate.gallery.case import GalleryCase, GallerySystem, RowSplit
from simulator.uncertainty.error_growth import FILES_BETWEEN, NORMAL, GrowthLaw, growth_law
from simulator.uncertainty.model_error import LimitSort, ParameterOrigin, error_spread


@dataclass(frozen=True)
class PredictedFigure:
    """One figure of a row that was held back. load: users or requests/s; beyond: that in times the largest load that
    was fitted; what: the quantity; predicted, low, high and measured in SI units; distance: requests/s that are
    predicted in times the most that a fitted row did, 1 at the least; share: of the percentile that is predicted, None
    where that is none; bend: by how much the logarithm of the requests/s predicted exceeds the line through the fitted
    rows, counted where a third of the rows is fitted; fit: the standard error of the logarithm of what is predicted by
    the fitted rows alone, of so many `spare` degrees of freedom."""

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
    share: float | None = None
    bend: float = 0.0

    @property
    def measure(self) -> str:
        """What it is called."""
        return self.what.value if self.share is None else f"percentile {100.0 * self.share:g}"

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
        return self._within(law.half_width(self.fit_half, self.distance, self.bend))

    def _within(self, half: float) -> "PredictedFigure":
        return replace(self, low=self.predicted * math.exp(-half), high=self.predicted * math.exp(half))


@dataclass(frozen=True)
class CasePredictions:
    """The figures of a case, and by system why others have none. third: the same with a third of the rows of each
    system fitted, empty where the case does not ask for that; third_unanswered: of those, why others have none."""

    case: GalleryCase
    figures: tuple[PredictedFigure, ...]
    unanswered: dict[str, str]
    third: tuple[PredictedFigure, ...] = ()
    third_unanswered: dict[str, str] = field(default_factory=dict)


def predict_case(case: GalleryCase, progress: Progress = lambda: None) -> CasePredictions:
    """Every system of a case, fitted and held against the rows that were held back; `progress` is called after each."""
    figures, unanswered = list[PredictedFigure](), dict[str, str]()
    third, third_unanswered = list[PredictedFigure](), dict[str, str]()
    law = growth_law(case.name)
    for system in case.systems:
        progress()
        beyond = RowSplit(system.fitted, system.predicted)
        figures += [each.with_growth(law) for each in _answered(system, beyond, _figures_beyond, unanswered)]
        if system.third is not None:
            found = _answered(system, system.third, _figures_between, third_unanswered)
            third += [each.with_growth(_law_between(each, case.name)) for each in found]
    return CasePredictions(case, tuple(figures), unanswered, tuple(third), third_unanswered)


_Figures = Callable[[str, RowSplit, Calibration], Iterator[PredictedFigure]]


def _answered(
    system: GallerySystem, split: RowSplit, figures: _Figures, unanswered: dict[str, str]
) -> list[PredictedFigure]:
    """The figures of a system, none where its rows do not tell them, which is written down."""
    machine = None if system.cores is None else ThreadScaling(system.cores)
    try:
        return list(figures(system.name, split, calibrate(split.fitted, machine)))
    except ScenarioError as error:
        unanswered[system.name] = "; ".join(problem.message for problem in error.problems)
    except NotConverged as error:
        unanswered[system.name] = str(error)
    return []


def _load_of(row: LoadTestRow, calibration: Calibration) -> float:
    """So many threads kept busy all the time are users who do not think."""
    by = _by(calibration)
    return row[by] if row.has(by) else row[Metric.THREADS]


def _by(calibration: Calibration) -> Metric:
    return Metric.USERS if calibration.loaded.kind is LoadKind.CLOSED else Metric.RATE


def _figures_beyond(name: str, split: RowSplit, calibration: Calibration) -> Iterator[PredictedFigure]:
    """What the model that is written out says, which every plan beyond what was measured rests on."""
    by, top = _by(calibration), calibration.loaded.points[-1]
    for row in split.predicted:
        load = _load_of(row, calibration)
        ahead = predict(calibration.fit, top.given(by, load), calibration.spread, calibration.off)
        # Of a closed test the mean response follows from the rate, by Little's law.
        for what in (Metric.RATE,) if by is Metric.USERS else (Metric.MEAN, Metric.CPU):
            if row.has(what):
                yield _figure((name, load, load / top[by], what), row[what], ahead, calibration)


def _figures_between(name: str, split: RowSplit, calibration: Calibration) -> Iterator[PredictedFigure]:
    """What `calibrate` predicts at loads, percentiles too."""
    by, top = _by(calibration), calibration.loaded.points[-1]
    for row in split.predicted:
        load = _load_of(row, calibration)
        ahead = calibration.predicted(load)
        for what in (Metric.RATE, Metric.MEAN, Metric.CPU):
            if row.has(what) and what is not by and calibration.loaded.points[0].has(what):
                yield _figure((name, load, load / top[by], what), row[what], ahead, calibration)
        mean = _figure((name, load, load / top[by], Metric.MEAN), 1.0, ahead, calibration)
        for share, value in calibration.percentiles(load).items():
            if share in row.percentiles:
                measured = row.percentiles[share]
                yield replace(mean, predicted=value, low=value, high=value, measured=measured, share=share)


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
    distance = distance_from_rows(
        calibration.loaded, of[1] if _by(calibration) is Metric.USERS else None, ahead.said.rate
    )
    fit = half / student_quantile(CONFIDENCE, spare)
    return PredictedFigure(*of, value, value, value, measured, distance.work, fit, spare, bend=distance.bend)


def _law_between(figure: PredictedFigure, table: str) -> GrowthLaw:
    return growth_law(table, FILES_BETWEEN[figure.share is not None])
