"""The farms of several scenarios beside each other, as a table."""

from collections.abc import Sequence

from simulator.questions.compare.compared import Side
from simulator.report.blocks import Block, Cell, Column, Table, Text
from simulator.report.language.decision import holds
from simulator.report.language.numbers import bare, rounded, text
from simulator.rollup.farm import Farm


def farm_blocks(labels: Sequence[str], sides: Sequence[Side]) -> list[Block]:
    """What is bought for the demand of each scenario, and why nothing is; nothing where none states a demand."""
    known = list(zip(labels, sides, strict=True))
    rows = tuple(_row(label, side.farm) for label, side in known if side.farm is not None)
    farms = [side.farm for side in sides if side.farm is not None]
    held = " or ".join(dict.fromkeys(map(holds, farms)))
    table = [Table(f"The farm of each: {held}", _columns(farms[0]), rows)] if farms else []
    reasons = (f"{label}: no farm is recommended: {side.reason}." for label, side in known if side.reason)
    return [*table, *map(Text, reasons)]


def _columns(first: Farm) -> tuple[Column, ...]:
    """The columns of farms that are all paid in one currency."""
    return (
        Column("scenario"),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("racks", numeric=True),
        Column(f"{first.cost.currency} a month", numeric=True),
        Column("over its prices", numeric=True),
        Column("growth it carries", numeric=True),
        Column("stopped by"),
    )


def _row(label: str, farm: Farm) -> tuple[Cell, ...]:
    sizing, over, whole = farm.sizing, farm.range, farm.cost.total.whole
    value, low, high = (rounded(each, over.half_width) for each in (whole.value, over.low, over.high))
    return (
        label,
        bare(sizing.units.whole),
        bare(sizing.servers.whole),
        bare(sizing.racks),
        value,
        f"{low} to {high}" if over.resting_on else bare(whole),
        text(sizing.supports),
        farm.carried.binding,
    )
