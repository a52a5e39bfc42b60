"""Checks of what happens to the nodes of a unit: nodes that are there, once at a time, and never all by plan."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from models.checks.balancer_checks import nodes_interact
from models.messages import outages, tier_calls
from models.node_absences import NodeAbsence, TierAbsence, node_absences, tier_absences
from models.parts.failing.failures import CROWD, DRAINED, OF_TIERS, PATCHED, Failures, Outage
from models.quantities.formatting import count_text
from models.quantities.units import DURATION, format_quantity
from models.reading.finding import Finding
from models.reading.source_tree import Path, dotted
from models.scenario import FarmParts
from models.suggest import did_you_mean, nearest_names
from models.zone_placement import zones_of_tiers

_AT: Path = ("unit", "failures", "timetable")
_NONE = Failures()
_Event = TypeVar("_Event", bound=NodeAbsence)


def _nodes_are_there(farm: FarmParts) -> Iterator[Finding]:
    nodes = farm.unit.nodes
    told = outages.nodes_in_unit(nodes)
    for number, outage in enumerate(_failures(farm).timetable):
        if outage.what != CROWD and outage.tier is None and outage.zone is None:
            yield from _servers_are_there(number, outage, nodes, told, "node")


def _servers_are_there(number: int, outage: Outage, servers: int, told: str, called: str) -> Iterator[Finding]:
    """An outage of more servers than there are, which is `told`."""
    if outage.node > servers:
        yield Finding((*_AT, number, "node"), told, f"write at most {servers}", (str(servers),))
    elif outage.together > servers:
        yield Finding((*_AT, number, "together"), told, f"write at most {servers}", (str(servers),))
    elif not outage.rolling and outage.node + outage.together - 1 > servers:
        most = servers - outage.node + 1
        yield Finding(
            (*_AT, number, "together"), *outages.servers_from_on(told, most, called, outage.node), (str(most),)
        )


def _servers_of_tiers_fail(farm: FarmParts) -> Iterator[Finding]:
    """What happens to servers of other tiers: these are there, and die or are slow, once at a time."""
    servers = {tier.name: tier.servers for tier in farm.tiers}
    for number, outage in enumerate(_failures(farm).timetable):
        if outage.tier is None:
            continue
        if outage.tier not in servers:
            remedy = did_you_mean(outage.tier, tuple(servers)) if servers else outages.NO_OTHER_TIERS
            nearest = nearest_names(outage.tier, tuple(servers))
            yield Finding((*_AT, number, "tier"), tier_calls.NO_SUCH_TIER, remedy, nearest)
        elif outage.what not in OF_TIERS:
            yield Finding((*_AT, number, "what"), *outages.tier_dies_or_slows(outage.what), OF_TIERS)
        else:
            there = count_text(servers[outage.tier], "server")
            told = f"{outage.tier} has {there} to a unit"
            yield from _servers_are_there(number, outage, servers[outage.tier], told, "server")
    yield from _one_at_a_time(tier_absences(_failures(farm), servers, zones_of_tiers(farm)))


def _one_at_a_time(absences: Iterable[TierAbsence]) -> Iterator[Finding]:
    ordered = sorted(absences, key=lambda each: (each.begins, each.outage))
    for before, after in _overlaps(ordered, lambda each: (each.tier, each.node)):
        back, name = _time(before.ends), f"server {after.node + 1} of {after.tier}"
        state = "slow" if before.serves else "away"
        yield Finding((*_AT, after.outage, "at"), *outages.tier_already(name, state, back, before.outage + 1), (back,))


def _a_node_is_away_once_at_a_time(farm: FarmParts) -> Iterator[Finding]:
    for before, after in _overlaps(_absences(farm), lambda absence: absence.node):
        since, back = _time(before.begins), _time(before.ends)
        told = outages.away_already(after.node + 1, since, back, before.outage + 1)
        yield Finding((*_AT, after.outage, "at"), *told, (back,))


def _one_crowd_at_a_time(farm: FarmParts) -> Iterator[Finding]:
    timetable = _failures(farm).timetable
    there = sorted((each.at, number) for number, each in enumerate(timetable) if each.what == CROWD)
    for (_, first), (at, second) in zip(there, there[1:], strict=False):
        ends = timetable[first].at + timetable[first].lasts
        if at < ends:
            yield Finding((*_AT, second, "at"), *outages.crowd_already(first + 1, _time(ends)), (_time(ends),))


def _maintenance_leaves_a_node(farm: FarmParts) -> Iterator[Finding]:
    away, told, groups = _absences(farm), set[int](), list(_groups(farm))
    smallest = min(len(own) for _, own in groups)
    for absence in away:
        planned = _failures(farm).outages[absence.outage].what in (DRAINED, PATCHED)
        gone = {each.node for each in away if each.begins <= absence.begins < each.ends and not each.serves}
        for what, own in groups:
            if planned and own <= gone and absence.outage not in told:
                told.add(absence.outage)
                # So few nodes in a row are no group.
                fewer = min(_failures(farm).outages[absence.outage].together, smallest) - 1
                remedy = outages.OTHER_TIME_OR_FEWER if fewer else "write another time"
                yield Finding(
                    (*_AT, absence.outage, "at"),
                    outages.no_node_left(what, _time(absence.begins), len(own)),
                    remedy if len(own) > 1 else "add nodes",
                    ({dotted((*_AT, absence.outage, "together")): str(fewer)},) if fewer else (),
                )


def _groups(farm: FarmParts) -> Iterator[tuple[str, set[int]]]:
    """The nodes that can stand in for each other: all of a unit, or those of each group."""
    first = 0
    for group in farm.unit.paths:
        yield f"the group {group.name}", set(range(first, first + group.nodes))
        first += group.nodes
    if not farm.unit.paths:
        yield "the unit", set(range(farm.unit.nodes))


def check_retry_pauses(farm: FarmParts) -> Iterator[Finding]:
    """Where nodes have to do with each other, nobody who is refused or gives up comes again at the same moment."""
    retries, unit, patience = farm.workload.retries, farm.unit, farm.workload.patience
    if unit.nodes == 1 or not nodes_interact(farm):
        return
    if patience is not None and patience.retries.count > 0 and patience.retries.jitter == 1.0:
        yield Finding(("workload", "patience", "retries", "jitter"), *outages.PAUSES_OF_NONE, ("90 %",))
    if retries.attempts > 0 and retries.back_off == 0.0:
        yield Finding(("workload", "retries", "back_off"), *outages.NO_PAUSE_BETWEEN_NODES, ("1 s",))


def _failures(farm: FarmParts) -> Failures:
    return farm.unit.failures or _NONE


def _absences(farm: FarmParts) -> list[NodeAbsence]:
    """What happens by the timetable that is stated, in the order of time."""
    if farm.unit.failures is None or not farm.unit.failures.timetable:
        return []
    away = node_absences(farm.unit.failures, farm.unit.nodes, farm.unit.zones)
    return sorted(away, key=lambda each: (each.begins, each.outage))


def _overlaps(happens: Iterable[_Event], server: Callable[[_Event], Hashable]) -> Iterator[tuple[_Event, _Event]]:
    """Each thing that happens to a server with the next one, where that begins before the first has ended; each outage
    comes once. `server` says what it happens to."""
    last: dict[Hashable, _Event] = {}
    told: set[int] = set()
    for each in happens:
        before = last.get(server(each))
        if before is not None and each.begins < before.ends and each.outage not in told:
            told.add(each.outage)
            yield before, each
        last[server(each)] = each


def _time(seconds: float) -> str:
    return format_quantity(seconds, DURATION)


FAILURE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _nodes_are_there,
    _a_node_is_away_once_at_a_time,
    _one_crowd_at_a_time,
    _maintenance_leaves_a_node,
    _servers_of_tiers_fail,
    check_retry_pauses,
)
