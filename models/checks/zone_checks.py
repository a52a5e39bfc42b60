"""Checks of zones: none is empty, one is left, and what dies with one stands in it."""

from collections.abc import Callable, Iterator

from models.messages import zones
from models.parts.failing.failures import DIES
from models.parts.zones import ZONES, servers_lost
from models.quantities.formatting import count_text
from models.reading.finding import Finding
from models.reading.source_tree import Path
from models.scenario import FarmParts
from models.tier_flows import calls_by_path
from models.zone_placement import callers_by_zone, tier_zones


def _no_zone_is_empty(farm: FarmParts) -> Iterator[Finding]:
    unit = farm.unit
    if unit.zones > unit.nodes:
        told = zones.more_zones_than_servers(count_text(unit.nodes, "node"), unit.zones, unit.nodes)
        yield Finding(("unit", "zones"), *told, (str(unit.nodes),))
    for number, tier in enumerate(farm.tiers):
        if tier.zones is not None and tier.zones > tier.servers and tier.states_servers:
            told = zones.more_zones_than_servers(count_text(tier.servers, "server"), tier.zones, tier.servers)
            yield Finding(("tiers", number, "zones"), *told, (str(tier.servers),))


def _a_zone_is_left(farm: FarmParts) -> Iterator[Finding]:
    unit = farm.unit
    if not unit.spare_zones:
        return
    if unit.spare_zones >= unit.zones:
        yield Finding(("unit", "spare_zones"), *zones.no_zone_left(unit.zones), (str(unit.zones - 1),))
        return
    if unit.paths:
        yield Finding(("unit", "spare_zones"), *zones.GROUPS_APART, ("0",))
        return
    lost = servers_lost(unit.nodes, unit.zones, unit.spare_zones)
    if unit.spare_nodes < lost and unit.zones <= unit.nodes:
        told = zones.too_few_spare_nodes(count_text(lost, "node"), lost)
        yield Finding(("unit", "spare_nodes"), *told, (str(lost),))
    for number, tier in enumerate(farm.tiers):
        stands = tier_zones(unit, tier) if tier.states_servers else tier.zones or unit.zones
        if stands <= unit.spare_zones:
            told = zones.tier_in_lost_zones(tier.name, count_text(stands, "zone"), unit.spare_zones)
            key = "zones" if tier.zones == stands else "servers"
            yield Finding(("tiers", number, key), *told, ({"unit.spare_zones": "0"},))


def _own_zones_get_the_same(farm: FarmParts) -> Iterator[Finding]:
    """Where calls stay in their zone, the servers of every zone get the same: callers are spread as they are."""
    tiers = {tier.name: (number, tier) for number, tier in enumerate(farm.tiers)}
    told = set[str]()
    for path, call in calls_by_path(farm):
        if call.tier not in tiers or call.tier in told:
            continue
        number, called = tiers[call.tier]
        caller = farm.tiers[path[1]] if path[0] == "tiers" and isinstance(path[1], int) else None
        if not called.prefer_zone or not all(each.states_servers for each in (called, caller) if each is not None):
            continue
        here, there = callers_by_zone(farm, caller), callers_by_zone(farm, called)
        shares = [[count / sum(each) for count in each] for each in (here, there)]
        if len(here) != len(there) or any(abs(p - q) > 1e-9 for p, q in zip(*shares, strict=True)):
            told.add(call.tier)
            told_of = zones.uneven_zones("" if caller is None else caller.name, called.name)
            yield Finding(("tiers", number, "prefer_zone"), *told_of, ("false",))


def _zones_that_die_are_there(farm: FarmParts) -> Iterator[Finding]:
    at: Path = ("unit", "failures", "timetable")
    known = ZONES[: farm.unit.zones]
    for number, outage in enumerate(farm.unit.failures.timetable if farm.unit.failures else ()):
        if outage.zone is None:
            continue
        beside = {
            "what": outage.what != DIES,
            "tier": outage.tier is not None,
            "node": outage.node != 1,
            "together": outage.together != 1,
            "rolling": outage.rolling,
        }
        if outage.zone not in known or len(known) == 1:
            yield Finding((*at, number, "zone"), *zones.no_such_zone(outage.zone, " and ".join(known)), known[1:])
        for key in (key for key, there in beside.items() if there):
            yield Finding((*at, number, key), *zones.zone_dies_only(key))


ZONE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _no_zone_is_empty,
    _a_zone_is_left,
    _own_zones_get_the_same,
    _zones_that_die_are_there,
)
