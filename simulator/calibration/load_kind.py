"""Whether a load test was open or closed, and whether its rows can be true.

In a closed test N users each send their next request when the answer is there and they have thought: by Little's law
(Little 1961; Denning and Buzen 1978, The Operational Analysis of Queueing Network Models) N = X (Z + R) in every row,
whatever the server does, with the same think time Z. An open test sends X requests a second, whoever is served. In
both no response is shorter than the work in it, and none is a thousand times off those at loads beside it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from statistics import median
from typing import NamedTuple, NoReturn

from models.errors import Problem, ScenarioError
from models.quantities.formatting import number
from models.quantities.units import DURATION, format_quantity
from simulator.calibration.content.misses import impossible_misses
from simulator.calibration.load_tool import (
    MOST_ERRORS,
    OFF,
    LeftOutRow,
    RowFault,
    cycle_rest,
    may_leave_out,
    rows_queued_in_tool,
    split_rows,
    under_way,
)
from simulator.calibration.point import LoadTestRow, Metric
from simulator.messages.stages.calibration import load_test

# Think time below this share of a cycle is none.
NO_THINKING = 0.02
_ROUNDED = 1.01
# Fewer rows than this say nothing, but for users who do not think: one rate of theirs tells the cycle of a request.
_FEWEST = 2


class LoadKind(Enum):
    """How requests are sent."""

    OPEN = "open"
    CLOSED = "closed"


class LoadTestRows(NamedTuple):
    """Rows that can be true. kind: of the load; think: seconds of a closed test, None where the rows do not tell them;
    off: the largest distance from Little's law as a share of the users, None where it could not be checked; left_out:
    rows that are not of the server."""

    points: tuple[LoadTestRow, ...]
    kind: LoadKind
    think: float | None
    off: float | None
    left_out: tuple[LeftOutRow, ...]


def check_rows(points: Sequence[LoadTestRow], think: float | None = None) -> LoadTestRows:
    """The rows, with the kind of their load. `think` is the think time that somebody states. Raises ScenarioError with
    everything that is wrong with them."""
    if not any(point.has(Metric.USERS) for point in points) and all(point.has(Metric.THREADS) for point in points):
        # So many threads kept busy all the time are users who do not think.
        points = [point.given(Metric.USERS, point[Metric.THREADS]) for point in points]
        think = 0.0
    problems = [problem for point in points for problem in (*_impossible(point), *_no_user(point))]
    problems += _no_load(points)
    if problems:
        raise ScenarioError(tuple(problems))
    kept, left_out = split_rows(points)
    if left_out and not kept:
        _require_rows(points, kept)
    loaded = _by_kind(kept, left_out, think)
    if loaded.think != 0.0:
        _require_rows(points, loaded.points)
    return loaded


def _by_kind(kept: Sequence[LoadTestRow], left_out: tuple[LeftOutRow, ...], think: float | None) -> LoadTestRows:
    """Rows of servers that answered, as those of an open or of a closed test."""
    users = [point.has(Metric.USERS) for point in kept]
    if any(users) and not all(users):
        raise ScenarioError((kept[users.index(False)].problem("", "", *load_test.OPEN_AMONG_CLOSED),))
    if not any(users):
        return LoadTestRows(_ordered(kept, Metric.RATE), LoadKind.OPEN, None, None, left_out)
    return _closed(_ordered(kept, Metric.USERS), think, left_out)


def _closed(points: tuple[LoadTestRow, ...], think: float | None, left_out: tuple[LeftOutRow, ...]) -> LoadTestRows:
    """A closed test whose rows keep Little's law, but for a few that are left out."""
    known = [point for point in points if point.has(Metric.RATE, Metric.MEAN)]
    stated = [point[Metric.THINK] for point in points if point.has(Metric.THINK)]
    is_stated, think = think is not None, median(stated) if think is None and stated else think
    if not known:
        return LoadTestRows(points, LoadKind.CLOSED, think, None, left_out)
    waiting = rows_queued_in_tool(known, think)
    known = [point for point in known if point not in waiting]
    usual = max(0.0, median(map(cycle_rest, known))) if think is None else think
    if usual < NO_THINKING * median(point[Metric.USERS] / point[Metric.RATE] for point in known):
        usual = 0.0
    broken = [point for point in known if abs(_off(point, usual)) > OFF]
    if not may_leave_out(len(broken), len(known)):
        _refuse_broken(broken, known, usual, is_stated or bool(stated))
    left_out += tuple(LeftOutRow(point, RowFault.IN_TOOL) for point in waiting)
    left_out += tuple(LeftOutRow(point, RowFault.LITTLE) for point in broken)
    aside = [each.row for each in left_out]
    points = tuple(point for point in points if point not in aside)
    off = max(abs(_off(point, usual)) for point in known if point not in broken)
    return LoadTestRows(points, LoadKind.CLOSED, usual, off, left_out)


def _off(point: LoadTestRow, think: float) -> float:
    """How far a row is off Little's law, as a share of its users."""
    return under_way(point, think) / point[Metric.USERS] - 1.0


def _refuse_broken(
    broken: Sequence[LoadTestRow], known: Sequence[LoadTestRow], think: float, is_stated: bool
) -> NoReturn:
    """Raises ScenarioError with the rows that break Little's law; where all of them deny the think time that somebody
    states, and agree on another, with that."""
    shown = max(0.0, median(map(cycle_rest, known)))
    if is_stated and broken == known and all(abs(_off(_without_think(row), shown)) <= OFF for row in known):
        is_none = shown < NO_THINKING * median(point[Metric.USERS] / point[Metric.RATE] for point in known)
        told = load_test.no_such_think_time(_time(think), "0 s" if is_none else _time(shown), len(known))
        raise ScenarioError((Problem(known[0].file, 0, "think time", _time(think), *told),))
    raise ScenarioError(tuple(_breaks_the_law(point, think, is_stated) for point in broken))


def _without_think(point: LoadTestRow) -> LoadTestRow:
    return replace(point, measured={each: value for each, value in point.measured.items() if each is not Metric.THINK})


def _breaks_the_law(point: LoadTestRow, think: float, stated: bool) -> Problem:
    users, rate = number(point[Metric.USERS]), number(point[Metric.RATE])
    row_think = point.measured.get(Metric.THINK, think)
    inside = number(float(f"{under_way(point, think):.4g}"))
    told = load_test.breaks_littles_law(rate, _time(row_think), _time(point[Metric.MEAN]), inside, users, stated)
    return point.problem("users", users, *told)


def _time(seconds: float) -> str:
    return format_quantity(seconds, DURATION, digits=3)


def _ordered(points: Sequence[LoadTestRow], by: Metric) -> tuple[LoadTestRow, ...]:
    return tuple(sorted(points, key=lambda point: point[by]))


def _require_rows(points: Sequence[LoadTestRow], kept: Sequence[LoadTestRow]) -> None:
    if len(kept) >= _FEWEST:
        return
    by_errors = all(point.measured.get(Metric.ERRORS, 0.0) > MOST_ERRORS for point in points if point not in kept)
    told = load_test.too_few_rows(len(kept), len(points), by_errors)
    raise ScenarioError((points[0].problem("", "", *told),))


def _no_load(points: Sequence[LoadTestRow]) -> Iterator[Problem]:
    if not any(point.has(Metric.RATE) or point.has(Metric.USERS) for point in points):
        yield Problem(points[0].file, 0, "", "", *load_test.NO_COLUMN_OF_LOAD)
        return
    for point in points:
        if not (point.has(Metric.RATE) or point.has(Metric.USERS)):
            yield point.problem("", "", *load_test.NO_LOAD)
        elif not point.has(Metric.RATE) and not point.has(Metric.MEAN):
            yield point.problem("", "", *load_test.USERS_ALONE)


def _no_user(point: LoadTestRow) -> Iterator[Problem]:
    """A closed test of less than one user."""
    if point.has(Metric.USERS) and 0.0 < point[Metric.USERS] < 1.0:
        what = Metric.THREADS if point.get(Metric.THREADS) == point[Metric.USERS] else Metric.USERS
        yield point.problem(what.value, number(point[Metric.USERS]), *load_test.less_than_one(what.value))


# More than any server has been seen to do, by far: requests and new connections a second, bytes a second, users, and
# seconds of a response.
_MOST = {Metric.RATE: 1e10, Metric.CONNECTING: 1e10, Metric.READS: 1e10, Metric.BYTES: 1e15, Metric.READ_BYTES: 1e15,
         Metric.SIZE: 1e15, Metric.CACHE: 1e18, Metric.USERS: 1e10, Metric.THREADS: 1e10, Metric.CONNECTIONS: 1e10,
         Metric.MEAN: 1e7, Metric.LEAST: 1e7, Metric.MOST: 1e7, Metric.THINK: 1e9}  # fmt: skip


def contradictions(points: Sequence[LoadTestRow]) -> Iterator[str]:
    """What cannot be true in rows, each by itself: a share over 100 %, half a user, fewer users than are under way."""
    for point in points:
        yield from (problem.message for problem in _impossible(point))
        for quantity in (Metric.USERS, Metric.THREADS, Metric.CONNECTIONS):
            if point.has(quantity) and not point[quantity].is_integer():
                yield load_test.not_whole(quantity.value)
        if point.has(Metric.USERS, Metric.RATE, Metric.MEAN):
            inside = point[Metric.RATE] * point[Metric.MEAN]
            if inside > (1.0 + OFF) * point[Metric.USERS]:
                yield load_test.MORE_THAN_USERS


def _impossible(point: LoadTestRow) -> Iterator[Problem]:
    """What cannot be true in a row by itself."""
    for quantity, value in point.measured.items():
        shown = number(float(f"{value:.6g}"))
        if value < 0.0 or (value == 0.0 and quantity in (Metric.RATE, Metric.USERS, Metric.MEAN, Metric.CPU)):
            yield point.problem(quantity.value, shown, *(load_test.NEGATIVE if value < 0.0 else load_test.ZERO))
        elif value > _MOST.get(quantity, math.inf):
            yield point.problem(quantity.value, shown, *load_test.TOO_MUCH)
        elif quantity in (Metric.CPU, Metric.CLIENT_CPU) and value > 1.0:
            percent = f"{number(float(f'{100.0 * value:.6g}'))} %"
            yield point.problem(quantity.value, percent, *load_test.CPU_OVER_WHOLE)
        elif quantity is Metric.ERRORS and value > 1.0:
            percent = f"{100.0 * value:g} %"
            yield point.problem(quantity.value, percent, *load_test.ERRORS_OVER_WHOLE)
    yield from impossible_misses(point)
    yield from _percentiles(point)


def _percentiles(point: LoadTestRow) -> Iterator[Problem]:
    """Percentiles rise with their share and do not pass the maximum; nor does the mean."""
    rising = sorted(point.percentiles.items())
    for (share, time), (further, later) in zip(rising, rising[1:], strict=False):
        if later * _ROUNDED < time:
            told = load_test.less_than(_named(share), _time(time))
            yield point.problem(_named(further), _time(later), *told)
    most = point.get(Metric.MOST)
    if most is None:
        return
    above = [(_named(share), time) for share, time in rising] + [
        (quantity.value, point[quantity]) for quantity in (Metric.MEAN, Metric.LEAST) if point.has(quantity)
    ]
    for name, time in above:
        if time > most * _ROUNDED:
            yield point.problem(name, _time(time), *load_test.above_maximum(_time(most)))


def _named(share: float) -> str:
    return f"percentile {number(float(f'{100.0 * share:.6g}'))}"


# So many times shorter than the work in it a response is impossible; less may be how two clocks count.
_SHORTER = 2.0
# Rates this far apart tell what one more request costs, without what the machine does beside.
_APART = 1.5
# A value is in another unit that is a thousand times off, lies this near to the others then, and this far from what a
# row of no more load has now: a load that saturates may make a response a thousand times longer, but none shorter.
_THOUSAND, _NEAR, _FAR = 1000.0, 3.0, 100.0
_FEWEST_ALIKE = 3


def require_possible(loaded: LoadTestRows, threads: int) -> None:
    """Raises ScenarioError with every row that contradicts itself or all others. threads: hardware threads that serve,
    1 where nobody says."""
    units = dict(_units(loaded))
    problems = [*units.values(), *(each for place, each in _too_short(loaded, threads) if place not in units)]
    if problems:
        raise ScenarioError(tuple(problems))


def _too_short(loaded: LoadTestRows, threads: int) -> Iterator[tuple[int, Problem]]:
    """Rows that answer before the CPU of a request can have worked: a request is on one thread at a time."""
    work = _least_work(loaded, threads)
    for place, point in enumerate(loaded.points):
        mean = point.get(Metric.MEAN)
        if work is None or mean is None or mean * _SHORTER > work:
            continue
        yield place, _of_time(point, Metric.MEAN.value, mean, load_test.shorter_than_work(threads, _time(work)))


def _least_work(loaded: LoadTestRows, threads: int) -> float | None:
    """Seconds of CPU of a request at the least: of any row, and of what a row has more than another, so that nothing is
    counted that the machine does by itself. None where rows do not tell both."""
    known = [point for point in loaded.points if point.has(Metric.CPU, Metric.RATE)]
    if not known:
        return None
    low, high = (f(known, key=lambda point: point[Metric.RATE]) for f in (min, max))
    if high[Metric.RATE] < _APART * low[Metric.RATE]:
        return None
    more = threads * (high[Metric.CPU] - low[Metric.CPU]) / (high[Metric.RATE] - low[Metric.RATE])
    return min(more, *(threads * point[Metric.CPU] / point[Metric.RATE] for point in known))


def _units(loaded: LoadTestRows) -> Iterator[tuple[int, Problem]]:
    """The rows whose times would be in line with the others in another unit, each told once."""
    times = [_times_of(point) for point in loaded.points]
    for place, point in enumerate(loaded.points):
        found = [
            _of_time(point, name, value, load_test.in_another_unit(is_less, _time(usual)))
            for name, value in times[place].items()
            for is_less, usual in _in_line(times, place, name, value)
        ]
        if found:
            yield place, found[0]


def _in_line(times: Sequence[Mapping[str, float]], place: int, name: str, value: float) -> Iterator[tuple[bool, float]]:
    """Whether a time is a thousandth of those of the other rows, or a thousand times, and their median, in seconds,
    where that is all."""
    before, after = ([row[name] for row in rows if name in row] for rows in (times[:place], times[place + 1 :]))
    if len(before) + len(after) + 1 < _FEWEST_ALIKE:
        return
    usual = median(before + after)
    if any(each > _FAR * value for each in before) and usual / _NEAR < value * _THOUSAND < usual * _NEAR:
        yield True, usual
    if any(each < value / _FAR for each in after) and usual / _NEAR < value / _THOUSAND < usual * _NEAR:
        yield False, usual


def _times_of(point: LoadTestRow) -> Mapping[str, float]:
    """The mean and the percentiles of a row by their names, in seconds."""
    named = {f"percentile {100.0 * share:g}": value for share, value in point.percentiles.items()}
    return ({Metric.MEAN.value: point[Metric.MEAN]} if point.has(Metric.MEAN) else {}) | named


def _of_time(point: LoadTestRow, name: str, seconds: float, told: tuple[str, str]) -> Problem:
    return point.problem(name, _time(seconds), *told)
