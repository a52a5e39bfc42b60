"""What the page of a plan says around its answer, and what all pages say while they wait or cannot follow."""

from collections.abc import Sequence

from models.messages.template import problem, sentence
from models.quantities.formatting import listed
from simulator.experiment.estimate import Estimate
from simulator.messages.numbers import plain_number, short_text

TAKE_OPTION = "Take it"
FIGURES = "The figures"
figures_of = sentence("The figures: {title}")
OLD = "From before the refused change"
STOPPED_CHANGE = "The simulation was stopped; change something to start it again."
STOPPED = "The simulation was stopped."
GIVEN_UP = "This was given up, because nobody waited for it or something newer was asked for. Ask again."
CHANGED_SINCE = "You have changed something since this was asked for: this is the answer for how it was then."
NOTHING_FOLLOWED = "Nothing in the address was followed."
AS_BEFORE = "What follows is for the scenario as it was before that."
CANNOT_BE_USED = "What you wrote cannot be used: the reason stands beside it. Below is the answer from before it."
TOO_LONG = "This text is too long for an address: download it on the page Scenario and send it along."
SHARED = "Whoever opens this address sees this scenario with these changes:"
TAKE_ONE = "Take one, and the plan above answers for the farm with it; Undo takes it back."
HOW_TO_READ = "All figures, how to read them, and what was not simulated"
taken = sentence("Taken: {name}. Undo on the page Plan takes it back.")
DAY = "A day of the farm"
COMES_LATER = "Comes with the simulation."
DECIDING = "Weighing what could be bought instead"
TAKE_CHEAPEST = "Take the cheapest"
TAKE_CHEAPER = "Take what costs less"
CHEAPEST_CHANGED = "The server below is the cheapest with your changes in it."
# What a button asks for, and how long that takes.
UPGRADES = "Find out what would help", "It simulates every option of the catalogue, which takes minutes."
FAILURE = "Fail a node", "It simulates all nodes of a unit behind their balancer: seconds to a minute."
FOLLOW_DAY = "Follow the day", "It simulates a server at many loads, and what happens in full: about a minute."
# What a day may be like, by its name, where a plan says nothing of its hours.
CHOOSE_DAY = "The demand is its peak. Choose what a day is like."
CHOOSE_METERED_DAY = "The demand is its peak. Choose what a day is like: what is paid by the GB is billed by its mean."
SHAPES = {
    "none": "No day",
    "weekday": "People at work",
    "evening": "Evenings",
    "release": "A release",
    "match": "A match",
}
CURVE = "Find the capacity and draw the curve", "It simulates a server at many loads: about ten seconds."
in_full = problem("Simulate in full", "It takes about {times} times as long as the answer above.")
no_farm = sentence("No farm is recommended: {reason}.")


def more_than_needed(supports: Estimate) -> str:
    """How many times its demand a farm can carry, whose server was picked."""
    return f"This farm can carry {short_text(supports)}."


def cheapest_first(farms: Sequence[tuple[str, int, float]], currency: str) -> str:
    """The cheapest farms that fit and what they cost a month: of each the server, how many, and the money."""
    told = [f"{servers:,} of {name} for {plain_number(float(f'{cost:.2g}'))}" for name, servers, cost in farms]
    after = f"; then {listed(told[1:])}" if len(told) > 1 else ""
    return f"The cheapest that fits, in theory: {told[0]} {currency} a month{after}."


def simulation_brings(after_theory: bool) -> str:
    """What the simulation adds."""
    known = "Theory knows means; the" if after_theory else "The"
    return f"{known} simulation brings intervals, percentiles and time series in a few seconds."


last_answer = sentence("What follows is the last answer before that: {scenario}.")
first_problems = sentence(", of which these are the first {shown}")


def farm_picture(demand: str, units: str, nodes: int, spare_nodes: int, bottleneck: str, node: str) -> str:
    """The picture of a farm, to those who cannot see it."""
    spare = f", {spare_nodes} of them to spare" if spare_nodes else ""
    return f"{demand} on units: {units}, each of {node}s: {nodes}{spare}; its bottleneck: the {bottleneck}."


local_only = sentence("Headroom listens on this machine only; --{option} 0.0.0.0 serves all who reach it.")
