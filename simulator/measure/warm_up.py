"""How long an allocator takes until it has seen every kind of block: from then on it asks the system for no more."""

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import Steady
from simulator.network.roles import Role

# From here on, real allocations are taken for over.
FEW = 0.01


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
