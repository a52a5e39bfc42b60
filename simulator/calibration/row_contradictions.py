"""Rows that may be true each, and contradict one another or themselves: they are fitted, and named."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric

# Rows of one load that are so many times apart are not of one server in one state; a load test repeats far better.
_APART = 1.5
# A percentile as high as this is no shorter than the mean but where very few responses take very long.
_HIGH, _ROUNDED = 0.9, 1.02


class UnlikeRows(NamedTuple):
    """Two rows of the same load, and what they differ in."""

    first: LoadTestRow
    second: LoadTestRow
    what: Metric


class LowPercentile(NamedTuple):
    """A row, and the share of its highest percentile that is shorter than its mean."""

    row: LoadTestRow
    share: float


def unlike_rows(loaded: LoadTestRows) -> tuple[UnlikeRows, ...]:
    """The pairs of rows of the same load and size that are far apart, each told by one quantity."""
    by = Metric.USERS if loaded.kind is LoadKind.CLOSED else Metric.RATE
    found = []
    for first, second in combinations(loaded.points, 2):
        if first[by] != second[by] or first.size != second.size:
            continue
        apart = [what for what in (Metric.RATE, Metric.MEAN, Metric.CPU) if _are_apart(first, second, what)]
        if apart:
            found.append(UnlikeRows(first, second, apart[0]))
    return tuple(found)


def _are_apart(first: LoadTestRow, second: LoadTestRow, what: Metric) -> bool:
    if not (first.has(what) and second.has(what)):
        return False
    low, high = sorted((first[what], second[what]))
    return high > _APART * low


def low_percentiles(points: Sequence[LoadTestRow]) -> tuple[LowPercentile, ...]:
    """The rows with a high percentile that is shorter than their mean."""
    found = []
    for point in points:
        low = [
            share
            for share, time in point.percentiles.items()
            if share >= _HIGH and point.has(Metric.MEAN) and time * _ROUNDED < point[Metric.MEAN]
        ]
        if low:
            found.append(LowPercentile(point, max(low)))
    return tuple(found)
