"""Every variant that has an answer, the best first."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import count_text
from simulator.messages.sweep import VARIANTS, more_in_files, more_shared
from simulator.output.blocks import Block, Text
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer, rank_answers
from simulator.studies.sweep.table import shared_rows, variants_table

MOST_ROWS, FEW_ROWS = 100, 5


def section(swept: AnswerSet) -> list[Block]:
    """All variants in a table, and those that share a row of it."""
    answered = rank_answers(swept.answers)
    return [variants_table(VARIANTS, swept, answered), *shared_rows(answered)]


def in_short(swept: AnswerSet) -> list[Block]:
    """The first of them, without columns of detail, and where the others stand."""
    answered = rank_answers(swept.answers)
    if not answered:
        return []
    first, more = answered[:MOST_ROWS], len(answered) - MOST_ROWS
    left = [Text(more_in_files(more))] if more > 0 else []
    return [variants_table(VARIANTS, swept, first).in_short(), *_shared_briefly(first), *left]


def _shared_briefly(answers: Sequence[VariantAnswer]) -> Iterator[Block]:
    """The first few rows that several variants share, and where the others stand."""
    shared = [answer for answer in answers if answer.also]
    yield from shared_rows(shared[:FEW_ROWS])
    if len(shared) > FEW_ROWS:
        more = count_text(len(shared) - FEW_ROWS, "more row is", "more rows are")
        yield Text(more_shared(more))
