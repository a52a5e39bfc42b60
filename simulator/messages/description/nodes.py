"""The nodes of a network in words: how many there are, which of them get what, and how their balancer picks one."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration
from simulator.network.cluster import Balancer
from simulator.network.groups import NodeGroup
from simulator.network.network import Network


def nodes(network: Network) -> Iterator[str]:
    """How many there are, and what makes them different."""
    if network.nodes == 1:
        yield "1 node"
    else:
        yield f"{network.nodes} nodes, each with its own copy of the resources below"
        yield f"the balancer picks a session's node by {network.balancer.called}"
        yield from _spread(network.balancer)
        yield from map(_group, network.groups)
    if network.backend:
        yield f"behind all of them stand once: {', '.join(network.backend)}"


def _group(group: NodeGroup) -> str:
    """Which nodes get which classes."""
    return (
        f"{count_text(group.nodes, 'node')} of the group {group.name}: sessions that ask for {', '.join(group.classes)}"
    )


def _spread(balancer: Balancer) -> Iterator[str]:
    """What makes nodes, or clients, different to a balancer."""
    if balancer.sources is not None:
        alike = "all alike" if balancer.uneven == 0.0 else f"the share of the i-th falls as i ** -{balancer.uneven:g}"
        yield f"sessions come from {balancer.sources:,} addresses, or networks of them, that it tells apart, {alike}"
    if balancer.weights:
        yield f"the nodes weigh {', '.join(map(str, balancer.weights))}"
    if balancer.slow_start > 0.0:
        yield f"a node that is taken back comes to its full weight within {duration(balancer.slow_start)}"
    if balancer.around:
        yield "it goes around nodes whose breaker is open"
