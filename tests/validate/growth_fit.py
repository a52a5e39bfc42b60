"""The law by which a model's error grows beyond the work that was measured, fitted to the gallery.

`python -m tests.validate.growth_fit` predicts the gallery again, fits the law to all tables and to
all but each, and writes the file that simulator/uncertainty reads; a test holds the file against that.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import gammaln
from scipy.stats import chi2

from simulator.calibration.point import Metric
from simulator.studies.validate.gallery.case import read_case, shipped_cases
from simulator.studies.validate.gallery.prediction import CasePredictions, PredictedFigure, predict_case
from simulator.uncertainty.error_growth import FILE, FILES_BETWEEN, TAILS, GrowthError, GrowthLaw, GrowthRecord

# By what the distance is measured in.
BY_WORK, BY_LOAD = "work", "load"
_DIGITS = 4
# Logarithms of share, near, growth and bend where searches begin, the best of which counts; and how far they may go.
_STARTS = ((-0.1, -5.0, -1.0, -4.0), (-1.0, -3.0, -4.0, -3.0), (0.0, -4.0, -4.0, -4.0))
# The standard error of a fit counts at most as a whole.
_LEAST, _MOST = -14.0, np.array([0.0, 3.0, 3.0, 3.0])
# Which parameters there are: without growth, and without a bend where no error has one.
_GROWS, _FLAT = (True, True, True), (True, True, False)
_SEARCH = {"maxiter": 4000, "xatol": 1e-5, "fatol": 1e-8}


def growth_errors(cases: Sequence[CasePredictions]) -> list[GrowthError]:
    """The errors of the rates of some cases, beyond the loads that were fitted."""
    return [
        error for case in cases for error in _errors(case, [each for each in case.figures if each.what is Metric.RATE])
    ]


def errors_between(cases: Sequence[CasePredictions], of_percentiles: bool) -> list[GrowthError]:
    """The errors of the rates, or of the percentiles, where a third of the rows was fitted."""
    return [
        error
        for case in cases
        for error in _errors(
            case,
            [
                each
                for each in case.third
                if (each.share is not None) is of_percentiles and (of_percentiles or each.what is Metric.RATE)
            ],
        )
    ]


def _errors(case: CasePredictions, figures: Sequence[PredictedFigure]) -> list[GrowthError]:
    return [
        GrowthError(
            case.case.name,
            each.system,
            round(each.beyond, _DIGITS),
            round(each.distance, _DIGITS),
            round(float(np.log1p(each.error)), _DIGITS),
            round(each.fit, _DIGITS),
            each.spare,
            0.0 if each.share is not None else round(each.bend, _DIGITS),
        )
        for each in figures
    ]


def fit_growth(errors: Sequence[GrowthError], by: str = BY_WORK) -> tuple[GrowthLaw, float]:
    """The law of the greatest likelihood, and by how much its logarithm exceeds that of the best law without growth.
    Each system counts once, however many of its rows were predicted."""
    terms, bends = _likelihood(errors, by), any(each.bend for each in errors)
    grows, flat = (_best(terms, (*has, bends)) for has in (_GROWS, _FLAT))
    law = GrowthLaw(*(float(f"{each:.{_DIGITS}g}") for each in _parameters(grows[0])))
    return law, max(0.0, flat[1] - grows[1])


def chance_of_growth(gain: float) -> float:
    """How likely chance gains as much: half of a chi-square, for the growth is at its bound where there is none (Self
    and Liang 1987, JASA 82)."""
    return float(0.5 * chi2.sf(2.0 * gain, 1))


def growth_record(errors: Sequence[GrowthError]) -> GrowthRecord:
    """The law of all errors and those without each table."""
    tables = dict.fromkeys(each.table for each in errors)
    without = {table: fit_growth([each for each in errors if each.table != table])[0] for table in tables}
    chance = {by: float(f"{chance_of_growth(fit_growth(errors, by)[1]):.2g}") for by in (BY_WORK, BY_LOAD)}
    return GrowthRecord(fit_growth(errors)[0], without, chance, tuple(errors))


def write(record: GrowthRecord, file: Path = FILE) -> None:
    """Writes a file, an error a line."""
    rows = ",\n".join(json.dumps(each) for each in record.errors)
    without = {table: law.parameters for table, law in record.without.items()}
    laws = json.dumps({"law": record.law.parameters, "without": without, "chance": record.chance}, indent=1)
    file.write_text(f'{laws[:-2]},\n "errors": [\n{rows}\n]}}\n', encoding="utf-8")


def _likelihood(errors: Sequence[GrowthError], by: str) -> Callable[[np.ndarray], float]:
    """The negative logarithm of the likelihood of share, near, growth and bend, by their logarithms."""
    off, fit = np.array([each.error for each in errors]), np.array([each.fit for each in errors])
    distances = np.array([each.distance if by == BY_WORK else each.load for each in errors])
    away, bends = np.log(np.maximum(1.0, distances)) ** 2, np.array([each.bend for each in errors]) ** 2
    counts = Counter((each.table, each.system) for each in errors)
    weights = np.array([1.0 / counts[each.table, each.system] for each in errors])
    scale = gammaln((TAILS + 1) / 2.0) - gammaln(TAILS / 2.0) - 0.5 * np.log(TAILS * np.pi)

    def negative(logs: np.ndarray) -> float:
        share, near, growth, bend = _parameters(logs)
        variance = (share * fit) ** 2 + near + growth * away + bend * bends
        density = scale - 0.5 * (TAILS + 1) * np.log1p(off**2 / variance / TAILS) - 0.5 * np.log(variance)
        return -float(weights @ density)

    return negative


def _parameters(logs: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(np.where(np.isneginf(logs), logs, np.clip(logs, _LEAST, _MOST))))


def _best(function: Callable[[np.ndarray], float], has: Sequence[bool]) -> tuple[np.ndarray, float]:
    """The logarithms of least value, -inf of those that there are not."""
    free = np.array(has)

    def whole(logs: np.ndarray) -> np.ndarray:
        every = np.full(free.size, -np.inf)
        every[free] = logs
        return every

    found = [
        minimize(lambda logs: function(whole(logs)), np.array(start)[free], method="Nelder-Mead", options=_SEARCH)
        for start in _STARTS
    ]
    best = min(found, key=lambda each: float(each.fun))
    return whole(best.x), float(best.fun)


if __name__ == "__main__":
    predicted = [predict_case(read_case(path)) for path in shipped_cases()]
    write(growth_record(growth_errors(predicted)))
    for of_percentiles, file in enumerate(FILES_BETWEEN):
        write(growth_record(errors_between(predicted, bool(of_percentiles))), file)
