"""How far off a fit is on rows that it has not seen: each left out in turn, and the upper ones held back together."""

import math
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.scaling_law import FEWEST, NoScalingLaw
from models.scaling_law import fit_scaling_law as scaling_law
from simulator.calibration.fit import ServerFit, refit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.predicted_rows import predicted_rows, shorten_response
from simulator.calibration.server import PredictedRow, ThreadScaling
from simulator.calibration.work_spread import WorkSpread, refine_fit, shift_means, theory_excess
from simulator.messages.stages.calibration import load_test

# Of the rows, so many are held back, where as many are left as this.
HELD_BACK, FEWEST_LEFT = 0.3, 3
COMPARED = (Metric.RATE, Metric.MEAN, Metric.CPU)


class HeldOutError(NamedTuple):
    """A value of a row that was predicted from others. error: predicted over measured, less 1; scaling_law: the same of
    the universal scalability law alone, None where it says nothing of this."""

    point: LoadTestRow
    what: Metric
    measured: float
    predicted: float
    scaling_law: float | None = None

    @property
    def error(self) -> float:
        """As a share of what was measured."""
        return self.predicted / self.measured - 1.0


def leave_one_out(
    loaded: LoadTestRows, server_fit: ServerFit, spread: WorkSpread | str | None = None
) -> tuple[HeldOutError, ...]:
    """Each row predicted by a fit with the same mechanisms, order and spread of work to all others; none where too few
    are left."""
    unseen: list[HeldOutError] = []
    if len(loaded.points) <= FEWEST_LEFT:
        return ()
    more = theory_excess(loaded.points, server_fit, spread)
    moved = shift_means(loaded, more).points
    for place, point in enumerate(loaded.points):
        again = refit(loaded._replace(points=moved[:place] + moved[place + 1 :]), server_fit)
        if again.spare >= 0:
            unseen += _compared(loaded.kind, shorten_response(again, point, more[place]), point)
    return tuple(unseen)


def hold_out_top_rows(
    loaded: LoadTestRows,
    machine: ThreadScaling | None,
    count: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> tuple[HeldOutError, ...]:
    """The `count` rows of most load predicted from the others, by all that these tell, beside the universal scalability
    law fitted to those; none where too few are left. Raises ScenarioError where a stated count leaves too few."""
    number = max(1, math.floor(HELD_BACK * len(loaded.points))) if count is None else count
    if len(loaded.points) - number < FEWEST_LEFT:
        if count:
            first = loaded.points[0]
            told = load_test.too_many_held_back(count, len(loaded.points), FEWEST_LEFT)
            raise ScenarioError((Problem(first.file, 0, "", "", *told),))
        return ()
    if not number:
        return ()
    lower, upper = loaded._replace(points=loaded.points[:-number]), loaded.points[-number:]
    try:
        again, spread = refine_fit(lower, select_mechanisms(lower, machine).fit, progress)
    except ScenarioError:  # The lower rows do not tell what a request costs.
        return ()
    foretold = predicted_rows(again, spread, upper)
    return tuple(
        each
        for point, predicted in zip(upper, foretold, strict=True)
        for each in _compared(loaded.kind, predicted, point, lower.points)
    )


def _compared(
    kind: LoadKind, predicted_row: PredictedRow, point: LoadTestRow, lower: Sequence[LoadTestRow] = ()
) -> list[HeldOutError]:
    values = {Metric.RATE: predicted_row.rate, Metric.MEAN: predicted_row.mean, Metric.CPU: predicted_row.cpu}
    if kind is LoadKind.OPEN:
        if predicted_row.beyond:
            return [HeldOutError(point, Metric.RATE, point[Metric.RATE], predicted_row.rate)]
        values.pop(Metric.RATE)
    found = []
    for what in COMPARED:
        if what in values and point.has(what):
            law = _law_alone(lower, point) if what is Metric.RATE else None
            found.append(HeldOutError(point, what, point[what], values[what], law))
    return found


def _law_alone(lower: Sequence[LoadTestRow], point: LoadTestRow) -> float | None:
    """The rate that the universal scalability law says, fitted to users and rates alone."""
    rows = [(round(each[Metric.USERS]), each[Metric.RATE]) for each in lower if each.has(Metric.USERS, Metric.RATE)]
    if len({users for users, _ in rows}) < FEWEST or not point.has(Metric.USERS):
        return None
    try:
        return scaling_law(rows).at(point[Metric.USERS])
    except NoScalingLaw:
        return None


def median_error(unseen: Sequence[HeldOutError], what: Metric) -> float | None:
    """The median size of the errors of one quantity, as a share."""
    sizes = [abs(each.error) for each in unseen if each.what is what]
    return median(sizes) if sizes else None


def worst_error(unseen: Sequence[HeldOutError]) -> float | None:
    """The largest error of rates, means and CPU, as a share; None where nothing was unseen."""
    return max((abs(each.error) for each in unseen), default=None)
