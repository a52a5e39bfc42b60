"""The largest load of a server in sentences, the same on a terminal and in a report."""

from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.results import LONGEST_RESPONSES
from simulator.messages.limit_order import OrderedLimit
from simulator.messages.numbers import bare, deviation, figure_text, plain_number, theory_number
from simulator.messages.ratings import other_replications, rating_sentences
from simulator.messages.wording import limit_text, verb_for_limit
from simulator.studies.capacity.by_group import CapacityByGroup
from simulator.targets import Target


def answer(largest_load: LargestLoad) -> str:
    """How much a server and a unit carry."""
    server = (
        f"One server carries {figure_text(largest_load.server_mbps)} ({bare(largest_load.offered)}"
        " requests/s) within its targets"
    )
    if largest_load.nodes == 1:
        return f"{server}."
    working = f"{largest_load.nodes - largest_load.spare_nodes} of {largest_load.nodes} at work"
    return f"{server}; a unit with {working} {figure_text(largest_load.unit_mbps)}."


def answer_by_group(capacity_by_group: CapacityByGroup) -> str:
    """How much a unit carries whose groups of nodes serve classes of their own."""
    rate = dict(capacity_by_group.carried.of_groups)[capacity_by_group.carried.group]
    working = f"{capacity_by_group.at_work} of {capacity_by_group.scenario.unit.nodes} at work"
    carries = f"{figure_text(capacity_by_group.unit_mbps)} ({bare(rate)} requests/s of all paths)"
    return f"A unit with {working} carries {carries} within its targets."


def stopping_target(largest_load: LargestLoad) -> str:
    """Which target is missed beyond the capacity, and which limit is the cause."""
    limit = largest_load.binding
    ends = (
        "requests pile up"
        if largest_load.target is Target.PILING_UP
        else f"it misses the target {largest_load.target.value}"
    )
    ends += other_replications(largest_load.missed_in)
    used = f"there {limit_text(limit)} {verb_for_limit(limit, 'is')} at"
    said = f"Beyond that {ends}: {used} {figure_text(limit.utilisation)}."
    return " ".join((said, *rating_sentences(largest_load.together, largest_load.through)))


def basis_sentences(largest_load: LargestLoad) -> list[str]:
    """What the figures rest on."""
    replications = largest_load.offered.samples
    by = f" (found by MSER-5; {largest_load.settled} settles last)" if largest_load.settled else ""
    if largest_load.settled == LONGEST_RESPONSES:
        by = f" (until {LONGEST_RESPONSES} have ended)"
    warm = f"{largest_load.warm_up:g} s of warm-up{by}"
    lines = [
        f"{replications} replications of {largest_load.duration:g} s after {warm}, each searched"
        " by itself with the same"
        f" sessions at every load: {largest_load.simulations} simulations. Each row of the load curve is"
        f" {largest_load.curve_replications} shorter replications."
    ]
    if largest_load.expected is not None:
        off = 100.0 * (largest_load.expected / largest_load.offered.value - 1.0)
        lines.append(f"Theory expects {plain_number(largest_load.expected)} requests/s ({deviation(off)}).")
    return lines


def binding_load_text(bite: OrderedLimit) -> str:
    """The load at which a limit binds, with its interval if it was measured there."""
    if bite.in_words:
        return bite.in_words
    if bite.measured is not None:
        return bare(bite.measured)
    return f"{theory_number(bite.rate)} in theory"
