"""What percentiles tell, which patterns are left, and what the rows cannot tell."""

from collections.abc import Iterator
from itertools import chain

from simulator.calibration.calibrate import Calibration
from simulator.messages.calibrate.measurements import pattern_sentences, spread_sentences, unidentified
from simulator.output.blocks import Block, Text


def section(calibration: Calibration) -> Iterator[Block]:
    """A line for each fact."""
    yield from (
        Text(line)
        for line in chain(spread_sentences(calibration), pattern_sentences(calibration), unidentified(calibration))
    )
