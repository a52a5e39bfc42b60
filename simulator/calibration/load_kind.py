"""Whether a load test was open or closed, and whether its rows can be true.

In a closed test N users each send their next request when the answer is there and they have thought: by Little's law
(Little 1961; Denning and Buzen 1978, The Operational Analysis of Queueing Network Models) N = X (Z + R) in every row,
whatever the server does, with the same think time Z. An open test sends X requests a second, whoever is served. In
both no response is shorter than the work in it, and none is a thousand times off those at loads beside it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from statistics import median
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.quantities.formatting import number
from models.quantities.units import DURATION, format_quantity
from simulator.calibration.content.misses import impossible_misses
from simulator.calibration.point import Gauge, LoadTestRow
from simulator.messages.stages.calibration import load_test

# How far a row may be off Little's law, as a share of its users: what tools round, and what is under way at the ends.
OFF = 0.05
# Think time below this share of a cycle is none.
NO_THINKING = 0.02
# Rows whose share of errors is larger are not of a server that answers: theory of what is served knows nothing of them.
MOST_ERRORS = 0.01
_ROUNDED = 1.01
_FEWEST = 2


class LoadKind(Enum):
    """How requests are sent."""

    OPEN = "open"
    CLOSED = "closed"


class LoadTestRows(NamedTuple):
    """Rows that can be true. kind: of the load; think: seconds of a closed test, None where the rows do not tell them;
    off: the largest distance from Little's law as a share of the users, None where it could not be checked."""

    points: tuple[LoadTestRow, ...]
    kind: LoadKind
    think: float | None
    off: float | None
    left_out: tuple[LoadTestRow, ...]


def check_rows(points: Sequence[LoadTestRow], think: float | None = None) -> LoadTestRows:
    """The rows, with the kind of their load. `think` is the think time that somebody states. Raises ScenarioError with
    everything that is wrong with them."""
    if not any(point.has(Gauge.USERS) for point in points) and all(point.has(Gauge.THREADS) for point in points):
        # So many threads kept busy all the time are users who do not think.
        points = [point.given(Gauge.USERS, point[Gauge.THREADS]) for point in points]
        think = 0.0
    problems = [problem for point in points for problem in (*_impossible(point), *_no_user(point))]
    problems += _no_load(points)
    if problems:
        raise ScenarioError(tuple(problems))
    kept = tuple(point for point in points if point.measured.get(Gauge.ERRORS, 0.0) <= MOST_ERRORS)
    left_out = tuple(point for point in points if point not in kept)
    _require_rows(points, kept)
    users = [point.has(Gauge.USERS) for point in kept]
    if any(users) and not all(users):
        raise ScenarioError((kept[users.index(False)].problem("", "", *load_test.OPEN_AMONG_CLOSED),))
    if not any(users):
        return LoadTestRows(_ordered(kept, Gauge.RATE), LoadKind.OPEN, None, None, left_out)
    return _closed(_ordered(kept, Gauge.USERS), think, left_out)


def _closed(points: tuple[LoadTestRow, ...], think: float | None, left_out: tuple[LoadTestRow, ...]) -> LoadTestRows:
    """A closed test whose rows keep Little's law."""
    known = [point for point in points if point.has(Gauge.RATE, Gauge.MEAN)]
    stated = [point[Gauge.THINK] for point in points if point.has(Gauge.THINK)]
    if think is None and stated:
        think = median(stated)
    if not known:
        return LoadTestRows(points, LoadKind.CLOSED, think, None, left_out)
    cycles = [point[Gauge.USERS] / point[Gauge.RATE] - point[Gauge.MEAN] for point in known]
    usual = median(cycles) if think is None else think
    if usual < NO_THINKING * median(point[Gauge.USERS] / point[Gauge.RATE] for point in known):
        usual = 0.0
    off, problems = 0.0, []
    for point in known:
        row_think = point.measured.get(Gauge.THINK, usual)
        inside = point[Gauge.RATE] * (row_think + point[Gauge.MEAN])
        off = max(off, abs(inside / point[Gauge.USERS] - 1.0))
        if abs(inside - point[Gauge.USERS]) > OFF * point[Gauge.USERS]:
            problems.append(_breaks_the_law(point, row_think, inside, think is not None))
    if problems:
        raise ScenarioError(tuple(problems))
    return LoadTestRows(points, LoadKind.CLOSED, usual, off, left_out)


def _breaks_the_law(point: LoadTestRow, think: float, inside: float, stated: bool) -> Problem:
    users, rate = number(point[Gauge.USERS]), number(point[Gauge.RATE])
    under_way = number(float(f"{inside:.4g}"))
    told = load_test.breaks_littles_law(rate, _time(think), _time(point[Gauge.MEAN]), under_way, users, stated)
    return point.problem("users", users, *told)


def _time(seconds: float) -> str:
    return format_quantity(seconds, DURATION, digits=3)


def _ordered(points: Sequence[LoadTestRow], by: Gauge) -> tuple[LoadTestRow, ...]:
    return tuple(sorted(points, key=lambda point: point[by]))


def _require_rows(points: Sequence[LoadTestRow], load_test_rows: Sequence[LoadTestRow]) -> None:
    if len(load_test_rows) >= _FEWEST:
        return
    raise ScenarioError((points[0].problem("", "", *load_test.too_few_rows(len(load_test_rows), len(points))),))


def _no_load(points: Sequence[LoadTestRow]) -> Iterator[Problem]:
    if not any(point.has(Gauge.RATE) or point.has(Gauge.USERS) for point in points):
        yield Problem(points[0].file, 0, "", "", *load_test.NO_COLUMN_OF_LOAD)
        return
    for point in points:
        if not (point.has(Gauge.RATE) or point.has(Gauge.USERS)):
            yield point.problem("", "", *load_test.NO_LOAD)
        elif not point.has(Gauge.RATE) and not point.has(Gauge.MEAN):
            yield point.problem("", "", *load_test.USERS_ALONE)


def _no_user(point: LoadTestRow) -> Iterator[Problem]:
    """A closed test of less than one user."""
    if point.has(Gauge.USERS) and 0.0 < point[Gauge.USERS] < 1.0:
        what = Gauge.THREADS if point.get(Gauge.THREADS) == point[Gauge.USERS] else Gauge.USERS
        yield point.problem(what.value, number(point[Gauge.USERS]), *load_test.less_than_one(what.value))


# More than any server has been seen to do, by far: requests and new connections a second, bytes a second, users, and
# seconds of a response.
_MOST = {Gauge.RATE: 1e10, Gauge.CONNECTING: 1e10, Gauge.READS: 1e10, Gauge.BYTES: 1e15, Gauge.READ_BYTES: 1e15,
         Gauge.SIZE: 1e15, Gauge.CACHE: 1e18, Gauge.USERS: 1e10, Gauge.THREADS: 1e10, Gauge.CONNECTIONS: 1e10,
         Gauge.MEAN: 1e7, Gauge.LEAST: 1e7, Gauge.MOST: 1e7, Gauge.THINK: 1e9}  # fmt: skip


def contradictions(points: Sequence[LoadTestRow]) -> Iterator[str]:
    """What cannot be true in rows, each by itself: a share over 100 %, half a user, fewer users than are under way."""
    for point in points:
        yield from (problem.message for problem in _impossible(point))
        for quantity in (Gauge.USERS, Gauge.THREADS, Gauge.CONNECTIONS):
            if point.has(quantity) and not point[quantity].is_integer():
                yield load_test.not_whole(quantity.value)
        if point.has(Gauge.USERS, Gauge.RATE, Gauge.MEAN):
            inside = point[Gauge.RATE] * point[Gauge.MEAN]
            if inside > (1.0 + OFF) * point[Gauge.USERS]:
                yield load_test.MORE_THAN_USERS


def _impossible(point: LoadTestRow) -> Iterator[Problem]:
    """What cannot be true in a row by itself."""
    for quantity, value in point.measured.items():
        shown = number(float(f"{value:.6g}"))
        if value < 0.0 or (value == 0.0 and quantity in (Gauge.RATE, Gauge.USERS, Gauge.MEAN, Gauge.CPU)):
            yield point.problem(quantity.value, shown, *(load_test.NEGATIVE if value < 0.0 else load_test.ZERO))
        elif value > _MOST.get(quantity, math.inf):
            yield point.problem(quantity.value, shown, *load_test.TOO_MUCH)
        elif quantity is Gauge.CPU and value > 1.0:
            percent = f"{number(float(f'{100.0 * value:.6g}'))} %"
            yield point.problem(quantity.value, percent, *load_test.CPU_OVER_WHOLE)
        elif quantity is Gauge.ERRORS and value > 1.0:
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
    most = point.get(Gauge.MOST)
    if most is None:
        return
    above = [(_named(share), time) for share, time in rising] + [
        (quantity.value, point[quantity]) for quantity in (Gauge.MEAN, Gauge.LEAST) if point.has(quantity)
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
        mean = point.get(Gauge.MEAN)
        if work is None or mean is None or mean * _SHORTER > work:
            continue
        yield place, _of_time(point, Gauge.MEAN.value, mean, load_test.shorter_than_work(threads, _time(work)))


def _least_work(loaded: LoadTestRows, threads: int) -> float | None:
    """Seconds of CPU of a request at the least: of any row, and of what a row has more than another, so that nothing is
    counted that the machine does by itself. None where rows do not tell both."""
    known = [point for point in loaded.points if point.has(Gauge.CPU, Gauge.RATE)]
    if not known:
        return None
    low, high = (f(known, key=lambda point: point[Gauge.RATE]) for f in (min, max))
    if high[Gauge.RATE] < _APART * low[Gauge.RATE]:
        return None
    more = threads * (high[Gauge.CPU] - low[Gauge.CPU]) / (high[Gauge.RATE] - low[Gauge.RATE])
    return min(more, *(threads * point[Gauge.CPU] / point[Gauge.RATE] for point in known))


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
    return ({Gauge.MEAN.value: point[Gauge.MEAN]} if point.has(Gauge.MEAN) else {}) | named


def _of_time(point: LoadTestRow, name: str, seconds: float, told: tuple[str, str]) -> Problem:
    return point.problem(name, _time(seconds), *told)
