"""Every variant that has an answer, the best first."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import count_text
from simulator.output.blocks import Block, Heading, Text
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer, rank_answers
from simulator.studies.sweep.sentences import cost_name
from simulator.studies.sweep.table import BETWEEN, ENOUGH, shared_rows, variants_table

MOST_ROWS, FEW_ROWS = 100, 5
TITLE = "Variants, the best first"


def section(swept: AnswerSet) -> list[Block]:
    """All variants in a table, and those that share a row of it."""
    answered = rank_answers(swept.answers)
    return [Heading("All variants", 2), variants_table(TITLE, swept, answered), *shared_rows(answered)]


def on_terminal(swept: AnswerSet) -> Iterator[Block]:
    """The first of them, with fewer columns, and where the others stand."""
    answered = rank_answers(swept.answers)
    if answered:
        table = variants_table(TITLE, swept, answered[:MOST_ROWS])
        yield table.only(*_short(swept))
        yield from _shared_briefly(answered[:MOST_ROWS])
    if len(answered) > MOST_ROWS:
        yield Text(f"{len(answered) - MOST_ROWS:,} more are in --csv FILE and --json FILE.")


def _shared_briefly(answers: Sequence[VariantAnswer]) -> Iterator[Block]:
    """The first few rows that several variants share, and where the others stand."""
    shared = [answer for answer in answers if answer.also]
    yield from shared_rows(shared[:FEW_ROWS])
    if len(shared) > FEW_ROWS:
        more = count_text(len(shared) - FEW_ROWS, "more row is", "more rows are")
        yield Text(f"{more} shared by several variants: --csv FILE has a row for each of them, --report all names.")


def _short(swept: AnswerSet) -> Iterator[str]:
    """The columns of a terminal; that of the servers where not all of them are those of the units."""
    yield from ("variant", *(("demand",) if swept.by_demand else ()), "units")
    if any(farm.tiers for farm in swept.farms):
        yield "servers"
    yield cost_name(swept)
    if not all(farm.is_sure for farm in swept.farms):
        yield BETWEEN
    if swept.is_predicted:
        yield ENOUGH
    yield from ("unit", "binding limit", "headroom", "targets", "front")
