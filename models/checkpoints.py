"""How many pages a database writes back to its disks: one that several commits have changed is written once for all of
them, at the next checkpoint or when the buffer pool drops it before.

Changes fall on pages as all that is asked for does. Where a page is changed at a rate c, is dropped at a rate d when it
was not asked for in time, and a checkpoint comes after each T, the share of its changes that find it clean, so that it
is written once more, is

    1 - c / s (1 - (1 - exp(-s T)) / (s T)),   s = c + d:

its last change lies y back with the density c exp(-c y), and it is dirty as yet if neither has come since. Times are
counted in pages that are changed.

A checkpoint comes when so much log has been written, or when a timer has run out. Where the first change of a page
after it writes the whole page to the log, T changes log T l and D(T) pages: D(T) = sum of (1 - exp(-p T)) are those
that are changed at all, each with a share p of the changes.
"""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from models.buffer_pool import buffer_pool_bytes, pages_kept
from models.least_recently_used import filling_time, mean_over_requests
from models.parts.database import CallWrites, DatabaseSoftware
from models.tier_flows import TierFlow

if TYPE_CHECKING:
    import numpy as np

# So often an interval of commits is halved: to a thousandth of a billionth of it.
_HALVINGS = 40


def commits_between(flow: TierFlow) -> float:
    """Commits of a server of a database from one checkpoint to the next; 0 where every change is written back."""
    software, commits = flow.tier.software, _of_writes(flow, lambda writes: writes.commits)
    if software is None or not commits:
        return 0.0
    found = [by for by in (_of_log(flow, software), _of_timer(flow, software)) if by > 0.0]
    return min(found, default=0.0)


def _of_timer(flow: TierFlow, software: DatabaseSoftware) -> float:
    """Commits until the timer of checkpoints has run out; 0 without one, or where nobody says how many come."""
    commits = flow.rate * _of_writes(flow, lambda writes: writes.commits)
    return commits * software.checkpoint_timeout if software.checkpoint_timeout is not None else 0.0


def _of_log(flow: TierFlow, software: DatabaseSoftware) -> float:
    """Commits until so much log has been written that a checkpoint begins; 0 where it never does."""
    if software.checkpoint_log is None:
        return 0.0
    commits, logged = _of_writes(flow, lambda writes: writes.commits), _logged(flow)
    most = software.checkpoint_log * commits
    most /= logged
    whole = _whole_pages(flow)
    return most if whole is None else _log_interval(most, commits, logged, whole)


# A plan asks for the same databases over and over, in each of its worlds.
@lru_cache(maxsize=4096)
def _log_interval(most: float, commits: float, logged: float, whole: "_WholePages") -> float:
    """Commits that write as much log as `most` do without whole pages: these come beside what commits write."""
    low, high = 0.0, most
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        factor = whole.log_factor(middle, commits, logged)
        low, high = (middle, high) if middle * factor < most else (low, middle)
    return high


def log_factor(flow: TierFlow) -> float:
    """Bytes that a server of a database logs for each that its commits write: more with whole pages, the more so the
    fewer changes lie between checkpoints."""
    whole = _whole_pages(flow)
    commits = 0.0 if whole is None else commits_between(flow)
    if whole is None or not commits:
        return 1.0
    return whole.log_factor(commits, _of_writes(flow, lambda writes: writes.commits), _logged(flow))


class _WholePages(NamedTuple):
    """What the whole pages in a log hang on. pages: that there are, of `page` bytes; changed: for each request of the
    unit."""

    pages: float
    zipf: float
    page: float
    changed: float

    def log_factor(self, between: float, commits: float, logged: float) -> float:
        """The same for so many commits between checkpoints, of which a request makes `commits` with `logged` bytes."""
        changes = between * self.changed / commits
        return 1.0 + first_changes(self.pages, self.zipf, changes) * self.page * self.changed / logged


def _whole_pages(flow: TierFlow) -> _WholePages | None:
    """The whole pages that a server of a database logs; None where it logs none."""
    tier, changed = flow.tier, _of_writes(flow, lambda writes: writes.commits * writes.pages)
    if tier.software is None or tier.data is None or not tier.software.full_page_writes or not changed:
        return None
    return _WholePages(pages_kept(tier), tier.data.popularity.zipf, tier.software.page, changed)


def _logged(flow: TierFlow) -> float:
    return _of_writes(flow, lambda writes: writes.commits * writes.log)


# As often as `_clean_share` is asked for, and for each halving.
@lru_cache(maxsize=8192)
def first_changes(pages: float, zipf: float, between: float) -> float:
    """The share of so many changes between two checkpoints that are the first of their page: D(T) / T."""

    def first(asked: "np.ndarray") -> "np.ndarray":
        import numpy as np  # Few scenarios have databases, and the others are read without it.

        found: np.ndarray = -np.expm1(-asked * between) / (asked * between)
        return found

    return mean_over_requests(pages, zipf, first)


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
