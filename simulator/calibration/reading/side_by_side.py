"""Counters over time, from several files, laid side by side: one operating point for each stretch of time."""

import math
from collections import defaultdict
from collections.abc import Sequence

from simulator.calibration.point import Gauge, OperatingPoint, OverTime
from simulator.calibration.reading.problems import refuse

_DAY = 86_400.0
# As many points at most come of a record: more say the same again, and cost time.
MOST_POINTS = 60


def side_by_side(found: Sequence[OverTime]) -> tuple[OperatingPoint, ...]:
    """A point for each stretch in which all of some records have values: their means in it.

    Records without a date are of the day of the others. Raises ScenarioError where they never overlap.
    """
    dated = any(each.clock[0] >= 2.0 * _DAY for each in found)
    of_day = any(each.clock[0] < 2.0 * _DAY for each in found)
    clocks = [[at % _DAY for at in each.clock] if dated and of_day else list(each.clock) for each in found]
    first, last = max(min(clock) for clock in clocks), min(max(clock) for clock in clocks)
    step = max(each.step for each in found)
    if not last > first:
        told = "this record and the others have no time in common"
        refuse(found[-1].file, told, "record the same time, and clocks that agree (UTC where there is a date)")
    step = max(step, (last - first) / MOST_POINTS)
    stretches: dict[int, list[list[OperatingPoint]]] = defaultdict(lambda: [[] for _ in found])
    for number, (each, clock) in enumerate(zip(found, clocks, strict=True)):
        for at, point in zip(clock, each.points, strict=True):
            if first <= at <= last:
                stretches[math.floor((at - first) / step + 1e-9)][number].append(point)
    return tuple(_together(each) for _, each in sorted(stretches.items()) if all(each))


def _together(records: Sequence[Sequence[OperatingPoint]]) -> OperatingPoint:
    """The means of what several records say of one stretch."""
    points = [point for record in records for point in record]
    measured: dict[Gauge, list[float]] = defaultdict(list)
    shares: dict[float, list[float]] = defaultdict(list)
    counters: dict[str, list[float]] = defaultdict(list)
    for point in points:
        for quantity, value in point.measured.items():
            measured[quantity].append(value)
        for share, value in point.percentiles.items():
            shares[share].append(value)
        for name, value in point.counters.items():
            counters[name].append(value)
    cores = next((point.cores for point in points if point.cores is not None), None)
    mean = {quantity: sum(values) / len(values) for quantity, values in measured.items()}
    return OperatingPoint(
        points[0].file, points[0].line, mean, {s: sum(v) / len(v) for s, v in shares.items()},
        {name: sum(v) / len(v) for name, v in counters.items()}, cores,
    )  # fmt: skip
