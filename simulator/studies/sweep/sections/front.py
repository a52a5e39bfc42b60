"""Cost against capacity and headroom: the front in pictures and as a table, and how to read them."""

from collections.abc import Iterator, Sequence

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import GROWTH_UNIT
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.messages.cost_difference import ALL_WITH_BANDWIDTH
from simulator.messages.sweep import (
    BANDWIDTH_APART,
    CAPACITY,
    EACH_DEMAND,
    FRONT,
    HEADROOM_OF_FARM,
    HEADROOM_OF_LOAD,
    HOW_TO_READ,
    UNSURE_UNITS,
    front_chart,
)
from simulator.output.blocks import Block, Chart, Charts, Text
from simulator.output.pictures import Point, Points
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer
from simulator.studies.sweep.sentences import bill_unit, cost_name, headroom_unit
from simulator.studies.sweep.table import variants_table

GROUPS = ("front", "perhaps", "dominated", "misses its targets")
# What headroom is, by its unit.
HEADROOM = {
    GROWTH_UNIT: HEADROOM_OF_LOAD,
    TIMES_THE_DEMAND: HEADROOM_OF_FARM,
}


def section(swept: AnswerSet) -> list[Block]:
    """The front in two pictures, against capacity and against headroom, and as a table."""
    charts = [
        _chart(swept, "Capacity", "capacity_mbps", CAPACITY),
        _chart(swept, "Headroom", "headroom", f"headroom, {headroom_unit(swept)}"),
    ]
    drawn = tuple(chart for chart in charts if chart is not None)
    table = [variants_table(FRONT, swept, swept.front)] if swept.front else []
    return [Text(how_to_read(swept)), *([Charts(drawn)] if drawn else []), *table]


def how_to_read(swept: AnswerSet) -> str:
    """What the front, the headroom and the costs are."""
    apart = (EACH_DEMAND,) if swept.by_demand else ()
    return " ".join((HOW_TO_READ, *apart, HEADROOM[headroom_unit(swept)], *_costs(swept)))


def _costs(swept: AnswerSet) -> Iterator[str]:
    """What is in the costs, and what their range is."""
    farms = swept.farms
    if not swept.pays_alike:
        yield ALL_WITH_BANDWIDTH
    elif any(farm.cost != farm.cost_with_bandwidth for farm in farms):
        yield BANDWIDTH_APART
    if not all(farm.is_sure for farm in farms):
        yield UNSURE_UNITS


def _chart(swept: AnswerSet, title: str, name: str, axis: str) -> Chart | None:
    """Cost against a figure; None where no variant has both."""
    points = tuple(_points(swept.answers, name))
    if not points:
        return None
    groups = tuple(group for group in GROUPS if any(point.group == group for point in points))
    shown = front_chart(len(points), title.lower(), sum(point.group == GROUPS[0] for point in points))
    picture = Points(points, groups, f"{cost_name(swept)}, {bill_unit(swept)}", axis)
    return Chart(f"{title} against cost", picture, shown)


def _points(answers: Sequence[VariantAnswer], name: str) -> list[Point]:
    found = []
    for answer in answers:
        farm, other = answer.figures.farm if answer.figures else None, getattr(answer.figures, name, None)
        if farm is not None and isinstance(other, Estimate):
            cost = farm.compared
            x, y = (cost.amount.value, cost.amount.half_width), (other.value, other.half_width)
            found.append(Point(answer.name, answer.standing, *x, *y, (cost.lowest, cost.highest)))
    return found
