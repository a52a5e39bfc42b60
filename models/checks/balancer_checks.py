"""Checks of how sessions are spread over the nodes of a unit, and of load that is shed."""

from collections.abc import Callable, Iterator

from models.parts.unit import NO_AFFINITY
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.told_apart import HASH, unevenness

_AT = ("unit", "balancer")


def nodes_meet(farm: FarmParts) -> bool:
    """Whether what one node does, or is, matters to the others, whatever clients do."""
    balancer, patience, uneven = farm.unit.balancer, farm.workload.patience, unevenness(farm) > 0.0
    around = patience is not None and patience.breaker is not None and patience.breaker.around
    return bool(farm.unit.failures or balancer.policy != HASH or len(set(farm.unit.weights)) > 1 or uneven or around)


def _every_node_has_a_weight(farm: FarmParts) -> Iterator[Finding]:
    stated, nodes = len(farm.unit.balancer.weights), farm.unit.nodes
    if stated not in (0, nodes):
        told = f"{stated} weights for the {nodes} nodes of the unit"
        yield Finding((*_AT, "weights"), told, "write one for each node, or []")


def _a_hash_starts_nobody_slowly(farm: FarmParts) -> Iterator[Finding]:
    balancer = farm.unit.balancer
    if balancer.slow_start > 0.0 and balancer.policy == HASH:
        yield Finding(
            (*_AT, "slow_start"),
            "a hash sends every client where it belongs, and would move all of them again and again",
            "write 0 s, or another policy, e.g. least_connections",
        )


def _only_a_hash_keeps_clients_together(farm: FarmParts) -> Iterator[Finding]:
    balancer = farm.unit.balancer
    if balancer.affinity != NO_AFFINITY and balancer.policy != HASH:
        yield Finding(
            (*_AT, "affinity"),
            f"sessions of a client stay together only behind a hash of its address, not by {balancer.policy}",
            "write none, or `policy: hash`",
        )


def _load_is_shed_before_it_is_refused(farm: FarmParts) -> Iterator[Finding]:
    web = farm.web_server
    if web.shed_at is not None and web.queue_limit is not None:
        full = max(web.queue_limit, farm.server.cores)
        if web.shed_at >= full:
            yield Finding(
                ("web_server", "shed_at"),
                f"the request queue is full with {full:,} requests, so that nothing would ever be shed",
                f"write less than {full:,}, or `web_server.queue_limit: none`",
            )


BALANCER_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _every_node_has_a_weight,
    _a_hash_starts_nobody_slowly,
    _only_a_hash_keeps_clients_together,
    _load_is_shed_before_it_is_refused,
)
