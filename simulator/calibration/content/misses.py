"""What rows say of the misses of a cache: a ratio that was counted, or what disks read for what was served."""

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from models.errors import Problem
from models.quantities.formatting import number
from simulator.calibration.point import LoadTestRow, Metric
from simulator.messages.stages.calibration import content

# Systems read ahead by so much (Linux: 128 KiB): a miss of less is one read. Pages of 4 KiB are read whole: of what is
# much smaller than this the bytes that are read say nothing.
READ_AHEAD, MANY_PAGES = 131_072.0, 65_536.0
# How far a hit ratio and a miss ratio of one row may be off 100 % together: what tools round.
_ROUNDED = 0.01


class MissSource(Enum):
    """What misses are told by. The value is what people call it."""

    RATIO = content.BY_RATIO
    READS = content.BY_READS
    BYTES = content.BY_BYTES


class RowMisses(NamedTuple):
    """Misses of one row. point: its place; cache: bytes that the cache could hold; ratio: misses a request, 0 or more;
    what disks read may be more than what was asked for."""

    point: int
    cache: float
    ratio: float


def miss_source(points: Sequence[LoadTestRow]) -> MissSource | None:
    """What tells the misses of some rows; None where nothing does.

    A ratio goes before what disks read, whose bytes say more of large responses and whose reads say more of small ones.
    """
    if any(point.has(Metric.HITS) or point.has(Metric.MISSES) for point in points):
        return MissSource.RATIO
    reads, read_bytes = (any(point.has(each) for point in points) for each in (Metric.READS, Metric.READ_BYTES))
    sizes = [point.size for point in points if point.size]
    large = bool(sizes) and sum(sizes) / len(sizes) >= MANY_PAGES
    if read_bytes and sizes and (large or not reads):
        return MissSource.BYTES
    return MissSource.READS if reads else None


def row_misses(points: Sequence[LoadTestRow], source: MissSource, cache: float | None) -> tuple[RowMisses, ...]:
    """The misses of each row that has them and whose cache is known; `cache` bytes hold where a row has no size of its
    own."""
    found = []
    for place, point in enumerate(points):
        room, ratio = point.measured.get(Metric.CACHE, cache), _ratio(point, source)
        if room is not None and ratio is not None:
            found.append(RowMisses(place, room, ratio))
    return tuple(found)


def _ratio(point: LoadTestRow, source: MissSource) -> float | None:
    """Misses a request of a row, None where it does not say."""
    if source is MissSource.RATIO:
        return 1.0 - point[Metric.HITS] if point.has(Metric.HITS) else point.get(Metric.MISSES)
    if source is MissSource.READS:
        return point[Metric.READS] / point[Metric.RATE] if point.has(Metric.READS, Metric.RATE) else None
    served = _served(point)
    return point[Metric.READ_BYTES] / served if point.has(Metric.READ_BYTES) and served else None


def _served(point: LoadTestRow) -> float | None:
    """Bytes a second that a row served, None where it does not say."""
    if point.has(Metric.BYTES):
        return point[Metric.BYTES]
    return point[Metric.RATE] * point[Metric.SIZE] if point.has(Metric.RATE, Metric.SIZE) else None


def impossible_misses(point: LoadTestRow) -> Iterator[Problem]:
    """What a row says of a cache that cannot be true, or that says nothing as it stands."""
    for gauge in (Metric.HITS, Metric.MISSES):
        if point.measured.get(gauge, 0.0) > 1.0:
            shown = f"{number(float(f'{100.0 * point[gauge]:.6g}'))} %"
            yield point.problem(gauge.value, shown, *content.OVER_WHOLE)
    if point.has(Metric.HITS, Metric.MISSES) and abs(point[Metric.HITS] + point[Metric.MISSES] - 1.0) > _ROUNDED:
        shown = f"{100.0 * point[Metric.MISSES]:.4g} %"
        yield point.problem(Metric.MISSES.value, shown, *content.not_whole(point[Metric.HITS]))
    if point.measured.get(Metric.CACHE) == 0.0:
        yield point.problem(Metric.CACHE.value, "0", *content.EMPTY_CACHE)
    if point.has(Metric.READS) and not point.has(Metric.RATE):
        yield point.problem(Metric.READS.value, f"{point[Metric.READS]:.6g}", *content.READS_ALONE)
    if point.has(Metric.READ_BYTES) and not point.has(Metric.READS) and _served(point) is None:
        yield point.problem(Metric.READ_BYTES.value, f"{point[Metric.READ_BYTES]:.6g}", *content.BYTES_ALONE)


def counts_several_reads(points: Sequence[LoadTestRow], source: MissSource) -> bool:
    """Whether a miss may take more than one read, which is counted as so many misses."""
    sizes = [point.size for point in points if point.size]
    mean = sum(sizes) / len(sizes) if sizes else math.nan
    return source is MissSource.READS and mean > READ_AHEAD
