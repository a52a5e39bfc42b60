"""In which zones the nodes of a unit and the servers of its tiers stand, and which servers are left without some."""

from collections.abc import Mapping
from typing import TypeVar

from models.cached_keys import with_servers_left
from models.parts.tier import Tier
from models.parts.unit import Unit
from models.parts.zones import servers_by_zone, servers_lost
from models.scenario import FarmParts
from models.shield import with_shield_hits

_Farm = TypeVar("_Farm", bound=FarmParts)


def tier_zones(unit: Unit, tier: Tier) -> int:
    """In how many zones the servers of a tier stand."""
    return min(tier.zones or unit.zones, tier.servers)


def zones_of_tiers(farm: FarmParts) -> Mapping[str, int]:
    """In how many zones each tier stands, by its name."""
    return {tier.name: tier_zones(farm.unit, tier) for tier in farm.tiers}


def callers_by_zone(farm: FarmParts, tier: Tier | None) -> tuple[int, ...]:
    """How many servers stand in each zone: of a tier, or of the unit for None."""
    if tier is None:
        return servers_by_zone(farm.unit.nodes, farm.unit.zones)
    return servers_by_zone(tier.servers, tier_zones(farm.unit, tier))


def servers_without_zones(unit: Unit, tier: Tier) -> int:
    """The servers of a tier that are left with the spare zones of a unit down."""
    return tier.servers - servers_lost(tier.servers, tier_zones(unit, tier), unit.spare_zones)


def without_spare_zones(farm: _Farm) -> _Farm:
    """The farm whose tiers have lost what stands in the spare zones of the unit; the nodes of the unit stay."""
    unit = farm.unit
    if not unit.spare_zones:
        return farm
    farm = with_shield_hits(farm)
    left = tuple(
        with_servers_left(tier, servers_without_zones(unit, tier)).model_copy(update={"zones": None})
        for tier in farm.tiers
    )
    return farm.model_copy(update={"tiers": left})
