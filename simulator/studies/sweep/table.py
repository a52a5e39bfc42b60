"""Variants as rows of a table, and which of them share a row."""

from collections.abc import Callable, Iterator, Sequence

from simulator.experiment.estimate import exact
from simulator.farm.prediction import PREDICTED
from simulator.messages.candidates import CHEAPEST, WHY_NOT, verdict_text
from simulator.messages.numbers import plain_number
from simulator.messages.prediction import dearer_text, enough_text
from simulator.messages.sweep import DEARER, SAME_FIGURES, SHARED_ROWS
from simulator.messages.wording import and_so_many
from simulator.output.blocks import Block, Cell, Column, Table
from simulator.studies.sweep.figures import FarmFigures
from simulator.studies.sweep.pareto import AnswerSet, FrontStanding, VariantAnswer
from simulator.studies.sweep.sentences import (
    COST,
    bill_unit,
    cost_shown,
    first_names,
    headroom_unit,
    in_all_text,
    lowest_to_highest,
)

BETWEEN = "lowest to highest"
ENOUGH, IN_ALL = "enough", f"in all, {100.0 * PREDICTED:g} %"
# A column, with what a variant says there.
_Told = tuple[Column, Callable[[VariantAnswer], Cell]]
# How the place on the front is told in a table.
ON_FRONT: dict[FrontStanding, str] = {"front": "yes", "perhaps": "perhaps", "dominated": "no"}


def variants_table(title: str, swept: AnswerSet, answers: Sequence[VariantAnswer]) -> Table:
    """A row for each variant; those matter less that are dominated, or miss their targets."""
    muted = tuple(place for place, answer in enumerate(answers) if answer.standing not in ON_FRONT)
    columns = tuple(_columns(swept))
    every = tuple(_row(each, columns) for answer in answers for each in answer.each)
    rows = tuple(_row(answer, columns) for answer in answers)
    heads = tuple(column for column, _ in columns)
    return Table(title, heads, rows, muted=muted, every=every if len(every) > len(rows) else ())


def _row(answer: VariantAnswer, columns: Sequence[_Told]) -> tuple[Cell, ...]:
    return tuple(cell(answer) for _, cell in columns)


def _columns(swept: AnswerSet) -> Iterator[_Told]:
    """The columns that this sweep has, each with what a variant says there."""
    yield Column("variant"), lambda answer: answer.name
    if swept.by_demand:
        yield Column("demand"), lambda answer: answer.demand
    yield Column("units", numeric=True), _of_farm(lambda farm: farm.units.times(1.0, ""))
    has_tiers = any(farm.tiers for farm in swept.farms)
    yield Column("servers", numeric=True, detail=not has_tiers), _of_farm(_servers)
    yield Column("racks", numeric=True, detail=True), _of_farm(lambda farm: exact(farm.racks.value, ""))
    yield Column(COST, bill_unit(swept), numeric=True), _of_farm(cost_shown)
    if not all(farm.is_sure for farm in swept.farms):
        yield Column(BETWEEN, numeric=True, beneath=True), _of_farm(lowest_to_highest)
    if swept.is_predicted:
        yield Column(ENOUGH, numeric=True), lambda answer: enough_text(answer.prediction)
        yield Column(IN_ALL, numeric=True, detail=True), in_all_text
        yield Column(DEARER, numeric=True, detail=True), lambda answer: dearer_text(answer.beside)
    yield Column("unit", "Mbps", numeric=True), lambda answer: answer.answered.capacity_mbps
    yield Column("server", "Mbps", numeric=True, detail=True), lambda answer: answer.answered.server_mbps
    yield Column("binding limit"), lambda answer: answer.answered.binding_limit
    yield Column("headroom", headroom_unit(swept), numeric=True), lambda answer: answer.answered.headroom
    yield Column("targets"), targets_cell
    yield Column("front"), lambda answer: ON_FRONT.get(answer.standing, "")
    verdicts = {each.name: verdict_text(each) for each in swept.ranking}
    if any(verdicts.values()):
        yield Column(WHY_NOT, good=CHEAPEST), lambda answer: verdicts.get(answer.name, "")


def _of_farm(cell: Callable[[FarmFigures], Cell]) -> Callable[[VariantAnswer], Cell]:
    """What a farm says; nothing where there is none."""
    return lambda answer: cell(answer.answered.farm) if answer.answered.farm else None


def _servers(farm: FarmFigures) -> Cell:
    others = and_so_many(farm.servers_of_other_tiers.value)
    return f"{plain_number(farm.servers.value)}{others}" if others else exact(farm.servers.value, "")


def targets_cell(answer: VariantAnswer) -> str:
    """Whether the targets are met, in a word or with the names of those that are not."""
    if answer.missed:
        return f"misses {', '.join(answer.missed)}"
    return f"not known: {', '.join(answer.unjudged)}" if answer.unjudged else "met"


def shared_rows(answers: Sequence[VariantAnswer]) -> list[Block]:
    """Which variants have their figures in the row of another one; nothing where each has a row of its own."""
    rows = tuple((answer.name, len(answer.also), first_names(answer.also)) for answer in answers if answer.also)
    columns = (Column("variant"), Column("others", numeric=True), Column(SAME_FIGURES))
    return [Table(SHARED_ROWS, columns, rows)] if rows else []
