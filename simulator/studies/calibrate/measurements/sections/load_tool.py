"""What the load tool did to the rows: which are left out, and which to doubt."""

from collections.abc import Iterator

from simulator.calibration.calibrate import Calibration
from simulator.messages.calibrate.load_tool import load_tool_sentences
from simulator.output.blocks import Block, Text


def section(calibration: Calibration) -> Iterator[Block]:
    """A line for each fact."""
    yield from (Text(line) for line in load_tool_sentences(calibration))
