"""A sweep in sentences, the same in a report and on a terminal."""

from collections.abc import Iterator, Sequence

from models.quantities.writing import counted
from models.variations.portfolio import CAPACITY, PLAN
from simulator.errors import surely
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import Answer, BestFor, FrontStanding, Swept, Twin
from simulator.questions.sweep.figures import FarmFigures
from simulator.report.language.decision import or_others
from simulator.report.language.like_for_like import BOTH_SIDES, NOT_ALIKE, WITH_BANDWIDTH
from simulator.report.language.numbers import bare, ranged, text
from simulator.report.language.wording import and_so_many
from simulator.rollup.limits import GROWTH_UNIT
from simulator.rollup.sizing import TIMES_THE_DEMAND

# How the place on the front is told in a table.
ON_FRONT: dict[FrontStanding, str] = {"front": "yes", "perhaps": "perhaps", "dominated": "no"}
NAMED = 3
# Of so many demands the best variant is told at once.
DEMANDS = 4
DIFFERENT = "The variants carry different demands, and are compared only with those that carry the same"
# What headroom is, by its unit.
HEADROOM = {
    GROWTH_UNIT: "Headroom is the load at which the binding limit is full, in times the present one.",
    TIMES_THE_DEMAND: "Headroom is what the farm carries with its spares gone, in times the demand.",
}
ASKED = {
    PLAN: "Each variant as its scenario is sized.",
    CAPACITY: "Each variant at the largest load that it carries within its targets.",
}
_HOW_TO_READ = (
    "On the front is a variant if no other one is surely better in cost, capacity or headroom without being surely"
    " worse in another of them; overlapping intervals are a tie. Perhaps: longer runs would tell. Who misses a target"
    " is not on it."
)


def how_to_read(swept: Swept) -> str:
    """What the front, the headroom and the costs are."""
    apart = (f"{DIFFERENT}: each demand has a front of its own.",) if swept.by_demand else ()
    return " ".join((_HOW_TO_READ, *apart, HEADROOM[headroom_unit(swept)], *_costs(swept)))


def _costs(swept: Swept) -> Iterator[str]:
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


def headroom_unit(swept: Swept) -> str:
    """What the headroom of the variants is counted in: without a demand it is that of the limit that binds."""
    told = (each.figures.headroom for each in swept.answers if each.figures)
    return next((found.unit for found in told if not isinstance(found, Refused)), TIMES_THE_DEMAND)


def headline(swept: Swept) -> str:
    """Which variant to take; where they carry different demands, for each."""
    if swept.by_demand and swept.has_a_winner:
        told = (f"{each.demand or 'without a farm'}: {_for_one(each)}" for each in swept.by_demand[:DEMANDS])
        more = len(swept.by_demand) - DEMANDS
        others = f" {more:,} more demands are in the table." if more > 0 else ""
        return f"{DIFFERENT}. {' '.join(told)}{others}"
    if swept.best is None:
        answered = len(swept.answers) - len(swept.failed)
        if not answered:
            return "None of the variants could be answered."
        return f"None of the {answered:,} variants that could be answered meets its targets."
    return _winner(swept.best)


def _for_one(each: BestFor) -> str:
    """The best for one demand, with those that are not told apart from it."""
    if each.best is None:
        return "no variant meets its targets."
    if each.variants == 1 and each.best.answered.farm is not None:
        return f"{each.best.name} alone, {bought(each.best.answered.farm)}."
    return " ".join(filter(None, (_winner(each.best), ties(each))))


def _winner(best: Answer) -> str:
    judged = "" if best.answered.met else f", as far as is known ({', '.join(best.unjudged)}: not known)"
    if best.answered.farm is None:
        return f"{best.name} carries most within its targets{judged}: {text(best.answered.capacity_mbps)} a unit."
    return f"{best.name} costs least of those that meet their targets{judged}: {bought(best.answered.farm)}."


def bought(farm: FarmFigures) -> str:
    """What is bought for the demand, and what it costs."""
    servers = f"{counted(farm.servers.value, 'server')}{and_so_many(farm.servers_of_other_tiers.value)}"
    value, unit, between = *money(farm), lowest_to_highest(farm)
    with_it = "" if farm.alike else f" {WITH_BANDWIDTH}"
    told = f"{counted(farm.whole_units.value, 'unit')} ({servers}), {value} {unit}{with_it}{or_other_units(farm)}"
    return f"{told} ({between} {unit})" if between else told


def or_other_units(farm: FarmFigures) -> str:
    """The other numbers of units that the interval holds, as a plan tells them; "" without any."""
    return or_others(farm.units_between, farm.whole_units.value)


def money(farm: FarmFigures) -> tuple[str, str]:
    """What is bought costs, with the unit: with its interval, or where other numbers of units may do it, with the
    digits that the range of what those cost deserves."""
    cost = farm.compared
    if farm.is_sure:
        return bare(cost.amount), cost.amount.unit
    return ranged(cost.lowest, cost.amount.value, cost.highest)[1], cost.amount.unit


def lowest_to_highest(farm: FarmFigures) -> str:
    """What the fewest and the most units cost that the interval holds; "" where it holds one number of them."""
    if farm.is_sure:
        return ""
    cost = farm.compared
    low, _, high = ranged(cost.lowest, cost.amount.value, cost.highest)
    return f"{low} to {high}"


def ties(found: Swept | BestFor) -> str:
    """Which others are as cheap, as far as the intervals tell; "" where none is."""
    if not found.as_cheap:
        return ""
    what = "cost" if surely(found.best, "best variant").answered.farm is not None else "capacity"
    return f"Not told apart from it by their {what}: {some(found.as_cheap)}."


def what_ran(swept: Swept) -> Iterator[str]:
    """How many variants there were, and what became of them."""
    same = sum(len(answer.also) for answer in swept.answers)
    told = [f"{swept.made:,} variants"]
    if swept.invalid:
        told.append(f"{swept.invalid:,} left out, for they cannot be")
    if same:
        told.append(f"{same:,} with the same figures as another one, whose row they share")
    if swept.hopeless:
        told.append(f"{len(swept.hopeless):,} that meet their targets at no load")
    if swept.failed:
        told.append(f"{len(swept.failed):,} without an answer")
    yield f"{', '.join(told)}. {ASKED[swept.question]}"
    by = "by theory, with nothing simulated" if swept.engine == "analytic" else f"by the {swept.engine} engine"
    seeds = f"seed{'s' if len(swept.seeds) > 1 else ''} {', '.join(map(str, swept.seeds[:NAMED]))}"
    yield f"Answered {by}, intervals at {swept.confidence * 100:g} %, {seeds}, model {swept.model}."


def targets(answer: Answer) -> str:
    """Whether the targets are met, in a word or with the names of those that are not."""
    if answer.missed:
        return f"misses {', '.join(answer.missed)}"
    return f"not known: {', '.join(answer.unjudged)}" if answer.unjudged else "met"


def some(answers: Sequence[Answer | Twin]) -> str:
    """The first few by name, and how many more there are."""
    named = "; ".join(answer.name for answer in answers[:NAMED])
    more = len(answers) - NAMED
    return f"{named} and {more:,} more" if more > 0 else named
