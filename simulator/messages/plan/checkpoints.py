"""What databases write back at their checkpoints, in sentences."""

from collections.abc import Iterator, Sequence

from models.messages.template import sentence
from models.quantities.formatting import duration, number, rate, size_text
from simulator.farm.checkpoints import Checkpoints

TIMER = "A timer has them begin (`checkpoint_timeout`): the longer it is, the fewer pages are written."
whole_pages = sentence(", {share:.3g} % of it whole pages (`full_page_writes`)")
_HOUR = 3_600.0


def checkpoint_sentences(found: Sequence[Checkpoints]) -> Iterator[str]:
    """For each database how many changed pages it writes back, how often, and how fast its log grows."""
    for each in found:
        yield (
            f"Of {number(float(f'{each.changed:.3g}'))} page changes between two checkpoints of {each.tier},"
            f" {duration(each.seconds)} apart, {100.0 * each.written / each.changed:.3g} % are written back:"
            f" {rate(each.disks)} to the disks of each server. Its log grows by {size_text(_HOUR * each.log)} an hour"
            f"{whole_pages(100.0 * each.whole) if each.whole else ''}."
        )
        if each.timed:
            yield TIMER
