"""The largest load of a server in sentences, the same on a terminal and in a report."""

from simulator.measure.results import LONGEST_RESPONSES
from simulator.questions.capacity.by_group import CapacityByGroup
from simulator.report.language.bites import Bite
from simulator.report.language.numbers import bare, deviation, plain, rough, text
from simulator.report.language.rated import how_rated, in_others
from simulator.report.language.wording import told, verb
from simulator.rollup.largest_load import LargestLoad
from simulator.targets import Target


def answer(found: LargestLoad) -> str:
    """How much a server and a unit carry."""
    server = f"One server carries {text(found.server_mbps)} ({bare(found.offered)} requests/s) within its targets"
    if found.nodes == 1:
        return f"{server}."
    working = f"{found.nodes - found.spare_nodes} of {found.nodes} at work"
    return f"{server}; a unit with {working} {text(found.unit_mbps)}."


def answer_by_group(found: CapacityByGroup) -> str:
    """How much a unit carries whose groups of nodes serve classes of their own."""
    rate = dict(found.carried.of_groups)[found.carried.group]
    working = f"{found.at_work} of {found.scenario.unit.nodes} at work"
    carries = f"{text(found.unit_mbps)} ({bare(rate)} requests/s of all paths)"
    return f"A unit with {working} carries {carries} within its targets."


def what_ends_it(found: LargestLoad) -> str:
    """Which target is missed beyond the capacity, and which limit is the cause."""
    limit = found.binding
    ends = "requests pile up" if found.target is Target.PILING_UP else f"it misses the target {found.target.value}"
    ends += in_others(found.missed_in)
    used = f"there {told(limit)} {verb(limit, 'is')} at"
    said = f"Beyond that {ends}: {used} {text(limit.utilisation)}."
    return " ".join((said, *how_rated(found.together, found.through)))


def how_found(found: LargestLoad) -> list[str]:
    """What the figures rest on."""
    replications = found.offered.samples
    by = f" (found by MSER-5; {found.settled} settles last)" if found.settled else ""
    if found.settled == LONGEST_RESPONSES:
        by = f" (until {LONGEST_RESPONSES} have ended)"
    warm = f"{found.warm_up:g} s of warm-up{by}"
    lines = [
        f"{replications} replications of {found.duration:g} s after {warm}, each searched by itself with the same"
        f" sessions at every load: {found.simulations} simulations. Each row of the load curve is"
        f" {found.curve_replications} shorter replications."
    ]
    if found.expected is not None:
        off = 100.0 * (found.expected / found.offered.value - 1.0)
        lines.append(f"Theory expects {plain(found.expected)} requests/s ({deviation(off)}).")
    return lines


def binds_at(bite: Bite) -> str:
    """The load at which a limit binds, with its interval if it was measured there."""
    if bite.in_words:
        return bite.in_words
    if bite.measured is not None:
        return bare(bite.measured)
    return f"{rough(bite.rate)} in theory"
