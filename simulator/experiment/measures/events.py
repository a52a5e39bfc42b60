"""What happens in the course of a run: spells of full CPU, how far a load rises before too many sessions fail, and what
becomes of the memory of processes: they are replaced, heaps collected, pages fetched, free lists missed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.results import Measures, Unavailable
from simulator.messages.stages import experiment
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role

HOUR = 3600.0
MINUTE = 60.0
# From here on, real allocations are taken for over.
FEW = 0.01

# The rate that a server accepts is the mean over so many windows, so that chance evens out.
WINDOWS = 5.0
# A window counts as full from here on: its edges rarely fall together with those of a spell.
FULL = 0.99
# One full window may be chance; so many in a row are a spell.
FEWEST = 2


@dataclass(frozen=True)
class RampEnd:
    """Where a ramp ended: seconds from the start of the run, sessions that had not failed until then, those accepted
    per second, those open."""

    seconds: float
    sessions: float
    rate: float
    open: float


def ramp_measures(steady: ReplicationSet, until_failed: float) -> Measures:
    """`ramp_seconds`, `ramp_sessions`, `ramp_rate` and `ramp_open`: where the share of all sessions so far that were
    refused or broken first reaches `until_failed` (0 to 1), warm-up included; see RampEnd."""
    ends = {id(tally): _end(steady, tally, until_failed) for tally in steady.tallies}
    never = experiment.few_failed(PERCENT * until_failed)

    def part(name: str, unit: str) -> Estimate | Unavailable:
        found = {key: getattr(end, name) if end else None for key, end in ends.items()}
        return steady.estimate_or(lambda tally: found[id(tally)], unit, never)

    units = {"seconds": "s", "sessions": "", "rate": "/s", "open": ""}
    return {f"ramp_{name}": part(name, unit) for name, unit in units.items()}


def _end(steady: ReplicationSet, tally: Tally, until_failed: float) -> RampEnd | None:
    """The end of one replication's ramp, interpolated within its window; None if it has none."""
    causes = steady.network.causes
    offered = steady.edges(tally, "sessions", "offered")
    refused = sum((steady.edges(tally, "cause", cause, "gave up") for cause in causes), np.zeros_like(offered))
    broken = sum((steady.edges(tally, "cause", cause, "failed") for cause in causes), np.zeros_like(offered))
    at = first_crossing(refused + broken - until_failed * offered)
    if at is None:
        return None
    window = tally.plan.window
    accepted = offered - refused
    before = max(0.0, at - WINDOWS)
    return RampEnd(
        seconds=at * window,
        sessions=_at(offered - refused - broken, at),
        rate=(_at(accepted, at) - _at(accepted, before)) / ((at - before) * window),
        open=_at(steady.edges(tally, "sessions", "open"), at),
    )


def first_crossing(excess: np.ndarray) -> float | None:
    """Where float64 (edges,) first rises above 0, as a fractional index, straight between its edges; None if never.

    An excess that is above 0 at the first edge after the start counts from that edge: before it nothing is known.
    """
    above = np.flatnonzero(excess[1:] > 0.0) + 1
    if not above.size:
        return None
    after = int(above[0])
    if after == 1:
        return 1.0
    return after - 1 + float(excess[after - 1] / (excess[after - 1] - excess[after]))


def _at(edges: np.ndarray, at: float) -> float:
    return float(np.interp(at, np.arange(len(edges)), edges))


def spike_measures(steady: ReplicationSet) -> Measures:
    """`full_cpu`, the share of the windows in which the CPU is full, %; `full_cpu_run`, the mean length in seconds of
    the unbroken runs of at least two such windows, 0 where there is none. Both look at each node by itself."""
    cpus = [station for station in steady.network.shared if station.role is Role.CPU]
    if not cpus:
        return {}
    (cpu,) = cpus
    return {
        "full_cpu": steady.estimate(lambda tally: PERCENT * float(_full(steady, tally, cpu).mean()), "%"),
        "full_cpu_run": steady.estimate(lambda tally: _mean_run(_full(steady, tally, cpu), tally), "s"),
    }


def _full(steady: ReplicationSet, tally: Tally, cpu: SharedCapacity) -> np.ndarray:
    """Whether the CPU was full: bool (measured windows, nodes)."""
    column = tally.columns.index(("shared", cpu.name, "work"))
    work = np.diff(tally.edges[steady.first :, :, column], axis=0)
    return work >= FULL * cpu.capacity * tally.plan.window


def _mean_run(full: np.ndarray, tally: Tally) -> float:
    lengths = np.concatenate([run_lengths(node) for node in full.T])
    long = lengths[lengths >= FEWEST]
    return float(long.mean()) * tally.plan.window if long.size else 0.0


def run_lengths(marks: np.ndarray) -> np.ndarray:
    """The lengths of the unbroken runs of True in bool (n,), in order: int64 (runs,)."""
    changes = np.diff(np.concatenate(([0], marks.astype(np.int64), [0])))
    return np.flatnonzero(changes == -1) - np.flatnonzero(changes == 1)


def recycling_measures(steady: ReplicationSet) -> Measures:
    """`recycles` and `failed_starts` per hour, of all recycled processes of a server together; `recycle_interval`, the
    mean seconds from one recycle of a process to its next, which are known to the window that they fell into."""
    regions = [region.name for region in steady.network.regions if region.recycle is not None]
    if not regions:
        return {}

    def total(tally: Tally, what: str) -> float:
        return sum(steady.total(tally, "region", name, what) for name in regions)

    interval = steady.estimate_or(lambda tally: _interval(steady, tally, regions), "s", experiment.NO_RECYCLE)
    return {
        "recycles": steady.estimate(lambda tally: HOUR * total(tally, "recycles") / steady.seconds, "/h"),
        "recycle_interval": interval,
        "failed_starts": steady.estimate(lambda tally: HOUR * total(tally, "failed starts") / steady.seconds, "/h"),
    }


def _interval(steady: ReplicationSet, tally: Tally, regions: Sequence[str]) -> float | None:
    """The mean seconds between two recycles of one process, over all nodes; None if none was recycled twice."""
    seconds, gaps = 0.0, 0
    for name in regions:
        column = tally.edges[steady.first :, :, tally.columns.index(("region", name, "recycles"))]
        for recycles in np.diff(column, axis=0).T:
            windows = np.flatnonzero(recycles)
            if recycles.sum() > 1:
                seconds += float(windows[-1] - windows[0]) * tally.plan.window
                gaps += int(recycles.sum()) - 1
    return seconds / gaps if gaps else None


def collection_measures(steady: ReplicationSet) -> Measures:
    """`collections` per minute, of all collected heaps of a server together; `collecting`, the share of the time for
    which collections stop the server, %."""
    regions = [region.name for region in steady.network.regions if region.collect is not None]
    if not regions:
        return {}

    def total(tally: Tally, what: str) -> float:
        return sum(steady.total(tally, "region", name, what) for name in regions)

    paused = PERCENT / steady.seconds
    return {
        "collections": steady.estimate(lambda tally: MINUTE * total(tally, "collections") / steady.seconds, "/min"),
        "collecting": steady.estimate(lambda tally: paused * total(tally, "paused"), "%"),
    }


def throttling_measures(steady: ReplicationSet) -> Measures:
    """`throttled`, the share of the periods in which a CPU with a quota had work and used the quota up before that was
    done, of all such CPUs together, %; 0 where none had any."""
    limited = [station.name for station in steady.network.shared if station.quota is not None]
    if not limited:
        return {}

    def share(tally: Tally) -> float:
        met, throttled = (
            sum(steady.total(tally, "shared", name, what) for name in limited) for what in ("periods", "throttled")
        )
        return PERCENT * throttled / met if met else 0.0

    return {"throttled": steady.estimate(share, "%")}


def page_fault_measures(steady: ReplicationSet) -> Measures:
    """`page_faults` per second: the work of the station that resolves them, whose unit is a page fault."""
    resolving = steady.network.in_role(Role.PAGE_FAULTS)
    if not resolving:
        return {}
    (station,) = resolving
    return {"page_faults": steady.rate("shared", station.name, "work", unit="/s")}


def warm_up_measures(steady: ReplicationSet) -> Measures:
    """`warm_up_time`: seconds from the start of the run, its warm-up included, until in a window less than 1 % of the
    allocations miss the free lists, where freed memory is kept."""
    lists = [cache.name for cache in steady.network.in_role(Role.FREE_LISTS)]
    if not lists:
        return {}
    return {
        "warm_up_time": steady.estimate_or(lambda tally: _reached(steady, tally, lists), "s", experiment.STAYS_COLD)
    }


def _reached(steady: ReplicationSet, tally: Tally, lists: list[str]) -> float | None:
    """When the share of misses, in a straight line from the middle of one window to the next, falls below 1 %."""
    lookups, hits = (
        np.diff(sum(steady.edges(tally, "cache", name, what) for name in lists)) for what in ("lookups", "hits")
    )
    used = np.flatnonzero(lookups > 0.0)
    misses = 1.0 - hits[used] / lookups[used]
    few = np.flatnonzero(misses < FEW)
    if not few.size:
        return None
    middles = (used + 0.5) * tally.plan.window
    at = int(few[0])
    if at == 0:
        return float(middles[0])
    part = (misses[at - 1] - FEW) / (misses[at - 1] - misses[at])
    return float(middles[at - 1] + part * (middles[at] - middles[at - 1]))
