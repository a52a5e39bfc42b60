"""How many pages a database writes back to its disks: one that several commits have changed is written once for all of
them, at the next checkpoint or when the buffer pool drops it before.

Changes fall on pages as all that is asked for does. Where a page is changed at a rate c, is dropped at a rate d when it
was not asked for in time, and a checkpoint comes after each T, the share of its changes that find it clean, so that it
is written once more, is

    1 - c / s (1 - (1 - exp(-s T)) / (s T)),   s = c + d:

its last change lies y back with the density c exp(-c y), and it is dirty as yet if neither has come since. Times are
counted in pages that are changed.
"""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from models.buffer_pool import buffer_pool_bytes, pages_kept
from models.least_recently_used import filling_time, mean_over_requests
from models.parts.database import CallWrites
from models.tier_flows import TierFlow

if TYPE_CHECKING:
    import numpy as np


def commits_between(flow: TierFlow) -> float:
    """Commits of a server of a database from one checkpoint to the next; 0 where every change is written back."""
    software = flow.tier.software
    logged = _of_writes(flow, lambda writes: writes.commits * writes.log)
    if software is None or software.checkpoint_log is None or not logged:
        return 0.0
    return software.checkpoint_log * _of_writes(flow, lambda writes: writes.commits) / logged


def written_share(flow: TierFlow) -> float:
    """Pages that a server of a database writes back for each that its commits change, while it writes a checkpoint."""
    tier, changed = flow.tier, _of_writes(flow, lambda writes: writes.commits * writes.pages)
    between = commits_between(flow)
    if tier.software is None or tier.data is None or not between or not changed:
        return 1.0
    between *= changed / _of_writes(flow, lambda writes: writes.commits)
    pages, zipf = pages_kept(tier), tier.data.popularity.zipf
    # As if one server read all: of several each drops its pages later, so that this is on the safe side.
    reads = sum(many * call.pages for many, call in flow.kinds if call.writes is None)
    touched = reads + sum(many * call.pages for many, call in flow.written)
    in_changes = min(1.0, changed / touched) if touched else 1.0
    held = filling_time(pages, buffer_pool_bytes(tier) / tier.software.page, zipf) * in_changes if touched else inf
    return _clean_share(pages, zipf, between, held, in_changes) / tier.software.checkpoint_spread


def _of_writes(flow: TierFlow, each: Callable[[CallWrites], float]) -> float:
    """What all that a server writes comes to for each request of the unit."""
    return sum(many * each(call.writes) for many, call in flow.written if call.writes is not None)


# A plan asks for the same databases over and over.
@lru_cache(maxsize=1024)
def _clean_share(pages: float, zipf: float, between: float, held: float, in_changes: float) -> float:
    """The share of the changes that find their page clean, for changes from one checkpoint to the next, and those after
    which a page is dropped that was not asked for; in_changes: changes for each time that a page is asked for."""

    def clean(asked: "np.ndarray") -> "np.ndarray":
        import numpy as np  # Few scenarios have databases, and the others are read without it.

        missed = np.exp(-asked / in_changes * held) if held < inf else np.zeros_like(asked)
        ends = asked + asked / in_changes * missed / -np.expm1(-asked / in_changes * held)
        found: np.ndarray = 1.0 - asked / ends * (1.0 + np.expm1(-ends * between) / (ends * between))
        return found

    return mean_over_requests(pages, zipf, clean)
