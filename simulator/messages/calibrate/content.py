"""What rows tell of the content that is asked for, and of a cache, in sentences."""

import math
from collections.abc import Iterator
from statistics import median

from models.quantities.formatting import count_text, significant
from models.quantities.units import SIZE, format_quantity
from simulator.calibration.calibrate import Calibration
from simulator.calibration.content.content import FittedContent
from simulator.calibration.server import Parameter
from simulator.messages.calibrate.measurements import amount, digits_of, percent

MISSES, FROM_OTHER_ROWS = "Misses of the cache as measured and as fitted", "from the other rows"
_NO_COLUMN = (
    "No row says which content is asked for again: what a miss of a cache costs is in the wait elsewhere, and the"
    ' working set is not told; `calibrate log` finds it in an access log, and here a column "hit ratio %",'
    ' "disk reads/s" or "disk MB/s" would tell it, best with "cache GB" at several sizes of the cache.'
)


def content_sentences(calibration: Calibration) -> Iterator[str]:
    """What the rows say of a cache, or what is missing for that."""
    content = calibration.content
    if content is None:
        yield _NO_COLUMN
    elif isinstance(content, str):
        yield f"The working set is not told: {content}."
    else:
        yield _working_set(content)
        yield from _doubts(calibration, content)


def _working_set(content: FittedContent) -> str:
    """The working set, with what it rests on."""
    caches = " to ".join(cache_size(each) for each in dict.fromkeys((content.caches[0], content.caches[-1])))
    if content.found is None:
        least = cache_size(content.working_set.high)
        return f"No row has a miss: the working set is at most {least}, the smallest cache, and may be far less."
    digits = digits_of(content.working_set)
    value, low, high = (amount(Parameter.WORKING_SET, each, digits) for each in content.working_set)
    skew = significant(content.found.skew, 3)
    how = f"a skew of popularity of {skew}, which {'was fitted with it' if content.found.is_free else 'is assumed'}"
    errors = [abs(row.error) for row in content.rows if row.error is not None]
    usual = percent(median(errors)) if errors else ""
    unseen = f"; misses of rows left out in turn are predicted with a usual error of {usual}" if errors else ""
    return (
        f"The working set is {value} ({low} to {high}), with {how}, behind a cache of {caches}. Misses are told by"
        f" {content.source.value}{unseen}."
    )


def _doubts(calibration: Calibration, content: FittedContent) -> Iterator[str]:
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
        rows = count_text(content.passed_over, "row")
        yield f"{rows} left out here: nothing missed, or everything, in a cache no larger than that of other rows."
    own = calibration.fit.machine.cache
    if own is not None and content.caches[-1] > 1.01 * own:
        had, room = cache_size(content.caches[-1]), cache_size(own)
        yield f"The rows had a cache of up to {had}, and the server of the catalogue has room for one of {room}."
    if content.rows:
        yield (
            "What a miss costs is in the wait elsewhere; a scenario that is written takes a read of its disks for each"
            " miss off that."
        )


def _or_more(value: float) -> str:
    return cache_size(value) if math.isfinite(value) else "more than rows can tell"


def cache_size(value: float) -> str:
    """Bytes of a cache, or of content."""
    return format_quantity(value, SIZE, digits=3)
