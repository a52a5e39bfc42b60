"""How far off a fit is on rows that it has not seen: each left out in turn, and the upper ones held back together."""

import math
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.scaling_law import FEWEST, NoScalingLaw
from models.scaling_law import fit as scaling_law
from simulator.calibration.fit import ServerFit, refitted
from simulator.calibration.load_kind import Loaded, LoadKind
from simulator.calibration.mechanisms import chosen
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.said import corrected
from simulator.calibration.said import said as said_of
from simulator.calibration.server import Machine, Predicted
from simulator.calibration.simulated import WorkSpread, moved_by, refined, theory_more

# Of the rows, so many are held back, where as many are left as this.
HELD_BACK, FEWEST_LEFT = 0.3, 3
COMPARED = (Gauge.RATE, Gauge.MEAN, Gauge.CPU)


class Unseen(NamedTuple):
    """A value of a row that was predicted from others. error: predicted over measured, less 1; scaling_law: the same of
    the universal scalability law alone, None where it says nothing of this."""

    point: OperatingPoint
    what: Gauge
    measured: float
    predicted: float
    scaling_law: float | None = None

    @property
    def error(self) -> float:
        """As a share of what was measured."""
        return self.predicted / self.measured - 1.0


def left_out_in_turn(loaded: Loaded, found: ServerFit, spread: WorkSpread | str | None = None) -> tuple[Unseen, ...]:
    """Each row predicted by a fit with the same mechanisms, order and spread of work to all others; none where too few
    are left."""
    unseen: list[Unseen] = []
    if len(loaded.points) <= FEWEST_LEFT:
        return ()
    more = theory_more(loaded.points, found, spread)
    moved = moved_by(loaded, more).points
    for place, point in enumerate(loaded.points):
        again = refitted(loaded._replace(points=moved[:place] + moved[place + 1 :]), found)
        if again.spare >= 0:
            unseen += _compared(loaded.kind, corrected(again, point, more[place]), point)
    return tuple(unseen)


def held_back(
    loaded: Loaded,
    machine: Machine | None,
    count: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Unseen, ...]:
    """The `count` rows of most load predicted from the others, by all that these tell, beside the universal scalability
    law fitted to those; none where too few are left. Raises ScenarioError where a stated count leaves too few."""
    number = max(1, math.floor(HELD_BACK * len(loaded.points))) if count is None else count
    if len(loaded.points) - number < FEWEST_LEFT:
        if count:
            first = loaded.points[0]
            told = f"{count} of {len(loaded.points)} rows held back leave too few to fit"
            raise ScenarioError((Problem(first.file, 0, "", "", told, f"leave {FEWEST_LEFT} rows at least"),))
        return ()
    if not number:
        return ()
    lower, upper = loaded._replace(points=loaded.points[:-number]), loaded.points[-number:]
    try:
        again, spread = refined(lower, chosen(lower, machine).fit, progress)
    except ScenarioError:  # The lower rows do not tell what a request costs.
        return ()
    foretold = said_of(again, spread, upper)
    return tuple(
        each
        for point, predicted in zip(upper, foretold, strict=True)
        for each in _compared(loaded.kind, predicted, point, lower.points)
    )


def _compared(
    kind: LoadKind, said: Predicted, point: OperatingPoint, lower: Sequence[OperatingPoint] = ()
) -> list[Unseen]:
    values = {Gauge.RATE: said.rate, Gauge.MEAN: said.mean, Gauge.CPU: said.cpu}
    if kind is LoadKind.OPEN:
        if said.beyond:
            return [Unseen(point, Gauge.RATE, point[Gauge.RATE], said.rate)]
        values.pop(Gauge.RATE)
    found = []
    for what in COMPARED:
        if what in values and point.has(what):
            law = _law_alone(lower, point) if what is Gauge.RATE else None
            found.append(Unseen(point, what, point[what], values[what], law))
    return found


def _law_alone(lower: Sequence[OperatingPoint], point: OperatingPoint) -> float | None:
    """The rate that the universal scalability law says, fitted to users and rates alone."""
    rows = [(round(each[Gauge.USERS]), each[Gauge.RATE]) for each in lower if each.has(Gauge.USERS, Gauge.RATE)]
    if len({users for users, _ in rows}) < FEWEST or not point.has(Gauge.USERS):
        return None
    try:
        return scaling_law(rows).at(point[Gauge.USERS])
    except NoScalingLaw:
        return None


def usual_error(unseen: Sequence[Unseen], what: Gauge) -> float | None:
    """The median size of the errors of one quantity, as a share."""
    sizes = [abs(each.error) for each in unseen if each.what is what]
    return median(sizes) if sizes else None


def worst_error(unseen: Sequence[Unseen]) -> float | None:
    """The largest error of rates, means and CPU, as a share; None where nothing was unseen."""
    return max((abs(each.error) for each in unseen), default=None)
