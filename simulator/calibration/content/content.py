"""What rows tell of the content that is asked for: its working set and the skew of its popularity, or why not.

Misses do not depend on what requests cost, so that this is fitted beside the costs and changes nothing of them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from simulator.calibration.content.misses import MissSource, RowMisses, counts_several_reads, miss_source, row_misses
from simulator.calibration.content.working_set import (
    LEAST_USUAL,
    MOST_USUAL,
    ContentData,
    ContentFit,
    fit_working_set,
    refit_working_set,
    working_set_at_skew,
)
from simulator.calibration.fit import Interval
from simulator.calibration.load_kind import LoadTestRows
from simulator.calibration.point import Metric
from simulator.messages.stages.calibration import content

# Bytes of a response where no row says: what a scenario that is written says as well.
USUAL_SIZE = 10_000.0
# A working set that is so many times the cache is not told from one that is larger still.
_FAR = 1e5
# The smallest and the largest content of a scenario, bytes.
SMALLEST, LARGEST = 1e3, 1e15


class FittedMiss(NamedTuple):
    """A row. measured, fitted: misses a request; unseen: predicted from the other rows, None where they are too few."""

    point: int
    cache: float
    measured: float
    fitted: float
    unseen: float | None

    @property
    def error(self) -> float | None:
        """Of the prediction from the other rows, as a share of what was measured."""
        return None if self.unseen is None else self.unseen / self.measured - 1.0


class FittedContent(NamedTuple):
    """The content of some rows. found: None where no row has a miss, and the working set is at most the cache; source:
    what told the misses; size: bytes of an object; rows: those with misses; passed_over: others whose cache is no
    larger, in which nothing missed or everything; otherwise: where the skew is held, other skews with the working set
    that they come to, infinite beyond what can be told; several_reads: whether a miss may be counted several times;
    caches: their sizes in bytes, ascending; is_stated: whether a row says them."""

    working_set: Interval
    found: ContentFit | None
    source: MissSource
    size: float
    rows: tuple[FittedMiss, ...]
    passed_over: int
    otherwise: tuple[tuple[float, float], ...]
    several_reads: bool
    caches: tuple[float, ...]
    is_stated: bool

    @property
    def misses(self) -> float:
        """Misses a request as fitted, the mean over the rows; 0 where no row has any."""
        return sum(row.fitted for row in self.rows) / len(self.rows) if self.rows else 0.0


def fit_content(loaded: LoadTestRows, cache: float | None) -> FittedContent | str | None:
    """The content that rows tell of; a text says why they do not, and None that they have no column that could.

    cache: bytes of the machine's own, for rows that do not say how large it was.
    """
    source = miss_source(loaded.points)
    if source is None:
        return None
    rows = row_misses(loaded.points, source, cache)
    sizes = [point.size for point in loaded.points if point.size]
    size = sum(sizes) / len(sizes) if sizes else USUAL_SIZE
    if not rows:
        return content.CACHE_UNKNOWN
    if reason := _why_unknown(rows, source, size):
        return reason
    return _fitted(loaded, rows, source, size)


def _fitted(loaded: LoadTestRows, rows: tuple[RowMisses, ...], source: MissSource, size: float) -> FittedContent | str:
    """The content of rows with misses that tell one."""
    twice = counts_several_reads(loaded.points, source)
    stated = any(point.has(Metric.CACHE) for point in loaded.points)
    caches = tuple(sorted({row.cache for row in rows}))
    some = tuple(row for row in rows if row.ratio > 0.0 and size <= row.cache and not _all_miss(row, source))
    if not some:
        return FittedContent(Interval(caches[0], 0.0, caches[0]), None, source, size, (), 0, (), twice, caches, stated)
    sought = ContentData(some, source, size)
    content_fit = fit_working_set(sought)
    if _is_far(content_fit, sought):
        return content.far_larger(_FAR)
    others = () if content_fit.is_free else tuple((skew, _with(sought, skew)) for skew in (LEAST_USUAL, MOST_USUAL))
    whole = min((row.cache for row in rows if row.ratio == 0.0 and row.cache > sought.largest), default=math.inf)
    over = sum(row.cache <= sought.largest for row in rows) - len(some)
    interval = Interval(*(min(whole, each) for each in content_fit.working_set))
    return FittedContent(
        interval, content_fit, source, size, _rows(sought, content_fit), over, others, twice, caches, stated
    )


def _with(sought: ContentData, skew: float) -> float:
    """The working set with another skew, infinite beyond what can be told."""
    content_fit = working_set_at_skew(sought, skew)
    return math.inf if _is_far(content_fit, sought) else content_fit.working_set.value


def _is_far(content_fit: ContentFit, sought: ContentData) -> bool:
    return content_fit.working_set.value >= min(LARGEST, _FAR * sought.largest)


def _all_miss(row: RowMisses, source: MissSource) -> bool:
    return source is MissSource.RATIO and row.ratio >= 1.0


def _why_unknown(rows: Sequence[RowMisses], source: MissSource, size: float) -> str:
    """Why misses tell no working set; "" where they do."""
    if all(row.cache < size for row in rows):
        return content.CACHE_OF_NOTHING
    if all(_all_miss(row, source) for row in rows):
        return content.ALL_MISSED
    mean = sum(row.ratio for row in rows) / len(rows)
    if source is not MissSource.RATIO and mean >= 1.0:
        return content.more_than_misses(mean, of_bytes=source is MissSource.BYTES)
    return ""


def _rows(sought: ContentData, content_fit: ContentFit) -> tuple[FittedMiss, ...]:
    """The rows as fitted, and each as predicted from all others."""
    fewest = 3 if content_fit.is_free else 2
    rows = []
    for place, row in enumerate(sought.rows):
        unseen = None
        if len(sought.rows) >= fewest:
            rest = sought._replace(rows=sought.rows[:place] + sought.rows[place + 1 :])
            unseen = _predicted(rest, refit_working_set(rest, content_fit), row)
        fitted = sought.predicted(content_fit.u, content_fit.skew, row)
        rows.append(FittedMiss(row.point, row.cache, row.ratio, fitted, unseen))
    return tuple(rows)


def _predicted(rest: ContentData, again: ContentFit, row: RowMisses) -> float:
    return rest.predicted(again.u, again.skew, row)


def wait_without_reads(wait: float, content: FittedContent | str | None, read: float) -> float:
    """Seconds of a wait elsewhere without those in which disks read what misses, `read` seconds each: a scenario with
    content has them in its disks. Never less than 0."""
    misses = content.misses if isinstance(content, FittedContent) else 0.0
    return max(0.0, wait - misses * read)
