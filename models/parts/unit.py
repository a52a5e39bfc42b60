"""The scalable unit: some nodes behind a balancer, bought and installed together."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import field_validator

from models.messages import balancing
from models.parts.failing.failures import Failures
from models.parts.pods import Pods
from models.parts.zones import ZONES, servers_lost
from models.quantities.fields import Name, Part, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DURATION

MOST_NODES = 256
NO_AFFINITY, SINGLE, CLASS_C = "none", "single", "class-c"
POLICIES = ("hash", "by-url", "random", "round-robin", "least-connections", "two-choices")


class NodeWeight(Part):
    """How much of the sessions a node is to get, beside the other nodes of its unit."""

    shorthand: ClassVar[str] = "weight"

    weight: Annotated[int, whole(1, 100)] = parameter(
        "Weight of the node: one of weight 2 is to get twice as many sessions as one of weight 1."
    )


class Balancer(Part):
    """What decides which node gets a session."""

    catalogue_folder: ClassVar[str] = "balancers"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    policy: Annotated[str, words(*POLICIES)] = parameter(
        "hash of the client's address, by-url: a consistent hash of the object, so that a unit keeps one copy of its"
        " content, random, round-robin, least-connections, or two-choices: the emptier of two nodes drawn at random. A"
        " farm is sized as if sessions came to each node at random; the others spread more evenly."
    )
    affinity: Annotated[str, words(NO_AFFINITY, SINGLE, CLASS_C)] = parameter(
        "What a hash tells apart: single keeps all sessions of an address on a node, class-c those of all addresses"
        " with the same first 24 bits, none spreads the connections of an address. How many of them there are is stated"
        " in `workload.addresses`."
    )
    weights: tuple[NodeWeight, ...] = parameter(
        "How much of the sessions each node is to get, one weight for each; none where all are alike. A farm is sized"
        " by its busiest node.",
        default=(),
        source="all nodes are alike",
    )
    slow_start: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds over which a node that is taken back comes to its full weight, evenly from nothing.",
        default="0 s",
        source="nginx, slow_start: a server recovers its weight at once unless it is stated",
    )
    dropped_packet_cpu: Annotated[float, quantity(DURATION, "0 s", "1 ms")] = parameter(
        "Work in seconds, on a core of speed 1, of dropping a packet that is for another node, where all nodes receive"
        " all packets that clients send.",
        default="0 s",
        source="a node receives only what is for it, or drops the rest for nothing",
    )

    @field_validator("weights")
    @classmethod
    def _are_no_more_than_nodes_can_be(cls, weights: tuple[NodeWeight, ...]) -> tuple[NodeWeight, ...]:
        if len(weights) > MOST_NODES:
            raise problem(*balancing.number_of_weights(len(weights), MOST_NODES))
        return weights


class GroupedClass(Part):
    """A class of requests that a group of nodes gets."""

    shorthand: ClassVar[str] = "name"

    name: Name = parameter("Name of a class of `workload.classes`.")


class NodeGroup(Part):
    """Nodes of a unit that get the requests of some paths, and no others."""

    name: Name = parameter("Name of the group, for reports.")
    classes: tuple[GroupedClass, ...] = parameter("The classes of requests that its nodes get.")
    nodes: Annotated[int, whole(1, MOST_NODES)] = parameter(
        "Nodes of the unit that are of the group, its spares included."
    )
    spare_nodes: Annotated[int, whole(0, MOST_NODES - 1)] = parameter(
        "Nodes of the group whose capacity is not counted on.", default=0, source="no spares"
    )


class Unit(Part):
    """A scalable unit; at least one node must not be a spare."""

    exclusive: ClassVar[Mapping[str, tuple[str, ...]]] = {"nodes": (), "pods": ()}

    nodes: Annotated[int, whole(1, MOST_NODES)] = parameter(
        "Nodes in a unit, spares included. Before other tiers, where it is not stated, as many as the farm costs least"
        " with.",
        default=5,
        source="TechNet Magazine, Moving Microsoft Update Downloads to x64, Conclusion: 5-server nodes",
    )
    pods: Annotated[Pods | None, optional()] = parameter(
        "The pods that are the nodes of the unit, in place of `nodes`, and stand on its servers; none means that a node"
        " is a server.",
        default="none",
        source="each node is a server",
    )
    balancer: Balancer = parameter("What decides which node gets a session.")
    spare_nodes: Annotated[int, whole(0, MOST_NODES - 1)] = parameter(
        "Nodes whose capacity is not counted on, so that as many may fail.", default=0, source="no spares"
    )
    zones: Annotated[int, whole(1, len(ZONES))] = parameter(
        "Zones of the data centre, or of the region of a cloud, that its nodes are dealt out to in turn, called a, b"
        " and so on; the servers of its tiers stand there too. What crosses from one to another may be billed"
        " (`datacenter.prices.zone_gb`), and a whole zone may die (`failures.timetable`).",
        default=1,
        source="all stands in one zone",
    )
    spare_zones: Annotated[int, whole(0, len(ZONES) - 1)] = parameter(
        "Zones that may be down at the peak: the nodes of those with most are spare, where `spare_nodes` states no"
        " more, and each tier has servers enough without the largest of its own.",
        default=0,
        source="no zone is spare",
    )
    paths: tuple[NodeGroup, ...] = parameter(
        "Groups of nodes to which the balancer sends requests by their path, each class to one group, where `policy`"
        " spreads them. A unit carries what its group carries that stops first. none where every node gets every"
        " class.",
        default=(),
        source="every node gets every class",
    )
    failures: Annotated[Failures | None, optional()] = parameter(
        "What happens to its nodes, for `survive`; none means that nothing is stated, and one node dies there for five"
        " minutes.",
        default="none",
        source="nothing is stated",
    )

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each node, (1, 1, ...) where all are alike; one that was added weighs what the first does."""
        stated = [each.weight for each in self.balancer.weights] or [1]
        return tuple(stated[node] if node < len(stated) else stated[0] for node in range(self.nodes))

    def with_nodes(self, nodes: int) -> "Unit":
        """The same unit of so many nodes: as many spares more or fewer as its spare zones then have nodes more or
        fewer."""
        before, after = (servers_lost(many, self.zones, self.spare_zones) for many in (self.nodes, nodes))
        return self.model_copy(update={"nodes": nodes, "spare_nodes": self.spare_nodes - before + after})
