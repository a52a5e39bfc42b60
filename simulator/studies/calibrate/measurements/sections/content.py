"""What the rows tell of the content that is asked for, and of a cache."""

from collections.abc import Iterator

from simulator.calibration.calibrate import Calibration
from simulator.calibration.content.content import FittedContent
from simulator.calibration.row_names import row_name
from simulator.messages.calibrate.content import FROM_OTHER_ROWS, MISSES, cache_size, content_sentences
from simulator.output.blocks import Block, Column, Table, Text


def section(calibration: Calibration) -> Iterator[Block]:
    """The working set, what may be wrong with it, and the misses of each row."""
    yield from (Text(line) for line in content_sentences(calibration))
    yield from _misses(calibration)


def _misses(calibration: Calibration) -> Iterator[Block]:
    """The misses of a cache, where rows tell of them."""
    content = calibration.content
    if not isinstance(content, FittedContent) or not content.rows:
        return
    columns = (
        Column("row"), Column("cache", numeric=True), Column("misses", "%", numeric=True),
        Column("fitted", "%", numeric=True), Column(FROM_OTHER_ROWS, "%", numeric=True),
        Column("off", "%", numeric=True),
    )  # fmt: skip
    rows = []
    for row in content.rows:
        point = calibration.loaded.points[row.point]
        error = "" if row.error is None else f"{100.0 * row.error:+.1f}"
        unseen = "" if row.unseen is None else _share(row.unseen)
        told = (cache_size(row.cache), _share(row.measured), _share(row.fitted), unseen, error)
        rows.append((row_name(point, calibration.loaded.points), *told))
    yield Table(MISSES, columns, tuple(rows))


def _share(value: float) -> str:
    return f"{100.0 * value:.3g}"
