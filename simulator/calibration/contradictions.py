"""Rows that no server can have: answered in less time than their CPU works, or a thousand times off all others."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from models.errors import Problem, ScenarioError
from models.quantities.units import DURATION, format_quantity
from models.quantities.writing import counted
from simulator.calibration.load_kind import Loaded
from simulator.calibration.point import Gauge, OperatingPoint

# So many times shorter than the work in it a response is impossible; less may be how two clocks count.
_SHORTER = 2.0
# Rates this far apart tell what one more request costs, without what the machine does beside.
_APART = 1.5
# A value is in another unit that is a thousand times off, lies this near to the others then, and this far from what a
# row of no more load has now: a load that saturates may make a response a thousand times longer, but none shorter.
_THOUSAND, _NEAR, _FAR = 1000.0, 3.0, 100.0
_FEWEST = 3


def require_possible(loaded: Loaded, threads: int) -> None:
    """Raises ScenarioError with every row that contradicts itself or all others. threads: hardware threads that serve,
    1 where nobody says."""
    units = dict(_units(loaded))
    problems = [*units.values(), *(each for place, each in _too_short(loaded, threads) if place not in units)]
    if problems:
        raise ScenarioError(tuple(problems))


def _too_short(loaded: Loaded, threads: int) -> Iterator[tuple[int, Problem]]:
    """Rows that answer before the CPU of a request can have worked: a request is on one thread at a time."""
    work = _least_work(loaded, threads)
    for place, point in enumerate(loaded.points):
        mean = point.get(Gauge.MEAN)
        if work is None or mean is None or mean * _SHORTER > work:
            continue
        told = f"shorter than its work: by the CPU of the rows, {counted(threads, 'core')}, it works for {_time(work)}"
        remedy = (
            "write the CPU as the share of all cores together, the cores that the server has (--cores, --server), and"
            " the CPU of the server alone; or are these times in another unit?"
        )
        yield place, _problem(point, Gauge.MEAN.value, mean, told, remedy)


def _least_work(loaded: Loaded, threads: int) -> float | None:
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


def _units(loaded: Loaded) -> Iterator[tuple[int, Problem]]:
    """The rows whose times would be in line with the others in another unit, each told once."""
    times = [_times(point) for point in loaded.points]
    for place, point in enumerate(loaded.points):
        found = [
            _problem(point, name, value, f"{of} what the other rows have ({_time(usual)})", _REMEDIES[of])
            for name, value in times[place].items()
            for of, usual in _in_line(times, place, name, value)
        ]
        if found:
            yield place, found[0]


def _in_line(times: Sequence[Mapping[str, float]], place: int, name: str, value: float) -> Iterator[tuple[str, float]]:
    """By what a time is off those of the other rows, and their median, in seconds, where that is all."""
    before, after = ([row[name] for row in rows if name in row] for rows in (times[:place], times[place + 1 :]))
    if len(before) + len(after) + 1 < _FEWEST:
        return
    usual = median(before + after)
    if any(each > _FAR * value for each in before) and usual / _NEAR < value * _THOUSAND < usual * _NEAR:
        yield "a thousandth of", usual
    if any(each < value / _FAR for each in after) and usual / _NEAR < value / _THOUSAND < usual * _NEAR:
        yield "a thousand times", usual


_REMEDIES = {
    "a thousandth of": "are these seconds in a column of ms? Write the unit of the heading, or leave the row out",
    "a thousand times": "are these us in a column of ms? Write the unit of the heading, or leave the row out",
}


def _times(point: OperatingPoint) -> Mapping[str, float]:
    """The mean and the percentiles of a row by their names, in seconds."""
    named = {f"percentile {100.0 * share:g}": value for share, value in point.percentiles.items()}
    return ({Gauge.MEAN.value: point[Gauge.MEAN]} if point.has(Gauge.MEAN) else {}) | named


def _time(seconds: float) -> str:
    return format_quantity(seconds, DURATION, digits=3)


def _problem(point: OperatingPoint, name: str, seconds: float, told: str, remedy: str) -> Problem:
    return Problem(point.file, point.line, name, _time(seconds), told, remedy)
