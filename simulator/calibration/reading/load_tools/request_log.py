"""A log of requests, as JMeter and k6 write it -> a row for each load that held for a while.

A log may hold several runs, with hours between them. Within a run users come and go: while they do, the load is none
that a row could be of, so that a ramp is left out and said.
"""

import math
from collections.abc import Sequence
from statistics import fmean, median
from typing import NamedTuple

from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading
from simulator.messages.stages.calibration import recordings

SHARES = (0.5, 0.9, 0.95, 0.99)
_FEWEST = 10
# A run ends where nothing is sent for so many seconds, and for so many times the usual pause.
_PAUSE, _PAUSES = 60.0, 20.0
# How far users may be off the usual ones of a load that holds, as a share of them.
_OFF = 0.02
# A load that holds has so large a share of a run's requests at the least, and lasts so many times a response.
_SHARE, _RESPONSES = 0.05, 3.0


class LoggedRequest(NamedTuple):
    """at: seconds at which it was sent; took: seconds to its answer; size: bytes of it, None where they are not told;
    users: how many there were, None where that is not told; line: of the file."""

    at: float
    took: float
    failed: bool
    size: float | None
    users: float | None
    line: int

    @property
    def ended(self) -> float:
        """Seconds at which its answer was there."""
        return self.at + self.took


def rows_of_request_log(file: str, requests: Sequence[LoggedRequest], users: str = "threads") -> FileReading:
    """A row for each load that held, in the order of time. users: what the tool calls them. Raises ScenarioError where
    there are too few requests."""
    if len(requests) < _FEWEST:
        refuse(file, *recordings.too_few_requests(_FEWEST))
    runs = _runs(sorted(requests, key=lambda each: each.ended))
    steps = [step for run in runs for step in _steps(run)]
    kept = sum(map(len, steps))
    several = len(steps) > 1
    points = tuple(_point(file, step, several) for step in steps)
    if kept == len(requests):
        return FileReading(points)
    return FileReading(points, notes=(_left_out(requests, len(requests) - kept, users),))


def _left_out(requests: Sequence[LoggedRequest], lost: int, users: str) -> str:
    seen = [each.users for each in requests if each.users is not None]
    if not seen:
        return recordings.short_runs(lost, _FEWEST)
    return recordings.ramp(lost, len(requests), users, min(seen), max(seen))


def _runs(requests: Sequence[LoggedRequest]) -> list[list[LoggedRequest]]:
    """The requests of each run, by when they ended."""
    ends = [each.ended for each in requests]
    gaps = [after - before for before, after in zip(ends, ends[1:], strict=False)]
    longest = max(_PAUSE, _PAUSES * (median(gaps) if gaps else 0.0))
    runs = [[requests[0]]]
    for before, each in zip(requests, requests[1:], strict=False):
        # A request that took long itself is no pause between two runs.
        if each.at - before.ended > longest:
            runs.append([])
        runs[-1].append(each)
    return runs


def _steps(run: Sequence[LoggedRequest]) -> list[list[LoggedRequest]]:
    """The stretches of a run in which the number of users held; all of it where nobody tells them."""
    if any(each.users is None for each in run):
        return [list(run)] if len(run) >= _FEWEST else []
    stretches: list[list[LoggedRequest]] = [[]]
    for each in run:
        first = stretches[-1][0].users if stretches[-1] else each.users
        if abs((each.users or 0.0) - (first or 0.0)) > _OFF * (first or 0.0):
            stretches.append([])
        stretches[-1].append(each)
    return [stretch for stretch in stretches if _holds(stretch, len(run))]


def _holds(stretch: Sequence[LoggedRequest], run: int) -> bool:
    users = stretch[0].users or 0.0
    enough = max(_FEWEST, _SHARE * run, users)
    lasted = stretch[-1].ended - stretch[0].ended
    return len(stretch) >= enough and lasted >= _RESPONSES * median(each.took for each in stretch)


def _point(file: str, requests: Sequence[LoggedRequest], several: bool) -> LoadTestRow:
    begun, ended = min(each.at for each in requests), max(each.ended for each in requests)
    times = sorted(each.took for each in requests)
    count = len(requests)
    measured = {
        Metric.RATE: count / max(1e-3, ended - begun),
        Metric.MEAN: fmean(times),
        Metric.LEAST: times[0],
        Metric.MOST: times[-1],
        Metric.ERRORS: sum(each.failed for each in requests) / count,
    }
    if requests[0].users:
        measured[Metric.USERS] = float(median(each.users or 0.0 for each in requests))
    sizes = [each.size for each in requests if each.size is not None]
    if len(sizes) == count and any(sizes):
        measured[Metric.SIZE] = fmean(sizes)
    # A percentile needs ten requests beyond it.
    shares = {s: times[min(count - 1, math.ceil(s * count) - 1)] for s in SHARES if count * (1.0 - s) >= 9.99}
    return LoadTestRow(file, min(each.line for each in requests) if several else 0, measured, shares)
