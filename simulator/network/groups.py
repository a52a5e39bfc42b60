"""Groups of nodes behind one balancer, each of which gets the requests of classes of its own, and no others.

A client has sessions of its own with each group: a session belongs to one, drawn by the shares of their classes, and
asks for the classes of that group in their proportions. Without groups all nodes are one, which gets every class.
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from simulator.messages.stages import network_rules

if TYPE_CHECKING:
    from simulator.network.network import Network, RequestClass


@dataclass(frozen=True)
class NodeGroup:
    """So many nodes, side by side, after those of the groups before it. classes: what clients call those that its
    nodes get (see RequestClass.to_clients). Raises ValueError for a group of no nodes."""

    name: str
    nodes: int
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.nodes < 1:
            raise ValueError(f"{network_rules.GROUP_NODES}, got {self}")


def check_groups(network: "Network") -> None:
    """The nodes are those of the groups, and each class of requests is of one of them. Raises ValueError."""
    groups = network.groups
    if not groups:
        return
    if sum(group.nodes for group in groups) != network.nodes:
        raise ValueError(network_rules.group_sizes(network.nodes, [group.nodes for group in groups]))
    grouped = [name for group in groups for name in group.classes]
    asked = dict.fromkeys(each.to_clients for each in network.classes)
    if sorted(grouped) != sorted(asked):
        raise ValueError(network_rules.group_classes(asked, grouped))
    if min(session_shares(network)) <= 0.0:
        raise ValueError(f"{network_rules.GROUP_SHARE}, got {session_shares(network)}")


def first_node_numbers(network: "Network") -> tuple[int, ...]:
    """The number of the first node of each group, and behind them how many nodes there are."""
    sizes = [group.nodes for group in network.groups] or [network.nodes]
    return tuple(accumulate(sizes, initial=0))


def session_shares(network: "Network") -> tuple[float, ...]:
    """The share of all sessions that each group gets: that of its classes."""
    if not network.groups:
        return (1.0,)
    return tuple(
        sum(each.share for each in network.classes if each.to_clients in group.classes) for group in network.groups
    )


def node_classes(network: "Network", node: int) -> "tuple[RequestClass, ...]":
    """All classes of requests with the shares that they have of the requests of a node: 0 for those of other groups."""
    if not network.groups:
        return network.classes
    group = next(place for place, end in enumerate(first_node_numbers(network)[1:]) if node < end)
    own, whole = network.groups[group].classes, session_shares(network)[group]
    return tuple(replace(each, share=each.share / whole if each.to_clients in own else 0.0) for each in network.classes)
