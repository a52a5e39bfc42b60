"""Content that rows tell of, as lines of a scenario: its working set, its popularity, the cache that the rows had."""

from collections.abc import Iterator

from models.quantities.units import SIZE, format_quantity
from simulator.calibration.content.content import LARGEST, SMALLEST, FittedContent
from simulator.calibration.content.working_set import HELD_SKEW, LEAST_USUAL, MOST_USUAL
from simulator.calibration.fit import Interval
from simulator.calibration.point import LoadTestRow, Metric
from simulator.messages.calibrate.measured_value import measured_value, quoted

# A working set that is hardly more than the cache is told by its last digits.
_DIGITS = 6


def content_lines(content: FittedContent | str | None, source: str) -> Iterator[str]:
    """`workload.content` of a scenario; nothing where rows tell none."""
    if not isinstance(content, FittedContent):
        return
    yield "  content:"
    yield f"    object_size: {_bytes(content.size)}  # the mean of a response"
    if content.found is None:
        most = _bytes(content.working_set.high)
        why = quoted("no row has a miss, so that it is at most the smallest cache")
        yield f"    catalogue: {{value: {most}, assumed: {_bytes(_least(content))} to {most}, why: {why}}}"
        yield f"    popularity: {{zipf: {_assumed('no row has a miss, which would tell it')}}}"
        return
    found = content.found
    rests_on = f"{source}; misses by {content.source.value}"
    rests_on += "" if found.is_free else f", if the skew of popularity is {found.skew:g}"
    interval = Interval(*(min(LARGEST, max(_least(content), each)) for each in content.working_set))
    yield f"    catalogue: {measured_value(interval, SIZE, rests_on, _DIGITS)}"
    if found.is_free:
        ends = f"{found.skews.low:.4g} to {found.skews.high:.4g}"
        zipf = f"{{value: {found.skew:.4g}, kind: measured, source: {quoted(rests_on)}, interval: {ends}}}"
    else:
        zipf = _assumed("the rows do not tell it from the working set, which was fitted with this value")
    yield f"    popularity: {{zipf: {zipf}}}"


def _assumed(why: str) -> str:
    return f"{{value: {HELD_SKEW}, assumed: {LEAST_USUAL:g} to {MOST_USUAL:g}, why: {quoted(why)}}}"


def _least(content: FittedContent) -> float:
    """The smallest content that a scenario may have: one object."""
    return max(SMALLEST, 1.01 * content.size)


def _bytes(size: float) -> str:
    return format_quantity(size, SIZE, digits=_DIGITS)


def cache_lines(content: FittedContent | str | None, source: str) -> Iterator[str]:
    """The cache of a web server, where rows say how large it was and it was always the same."""
    if isinstance(content, FittedContent) and content.is_stated and len(content.caches) == 1:
        size = _bytes(content.caches[0])
        yield f"file_cache: {{value: {{up_to: {size}}}, kind: measured, source: {quoted(source)}}}"


def row_cache_setting(content: FittedContent | str | None, point: LoadTestRow) -> str:
    """What sets the cache of a case to that of its row, where several sizes were tried."""
    if not isinstance(content, FittedContent) or len(content.caches) == 1 or not point.has(Metric.CACHE):
        return ""
    return f", web_server.file_cache.size: {_bytes(point[Metric.CACHE])}"
