"""How often worker processes are replaced by new ones."""

from collections.abc import Sequence

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import Steady

HOUR = 3600.0


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
