"""How far a fit is off what was measured, for the intervals of what it predicts: its own rows, and those held back."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulator.calibration.cross_validation import COMPARED, HeldOutError
from simulator.calibration.few_rows import SCATTER
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import PredictedRow
from simulator.experiment.estimate import student_quantile

_CONFIDENCE = 0.95


class ResidualSpread(NamedTuple):
    """Shares of what is predicted. scatter: half-width of the 95 % interval of one more row, by how far the fitted rows
    are off; unseen: the largest distance of a row that was held back, 0 where none was."""

    scatter: float
    unseen: float

    def around(self, parameters: float) -> float:
        """The half-width of a prediction, given that of its parameters: both errors together, and no less than what
        rows held back were off."""
        return max(math.hypot(parameters, self.scatter), self.unseen)


Distances = Mapping[Metric, ResidualSpread]


def residual_spreads(
    points: Sequence[LoadTestRow],
    predicted_rows: Sequence[PredictedRow],
    unseen: Sequence[HeldOutError],
    free: int,
    assumed: int = 0,
) -> Distances:
    """How far off rates, means and CPU are; a quantity that no row has is left out. free: parameters that were fitted;
    assumed: how many values stand for what was known before the rows, each off by what a load test scatters by.

    The parameters are shared out over the rows of a quantity, one for each at the most (Seber and Wild 1989, Nonlinear
    Regression, section 5.1).
    """
    found = {}
    for what in COMPARED:
        off = [point[what] / predicted_quantity(each, what) - 1.0
               for point, each in zip(points, predicted_rows, strict=True) if point.has(what)]  # fmt: skip
        if not off:
            continue
        spare = max(1, len(off) + assumed - math.ceil(free / len(COMPARED)))
        usual = math.sqrt((sum(each**2 for each in off) + assumed * SCATTER**2) / spare)
        worst = max((abs(each.measured / each.predicted - 1.0) for each in unseen if each.what is what), default=0.0)
        found[what] = ResidualSpread(student_quantile(_CONFIDENCE, spare) * usual, worst)
    return found


def predicted_quantity(predicted_row: PredictedRow, what: Metric) -> float:
    """A quantity of a prediction, in SI units: rate, mean response or CPU."""
    return {Metric.RATE: predicted_row.rate, Metric.MEAN: predicted_row.mean}.get(what, predicted_row.cpu)
