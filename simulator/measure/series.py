"""Time series of one server in fixed windows, from time 0 on, with their intervals."""

from collections.abc import Callable

import numpy as np
from scipy.stats import t as student

from simulator.engines.tally import Tally
from simulator.measure.measures import MBPS
from simulator.measure.results import Series
from simulator.measure.steady import PERCENT, Steady

Trace = Callable[[Tally], np.ndarray]


def series(steady: Steady) -> tuple[Series, ...]:
    """All time series: traffic, requests, connections, response time, hit ratio, memory, use of stations, errors."""
    found = [
        _series(steady, "traffic", "Mbps", _growth(steady, ("requests", "wire"), MBPS)),
        _series(steady, "requests", "/s", _growth(steady, ("requests", "issued"), 1.0)),
        _series(steady, "connections", "", _level(steady, ("sessions", "open"), ("sessions", "open moment"))),
        _series(steady, "response time", "s", _ratio(steady, ("requests", "response time"), ("requests", "completed"))),
        _series(steady, "errors", "/s", _growth(steady, ("requests", "lost"), 1.0)),
    ]
    network = steady.network
    for cache in network.caches:
        hits = _ratio(steady, ("cache", cache.name, "hits"), ("cache", cache.name, "lookups"), PERCENT)
        found.append(_series(steady, f"{cache.name} hit ratio", "%", hits))
    found += [_series(steady, r.name, "B", _growth(steady, ("region", r.name, "used"), 1.0)) for r in network.regions]
    for station in network.shared:
        use = _growth(steady, ("shared", station.name, "work"), PERCENT / station.capacity)
        found.append(_series(steady, station.name, "%", use))
    for queue in network.queues:
        use = _growth(steady, ("queue", queue.name, "busy"), PERCENT / queue.servers)
        found.append(_series(steady, queue.name, "%", use))
    for jobs in network.background:
        open_jobs = (("background", jobs.name, "open"), ("background", jobs.name, "open moment"))
        found.append(_series(steady, jobs.name, "", _level(steady, *open_jobs)))
    return tuple(found)


def _series(steady: Steady, name: str, unit: str, trace: Trace) -> Series:
    plan = steady.tallies[0].plan
    values = np.array([trace(tally) for tally in steady.tallies])
    count = len(values)
    spread = values.std(axis=0, ddof=1) / np.sqrt(count)
    half_width = spread * student.ppf(0.5 + steady.confidence / 2.0, count - 1)
    time = (np.arange(plan.windows) + 0.5) * plan.window
    return Series(name, unit, time, values.mean(axis=0), half_width)


def _growth(steady: Steady, column: tuple[str, ...], factor: float) -> Trace:
    """How fast a column grows in each window."""
    return lambda tally: factor * np.diff(steady.edges(tally, *column)) / tally.plan.window


def _level(steady: Steady, count: tuple[str, ...], moment: tuple[str, ...]) -> Trace:
    """The time average of a count in each window."""
    return lambda tally: np.diff(steady.level_area(tally, count, moment)) / tally.plan.window


def _ratio(steady: Steady, part: tuple[str, ...], whole: tuple[str, ...], factor: float = 1.0) -> Trace:
    """The ratio of the growth of two columns in each window; 0 in a window in which the whole did not grow."""

    def trace(tally: Tally) -> np.ndarray:
        grown = np.diff(steady.edges(tally, *whole))
        return factor * np.diff(steady.edges(tally, *part)) / np.where(grown > 0.0, grown, 1.0)

    return trace
