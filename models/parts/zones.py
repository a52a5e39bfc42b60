"""How servers are dealt out to the zones of a data centre: each whole zone may fail, and crossing between two costs."""

from collections.abc import Sequence

ZONES = ("a", "b", "c", "d", "e", "f")


def servers_by_zone(servers: int, zones: int) -> tuple[int, ...]:
    """How many servers stand in each zone: they are dealt out in turn, so that the first zones have one more."""
    return tuple(len(zone_members(zone, servers, zones)) for zone in range(zones))


def zone_members(zone: int, servers: int, zones: int) -> range:
    """The servers of a zone by their numbers; both are numbered from 0."""
    return range(zone, servers, zones)


def servers_lost(servers: int, zones: int, down: int) -> int:
    """The most servers that so many zones take with them."""
    return sum(servers_by_zone(servers, zones)[:down])


def fewest_servers(left: int, zones: int, down: int) -> int:
    """The fewest servers in every zone of which so many are left with some zones down."""
    servers = zones
    while servers - servers_lost(servers, zones, down) < left:
        servers += 1
    return servers


def crossing_share(callers: Sequence[int], called: Sequence[int], prefer_zone: bool) -> float:
    """The share of calls whose caller and callee stand in different zones, with so many servers of each in each zone.

    1 - sum of p q over the zones, of p of the callers and q of the called there, where each call falls on any server:
    1 - 1/z for z zones alike. With `prefer_zone` those of zones in which nobody is called.
    """
    share = [count / sum(callers) for count in callers]
    there = [count / sum(called) for count in (*called, *(0 for _ in callers[len(called) :]))]
    if prefer_zone:
        return sum(p for p, q in zip(share, there, strict=False) if q == 0.0)
    return 1.0 - sum(p * q for p, q in zip(share, there, strict=False))
