"""What percentiles tell, which patterns are left, and what the rows cannot tell."""

from collections.abc import Iterator
from itertools import chain

from simulator.calibration.calibrate import Calibrated
from simulator.questions.calibrate.measurements.sentences import not_told, pattern_sentences, spread_sentences
from simulator.report.blocks import Block, Text


def section(found: Calibrated) -> Iterator[Block]:
    """A line for each fact."""
    yield from (Text(line) for line in chain(spread_sentences(found), pattern_sentences(found), not_told(found)))
