"""The largest load of a server in sentences."""

from models.messages.template import sentence
from models.parts.unit import Unit
from models.quantities.formatting import count_text
from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.results import LONGEST_RESPONSES
from simulator.experiment.server_capacity import ServerCapacity
from simulator.messages.decision import bottleneck_sentence
from simulator.messages.limit_order import OrderedLimit
from simulator.messages.numbers import bare, deviation, plain_number, short_text, theory_number
from simulator.messages.ratings import rating_sentences
from simulator.messages.wording import in_theory

BY_ITSELF = "Each group of nodes is searched by itself: groups share nothing but the balancer."
LIMIT_BARS = (
    "Bars of how much of each limit is in use at the capacity, with intervals; the table below has the figures."
)
SIZED_BY_LOAD = " It is sized by the load that the scenario states."
FIRST_LIMIT = "Which limit is full first"
limits_in_use = sentence("Use of the limits of one {node} at its capacity")
load_curve = sentence("Load curve of one {node}")
LIMITS = "Limits in the order in which they are full"


def answer(largest_load: LargestLoad) -> str:
    """How much a server and a unit can serve."""
    load = f"{short_text(largest_load.server_mbps)} ({short_text(largest_load.offered)})"
    server = f"One {'pod' if largest_load.in_pods else 'server'} can serve {load} within its targets"
    if largest_load.nodes == 1:
        return f"{server}."
    down = f" with {count_text(largest_load.spare_nodes, 'spare')} down" if largest_load.spare_nodes else ""
    return f"{server}; a unit of {_nodes(largest_load)}{down}, {short_text(largest_load.unit_mbps)}."


def _nodes(largest_load: LargestLoad) -> str:
    return count_text(largest_load.nodes, "pod") if largest_load.in_pods else f"{largest_load.nodes}"


def answer_by_group(unit: Unit, carried: ServerCapacity, unit_mbps: Estimate) -> str:
    """How much a unit can serve whose groups of nodes serve classes of their own."""
    rate = dict(carried.of_groups)[carried.group]
    down = f" with {count_text(unit.spare_nodes, 'spare')} down" if unit.spare_nodes else ""
    load = f"{short_text(unit_mbps)} ({short_text(rate)} of all paths)"
    return f"A unit of {unit.nodes}{down} can serve {load} within its targets."


def stopping_target(largest_load: LargestLoad) -> str:
    """The bottleneck, and what happens beyond the capacity."""
    said = bottleneck_sentence(largest_load.stop, largest_load.target, largest_load.missed_in)
    return " ".join((said, *rating_sentences(largest_load.together, largest_load.through)))


def basis_sentences(largest_load: LargestLoad) -> list[str]:
    """What the figures rest on."""
    if largest_load.standing:
        return [f"{in_theory(largest_load.unjudged)}: nothing was simulated."]
    by = f" (by MSER-5; {largest_load.settled} settles last)" if largest_load.settled else ""
    if largest_load.settled == LONGEST_RESPONSES:
        by = f" (until {LONGEST_RESPONSES} have ended)"
    runs = f"{largest_load.offered.samples} replications of {largest_load.duration:g} s"
    lines = [
        f"{runs} after {largest_load.warm_up:g} s of warm-up{by}, each searched with the same sessions at every load:"
        f" {largest_load.simulations} simulations. A row of the load curve is {largest_load.curve_replications} shorter"
        " replications."
    ]
    if largest_load.expected is not None:
        off = 100.0 * (largest_load.expected / largest_load.offered.value - 1.0)
        lines.append(f"Theory expects {plain_number(largest_load.expected)} req/s ({deviation(off)}).")
    return lines


def binding_load_text(bite: OrderedLimit) -> str:
    """The load at which a limit binds, with its interval if it was measured there."""
    if bite.in_words:
        return bite.in_words
    if bite.measured is not None:
        return bare(bite.measured)
    return f"{theory_number(bite.rate)} in theory"


over_the_load = sentence("{title} of one server over the load offered.")
report_title = sentence("{name}: capacity of {of}")
