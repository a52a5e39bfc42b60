"""What a terminal shows of a comparison."""

from collections.abc import Iterator
from pathlib import PurePath

from simulator.measure.results import Paired
from simulator.questions.compare.compared import Compared
from simulator.questions.compare.document import differences_table
from simulator.questions.compare.sentences import farm_lines, headline, how_to_read, load_line, unlike, unresolved
from simulator.report.blocks import Block, Text


def compared_blocks(found: Compared) -> list[Block]:
    """The farms, and a table for each scenario against the first one."""
    return [
        *(Text(line, lead=True) for line in farm_lines(found)),
        *([Text(load_line(found))] if found.load is not None else []),
        *(block for paired in found.pairs for block in _one(paired)),
        Text(how_to_read(found.results), aside=True),
    ]


def _one(paired: Paired) -> Iterator[Block]:
    yield Text(headline(paired), lead=True)
    if told := unlike(paired):
        yield Text(told, tone="bad")
    yield differences_table(paired, *_names(paired))
    if told := unresolved(paired):
        yield Text(told, aside=True)


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")
