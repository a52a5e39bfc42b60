"""How a unit was rated: its nodes in one world, what it does while its spares die, and which of its parts is
full first where they do not get the same."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import count_text, duration
from models.scenario import Scenario
from simulator.experiment.node_failure import NodeFailure
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.sizing import Sizing
from simulator.messages.numbers import plain_number, short_text
from simulator.targets import LABELS, Target


def beyond_capacity(target: Target) -> str:
    """What happens beyond the largest load."""
    return "requests pile up" if target is Target.PILING_UP else f"the target {target.value} is missed"


def other_replications(missed_in: Sequence[tuple[Target, int]]) -> str:
    """In how many replications the first target stops more load, and what does in the others: " in 15 of 28
    replications, while in 13 requests pile up before"; "" where all stop at one."""
    if len(missed_in) < 2:
        return ""
    (_, first), *others = missed_in
    told = " and ".join(f"in {count} {beyond_capacity(target)}" for target, count in others)
    return f" in {first} of {sum(count for _, count in missed_in)} replications, while {told} before"


def rating_sentences(together: int, through: NodeFailure | None) -> Iterator[str]:
    """How what a unit carries was found, where one server by itself did not tell it."""
    if together > 1:
        yield f"That is a share of {count_text(together, 'server')} in one world behind their balancer."
    if through is None:
        return
    several = "" if through.dead == 1 else " at once"
    death = f"{through.dead} of {through.nodes} nodes {'dies' if through.dead == 1 else 'die'}{several}"
    later = f"{duration(through.within)} later" if through.within else "from that moment on"
    missed = LABELS[through.target] if through.target else ""
    behind = f" ({through.limit})" if through.limit else ""
    if through.share is None:
        yield (
            f"When {death} at that load, a target is still missed {later}: {missed}{behind}. At half of that load it is"
            " too, so more servers do not help; ask `survive` what does."
        )
    elif through.lowers:
        yield (
            f"That is what the unit can serve through a failure: when {death}, its targets are met again {later} up to"
            f" {short_text(through.share)} of what it can serve with its spares down for good. Beyond that a target is"
            f" missed: {missed}{behind}."
        )
    else:
        yield f"When {death} at that load, its targets are met again {later}."


def path_group_sentences(carried: ServerCapacity) -> list[str]:
    """Which group of nodes stops the unit first, and what the others would do; [] where all are alike."""
    if not carried.group:
        return []
    full = [f"{name} at {short_text(rate)}" for name, rate in carried.of_groups if name != carried.group]
    own = next(rate for name, rate in carried.of_groups if name == carried.group)
    others = f" ({', '.join(full)})" if full else ""
    return [
        f"Requests go by their path to groups of nodes. The group {carried.group} is full first, at {short_text(own)}"
        f" of all paths{others}."
    ]


def name_service_sentences(scenario: Scenario, sizing: Sizing) -> list[str]:
    """What the busiest unit gets where clients find units by name; [] where all get the same."""
    if scenario.dns is None or sizing.busiest_unit <= 1.0:
        return []
    return [
        f"Resolvers ({plain_number(scenario.dns.resolvers)}) keep the name of a unit for"
        f" {duration(scenario.dns.time_to_live)}. So the busiest of {count_text(sizing.working_units, 'unit')} gets up"
        f" to {plain_number(round(sizing.busiest_unit, 2))} times its share, for 95 % of the time."
    ]
