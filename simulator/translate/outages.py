"""What happens to the nodes of a unit by its timetable, as events of the network."""

from collections.abc import Iterable, Iterator

from models.absences import Absence
from simulator.network.cluster import Happening, NodeEvent


def node_events(away: Iterable[Absence], later: float = 0.0) -> tuple[NodeEvent, ...]:
    """The events of some absences in the order of time, all of them `later` by so many seconds."""
    events = [event for absence in away for event in _events(absence, later)]
    return tuple(sorted(events, key=lambda event: event.at))


def _events(absence: Absence, later: float) -> Iterator[NodeEvent]:
    times: tuple[tuple[float | None, Happening], ...] = (
        (absence.leaves, "leaves"),
        (absence.dies, "dies"),
        (absence.stands, "stands"),
        (absence.joins, "joins"),
    )
    for at, what in times:
        if at is not None:
            yield NodeEvent(at + later, absence.node, what)
