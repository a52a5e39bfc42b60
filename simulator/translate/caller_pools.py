"""The pools of connections that servers keep to the tiers that they call: a call waits there for one that is free."""

from collections.abc import Iterator, Mapping
from math import inf

from models.caller_pools import UNIT, CallerPool
from models.reading.source_tree import dotted
from models.tier_flows import TierFlow
from simulator.messages.stages.resource_origins import pool_of_each, tier_pool
from simulator.network.resources import TokenPool
from simulator.network.roles import Role
from simulator.network.steps import Release, Seize, Step
from simulator.translate.resources import SETTING, Origin, Placed
from simulator.translate.tier_names import UNIT_POOL, server_name

# The name of the pool of a caller to each tier that it calls through one, by the name of the tier.
PoolNames = Mapping[str, str]
# Callers that are not in the world that is simulated have theirs elsewhere.
ELSEWHERE: PoolNames = {}


def pools_of_unit(pools: tuple[CallerPool, ...]) -> PoolNames:
    """The pools of a server of the unit."""
    return {pool.callee: UNIT_POOL.format(pool.callee) for pool in pools if pool.caller == UNIT}


def pools_of_server(pools: tuple[CallerPool, ...], flow: TierFlow, server: int) -> PoolNames:
    """The pools of a server, or a pod, of a tier, of those numbered from 1."""
    own = [pool.callee for pool in pools if pool.caller == flow.tier.name]
    return {callee: tier_pool(server_name(flow, server), callee) for callee in own}


def unit_pools(pools: tuple[CallerPool, ...], in_pods: bool) -> Iterator[Placed]:
    """The pools of a server, or a pod, of the unit, as resources."""
    yield from _pools(pools, UNIT, pools_of_unit(pools), "pod" if in_pods else "server")


def tier_pools(pools: tuple[CallerPool, ...], flow: TierFlow, server: int) -> Iterator[Placed]:
    """Those of a server, or a pod, of a tier; of several in one, all that these have."""
    called = "server" if flow.tier.pods is None else "pod"
    yield from _pools(pools, flow.tier.name, pools_of_server(pools, flow, server), called, flow.pooled)


def _pools(
    pools: tuple[CallerPool, ...], caller: str, names: PoolNames, called: str, pooled: int = 1
) -> Iterator[Placed]:
    for pool in pools:
        if pool.caller != caller:
            continue
        alike = tier_pool(caller, pool.callee) if caller else ""
        longest = inf if pool.timeout is None else pool.timeout
        resource = TokenPool(
            names[pool.callee], float(pool.size * pooled), "wait", "connections", longest=longest,
            role=Role.CALLER_POOL, alike=alike,
        )  # fmt: skip
        yield resource, Origin(dotted(pool.path), pool_of_each(pool.size, called), category=SETTING)


def in_pool(pools: PoolNames, callee: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a call of a tier, in a connection of its caller's pool to it where there is one."""
    pool = pools.get(callee)
    return steps if pool is None else (Seize(pool, 1.0), *steps, Release(pool, 1.0))
