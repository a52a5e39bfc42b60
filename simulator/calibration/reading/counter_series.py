"""Counters over time: instants of one record, and several records laid side by side by their clocks."""

import math
from collections import defaultdict
from collections.abc import Sequence

from simulator.calibration.point import CounterSeries, LoadTestRow, Metric
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading
from simulator.messages.stages.calibration import recordings

DAY = 86_400.0
# As many points at most come of a record: more say the same again, and cost time.
MOST_POINTS = 60
_FEWEST = 2


def single_value_row(file: str, named: ColumnHeading, value: float) -> LoadTestRow:
    """A point with one value in it, under the heading that it has."""
    if named.quantity is not None:
        return LoadTestRow(file, 0, {named.quantity: value * named.factor})
    if named.share is not None:
        return LoadTestRow(file, 0, {}, {named.share: value * named.factor})
    return LoadTestRow(file, 0, {}, {}, {named.counter: value * named.factor})


def record(file: str, clock: Sequence[float], points: Sequence[LoadTestRow], remedy: str, *notes: str) -> FileReading:
    """Points at instants in the order of their clock, and the usual seconds between two of them. Raises ScenarioError
    with a remedy where there are fewer than two."""
    if len(set(clock)) < _FEWEST:
        refuse(file, recordings.TOO_FEW_INSTANTS, remedy)
    order = sorted(range(len(clock)), key=lambda place: clock[place])
    at = [clock[place] for place in order]
    steps = sorted(after - before for before, after in zip(at, at[1:], strict=False) if after > before)
    record = CounterSeries(file, tuple(at), tuple(points[place] for place in order), steps[len(steps) // 2])
    return FileReading(over_time=record, notes=tuple(filter(None, notes)))


def series(
    file: str, named: ColumnHeading, values: Sequence[tuple[float, float]], remedy: str, *notes: str
) -> FileReading:
    """One series of instants and values. What is not finite was not measured, and is counted."""
    known = [(at, value) for at, value in values if math.isfinite(value)]
    lost = len(values) - len(known)
    told = recordings.not_finite(lost, len(values))
    points = [single_value_row(file, named, value) for _, value in known]
    return record(file, [at for at, _ in known], points, remedy, told, *notes)


def past_midnight(clock: Sequence[float]) -> list[float]:
    """Times of the day that go on past midnight."""
    days, found, before = 0.0, [], -1.0
    for at in clock:
        if at < before:
            days += DAY
        found.append(at + days)
        before = at
    return found


def record_mean(record: CounterSeries) -> LoadTestRow:
    """The mean of a whole record, as one point of its file."""
    whole = joint_mean([record.points])
    return LoadTestRow(record.file, 0, whole.measured, whole.percentiles, whole.counters, whole.cores)


def align_records(counter_series: Sequence[CounterSeries]) -> tuple[LoadTestRow, ...]:
    """A point for each stretch in which all of some records have values: their means in it.

    Records without a date are of the day of the others. Raises ScenarioError where they never overlap.
    """
    dated = any(each.clock[0] >= 2.0 * DAY for each in counter_series)
    of_day = any(each.clock[0] < 2.0 * DAY for each in counter_series)
    clocks = [
        past_midnight([at % DAY for at in each.clock]) if dated and of_day else list(each.clock)
        for each in counter_series
    ]
    first, last = max(min(clock) for clock in clocks), min(max(clock) for clock in clocks)
    step = max(each.step for each in counter_series)
    if not last > first:
        refuse(counter_series[-1].file, *recordings.NO_TIME_IN_COMMON)
    step = max(step, (last - first) / MOST_POINTS)
    stretches: dict[int, list[list[LoadTestRow]]] = defaultdict(lambda: [[] for _ in counter_series])
    for number, (each, clock) in enumerate(zip(counter_series, clocks, strict=True)):
        for at, point in zip(clock, each.points, strict=True):
            if first <= at <= last:
                stretches[math.floor((at - first) / step + 1e-9)][number].append(point)
    return tuple(joint_mean(each) for _, each in sorted(stretches.items()) if all(each))


def joint_mean(records: Sequence[Sequence[LoadTestRow]]) -> LoadTestRow:
    """The means of what several records say of one stretch."""
    points = [point for record in records for point in record]
    measured: dict[Metric, list[float]] = defaultdict(list)
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
    return LoadTestRow(
        points[0].file, points[0].line, mean, {s: sum(v) / len(v) for s, v in shares.items()},
        {name: sum(v) / len(v) for name, v in counters.items()}, cores,
    )  # fmt: skip
