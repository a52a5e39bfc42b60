"""What happens to the nodes of a unit, and to servers behind them, by its timetable, as events of the network."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from models.node_absences import FlashCrowd, NodeAbsence, TierAbsence
from models.scenario import Scenario
from models.tier_flows import gather_callers, tier_flows
from simulator.network.cluster import Happening, NodeEvent
from simulator.network.network import Network
from simulator.translate.tier_names import server_name
from simulator.translate.tier_servers import tier_stations

RISE = 1.0


def node_events(away: Iterable[NodeAbsence], later: float = 0.0) -> tuple[NodeEvent, ...]:
    """The events of some absences in the order of time, all of them `later` by so many seconds."""
    events = [event for absence in away for event in _events(absence, later)]
    return tuple(sorted(events, key=lambda event: event.at))


def tier_events(
    away: Iterable[TierAbsence], scenario: Scenario, network: Network, later: float = 0.0
) -> tuple[NodeEvent, ...]:
    """The events of servers of other tiers that are away or slow for a while, in the order of time, all of them `later`
    by so many seconds; network: that of the scenario with a backend."""
    flows, there = gather_callers(tier_flows(scenario)), {each.name for each in network.stations}
    found = []
    for each in away:
        flow, server = flows[each.tier], each.node + 1
        stations = tuple(name for name in tier_stations(flow, server) if name in there)
        for event in _events(each, later):
            slows = event.what == "slows"
            found.append(
                replace(event, node=0, stations=stations)
                if slows
                else replace(event, node=0, server=server_name(flow, server))
            )
    return tuple(sorted(found, key=lambda event: event.at))


def crowd_profile(crowds: Iterable[FlashCrowd], later: float = 0.0) -> tuple[tuple[float, float], ...]:
    """The profile of a load with some crowds, `later` by so many seconds: corners (seconds, factor). A crowd comes, and
    goes, within a second, or within a tenth of its time."""
    corners = [(0.0, 1.0)]
    for crowd in crowds:
        begins, ends = crowd.begins + later, crowd.ends + later
        rise = min(RISE, (ends - begins) / 10.0)
        corners += [(begins, 1.0), (begins + rise, crowd.times), (ends - rise, crowd.times), (ends, 1.0)]
    known = dict(corners)
    return tuple(sorted(known.items())) if len(known) > 1 else ()


def _events(absence: NodeAbsence, later: float) -> Iterator[NodeEvent]:
    times: tuple[tuple[float | None, Happening], ...] = (
        (absence.leaves, "leaves"),
        (absence.dies, "dies"),
        (absence.stands, "stands"),
        (absence.joins, "joins"),
    )
    if absence.slows is not None and absence.hurries is not None:
        yield NodeEvent(absence.slows + later, absence.node, "slows", absence.speed)
        yield NodeEvent(absence.hurries + later, absence.node, "slows", 1.0)
    for at, what in times:
        if at is not None:
            yield NodeEvent(at + later, absence.node, what)
