"""What becomes of a unit whose nodes get classes of their own in groups: group by group, in sentences."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.failover.survive import FailoverResult, GroupFailover
from simulator.messages.numbers import plain_number
from simulator.messages.survive.failover import minutes, violation_sentences, year_sentences
from simulator.messages.survive.survivors import survivors
from simulator.messages.wording import node_or_pod


def group_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """For how long each group is outside its targets, what breaks there, and what those carry that are left; nothing
    where nodes are alike."""
    for group in failover_result.groups:
        yield _verdict(group)
        lines = (*violation_sentences(group.found), survivors(group.found, failover_result))
        yield from (f"{group.name}: {line}" for line in lines if line)


def years_of_groups(failover_result: FailoverResult) -> Iterator[str]:
    """What a year brings to each group, and to the unit; nothing where it is not said how often nodes fail."""
    known = [
        (group.name, group.found, group.found.year) for group in failover_result.groups if group.found.year is not None
    ]
    for name, own, _ in known:
        first, *_ = year_sentences(own)
        yield f"{name}: {first.replace('in the unit', 'in the group', 1)}"
    if known:
        years = [year.minutes.value for _, _, year in known if year is not None]
        yield (
            "The unit is outside its targets while any of its groups is: between"
            f" {plain_number(round(max(years), 2))} and {plain_number(round(sum(years), 2))} minutes a year."
            " Each group is simulated"
            " by itself there."
        )


def _verdict(group: GroupFailover) -> str:
    """For how long a group is outside its targets, and how many of its nodes are away at most."""
    found = group.found
    nodes, most = found.watch.nodes, max(phase.away for phase in found.phases)
    away = f", with up to {most} of them away" if most else ""
    none_left = "; while none of them is left, what they serve is lost" if most == nodes else ""
    perhaps = "perhaps " if found.met is None else ""
    outside = "" if found.met else f" for {minutes(found.recovery.outside)}"
    told = "within the targets all the time" if found.met else f"{perhaps}outside the targets{outside}"
    return f"{group.name}, {count_text(nodes, node_or_pod(found.scenario))}: {told}{away}{none_left}."
