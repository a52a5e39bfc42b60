"""Variants as rows of a table, and which of them share a row."""

from collections.abc import Sequence

from simulator.experiment.estimate import exact
from simulator.messages.numbers import plain_number
from simulator.messages.wording import and_so_many
from simulator.output.blocks import Block, Cell, Column, Table
from simulator.studies.sweep.figures import FarmFigures
from simulator.studies.sweep.pareto import AnswerSet, FrontStanding, VariantAnswer
from simulator.studies.sweep.sentences import (
    bill_unit,
    cost_name,
    cost_shown,
    first_names,
    headroom_unit,
    lowest_to_highest,
)

BETWEEN = "lowest to highest"
# How the place on the front is told in a table.
ON_FRONT: dict[FrontStanding, str] = {"front": "yes", "perhaps": "perhaps", "dominated": "no"}


def variants_table(title: str, swept: AnswerSet, answers: Sequence[VariantAnswer]) -> Table:
    """A row for each variant; those matter less that are dominated, or miss their targets."""
    muted = tuple(place for place, answer in enumerate(answers) if answer.standing not in ON_FRONT)
    columns = _columns(swept)
    with_demand = bool(swept.by_demand)
    every = tuple(_row(each, len(columns), with_demand) for answer in answers for each in answer.each)
    rows = tuple(_row(answer, len(columns), with_demand) for answer in answers)
    return Table(title, columns, rows, muted=muted, every=every if len(every) > len(rows) else ())


def _columns(swept: AnswerSet) -> tuple[Column, ...]:
    between = () if all(farm.is_sure for farm in swept.farms) else (Column(BETWEEN, numeric=True, beneath=True),)
    return (
        Column("variant"),
        *((Column("demand"),) if swept.by_demand else ()),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("racks", numeric=True),
        Column(cost_name(swept), bill_unit(swept), numeric=True),
        *between,
        Column("unit", "Mbps", numeric=True),
        Column("server", "Mbps", numeric=True),
        Column("binding limit"),
        Column("headroom", headroom_unit(swept), numeric=True),
        Column("targets"),
        Column("front"),
    )


def _row(answer: VariantAnswer, columns: int, with_demand: bool) -> tuple[Cell, ...]:
    figures = answer.answered
    carried = (figures.capacity_mbps, figures.server_mbps, figures.binding_limit, figures.headroom)
    told = (*carried, targets_cell(answer), ON_FRONT.get(answer.standing, ""))
    farm = _farm(figures.farm) if figures.farm else (None,) * 5
    head = (answer.name, *((answer.demand,) if with_demand else ()))
    return (*head, *farm[: columns - len(told) - len(head)], *told)


def _farm(farm: FarmFigures) -> tuple[Cell, ...]:
    others = and_so_many(farm.servers_of_other_tiers.value)
    servers: Cell = f"{plain_number(farm.servers.value)}{others}" if others else exact(farm.servers.value, "")
    return farm.units.times(1.0, ""), servers, exact(farm.racks.value, ""), cost_shown(farm), lowest_to_highest(farm)


def targets_cell(answer: VariantAnswer) -> str:
    """Whether the targets are met, in a word or with the names of those that are not."""
    if answer.missed:
        return f"misses {', '.join(answer.missed)}"
    return f"not known: {', '.join(answer.unjudged)}" if answer.unjudged else "met"


def shared_rows(answers: Sequence[VariantAnswer]) -> list[Block]:
    """Which variants have their figures in the row of another one; nothing where each has a row of its own."""
    rows = tuple((answer.name, len(answer.also), first_names(answer.also)) for answer in answers if answer.also)
    columns = (Column("variant"), Column("others", numeric=True), Column("with the same figures"))
    return [Table("One row for several variants", columns, rows)] if rows else []
