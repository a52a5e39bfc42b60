"""Cost against capacity and headroom: the front in pictures and as a table, and how to read them."""

from collections.abc import Iterator, Sequence

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import GROWTH_UNIT
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.messages.cost_difference import BOTH_SIDES, NOT_ALIKE, WITH_BANDWIDTH
from simulator.output.blocks import Block, Chart, Charts, Text
from simulator.output.pictures import Point, Points
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer
from simulator.studies.sweep.sentences import DIFFERENT, bill_unit, cost_name, headroom_unit
from simulator.studies.sweep.table import variants_table

GROUPS = ("front", "perhaps", "dominated", "misses its targets")
CAPACITY = "capacity of a unit, Mbps"
# What headroom is, by its unit.
HEADROOM = {
    GROWTH_UNIT: "Headroom is the load at which the binding limit is full, in times the present one.",
    TIMES_THE_DEMAND: "Headroom is what the farm can carry with its spares down, in times the demand.",
}
_HOW_TO_READ = (
    "On the front is a variant if no other one is surely better in cost, capacity or headroom without being surely"
    " worse in another of them; overlapping intervals are a tie. Perhaps: longer runs would tell. Who misses a target"
    " is not on it."
)


def section(swept: AnswerSet) -> list[Block]:
    """The front in two pictures, against capacity and against headroom, and as a table."""
    charts = [
        _chart(swept, "Capacity", "capacity_mbps", CAPACITY),
        _chart(swept, "Headroom", "headroom", f"headroom, {headroom_unit(swept)}"),
    ]
    drawn = tuple(chart for chart in charts if chart is not None)
    table = [variants_table("The front, the best first", swept, swept.front)] if swept.front else []
    return [Text(how_to_read(swept)), *([Charts(drawn)] if drawn else []), *table]


def how_to_read(swept: AnswerSet) -> str:
    """What the front, the headroom and the costs are."""
    apart = (f"{DIFFERENT}: each demand has a front of its own.",) if swept.by_demand else ()
    return " ".join((_HOW_TO_READ, *apart, HEADROOM[headroom_unit(swept)], *_costs(swept)))


def _costs(swept: AnswerSet) -> Iterator[str]:
    """What is in the costs, and what their range is."""
    farms = swept.farms
    if not swept.pays_alike:
        yield f"Costs are {WITH_BANDWIDTH}: {NOT_ALIKE}, so that {BOTH_SIDES}."
    elif any(farm.cost != farm.cost_with_bandwidth for farm in farms):
        yield "Bandwidth is apart from the costs."
    if not all(farm.is_sure for farm in farms):
        yield (
            "What a unit carries may be a little less or more, so that for some a unit more or fewer would do: lowest"
            " to highest is what those cost."
        )


def _chart(swept: AnswerSet, title: str, name: str, axis: str) -> Chart | None:
    """Cost against a figure; None where no variant has both."""
    points = tuple(_points(swept.answers, name))
    if not points:
        return None
    groups = tuple(group for group in GROUPS if any(point.group == group for point in points))
    many = f"{len(points):,} variants, each with its cost and its {title.lower()} and both intervals;"
    on_front = f" {sum(point.group == GROUPS[0] for point in points):,} of them are on the front."
    picture = Points(points, groups, f"{cost_name(swept)}, {bill_unit(swept)}", axis)
    return Chart(f"{title} against cost", picture, many + on_front)


def _points(answers: Sequence[VariantAnswer], name: str) -> list[Point]:
    found = []
    for answer in answers:
        farm, other = answer.figures.farm if answer.figures else None, getattr(answer.figures, name, None)
        if farm is not None and isinstance(other, Estimate):
            cost = farm.compared
            x, y = (cost.amount.value, cost.amount.half_width), (other.value, other.half_width)
            found.append(Point(answer.name, answer.standing, *x, *y, (cost.lowest, cost.highest)))
    return found
