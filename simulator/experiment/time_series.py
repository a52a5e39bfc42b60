"""Time series of one server in fixed windows, from time 0 on, with their intervals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.estimate import student_quantile
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.results import Series, ServerSeries
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.roles import Role


@dataclass(frozen=True)
class SeriesReader:
    """How a series is read from a tally: `read` gives float64 (windows,), nan in a window with nothing to measure.

    `of` is what it is of, as in Series. `settles` says that the warm-up is not over before this series has settled.
    `alike` is what several equal ones are called together, "" for one that stands by itself.
    """

    name: str
    unit: str
    of: ServerSeries | Role | None
    read: Callable[[Tally], np.ndarray]
    settles: bool = False
    alike: str = ""


def all_series(steady: ReplicationSet) -> tuple[Series, ...]:
    """All time series: traffic, requests, connections, response time, hit ratio, memory, use of stations, errors.

    Equal servers of a tier have one, the mean of theirs. A ratio of nothing, such as the response time of a window
    without responses, counts as 0.
    """
    found = dict[str, list[SeriesReader]]()
    for trace in series_readers(steady):
        found.setdefault(trace.alike or trace.name, []).append(trace)
    return tuple(_series(steady, name, equal) for name, equal in found.items())


def series_readers(steady: ReplicationSet) -> Iterator[SeriesReader]:
    """How each series is read, in the order in which they are shown."""
    responses = (("requests", "response time"), ("requests", "completed"))
    yield SeriesReader(
        "traffic", "Mbps", ServerSeries.TRAFFIC, _growth(steady, ("requests", "wire"), MBPS_PER_BYTE), True
    )
    yield SeriesReader("requests", "/s", ServerSeries.REQUESTS, _growth(steady, ("requests", "issued"), 1.0))
    open_sessions = _level(steady, ("sessions", "open"), ("sessions", "open moment"))
    streams = steady.network.source.streams
    yield SeriesReader("connections", "", ServerSeries.CONNECTIONS, lambda tally: open_sessions(tally) / streams, True)
    yield SeriesReader("response time", "s", ServerSeries.RESPONSE_TIME, _ratio(steady, *responses), True)
    yield SeriesReader("errors", "/s", ServerSeries.ERRORS, _growth(steady, ("requests", "lost"), 1.0))
    network = steady.network
    for cache in network.caches:
        hits = _ratio(steady, ("cache", cache.name, "hits"), ("cache", cache.name, "lookups"), PERCENT)
        yield SeriesReader(f"{cache.name} hit ratio", "%", cache.role, hits, True)
    for region in network.regions:
        yield SeriesReader(region.name, "B", region.role, _growth(steady, ("region", region.name, "used"), 1.0))
    for station in network.shared:
        work = _growth(steady, ("shared", station.name, "work"), PERCENT / station.capacity)
        yield SeriesReader(station.name, "%", station.role, work, True, station.alike)
    for queue in network.queues:
        busy = _growth(steady, ("queue", queue.name, "busy"), PERCENT / queue.servers)
        yield SeriesReader(queue.name, "%", queue.role, busy, True, queue.alike)
    for pool in (pool for pool in network.pools if pool.lingers > 0.0):
        held = _growth(steady, ("pool", pool.name, "used"), PERCENT / pool.size if pool.size > 0.0 else 0.0)
        yield SeriesReader(pool.name, "%", pool.role, held, True)
    for jobs in (jobs for jobs in network.background if not jobs.of_load and jobs.role is not Role.WITHOUT_REQUESTS):
        open_jobs = (("background", jobs.name, "open"), ("background", jobs.name, "open moment"))
        yield SeriesReader(jobs.name, "", jobs.role, _level(steady, *open_jobs))


def _series(steady: ReplicationSet, name: str, equal: list[SeriesReader]) -> Series:
    plan, trace = steady.tallies[0].plan, equal[0]
    each = np.array([[one.read(tally) for one in equal] for tally in steady.tallies])
    values = np.nan_to_num(each).mean(axis=1)
    count = len(values)
    spread = values.std(axis=0, ddof=1) / np.sqrt(count)
    half_width = spread * student_quantile(steady.confidence, count - 1)
    time = (np.arange(plan.windows) + 0.5) * plan.window
    return Series(name, trace.unit, time, values.mean(axis=0), half_width, trace.of)


def _growth(steady: ReplicationSet, column: tuple[str, ...], factor: float) -> Callable[[Tally], np.ndarray]:
    """How fast a column grows in each window."""
    return lambda tally: factor * np.diff(steady.edges(tally, *column)) / tally.plan.window


def _level(steady: ReplicationSet, count: tuple[str, ...], moment: tuple[str, ...]) -> Callable[[Tally], np.ndarray]:
    """The time average of a count in each window."""
    return lambda tally: np.diff(steady.level_area(tally, count, moment)) / tally.plan.window


def _ratio(
    steady: ReplicationSet, part: tuple[str, ...], whole: tuple[str, ...], factor: float = 1.0
) -> Callable[[Tally], np.ndarray]:
    """The ratio of the growth of two columns in each window; nan in a window in which the whole did not grow."""

    def read(tally: Tally) -> np.ndarray:
        grown = np.diff(steady.edges(tally, *whole))
        return factor * np.diff(steady.edges(tally, *part)) / np.where(grown > 0.0, grown, np.nan)

    return read
