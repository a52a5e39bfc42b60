"""What the sections of a sweep say alike: what farms cost, what else may be bought, and who is meant."""

from collections.abc import Sequence

from simulator.experiment.estimate import exact
from simulator.experiment.results import Unavailable
from simulator.farm.prediction import PREDICTED, FarmPrediction
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.messages.decision import other_unit_numbers
from simulator.messages.numbers import range_texts
from simulator.messages.prediction import enough_text
from simulator.messages.sweep import NAMED, enough
from simulator.output.blocks import Cell, Linked
from simulator.studies.sweep.figures import FarmFigures
from simulator.studies.sweep.pareto import AnswerSet, Twin, VariantAnswer

COST = "cost in all"  # What the costs are called that are compared.


def bill_unit(swept: AnswerSet) -> str:
    """The unit of the bills, which are all in one currency."""
    return next((farm.cost.amount.unit for farm in swept.farms), "")


def cost_shown(farm: FarmFigures) -> Cell:
    """What is bought costs, with the digits that the range of what other numbers of units cost deserves."""
    cost = farm.cost_with_bandwidth
    if farm.is_sure:
        return cost.amount
    return Linked(exact(cost.amount.value, cost.amount.unit), uncertainty=cost.half_range)


def lowest_to_highest(farm: FarmFigures) -> str:
    """What the fewest and the most units cost that the interval holds; "" where it holds one number of them."""
    if farm.is_sure:
        return ""
    cost = farm.cost_with_bandwidth
    low, _, high = range_texts(cost.lowest, cost.amount.value, cost.highest)
    return f"{low} to {high}"


def or_other_units(farm: FarmFigures) -> str:
    """The other numbers of units that the interval holds, as a plan tells them; "" without any."""
    return other_unit_numbers(farm.units_between, farm.whole_units.value)


def in_all_text(answer: VariantAnswer) -> str:
    """Between what its whole bill lies, a month; "" where that is not known."""
    known, farm = answer.prediction, answer.answered.farm
    if not isinstance(known, FarmPrediction) or farm is None:
        return ""
    low, _, high = range_texts(known.cost.low, farm.cost_with_bandwidth.amount.value, known.cost.high)
    return f"{low}-{high} {known.cost.unit}"


def sure_sentence(answer: VariantAnswer) -> str:
    """How sure a farm is, and what it costs in all; "" where that is not known."""
    if not (sure := enough_text(answer.prediction)):
        return ""
    return enough(sure, in_all_text(answer), 100.0 * PREDICTED)


def headroom_unit(swept: AnswerSet) -> str:
    """What the headroom of the variants is counted in: without a demand it is that of the limit that binds."""
    told = (each.figures.headroom for each in swept.answers if each.figures)
    return next((found.unit for found in told if not isinstance(found, Unavailable)), TIMES_THE_DEMAND)


def first_names(answers: Sequence[VariantAnswer | Twin]) -> str:
    """The first few by name, and how many more there are."""
    named = "; ".join(answer.name for answer in answers[:NAMED])
    more = len(answers) - NAMED
    return f"{named} and {more:,} more" if more > 0 else named
