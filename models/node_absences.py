"""When nodes of a unit are away: outages and rolling maintenance, node by node, as the balancer notices them; and when
servers of other tiers are, or are slow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor

from models.parts.failing.failures import CROWD, DRAINED, OF_TIERS, PATCHED, SLOW, Failures, HealthCheck, Outage
from models.parts.zones import ZONES, zone_members


@dataclass(frozen=True)
class FlashCrowd:
    """More sessions than usual come from `begins` to `ends`, seconds: `times` as many."""

    begins: float
    ends: float
    times: float


@dataclass(frozen=True)
class NodeAbsence:
    """One node is away once, by outage number `outage` of its timetable; nodes are numbered from 0, times are seconds.

    leaves, joins: when the balancer stops sending it sessions, and begins to again; None where it never notices.
    dies, stands: when it is dead, and alive again; None where it is only drained. slows, hurries: when it begins to
    work at a share `speed` of its own, and is as fast as before; None where it is not slow, but away.
    """

    outage: int
    node: int
    leaves: float | None
    dies: float | None
    stands: float | None
    joins: float | None
    slows: float | None = None
    hurries: float | None = None
    speed: float = 1.0

    @property
    def serves(self) -> bool:
        """Whether the node gets sessions and serves them all the same: it is only slow."""
        return self.slows is not None

    @property
    def begins(self) -> float:
        """When it is not there as before."""
        return min(time for time in (self.leaves, self.dies, self.slows) if time is not None)

    @property
    def ends(self) -> float:
        """When it is there as before."""
        return max(time for time in (self.stands, self.joins, self.hurries) if time is not None)


@dataclass(frozen=True)
class TierAbsence(NodeAbsence):
    """The same of a server of another tier, which calls take the place of sessions for; `node` is its number there."""

    tier: str = ""


def node_absences(failures: Failures, nodes: int, zones: int = 1) -> tuple[NodeAbsence, ...]:
    """Every absence of the timetable for a unit of so many nodes in so many zones, outage by outage; nodes that are not
    there are left out."""
    return tuple(
        absence
        for number, outage in enumerate(failures.outages)
        if outage.what != CROWD and outage.tier is None
        for absence in _of(number, outage, nodes, zones, failures.health_check)
    )


def tier_absences(
    failures: Failures, servers: Mapping[str, int], zones: Mapping[str, int] | None = None
) -> tuple[TierAbsence, ...]:
    """Every absence of servers of other tiers, outage by outage, where each tier has so many servers, by its name, in
    so many zones, in one if not told; those of tiers and servers that are not there are left out."""
    return tuple(
        TierAbsence(**vars(each), tier=tier)
        for number, outage in enumerate(failures.outages)
        if outage.what in OF_TIERS
        for tier in (servers if outage.zone is not None else servers.keys() & {outage.tier})
        for each in _of(number, outage, servers[tier], (zones or {}).get(tier, 1), failures.health_check)
    )


def flash_crowds(failures: Failures) -> tuple[FlashCrowd, ...]:
    """The crowds of the timetable, in the order of time."""
    found = (FlashCrowd(each.at, each.at + each.lasts, each.times) for each in failures.outages if each.what == CROWD)
    return tuple(sorted(found, key=lambda crowd: crowd.begins))


def _of(number: int, outage: Outage, nodes: int, zones: int, check: HealthCheck) -> Iterator[NodeAbsence]:
    """The absences of an outage: of some nodes at once, or of those of a zone, and where it is rolling, of the next
    ones after those."""
    at, first = outage.at, outage.node - 1
    if outage.zone is not None:
        zone = ZONES.index(outage.zone)
        for node in zone_members(zone, nodes, zones) if zone < zones else ():
            yield _absence(number, node, outage, at, check)
        return
    if not outage.rolling:
        for node in range(first, min(nodes, first + outage.together)):
            yield _absence(number, node, outage, at, check)
        return
    for begin in range(0, nodes, outage.together):
        group = [(first + each) % nodes for each in range(begin, min(nodes, begin + outage.together))]
        away = [_absence(number, node, outage, at, check) for node in group]
        yield from away
        at = max(each.ends for each in away)


def _absence(number: int, node: int, outage: Outage, at: float, check: HealthCheck) -> NodeAbsence:
    if outage.what == SLOW:
        return NodeAbsence(number, node, None, None, None, None, at, at + outage.lasts, outage.speed)
    if outage.what == DRAINED:
        return NodeAbsence(number, node, at, None, None, at + outage.lasts)
    if outage.what == PATCHED:
        dies = at + outage.drain
        stands = dies + outage.lasts
        return NodeAbsence(number, node, at, dies, stands, _heard(stands, check.successes, check))
    stands, missed = at + outage.lasts, _heard(at, check.failures, check)
    if stands <= missed - check.convergence:  # It stands again before its heartbeats have been missed often enough.
        return NodeAbsence(number, node, None, at, stands, None)
    return NodeAbsence(number, node, missed, at, stands, _heard(stands, check.successes, check))


def _heard(since: float, times: int, check: HealthCheck) -> float:
    """When a change has been noticed so many times one after the other since, and all have converged: heartbeats come
    at whole intervals, the first one that tells after the moment itself."""
    return (floor(since / check.interval) + times) * check.interval + check.convergence
