"""A sweep of variants, in sentences: the answer, how it was run, and what it leaves out."""

from collections.abc import Sequence

from models.messages.template import sentence
from models.variations.portfolio import CAPACITY as AT_CAPACITY
from models.variations.portfolio import PLAN

NAMED = 3
_ASKED = {
    PLAN: "Each variant as its scenario is sized.",
    AT_CAPACITY: "Each variant at the largest load that it carries within its targets.",
}
NO_DEMAND = "no demand is stated, which the units that are bought could pass"
NO_PERCENTILES = "theory knows no percentiles"
NO_SCHEDULER = "no scheduler answers there"
NO_WORKERS = "the cluster has no workers"
AGAIN = "The same command on the same versions gives the same figures, digit by digit:"
COST_AGAINST = "Cost against capacity and headroom"
HOW = "How it was run"
VARIANTS = "Variants, the best first"
NONE_MEETS = "no variant meets its targets."
LOOKED_AT = "the farms looked at"
NONE_ANSWERED = "None of the variants could be answered."
NO_LOAD = "No load meets the targets"
FIRST = "the first of them"
LEFT_OUT = "Left out, for they cannot be"
capacity_axis = sentence("capacity of a unit, {unit}")
HOW_TO_READ = (
    "On the front is a variant if no other one is surely better in cost, capacity or headroom without being surely"
    " worse in another of them; overlapping intervals are a tie. Perhaps: longer runs would tell. Who misses a target"
    " is not on it."
)
HEADROOM_OF_LOAD = "Headroom is the load at which the binding limit is full, in times the present one."
HEADROOM_OF_FARM = "Headroom is what the farm can carry with its spares down, in times the demand."
UNSURE_UNITS = (
    "What a unit carries may be a little less or more, so that for some a unit more or fewer would do: lowest"
    " to highest is what those cost."
)
IN_ALL = "Costs are all that a farm costs, with what its traffic costs."
DIFFERENT = "The variants carry different demands, and are compared only with those that carry the same"
EACH_DEMAND = f"{DIFFERENT}: each demand has a front of its own."
DEARER = "dearer than the best"
SAME_FIGURES = "with the same figures"
SHARED_ROWS = "One row for several variants"
MEND_FIRST = "mend these first, or leave them out with `skip_invalid: true`"
runs_kept = sentence("{made:,} runs made and {found:,} found in {store}.")
goes_on = sentence("{kept} The same command goes on from there.")
to_be_answered = sentence("{portfolio}: {made:,} variants, {found:,} to be answered ...")
start_workers = sentence("start some with `dask worker {address}`")
more_in_files = sentence("{count:,} more are in --csv FILE and --json FILE.")
more_shared = sentence("{rows} shared by several variants: --csv FILE has a row for each of them, --report all names.")
cheapest = sentence("Cheapest within its targets{judged}: {name}, {bought}.")
largest_capacity = sentence("{name} has the largest capacity{judged}: {capacity} a unit.")
not_told_apart = sentence("Not told apart from it by their {what}: {names}.")
none_meets = sentence("None of the {answered:,} variants that could be answered meets its targets.")
more_demands = sentence(" {count:,} more demands are in the table.")


def front_chart(count: int, figure: str, on_front: int) -> str:
    """What a chart of the front shows: so many variants by their cost and a figure, and how many are on the front."""
    points = f"{count:,} variants, each with its cost and its {figure} and both intervals;"
    return f"{points} {on_front:,} of them are on the front."


enough = sentence("Enough with {probability} probability; in all it costs {cost} ({percent:g} %).")
too_many = sentence("this makes {made} variants, more than {most:,}")
not_judged = sentence(
    "{wrong} of the first {judged:,} of {made:,} variants cannot be, and the others have not been judged"
)


def variants_answered(question: str, made: int, invalid: int, same: int, hopeless: int, failed: int) -> str:
    """How many variants there were, and what became of them: how many cannot be, have the figures of another one, meet
    their targets at no load, and have no answer."""
    counts = {
        "left out, for they cannot be": invalid,
        "with the same figures as another one, whose row they share": same,
        "that meet their targets at no load": hopeless,
        "without an answer": failed,
    }
    told = [f"{made:,} variants", *(f"{count:,} {what}" for what, count in counts.items() if count)]
    return f"{', '.join(told)}. {_ASKED[question]}"


def answered(engine: str, is_by_theory: bool, confidence: float, seeds: Sequence[int], model: str) -> str:
    """By what variants were answered, with which seeds, and with which confidence intervals hold."""
    by = "theory, with nothing simulated" if is_by_theory else f"the {engine} engine"
    named = f"seed{'s' if len(seeds) > 1 else ''} {', '.join(map(str, seeds[:NAMED]))}"
    return f"Answered by {by}, intervals at {confidence * 100:g} %, {named}, model {model}."


def fewer_variants(key: str, most: int, may_run: bool) -> str:
    """What to leave out of a group of a portfolio, and the other ways; may_run: whether all may be run."""
    ways = [f"write a size of at most {most:,}" if key == "sample" else "leave values out"]
    if key in ("grid", "one_at_a_time"):
        ways.append("sample the space instead (`sample: {size: 256, ...}`)")
    ways.append("or run it all with --yes" if may_run else "or make several portfolios of it")
    return ", ".join(ways)
