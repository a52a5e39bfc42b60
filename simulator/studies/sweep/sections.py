"""A sweep, a section each: the answer, every variant, those that failed, and the front."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.quantities.formatting import count_text
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import GROWTH_UNIT
from simulator.experiment.results import Unavailable
from simulator.farm.prediction import FarmPrediction
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.messages.cost_difference import unpriced_range
from simulator.messages.numbers import TRAFFIC, bare, range_texts, short_parts, short_text, unit_for
from simulator.messages.prediction import surer_sentence
from simulator.messages.sweep import (
    DIFFERENT,
    EACH_DEMAND,
    FIRST,
    HEADROOM_OF_FARM,
    HEADROOM_OF_LOAD,
    HOW_TO_READ,
    IN_ALL,
    LEFT_OUT,
    LOOKED_AT,
    NO_LOAD,
    NONE_ANSWERED,
    NONE_MEETS,
    UNSURE_UNITS,
    VARIANTS,
    capacity_axis,
    cheapest,
    front_chart,
    largest_capacity,
    more_demands,
    more_in_files,
    more_shared,
    none_meets,
    not_told_apart,
)
from simulator.messages.wording import and_so_many
from simulator.output.blocks import Block, Chart, Charts, Column, Table, Text
from simulator.output.candidates import bars_of, candidates_table
from simulator.output.pictures import Point, Points
from simulator.studies.sweep.figures import FarmFigures
from simulator.studies.sweep.pareto import AnswerSet, BestForDemand, VariantAnswer, rank_answers
from simulator.studies.sweep.sentences import (
    COST,
    bill_unit,
    first_names,
    headroom_unit,
    lowest_to_highest,
    or_other_units,
    sure_sentence,
)
from simulator.studies.sweep.table import shared_rows, variants_table

MOST_ROWS, FEW_ROWS = 100, 5


def all_variants_section(swept: AnswerSet) -> list[Block]:
    """All variants in a table, and those that share a row of it."""
    answered = rank_answers(swept.answers)
    return [variants_table(VARIANTS, swept, answered), *shared_rows(answered)]


def all_variants_in_short(swept: AnswerSet) -> list[Block]:
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


# Of so many demands the best variant is told at once.
DEMANDS = 4


def lead(swept: AnswerSet) -> list[Block]:
    """The answer in a sentence."""
    return [Text(headline(swept), lead=True)]


def bars(swept: AnswerSet) -> list[Block]:
    """Bars of what the farms cost in all and of their headroom; nothing where none is bought."""
    return bars_of(swept.ranking)


def farms(swept: AnswerSet) -> list[Block]:
    """A row for each farm, with why it is not chosen; where none is bought, for each variant."""
    return [candidates_table(swept.ranking, of="variant")] if swept.farms else all_variants_section(swept)


def others(swept: AnswerSet) -> list[Block]:
    """The farm that is sure to be enough, those that are not told apart from the best, and what has no price."""
    surer = surer_sentence(swept.surer, LOOKED_AT) if swept.surer else ""
    unpriced = unpriced_range([farm.unpriced for farm in swept.farms])
    return [*map(Text, filter(None, (surer, ties(swept), unpriced)))]


def headline(swept: AnswerSet) -> str:
    """Which variant to take; where they carry different demands, for each."""
    if swept.by_demand and swept.has_a_winner:
        told = (f"{each.demand or 'without a farm'}: {_for_one(each)}" for each in swept.by_demand[:DEMANDS])
        more = len(swept.by_demand) - DEMANDS
        others = more_demands(more) if more > 0 else ""
        return f"{DIFFERENT}. {' '.join(told)}{others}"
    if swept.best is None:
        answered = len(swept.answers) - len(swept.failed)
        if not answered:
            return NONE_ANSWERED
        return none_meets(answered)
    return _winner(swept.best)


def _for_one(each: BestForDemand) -> str:
    """The best for one demand, with those that are not told apart from it."""
    if each.best is None:
        return NONE_MEETS
    if each.variants == 1 and each.best.answered.farm is not None:
        return f"{each.best.name} alone, {purchase_sentence(each.best.answered.farm)}."
    return " ".join(filter(None, (_winner(each.best), ties(each))))


def _winner(best: VariantAnswer) -> str:
    judged = "" if best.answered.met else f" ({', '.join(best.unjudged)} not known)"
    if best.answered.farm is None:
        return largest_capacity(best.name, judged, short_text(best.answered.capacity_mbps))
    told = cheapest(judged, best.name, purchase_sentence(best.answered.farm, best.prediction))
    return " ".join(filter(None, (told, sure_sentence(best))))


def purchase_sentence(farm: FarmFigures, known: FarmPrediction | Unavailable | None = None) -> str:
    """What is bought for the demand, and what it costs, to the digits that its prediction deserves where that is
    known."""
    servers = f"{count_text(farm.servers.value, 'server')}{and_so_many(farm.servers_of_other_tiers.value)}"
    value, unit, between = *money(farm), lowest_to_highest(farm)
    if farm.is_sure and isinstance(known, FarmPrediction):
        value = range_texts(known.cost.low, farm.cost_with_bandwidth.amount.value, known.cost.high)[1]
    told = f"{count_text(farm.whole_units.value, 'unit')} ({servers}), {value} {unit} in all{or_other_units(farm)}"
    return f"{told} ({between} {unit})" if between else told


def money(farm: FarmFigures) -> tuple[str, str]:
    """What is bought costs, with the unit: with its interval, to three digits where it has none, or where other numbers
    of units may do it, with the digits that the range of what those cost deserves."""
    cost = farm.cost_with_bandwidth
    if farm.is_sure:
        return (bare(cost.amount), cost.amount.unit) if cost.amount.half_width else short_parts(cost.amount)
    return range_texts(cost.lowest, cost.amount.value, cost.highest)[1], cost.amount.unit


def ties(found: AnswerSet | BestForDemand) -> str:
    """Which others are as cheap, as far as the intervals tell; "" where none is."""
    if not found.as_cheap:
        return ""
    what = "cost" if require(found.best, "best variant").answered.farm is not None else "capacity"
    return not_told_apart(what, first_names(found.as_cheap))


def failed_variants_section(swept: AnswerSet) -> list[Block]:
    """A table for each kind of them; nothing where there are none."""
    blocks: list[Block] = []
    if swept.hopeless:
        rows = tuple((answer.name, answer.reason) for answer in swept.hopeless)
        blocks.append(Table(NO_LOAD, (Column("variant"), Column("reason")), rows))
    if swept.failed:
        rows = tuple((answer.name, answer.reason) for answer in swept.failed)
        blocks.append(Table("No answer", (Column("variant"), Column("reason")), rows))
    if swept.left_out:
        parts = tuple((each.problem, each.variants, each.first) for each in swept.left_out)
        columns = (Column("problem"), Column("variants", numeric=True), Column(FIRST))
        blocks.append(Table(LEFT_OUT, columns, parts))
    return blocks


def failed_variants_in_short(swept: AnswerSet) -> list[Block]:
    """A line for each reason and each problem."""
    return [Text(line, tone="bad") for line in _lines(swept)]


def _lines(swept: AnswerSet) -> Iterator[str]:
    """What meets its targets at no load, and what has no answer, by reason; what could not be, by problem."""
    for reason, answers in group_by_reason(swept.hopeless).items():
        yield f"Targets missed by {_who([each.name for each in answers])}: {reason}"
    for reason, answers in group_by_reason(swept.failed).items():
        yield f"No answer for {_who([each.name for each in answers])}: {reason}"
    for each in swept.left_out:
        yield f"Left out {each.variants:,}, first {each.first}: {each.problem}"


def group_by_reason(failed: Sequence[VariantAnswer]) -> dict[str, list[VariantAnswer]]:
    """Variants without an answer by their reason: many fail for one."""
    found: dict[str, list[VariantAnswer]] = {}
    for answer in failed:
        found.setdefault(answer.reason, []).append(answer)
    return found


def _who(names: Sequence[str]) -> str:
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{names[0]}{others}"


GROUPS = ("front", "perhaps", "dominated", "misses its targets")
# What headroom is, by its unit.
HEADROOM = {
    GROWTH_UNIT: HEADROOM_OF_LOAD,
    TIMES_THE_DEMAND: HEADROOM_OF_FARM,
}


def front_section(swept: AnswerSet) -> list[Block]:
    """The front in two pictures, against capacity and against headroom."""
    charts = [
        _capacity_chart(swept),
        _chart(swept, "Headroom", tuple(_points(swept.answers, "headroom")), f"headroom, {headroom_unit(swept)}"),
    ]
    drawn = tuple(chart for chart in charts if chart is not None)
    return [Text(how_to_read(swept)), *([Charts(drawn)] if drawn else [])]


def how_to_read(swept: AnswerSet) -> str:
    """What the front, the headroom and the costs are."""
    apart = (EACH_DEMAND,) if swept.by_demand else ()
    return " ".join((HOW_TO_READ, *apart, HEADROOM[headroom_unit(swept)], *_costs(swept)))


def _costs(swept: AnswerSet) -> Iterator[str]:
    """What is in the costs, and what their range is."""
    farms = swept.farms
    if farms:
        yield IN_ALL
    if not all(farm.is_sure for farm in farms):
        yield UNSURE_UNITS


def _capacity_chart(swept: AnswerSet) -> Chart | None:
    """Cost against capacity, in the unit in which the largest of them is told."""
    points = _points(swept.answers, "capacity_mbps")
    size, unit = unit_for(max((point.y for point in points), default=0.0), TRAFFIC)
    told = tuple(replace(each, y=each.y / size, y_half_width=each.y_half_width / size) for each in points)
    return _chart(swept, "Capacity", told, capacity_axis(unit))


def _chart(swept: AnswerSet, title: str, points: tuple[Point, ...], axis: str) -> Chart | None:
    """Cost against a figure; None where no variant has both."""
    if not points:
        return None
    groups = tuple(group for group in GROUPS if any(point.group == group for point in points))
    shown = front_chart(len(points), title.lower(), sum(point.group == GROUPS[0] for point in points))
    picture = Points(points, groups, f"{COST}, {bill_unit(swept)}", axis)
    return Chart(f"{title} against cost", picture, shown)


def _points(answers: Sequence[VariantAnswer], name: str) -> list[Point]:
    found = []
    for answer in answers:
        farm, other = answer.figures.farm if answer.figures else None, getattr(answer.figures, name, None)
        if farm is not None and isinstance(other, Estimate):
            cost = farm.cost_with_bandwidth
            x, y = (cost.amount.value, cost.amount.half_width), (other.value, other.half_width)
            found.append(Point(answer.name, answer.standing, *x, *y, (cost.lowest, cost.highest)))
    return found
