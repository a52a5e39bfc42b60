"""What happens to the memory of processes: they are replaced, heaps collected, pages fetched, free lists missed."""

from collections.abc import Sequence

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import PERCENT, Steady
from simulator.network.roles import Role

HOUR = 3600.0
MINUTE = 60.0
# From here on, real allocations are taken for over.
FEW = 0.01


def recycling(steady: Steady) -> Measures:
    """`recycles` and `failed_starts` per hour, of all recycled processes of a server together; `recycle_interval`, the
    mean seconds from one recycle of a process to its next, which are known to the window that they fell into."""
    regions = [region.name for region in steady.network.regions if region.recycle is not None]
    if not regions:
        return {}

    def total(tally: Tally, what: str) -> float:
        return sum(steady.total(tally, "region", name, what) for name in regions)

    none = "no process was recycled twice in a replication; measure for longer"
    return {
        "recycles": steady.estimate(lambda tally: HOUR * total(tally, "recycles") / steady.seconds, "/h"),
        "recycle_interval": steady.estimate_or(lambda tally: _interval(steady, tally, regions), "s", none),
        "failed_starts": steady.estimate(lambda tally: HOUR * total(tally, "failed starts") / steady.seconds, "/h"),
    }


def _interval(steady: Steady, tally: Tally, regions: Sequence[str]) -> float | None:
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


def collecting(steady: Steady) -> Measures:
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


def page_faults(steady: Steady) -> Measures:
    """`page_faults` per second: the work of the station that resolves them, whose unit is a page fault."""
    resolving = steady.network.in_role(Role.PAGE_FAULTS)
    if not resolving:
        return {}
    (station,) = resolving
    return {"page_faults": steady.rate("shared", station.name, "work", unit="/s")}


def warm_up(steady: Steady) -> Measures:
    """`warm_up_time`: seconds from the start of the run, its warm-up included, until in a window less than 1 % of the
    allocations miss the free lists, where freed memory is kept."""
    lists = [cache.name for cache in steady.network.in_role(Role.FREE_LISTS)]
    if not lists:
        return {}
    never = "1 % or more of the allocations miss the free lists to the end of a replication; run for longer"
    return {"warm_up_time": steady.estimate_or(lambda tally: _reached(steady, tally, lists), "s", never)}


def _reached(steady: Steady, tally: Tally, lists: list[str]) -> float | None:
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
