"""What knowing one value would be worth: the expected value of partial perfect information, in money a month.

Known before the farm is bought, a value lets the number of units be the best for it. Over the worlds that saves on
average the least of the expected costs, less the expected least of the costs that are to be expected once the value is
known; these are the regression of the costs in the worlds on the value (Strong, Oakley and Brennan 2014, Estimating
Multiparameter Partial Expected Value of Perfect Information, Medical Decision Making 34), here on a cubic of its rank.
The least of several noisy figures is too small; by how much is told by values that have nothing to do with the costs.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from simulator.experiment.estimate import Estimate
from simulator.farm.prediction import MODEL, MeasurementValue
from simulator.uncertainty.regret import ExpectedCosts
from simulator.uncertainty.worlds import Worlds

_DEGREE, _SHUFFLES, _RESAMPLES = 3, 199, 100
_CONFIDENCE, _HALF = 0.95, 1.96
# Of the costs: less is what sums of floats leave.
_ROUNDING = 1e-9


def measurement_values(worlds: Worlds, costs: ExpectedCosts, unit: str) -> tuple[MeasurementValue, ...]:
    """What each uncertain value is worth, and the error of the model, the most first; those of which the saving is
    told from nothing."""
    rng = np.random.default_rng(worlds.scenario.run.seed)
    paid = costs.of_all
    chance = _chance(paid, rng)
    found = [
        MeasurementValue(path, saving)
        for path, values in _values(worlds)
        for saving in (_saving(paid, values, chance, rng, unit),)
        if saving.value > 0.0 and saving.resolved
    ]
    return tuple(sorted(found, key=lambda each: -each.saving.value))


def _values(worlds: Worlds) -> Iterator[tuple[str, np.ndarray]]:
    """By path, the values in the worlds."""
    for at, uncertain in enumerate(worlds.draws.uncertain):
        yield uncertain.path, worlds.draws.values[worlds.numbers, at]
    yield MODEL, worlds.draws.error[worlds.numbers]


def _chance(paid: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The savings that values seem to bring that have nothing to do with the costs: float64 (shuffles,)."""
    return np.array([_seeming(rng.permutation(paid)) for _ in range(_SHUFFLES)])


def _saving(paid: np.ndarray, values: np.ndarray, chance: np.ndarray, rng: np.random.Generator, unit: str) -> Estimate:
    seeming = _by_rank(paid, values)
    if seeming <= max(float(np.quantile(chance, _CONFIDENCE)), _ROUNDING * float(np.abs(paid).mean())):
        return Estimate(0.0, 0.0, _CONFIDENCE, len(paid), unit)
    again = [rng.integers(len(paid), size=len(paid)) for _ in range(_RESAMPLES)]
    spread = float(np.std([_by_rank(paid[each], values[each]) for each in again]))
    return Estimate(seeming - float(chance.mean()), _HALF * spread, _CONFIDENCE, len(paid), unit)


def _by_rank(paid: np.ndarray, values: np.ndarray) -> float:
    """The saving, by the regression of the costs on the rank of a value."""
    return _seeming(paid[np.argsort(values, kind="stable")])


def _seeming(paid: np.ndarray) -> float:
    """The same of costs in the order of a value."""
    basis = _basis(len(paid))
    known = basis @ (basis.T @ paid)
    return float(paid.mean(axis=0).min() - known.min(axis=1).mean())


@lru_cache(maxsize=8)
def _basis(worlds: int) -> np.ndarray:
    """Polynomials of the rank in so many worlds, at right angles to each other: float64 (worlds, degree + 1)."""
    ranks = 2.0 * (np.arange(worlds) + 0.5) / worlds - 1.0
    basis, _ = np.linalg.qr(np.polynomial.legendre.legvander(ranks, _DEGREE))
    return np.asarray(basis)
