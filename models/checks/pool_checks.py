"""Checks of the pools of connections to a tier: those of one caller agree, and the tier has as many."""

from collections.abc import Callable, Iterator
from itertools import groupby
from math import ceil

from models.caller_pools import UNIT, CallerPool, caller_pools, stated_pools
from models.messages import connection_pools
from models.parts.tier import Tier
from models.quantities.units import DURATION, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.tier_flows import calls_by_path
from models.tier_room import calls_in_hand


def _stated_pools_have_connections(farm: FarmParts) -> Iterator[Finding]:
    """Where nobody has yet to count the servers of a tier, or those of its callers."""
    stated = frozenset(tier.name for tier in farm.tiers if tier.states_servers)
    yield from pools_too_large(farm, stated)


def _calls_of_one_caller_share_a_pool(farm: FarmParts) -> Iterator[Finding]:
    """Its size is stated once, or alike."""
    first = {(pool.caller, pool.callee): pool for pool in caller_pools(farm)}
    for pool in stated_pools(farm):
        shared = first[pool.caller, pool.callee]
        if pool.size != shared.size:
            yield Finding(pool.path, *connection_pools.unequal(pool.callee, shared.size), (str(shared.size),))
        if pool.timeout != shared.timeout:
            waits = "none" if shared.timeout is None else format_quantity(shared.timeout, DURATION)
            yield Finding(
                (*pool.path[:-1], "pool_timeout"), *connection_pools.unequal_timeout(pool.callee, waits), (waits,)
            )


def _who_waits_has_something_to_wait_for(farm: FarmParts) -> Iterator[Finding]:
    """A time-out is that of a pool, or of a tier that has only so many calls in hand."""
    for path, call in calls_by_path(farm):
        if call.pool_timeout is not None and call.pool is None:
            yield Finding((*path, "pool_timeout"), *connection_pools.NO_POOL, ("none",))
    for number, tier in enumerate(farm.tiers):
        if tier.queue_timeout is not None and calls_in_hand(tier) is None:
            yield Finding(("tiers", number, "queue_timeout"), *connection_pools.NOBODY_WAITS, ("none",))


def pools_too_large(farm: FarmParts, known: frozenset[str]) -> Iterator[Finding]:
    """Pools that together need more connections than the servers of a tier have; known: the tiers of which it is known
    how many servers, or pods, they have."""
    pools = sorted(caller_pools(farm), key=lambda pool: pool.callee)
    for callee, group in groupby(pools, lambda pool: pool.callee):
        tier = next((each for each in farm.tiers if each.name == callee), None)
        kept = [pool for pool in group if pool.caller in known or pool.caller == UNIT]
        if tier is None or callee not in known or not kept:
            continue
        each_has, wanted = calls_in_hand(tier), sum(pool.connections for pool in kept)
        if each_has is None or wanted <= each_has * tier.servers:
            continue
        yield _too_large(farm, tier, kept, each_has)


def _too_large(farm: FarmParts, tier: Tier, kept: list[CallerPool], each_has: int) -> Finding:
    """The largest of some pools is made smaller, or a server of the tier has more connections."""
    largest, wanted = max(kept, key=lambda pool: pool.connections), sum(pool.connections for pool in kept)
    most = (each_has * tier.servers - wanted + largest.connections) // largest.callers
    needed, key = ceil(wanted / tier.servers), f"tiers[{farm.tiers.index(tier)}].connections"
    callers = ("server" if largest.caller == UNIT else _called(farm, largest.caller), largest.caller)
    told = connection_pools.too_large(
        wanted, largest.callers, *callers, tier.name, each_has * tier.servers, others=len(kept) > 1
    )
    if tier.connections is None:  # RAM says how many there are.
        return Finding(largest.path, told, connection_pools.smaller_pool(most), (str(most),) if most > 0 else ())
    remedy = connection_pools.smaller_pool_or_more(most, key, needed)
    return Finding(largest.path, told, remedy, (*((str(most),) if most > 0 else ()), {key: str(needed)}))


def _called(farm: FarmParts, name: str) -> str:
    tier = next(each for each in farm.tiers if each.name == name)
    return "server" if tier.pods is None else "pod"


POOL_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _calls_of_one_caller_share_a_pool,
    _stated_pools_have_connections,
    _who_waits_has_something_to_wait_for,
)
