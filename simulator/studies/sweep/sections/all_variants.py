"""Every variant that has an answer, the best first."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import count_text
from simulator.output.blocks import Block, Text
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer, rank_answers
from simulator.studies.sweep.table import shared_rows, variants_table

MOST_ROWS, FEW_ROWS = 100, 5
TITLE = "Variants, the best first"


def section(swept: AnswerSet) -> list[Block]:
    """All variants in a table, and those that share a row of it."""
    answered = rank_answers(swept.answers)
    return [variants_table(TITLE, swept, answered), *shared_rows(answered)]


def in_short(swept: AnswerSet) -> list[Block]:
    """The first of them, without columns of detail, and where the others stand."""
    answered = rank_answers(swept.answers)
    if not answered:
        return []
    first, more = answered[:MOST_ROWS], len(answered) - MOST_ROWS
    left = [Text(f"{more:,} more are in --csv FILE and --json FILE.")] if more > 0 else []
    return [variants_table(TITLE, swept, first).in_short(), *_shared_briefly(first), *left]


def _shared_briefly(answers: Sequence[VariantAnswer]) -> Iterator[Block]:
    """The first few rows that several variants share, and where the others stand."""
    shared = [answer for answer in answers if answer.also]
    yield from shared_rows(shared[:FEW_ROWS])
    if len(shared) > FEW_ROWS:
        more = count_text(len(shared) - FEW_ROWS, "more row is", "more rows are")
        yield Text(f"{more} shared by several variants: --csv FILE has a row for each of them, --report all names.")
