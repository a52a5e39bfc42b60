"""Pools of connections that callers of a tier keep: each server, or pod, that calls has one of its own to each tier."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from models.parts.tier import Tier
from models.pods import most_pods
from models.scenario import FarmParts
from models.tier_flows import calls_by_path
from models.tier_room import calls_in_hand

# What calls whose pool it is, where these are the servers of the unit.
UNIT = ""


@dataclass(frozen=True)
class CallerPool:
    """The pool of each of so many callers, servers or pods of a tier, or the servers of the unit (UNIT), to a tier.

    timeout: seconds for which a call waits there, None for ever; path: where its size is stated."""

    caller: str
    callers: int
    callee: str
    size: int
    timeout: float | None
    path: tuple[str | int, ...]

    @property
    def connections(self) -> int:
        """The connections of all of its callers."""
        return self.callers * self.size


def caller_pools(farm: FarmParts) -> tuple[CallerPool, ...]:
    """The pools of all callers, one for each tier that they call through one: as the first of these calls states it."""
    found = dict[tuple[str, str], CallerPool]()
    for pool in stated_pools(farm):
        found.setdefault((pool.caller, pool.callee), pool)
    return tuple(found.values())


def stated_pools(farm: FarmParts) -> Iterator[CallerPool]:
    """The pool of each kind of calls that states one."""
    for path, call in calls_by_path(farm):
        if call.pool is not None:
            tier = farm.tiers[int(path[1])] if path[0] == "tiers" else None
            name, callers = (UNIT, farm.unit.nodes) if tier is None else (tier.name, most_pods(tier))
            yield CallerPool(name, callers, call.tier, call.pool, call.pool_timeout, (*path, "pool"))


def servers_for_pools(farm: FarmParts, tier: Tier) -> int:
    """The fewest servers of a tier that have a connection for each one in the pools of its callers; 1 without any."""
    each_has = calls_in_hand(tier)
    wanted = sum(pool.connections for pool in caller_pools(farm) if pool.callee == tier.name)
    return max(1, ceil(wanted / each_has)) if each_has else 1
