"""What an answer consists of: one list of sections a study, each with the outputs that it goes to."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import Generic, TypeVar

from simulator.messages.output import left_to_the_workbook
from simulator.output.blocks import Block, Heading, Report, Table, Text
from simulator.output.figure import Data

R = TypeVar("R")


class Output(Flag):
    """Where a section is shown."""

    TERMINAL = auto()
    PAGE = auto()
    HTML = auto()
    PDF = auto()
    MARKDOWN = auto()
    XLSX = auto()
    CSV = auto()
    JSON = auto()
    IN_FULL = auto()  # A report that is read, where all of it is asked for.


READ = Output.HTML | Output.PDF | Output.MARKDOWN
TABLES = Output.XLSX | Output.CSV
REPORT = READ | TABLES
DETAIL = Output.IN_FULL | TABLES
EVERYWHERE = Output.TERMINAL | Output.PAGE | REPORT


@dataclass(frozen=True)
class Section(Generic[R]):
    """A part of an answer, and the outputs that it goes to; one without blocks is left out.

    title: its heading in reports and on the page, "" for one that goes on with the section before. blocks: what it
    shows. data: its figures, where it goes to JSON. key: what the page calls its place.
    """

    title: str
    blocks: Callable[[R], Sequence[Block]]
    outputs: Output = EVERYWHERE
    data: Callable[[R], Data] | None = None
    key: str = ""


def blocks_for(sections: Iterable[Section[R]], result: R, output: Output) -> list[Block]:
    """What an output shows of a result, section by section; a terminal, whose answers are short, without headings."""
    shown: list[Block] = []
    for section in sections:
        if output & section.outputs:
            blocks = section.blocks(result)
            is_headed = section.title and blocks and output is not Output.TERMINAL
            shown += [Heading(section.title, 2), *blocks] if is_headed else blocks
    return shown


def terminal_blocks(sections: Iterable[Section[R]], result: R, every: bool = False) -> list[Block]:
    """What a terminal shows of a result: `every` row and column of its tables, or those that are read in few lines."""
    return in_short(blocks_for(sections, result, Output.TERMINAL), every)


def in_short(blocks: Iterable[Block], every: bool = False) -> list[Block]:
    """Blocks whose tables have the columns and rows that are read in few lines, or `every` one."""
    return [_in_short(block, every) if isinstance(block, Table) else block for block in blocks]


def _in_short(table: Table, every: bool) -> Table:
    left = len(table.every) - len(table.rows) if table.every else 0
    if every:
        return table.in_full()
    return replace(table.in_short(), title=f"{table.title} (--all adds {left})" if left else table.title)


def data_of(sections: Iterable[Section[R]], result: R) -> Data:
    """The figures of a result, of every section that has some."""
    found: Data = {}
    for section in sections:
        found |= section.data(result) if section.data else {}
    return found


def report(
    sections: Sequence[Section[R]], result: R, title: str, day: str, origin: str, deciding: int = 1, every: bool = True
) -> Report:
    """The report of a result: what is read, with `every` detail or without, and what only workbooks and comma-separated
    values have."""
    read = READ | Output.IN_FULL if every else READ
    annex = [each for each in sections if not each.outputs & read]
    blocks = blocks_for(sections, result, read)
    if left := [each.title for each in annex if each.outputs & Output.IN_FULL and each.blocks(result)]:
        blocks.append(Text(left_to_the_workbook(", ".join(left)), aside=True))
    return Report((Heading(title, 1), *blocks), day, origin, deciding, tuple(blocks_for(annex, result, Output.XLSX)))
