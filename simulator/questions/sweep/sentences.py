"""A sweep in sentences, the same in a report and on a terminal."""

from collections.abc import Iterator

from models.quantities.writing import counted
from models.variations.portfolio import CAPACITY, PLAN
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import Answer, FrontStanding, Swept, VariantFigures
from simulator.report.language.decision import or_others
from simulator.report.language.numbers import parts, text, unit_beside
from simulator.rollup.limits import GROWTH_UNIT
from simulator.rollup.sizing import TIMES_THE_DEMAND

# How the place on the front is told in a table.
ON_FRONT: dict[FrontStanding, str] = {"front": "yes", "perhaps": "perhaps", "dominated": "no"}
NAMED = 3
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
    """What the front and the headroom are."""
    return f"{_HOW_TO_READ} {HEADROOM[headroom_unit(swept)]}"


def headroom_unit(swept: Swept) -> str:
    """What the headroom of the variants is counted in: without a demand it is that of the limit that binds."""
    told = (each.figures.headroom for each in swept.answers if each.figures)
    return next((found.unit for found in told if not isinstance(found, Refused)), TIMES_THE_DEMAND)


def headline(swept: Swept) -> str:
    """Which variant to take."""
    best = swept.best
    if best is None:
        answered = len(swept.answers) - len(swept.failed)
        return f"None of the {answered:,} variants that could be answered meets its targets."
    judged = "" if best.answered.met else f", as far as is known ({', '.join(best.unjudged)}: not known)"
    if best.answered.cost_per_month is None:
        return f"{best.name} carries most within its targets{judged}: {text(best.answered.capacity_mbps)} a unit."
    return f"{best.name} costs least of those that meet their targets{judged}: {bought(best.answered)}."


def bought(figures: VariantFigures) -> str:
    """What is bought for the demand, and what it costs."""
    units, servers, cost = (
        surely(each, "farm") for each in (figures.whole_units, figures.servers, figures.cost_per_month)
    )
    held = f"{counted(units.value, 'unit')} ({counted(servers.value, 'server')})"
    return f"{held}, {as_bought(figures, cost)}{or_other_units(figures)}"


def or_other_units(figures: VariantFigures) -> str:
    """The other numbers of units that the interval holds, as a plan tells them; "" without any."""
    if figures.whole_units is None or figures.units_between is None:
        return ""
    return or_others(figures.units_between, figures.whole_units.value)


def as_bought(figures: VariantFigures, figure: Estimate) -> str:
    """A figure of what is bought; where other numbers of units may do it is that of the one that is bought, and not
    "1 ± 1 units"."""
    value = parts(figure)[0]
    return f"{value} {unit_beside(value, figure.unit)}".rstrip() if or_other_units(figures) else text(figure)


def ties(swept: Swept) -> str:
    """Which others are as cheap, as far as the intervals tell; "" where none is."""
    if not swept.as_cheap:
        return ""
    what = "cost" if surely(swept.best, "best variant").answered.cost_per_month is not None else "capacity"
    return f"Not told apart from it by their {what}: {_some(swept.as_cheap)}."


def what_ran(swept: Swept) -> Iterator[str]:
    """How many variants there were, and what became of them."""
    same = sum(len(answer.also) for answer in swept.answers)
    told = [f"{swept.made:,} variants"]
    if swept.invalid:
        told.append(f"{swept.invalid:,} left out, for they cannot be")
    if same:
        told.append(f"{same:,} the same as another one, which is shown once")
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


def headroom(figures: VariantFigures) -> str:
    """The reason where the headroom is not known, else ""."""
    return figures.headroom.reason if isinstance(figures.headroom, Refused) else ""


def _some(answers: tuple[Answer, ...]) -> str:
    named = "; ".join(answer.name for answer in answers[:NAMED])
    more = len(answers) - NAMED
    return f"{named} and {more:,} more" if more > 0 else named
