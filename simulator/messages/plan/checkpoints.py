"""What databases write back at their checkpoints, in sentences."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import duration, number
from simulator.farm.checkpoints import Checkpoints


def checkpoint_sentences(found: Sequence[Checkpoints]) -> Iterator[str]:
    """For each database how many changed pages it writes back, and how often."""
    for each in found:
        yield (
            f"Of {number(float(f'{each.changed:.3g}'))} page changes between two checkpoints of {each.tier},"
            f" {duration(each.seconds)} apart, {100.0 * each.written / each.changed:.3g} % are written back."
        )
