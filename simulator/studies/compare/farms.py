"""The farms of scenarios that are compared, in sentences and tables: what each costs, and how much more than others."""

from collections.abc import Sequence

from simulator.experiment.estimate import Estimate, exact
from simulator.farm.farm import Farm
from simulator.farm.prediction import CostBeside
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.farm.stopping_limit import stopping_limit
from simulator.messages.compare import FARMS, farm_lines, no_farm
from simulator.messages.decision import interval_head, other_unit_numbers
from simulator.messages.numbers import bare, range_texts
from simulator.messages.prediction import dearer_text, enough_text
from simulator.messages.wording import and_others
from simulator.output.blocks import Block, Cell, Column, Table, Text


def farm_sentences(compared: ScenarioComparison) -> list[Block]:
    """The farms of the scenarios that state a demand, a sentence each."""
    return [Text(line, lead=True) for line in farm_lines(compared)]


def farm_table(labels: Sequence[str], sides: Sequence[ComparedFarm]) -> list[Block]:
    """What is bought for the demand of each scenario; nothing where none has a farm."""
    farms = [side.farm for side in sides if side.farm is not None]
    known = zip(labels, sides, strict=True)
    rows = tuple(_farm_row(label, side.farm, side.beside) for label, side in known if side.farm is not None)
    return [Table(FARMS, _farm_columns(farms), rows)] if farms else []


def reasons(labels: Sequence[str], sides: Sequence[ComparedFarm]) -> list[Block]:
    """Why nothing is bought, of each scenario whose demand no farm carries."""
    known = zip(labels, sides, strict=True)
    return [Text(no_farm(label, side.reason)) for label, side in known if side.reason]


def _money(farm: Farm) -> tuple[str, str]:
    """What a farm costs a month in all, and between what that lies."""
    whole, over = farm.in_all.amount, farm.in_all.over
    low, value, high = range_texts(over.low, whole.value, over.high, whole.half_width)
    return value, f"{low} to {high}" if over.resting_on else bare(whole)


def _farm_columns(farms: Sequence[Farm]) -> tuple[Column, ...]:
    """The columns of farms that are all paid in one currency."""
    return (
        Column("scenario"),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("a server carries", "Mbps", numeric=True),
        Column("the farm carries", "x the demand", numeric=True),
        Column("racks", numeric=True),
        Column(f"{farms[0].cost.currency} a month in all", numeric=True),
        Column(interval_head(farms), numeric=True),
        Column("enough with", numeric=True),
        Column("dearer with", numeric=True),
        Column("stopped by"),
    )


def _farm_row(label: str, farm: Farm, beside: CostBeside | None) -> tuple[Cell, ...]:
    others, farm = other_unit_numbers(farm.sizing.units_between, farm.sizing.units.whole.value), farm.decided
    sizing = farm.sizing
    return (
        label,
        _count(sizing.units.whole, others),
        _count(sizing.servers.whole, and_others(sizing)),
        farm.carried.mbps,
        sizing.supports,
        _count(sizing.racks),
        *_money(farm),
        enough_text(farm.prediction),
        dearer_text(beside),
        stopping_limit(farm.carried, farm.scenario.targets).name,
    )


def _count(whole: Estimate, beside: str = "") -> Cell:
    """A number of what is bought, a figure unless something is told beside it."""
    return f"{bare(whole)}{beside}" if beside else exact(whole.value, "")
