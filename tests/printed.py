"""What a terminal or a pipe shows of blocks."""

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from simulator.report.blocks import Block
from simulator.report.line import READS_WELL
from simulator.report.renderers.terminal import print_blocks

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def printed(blocks: Iterable[Block], written: Sequence[Path] = (), width: int = READS_WELL) -> str:
    """As text, colours too where the environment asks for them."""
    stream = io.StringIO()
    print_blocks(blocks, stream, written, width)
    return stream.getvalue()


def without_colours(told: str) -> str:
    """The text by itself."""
    return COLOURS.sub("", told)
