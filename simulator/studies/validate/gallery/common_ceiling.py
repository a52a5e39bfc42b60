"""Systems of one table that stop at one rate, though they differ before: their load generator may stop them.

Servers of different makes have no reason to end within a few percent of each other; the client, its machine or the
network between has.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from simulator.calibration.point import LoadTestRow, Metric
from simulator.studies.validate.gallery.case import GalleryCase, GallerySystem

# Rates within this share are one; so many systems at one rate are no chance; and before it they differ by this.
_ONE_RATE, _SEVERAL, _DIFFER = 0.03, 3, 0.15
# A rate has stopped that rises by no more than this while the load grows by as much as that.
_STOPS, _GROWS = 1.03, 1.2


class CommonCeiling(NamedTuple):
    """requests/s at which systems stop, by their names."""

    rate: float
    systems: tuple[str, ...]


def common_ceiling(case: GalleryCase) -> CommonCeiling | None:
    """Where the most systems of a table stop at one rate; None where fewer than three do."""
    ends = [(end, system) for system in case.systems for end in _end(system)]
    groups = [[each for each in ends if low <= each[0] <= (1.0 + _ONE_RATE) * low] for low, _ in ends]
    most = max(groups, key=len, default=[])
    if len(most) < _SEVERAL or not _differ([system for _, system in most]):
        return None
    return CommonCeiling(max(end for end, _ in most), tuple(system.name for _, system in most))


def _end(system: GallerySystem) -> tuple[float, ...]:
    """The largest rate of a system that stopped; nothing of one whose rate still rises."""
    rows = _rates(system)
    before = [rate for load, rate in rows if _GROWS * load <= rows[-1][0]]
    return (max(rate for _, rate in rows),) if before and rows[-1][1] <= _STOPS * max(before) else ()


def _differ(systems: Sequence[GallerySystem]) -> bool:
    """Whether systems do different rates at the least load that all of them have."""
    loads = set.intersection(*({load for load, _ in _rates(system)} for system in systems))
    if not loads:
        return False
    first = [dict(_rates(system))[min(loads)] for system in systems]
    return max(first) > (1.0 + _DIFFER) * min(first)


def _rates(system: GallerySystem) -> list[tuple[float, float]]:
    """Loads and rates of a closed test, by the load."""
    return sorted(
        (_load(row), row[Metric.RATE]) for row in (*system.fitted, *system.predicted) if _load(row) < math.inf
    )


def _load(row: LoadTestRow) -> float:
    return row.get(Metric.USERS) or row.get(Metric.THREADS) or math.inf if row.has(Metric.RATE) else math.inf
