"""A sweep of variants, in sentences: the answer, how it was run, and what it leaves out."""

from collections.abc import Sequence
from pathlib import Path

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
OF_BOUGHT = "of the units bought"
LOOKED_AT = "the farms looked at"
NONE_ANSWERED = "None of the variants could be answered."
NO_LOAD = "No load meets the targets"
FIRST = "the first of them"
LEFT_OUT = "Left out, for they cannot be"
CAPACITY = "capacity of a unit, Mbps"
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
FRONT = "The front, the best first"
BANDWIDTH_APART = "Bandwidth is apart from the costs."
DIFFERENT = "The variants carry different demands, and are compared only with those that carry the same"
EACH_DEMAND = f"{DIFFERENT}: each demand has a front of its own."
DEARER = "dearer than the best"
SAME_FIGURES = "with the same figures"
SHARED_ROWS = "One row for several variants"
MEND_FIRST = "mend these first, or leave them out with `skip_invalid: true`"


def runs_kept(made: int, found: int, store: Path) -> str:
    """How many runs a store has got, and how many it had."""
    return f"{made:,} runs made and {found:,} found in {store}."


def goes_on(kept: str) -> str:
    """That a sweep that was stopped goes on from what is kept."""
    return f"{kept} The same command goes on from there."


def to_be_answered(portfolio: str, made: int, found: int) -> str:
    """How many variants a portfolio makes, and how many of them are answered."""
    return f"{portfolio}: {made:,} variants, {found:,} to be answered ..."


def start_workers(address: str) -> str:
    """How workers are started for a scheduler."""
    return f"start some with `dask worker {address}`"


def more_in_files(count: int) -> str:
    """Where the variants are that are not shown."""
    return f"{count:,} more are in --csv FILE and --json FILE."


def more_shared(rows: str) -> str:
    """Where the rows are that several variants share; rows: how many, with their verb."""
    return f"{rows} shared by several variants: --csv FILE has a row for each of them, --report all names."


def cheapest(judged: str, name: str, bought: str) -> str:
    """The cheapest variant; judged: what is not known of it, or ""."""
    return f"Cheapest within its targets{judged}: {name}, {bought}."


def largest_capacity(name: str, judged: str, capacity: str) -> str:
    """The variant of which a unit carries most; judged: what is not known of it, or ""."""
    return f"{name} has the largest capacity{judged}: {capacity} a unit."


def not_told_apart(what: str, names: str) -> str:
    """Which variants are not told apart from the best, by what."""
    return f"Not told apart from it by their {what}: {names}."


def none_meets(answered: int) -> str:
    """That no variant meets its targets."""
    return f"None of the {answered:,} variants that could be answered meets its targets."


def more_demands(count: int) -> str:
    """How many demands are told in the table alone."""
    return f" {count:,} more demands are in the table."


def front_chart(count: int, figure: str, on_front: int) -> str:
    """What a chart of the front shows: so many variants by their cost and a figure, and how many are on the front."""
    points = f"{count:,} variants, each with its cost and its {figure} and both intervals;"
    return f"{points} {on_front:,} of them are on the front."


def enough(probability: str, cost: str, percent: float) -> str:
    """How sure a farm is, and what it costs in all; percent: of the interval of that."""
    return f"Enough with {probability} probability; in all it costs {cost} ({percent:g} %)."


def too_many(made: str, most: int) -> str:
    """That a portfolio makes too many variants."""
    return f"this makes {made} variants, more than {most:,}"


def not_judged(wrong: int, judged: int, made: int) -> str:
    """How many variants cannot be of those that were judged."""
    return f"{wrong} of the first {judged:,} of {made:,} variants cannot be, and the others have not been judged"


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
