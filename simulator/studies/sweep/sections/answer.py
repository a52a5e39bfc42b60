"""The answer first: which variant costs least of those that meet their targets, and which are as cheap."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.errors import require
from simulator.experiment.estimate import Estimate, exact
from simulator.messages.cost_difference import WITH_BANDWIDTH, unpriced_range
from simulator.messages.numbers import bare, range_texts, short_parts, short_text
from simulator.messages.prediction import surer_sentence
from simulator.messages.sweep import (
    DIFFERENT,
    LOOKED_AT,
    NONE_ANSWERED,
    NONE_MEETS,
    OF_BOUGHT,
    cheapest,
    largest_capacity,
    more_demands,
    none_meets,
    not_told_apart,
)
from simulator.messages.wording import and_so_many
from simulator.output.blocks import Block, KeyFigure, KeyFigures, Text
from simulator.studies.sweep.figures import FarmFigures, VariantFigures
from simulator.studies.sweep.pareto import AnswerSet, BestForDemand, VariantAnswer
from simulator.studies.sweep.sentences import cost_shown, first_names, lowest_to_highest, or_other_units, sure_sentence

# Of so many demands the best variant is told at once.
DEMANDS = 4


def lead(swept: AnswerSet) -> list[Block]:
    """The answer in a sentence."""
    return [Text(headline(swept), lead=True)]


def cards(swept: AnswerSet) -> list[Block]:
    """Key figures of the best variant; nothing where there is none."""
    return [KeyFigures(_cards(swept.best.answered))] if swept.best is not None else []


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
    told = cheapest(judged, best.name, purchase_sentence(best.answered.farm))
    return " ".join(filter(None, (told, sure_sentence(best))))


def purchase_sentence(farm: FarmFigures) -> str:
    """What is bought for the demand, and what it costs."""
    servers = f"{count_text(farm.servers.value, 'server')}{and_so_many(farm.servers_of_other_tiers.value)}"
    value, unit, between = *money(farm), lowest_to_highest(farm)
    with_it = "" if farm.alike else f" {WITH_BANDWIDTH}"
    told = f"{count_text(farm.whole_units.value, 'unit')} ({servers}), {value} {unit}{with_it}{or_other_units(farm)}"
    return f"{told} ({between} {unit})" if between else told


def money(farm: FarmFigures) -> tuple[str, str]:
    """What is bought costs, with the unit: with its interval, to three digits where it has none, or where other numbers
    of units may do it, with the digits that the range of what those cost deserves."""
    cost = farm.compared
    if farm.is_sure:
        return (bare(cost.amount), cost.amount.unit) if cost.amount.half_width else short_parts(cost.amount)
    return range_texts(cost.lowest, cost.amount.value, cost.highest)[1], cost.amount.unit


def ties(found: AnswerSet | BestForDemand) -> str:
    """Which others are as cheap, as far as the intervals tell; "" where none is."""
    if not found.as_cheap:
        return ""
    what = "cost" if require(found.best, "best variant").answered.farm is not None else "capacity"
    return not_told_apart(what, first_names(found.as_cheap))


def _cards(figures: VariantFigures) -> tuple[KeyFigure, ...]:
    carried = (KeyFigure("One unit carries", figures.capacity_mbps), KeyFigure("Headroom", figures.headroom))
    return (*(_bought(figures.farm) if figures.farm else ()), *carried)


def _bought(farm: FarmFigures) -> Iterator[KeyFigure]:
    """What is bought; where other numbers of units may do it, what those are and cost, and not "1 ± 1 units"."""
    others, between = or_other_units(farm).removeprefix(", "), lowest_to_highest(farm)
    of_bought = OF_BOUGHT if others else ""
    tiers = and_so_many(farm.servers_of_other_tiers.value).strip()
    notes = ("" if farm.alike else WITH_BANDWIDTH, f"{of_bought}: {between}" if between else "")
    yield KeyFigure("Cost", cost_shown(farm), ", ".join(filter(None, notes)))
    yield KeyFigure("Units", _exactly(farm.whole_units), others)
    yield KeyFigure("Servers", _exactly(farm.servers), ", ".join(filter(None, (tiers, of_bought))))


def _exactly(count: Estimate) -> Estimate:
    """A count of what is bought: that other numbers of units may do it is told beside it."""
    return exact(count.value, count.unit)
