"""How far off a fit is on rows that it has not seen: each left out in turn, and the upper ones held back together."""

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.scaling_law import FEWEST, NoScalingLaw
from models.scaling_law import fit as scaling_law
from simulator.calibration.fit import ServerFit, refitted
from simulator.calibration.load_kind import Loaded, LoadKind
from simulator.calibration.mechanisms import chosen
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.server import Machine

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


def left_out_in_turn(loaded: Loaded, found: ServerFit) -> tuple[Unseen, ...]:
    """Each row predicted by a fit with the same mechanisms to all others; none where too few are left."""
    unseen: list[Unseen] = []
    if len(loaded.points) <= FEWEST_LEFT:
        return ()
    for place, point in enumerate(loaded.points):
        rest = loaded._replace(points=loaded.points[:place] + loaded.points[place + 1 :])
        again = refitted(rest, found)
        if again.spare >= 0:
            unseen += _compared(again, point)
    return tuple(unseen)


def held_back(loaded: Loaded, machine: Machine | None, count: int | None = None) -> tuple[Unseen, ...]:
    """The `count` rows of most load predicted from the others, beside the universal scalability law fitted to those;
    none where too few are left. Raises ScenarioError where a stated count leaves too few."""
    number = max(1, math.floor(HELD_BACK * len(loaded.points))) if count is None else count
    if len(loaded.points) - number < FEWEST_LEFT:
        if count:
            first = loaded.points[0]
            told = f"{count} of {len(loaded.points)} rows held back leave too few to fit"
            raise ScenarioError((Problem(first.file, 0, "", "", told, f"leave {FEWEST_LEFT} rows at least"),))
        return ()
    if not number:
        return ()
    lower = loaded._replace(points=loaded.points[:-number])
    try:
        again = chosen(lower, machine).fit
    except ScenarioError:  # The lower rows do not tell what a request costs.
        return ()
    return tuple(each for point in loaded.points[-number:] for each in _compared(again, point, lower.points))


def _compared(fitted: ServerFit, point: OperatingPoint, lower: Sequence[OperatingPoint] = ()) -> list[Unseen]:
    said = fitted.predicted(point)
    values = {Gauge.RATE: said.rate, Gauge.MEAN: said.mean, Gauge.CPU: said.cpu}
    if fitted.kind is LoadKind.OPEN:
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
    """The largest error of rates and CPU, as a share; of means where there is nothing else."""
    sizes = [abs(each.error) for each in unseen if each.what is not Gauge.MEAN]
    sizes = sizes or [abs(each.error) for each in unseen]
    return max(sizes) if sizes else None
