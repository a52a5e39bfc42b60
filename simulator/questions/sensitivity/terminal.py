"""What a terminal shows of what matters."""

from collections.abc import Iterator

from simulator.questions.sensitivity.document import ends, shares
from simulator.questions.sensitivity.sentences import answer, left_out, measure_next, notes, still
from simulator.report.blocks import Block, Text
from simulator.rollup.influence import Sensitivity


def sensitivity_on_terminal(found: Sensitivity) -> list[Block]:
    """The answer, what to find out next, tables for each answer, and what is left out."""
    return [
        Text(answer(found), lead=True),
        *(Text(measure_next(found, of), lead=True) for of in found.answers),
        *(table for of in found.answers for table in (ends(found, of), *shares(found, of))),
        *(Text(line, aside=True) for line in _asides(found)),
    ]


def _asides(found: Sensitivity) -> Iterator[str]:
    for paths, reason in left_out(found):
        yield f"Left out: {paths}: {reason}."
    if told := still(found):
        yield told
    yield from notes(found)
