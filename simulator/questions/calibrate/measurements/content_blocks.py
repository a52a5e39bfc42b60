"""What rows tell of a cache, as blocks: the working set, the misses as fitted, and what would tell more."""

import math
from collections.abc import Iterator
from statistics import median

from models.quantities.units import SIZE, format_quantity
from models.quantities.writing import counted, significant
from simulator.calibration.calibrate import Calibrated
from simulator.calibration.content.content import FittedContent
from simulator.calibration.fit import Interval
from simulator.calibration.row_names import row_name
from simulator.calibration.server import Parameter
from simulator.questions.calibrate.measurements.sentences import amount, digits_of
from simulator.report.blocks import Block, Column, Table, Text

_NO_COLUMN = (
    "No row says which content is asked for again: what a miss of a cache costs is in the wait elsewhere, and the"
    ' working set is not told; `calibrate log` finds it in an access log, and here a column "hit ratio %",'
    ' "disk reads/s" or "disk MB/s" would tell it, best with "cache GB" at several sizes of the cache.'
)


def content_parameters(content: FittedContent | str | None) -> tuple[tuple[Parameter, Interval], ...]:
    """The parameters that the misses of a cache tell, with their intervals."""
    if not isinstance(content, FittedContent):
        return ()
    skew = () if content.found is None or not content.found.is_free else ((Parameter.SKEW, content.found.skews),)
    return ((Parameter.WORKING_SET, content.working_set), *skew)


def content_blocks(found: Calibrated) -> Iterator[Block]:
    """What the rows say of a cache, or what is missing for that."""
    content = found.content
    if content is None:
        yield Text(_NO_COLUMN)
        return
    if isinstance(content, str):
        yield Text(f"The working set is not told: {content}.")
        return
    yield Text(_told(content))
    yield from map(Text, _doubts(found, content))
    if content.rows:
        yield _table(found, content)


def _told(content: FittedContent) -> str:
    """The working set, with what it rests on."""
    caches = " to ".join(_size(each) for each in dict.fromkeys((content.caches[0], content.caches[-1])))
    if content.found is None:
        least = _size(content.working_set.high)
        return f"No row has a miss: the working set is at most {least}, the smallest cache, and may be far less."
    interval = content.working_set
    digits = digits_of(interval)
    value, low, high = (amount(Parameter.WORKING_SET, each, digits) for each in interval)
    skew = significant(content.found.skew, 3)
    how = f"a skew of popularity of {skew}, which {'was fitted with it' if content.found.is_free else 'is assumed'}"
    errors = [abs(row.error) for row in content.rows if row.error is not None]
    unseen = f"; misses of rows left out in turn are predicted with a usual error of {_percent(median(errors))}"
    return (
        f"The working set is {value} ({low} to {high}), with {how}, behind a cache of {caches}. Misses are told by"
        f" {content.source.value}{unseen if errors else ''}."
    )


def _doubts(found: Calibrated, content: FittedContent) -> Iterator[str]:
    """What may be wrong with it, and what would tell more."""
    if content.otherwise:
        several = content.caches[-1] > content.caches[0]
        why = "The sizes of the cache that were tried do not tell" if several else "One size of the cache cannot tell"
        others = " and ".join(f"{_or_more(value)} with {skew:g}" for skew, value in content.otherwise)
        yield (
            f'{why} the skew from the working set, which would be {others}: rows with "cache GB" of several sizes'
            " tell both."
        )
    if content.several_reads:
        yield (
            "Each read of the disks is counted as a miss, and a response as large as these may take several: bytes tell"
            ' it better ("disk MB/s" beside "Mbps").'
        )
    if content.passed_over:
        rows = counted(content.passed_over, "row")
        yield f"{rows} left out here: nothing missed, or everything, in a cache no larger than that of other rows."
    own = found.fit.machine.cache
    if own is not None and content.caches[-1] > 1.01 * own:
        had = _size(content.caches[-1])
        yield f"The rows had a cache of up to {had}, and the server of the catalogue has room for one of {_size(own)}."
    if content.rows:
        yield (
            "What a miss costs is in the wait elsewhere; a scenario that is written takes a read of its disks for each"
            " miss off that."
        )


def _table(found: Calibrated, content: FittedContent) -> Table:
    columns = (
        Column("row"), Column("cache", numeric=True), Column("misses", "%", numeric=True),
        Column("fitted", "%", numeric=True), Column("from the other rows", "%", numeric=True),
        Column("off", "%", numeric=True),
    )  # fmt: skip
    rows = []
    for row in content.rows:
        point = found.loaded.points[row.point]
        error = "" if row.error is None else f"{100.0 * row.error:+.1f}"
        unseen = "" if row.unseen is None else _share(row.unseen)
        told = (_size(row.cache), _share(row.measured), _share(row.fitted), unseen, error)
        rows.append((row_name(point, found.loaded.points), *told))
    return Table("Misses of the cache as measured and as fitted", columns, tuple(rows))


def _or_more(value: float) -> str:
    return _size(value) if math.isfinite(value) else "more than rows can tell"


def _share(value: float) -> str:
    return f"{100.0 * value:.3g}"


def _size(value: float) -> str:
    return format_quantity(value, SIZE, digits=3)


def _percent(share: float) -> str:
    return f"{significant(100.0 * share, 2)} %"
