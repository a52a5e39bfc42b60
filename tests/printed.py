"""What a terminal or a pipe shows of blocks."""

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import JustifyMethod

from simulator.output.blocks import Block
from simulator.output.line import READS_WELL
from simulator.output.renderers.terminal import FittedTable, print_blocks

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def printed(blocks: Iterable[Block], written: Sequence[Path] = (), width: int = READS_WELL) -> str:
    """As text, colours too where the environment asks for them."""
    stream = io.StringIO()
    print_blocks(blocks, stream, written, width)
    return stream.getvalue()


def empty_table(title: str, columns: Iterable[tuple[str, JustifyMethod]]) -> FittedTable:
    """A table of a terminal; `columns` are names with "left" or "right"."""
    table = FittedTable(title)
    for name, justify in columns:
        table.add_column(name, justify=justify)
    return table


def without_colours(told: str) -> str:
    """The text by itself."""
    return COLOURS.sub("", told)
