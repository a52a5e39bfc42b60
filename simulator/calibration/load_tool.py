"""What a load tool does to the rows that it measures: rows that are not of the server, and rows to doubt.

A tool has a limit of its own: its CPU is full, it sends less than it was asked to, or its users wait within it, which
Little's law shows, for they are nowhere else (Denning and Buzen 1978). The first run of a test is cold. Such rows are
left out. Others are fitted and named: a rate that ends while the CPU of the server is far from full may be that of the
tool, and a response that is shorter at more load is of no queue.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from simulator.calibration.point import LoadTestRow, Metric

# How far a row may be off Little's law, as a share of its users: what tools round, and what is under way at the ends.
OFF = 0.05
# Rows whose share of errors is larger are not of a server that answers: theory of what is served knows nothing of them.
MOST_ERRORS = 0.01
# A load generator times its requests well with a fifth of its CPU idle (Grafana k6, Running large tests). One whose CPU
# is as full as this measures itself.
CLIENT_BUSY, CLIENT_FULL = 0.8, 0.95
# An open test that gets less than this share of what it was to send has no steady state.
_SENT = 0.95
# Repeats of a load are alike within this share, and a cold run is further off than it.
_ALIKE = 0.1
_FEWEST_REPEATS = 3
# A rate that rises by no more than this has ended, and a response that grows by no more than this has not.
_ENDS, _GROWS = 1.05, 1.25
# So many times the users without a higher rate, at no more CPU than this, show that it is not the CPU that ends it.
_MORE_USERS, _FAR_FROM_FULL = 1.5, 0.7
# Of so many rows one may break Little's law and be left out; of fewer nobody knows which is wrong.
_FEWEST_WITH_ONE_OFF = 5


class RowFault(Enum):
    """Why a row is left out. The value is its key in data."""

    ERRORS = "errors"
    CLIENT_FULL = "client full"
    SENT_LESS = "sent less"
    COLD = "cold run"
    IN_TOOL = "in load tool"
    LITTLE = "off Little's law"


class LeftOutRow(NamedTuple):
    """A row that is not fitted, and why."""

    row: LoadTestRow
    why: RowFault


def split_rows(points: Sequence[LoadTestRow]) -> tuple[tuple[LoadTestRow, ...], tuple[LeftOutRow, ...]]:
    """The rows that are of a server, and those that are not, by what stands in each and by the order of the runs."""
    found = [(point, _fault(point)) for point in points]
    kept = tuple(point for point, why in found if why is None)
    cold = _cold_runs(kept)
    left_out = [LeftOutRow(point, why) for point, why in found if why is not None]
    left_out += [LeftOutRow(point, RowFault.COLD) for point in cold]
    return tuple(point for point in kept if point not in cold), tuple(left_out)


def _fault(point: LoadTestRow) -> RowFault | None:
    if point.measured.get(Metric.ERRORS, 0.0) > MOST_ERRORS:
        return RowFault.ERRORS
    if point.measured.get(Metric.CLIENT_CPU, 0.0) >= CLIENT_FULL:
        return RowFault.CLIENT_FULL
    is_open = point.has(Metric.ASKED, Metric.RATE) and not point.has(Metric.USERS)
    return RowFault.SENT_LESS if is_open and point[Metric.RATE] < _SENT * point[Metric.ASKED] else None


def _cold_runs(points: Sequence[LoadTestRow]) -> list[LoadTestRow]:
    """Of each load that was repeated, the first run, where it is clearly slower than the others, which are alike."""
    repeats: dict[tuple[str, float, float | None], list[LoadTestRow]] = {}
    for point in points:
        load = point.get(Metric.USERS) or point.get(Metric.THREADS) or point.get(Metric.RATE)
        if point.line and load:
            repeats.setdefault((point.file, load, point.size), []).append(point)
    return [runs[0] for runs in repeats.values() if len(runs) >= _FEWEST_REPEATS and _is_cold(runs)]


def _is_cold(runs: Sequence[LoadTestRow]) -> bool:
    speeds = [_speed(run) for run in runs]
    first, *others = [speed for speed in speeds if speed is not None] or [0.0]
    if len(others) + 1 < len(runs):
        return False
    return max(others) <= (1.0 + _ALIKE) * min(others) and first < (1.0 - _ALIKE) * min(others)


def _speed(run: LoadTestRow) -> float | None:
    """Requests/s of a closed test; of an open one, whose rate is given, what its mean response is the inverse of."""
    if run.has(Metric.USERS) or run.has(Metric.THREADS):
        return run.get(Metric.RATE)
    return 1.0 / run[Metric.MEAN] if run.has(Metric.MEAN) else None


def rows_queued_in_tool(known: Sequence[LoadTestRow], think: float | None) -> tuple[LoadTestRow, ...]:
    """The upper rows of a closed test whose users neither think nor are served: the rate has ended, the response does
    not grow, and there are more users than Little's law finds. known: rows with rates and means, by their users."""
    for fewest in range(len(known) - 1, 1, -1):
        lower, upper = known[:fewest], known[fewest:]
        pause = median(map(cycle_rest, lower)) if think is None else think
        pause = max(0.0, pause)
        if all(abs(under_way(row, pause) / row[Metric.USERS] - 1.0) <= OFF for row in lower):
            return tuple(upper) if all(_waits_in_tool(row, lower, pause) for row in upper) else ()
    return ()


def _waits_in_tool(row: LoadTestRow, lower: Sequence[LoadTestRow], pause: float) -> bool:
    most = max(each[Metric.RATE] for each in lower)
    longest = max(each[Metric.MEAN] for each in lower)
    missing = under_way(row, pause) < (1.0 - OFF) * row[Metric.USERS]
    return missing and row[Metric.RATE] <= _ENDS * most and row[Metric.MEAN] <= _GROWS * longest


def cycle_rest(row: LoadTestRow) -> float:
    """Seconds of the cycle of a user that are no response."""
    return row[Metric.USERS] / row[Metric.RATE] - row[Metric.MEAN]


def under_way(row: LoadTestRow, pause: float) -> float:
    """Users that Little's law finds in a row."""
    return row[Metric.RATE] * (row.measured.get(Metric.THINK, pause) + row[Metric.MEAN])


def may_leave_out(broken: int, rows: int) -> bool:
    """Whether so many of the rows that break Little's law may be left out, because all others keep it."""
    return broken * _FEWEST_WITH_ONE_OFF <= rows


class EndOfRate(NamedTuple):
    """Where a rate ends that the CPU does not end. row: of the fewest users that got about as much as any; cpu: the
    most that the server used of its CPU from there on; client: the same of the load generator, None where nobody
    says."""

    row: LoadTestRow
    cpu: float
    client: float | None


def end_of_rate(points: Sequence[LoadTestRow]) -> EndOfRate | None:
    """Where the rate of a closed test ends while the CPU of the server is far from full; None where it does not."""
    rows = [point for point in points if point.has(Metric.USERS, Metric.RATE, Metric.CPU)]
    if not rows:
        return None
    most = max(row[Metric.RATE] for row in rows)
    flat = [row for row in rows if _ENDS * row[Metric.RATE] >= most]
    cpu = max(row[Metric.CPU] for row in flat)
    if flat[-1] is not rows[-1] or rows[-1][Metric.USERS] < _MORE_USERS * flat[0][Metric.USERS]:
        return None
    clients = [row[Metric.CLIENT_CPU] for row in flat if row.has(Metric.CLIENT_CPU)]
    return EndOfRate(flat[0], cpu, max(clients, default=None)) if cpu <= _FAR_FROM_FULL else None


def quicker_at_more_load(points: Sequence[LoadTestRow]) -> tuple[LoadTestRow, LoadTestRow] | None:
    """Two neighbours by their users of which the one with more did clearly more requests/s for each of them, which no
    queue does; those furthest apart, None where none are."""
    rows = [point for point in points if point.has(Metric.USERS, Metric.RATE)]
    pairs = [(fewer, more) for fewer, more in pairwise(rows) if fewer.size == more.size]
    apart = max(pairs, key=_times_per_user, default=None)
    return apart if apart is not None and _times_per_user(apart) > 1.0 + _ALIKE else None


def _times_per_user(rows: tuple[LoadTestRow, LoadTestRow]) -> float:
    fewer, more = (row[Metric.RATE] / row[Metric.USERS] for row in rows)
    return more / fewer


def busy_clients(points: Sequence[LoadTestRow]) -> Iterator[LoadTestRow]:
    """The rows whose load generator had too little of its CPU to spare."""
    return (point for point in points if point.measured.get(Metric.CLIENT_CPU, 0.0) >= CLIENT_BUSY)
