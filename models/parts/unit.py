"""The scalable unit: some nodes behind a balancer, bought and installed together."""

from typing import Annotated, ClassVar

from models.parts.failing.failures import Failures
from models.quantities.fields import Name, Part, optional, parameter, quantity, whole, words
from models.quantities.units import DURATION


class Balancer(Part):
    """What decides which node gets a session."""

    catalogue_folder: ClassVar[str] = "balancers"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    policy: Annotated[str, words("hash", "random", "round_robin", "least_connections", "two_choices")] = parameter(
        "hash of the client's address, random, round_robin, least_connections, or two_choices: the emptier of two nodes"
        " drawn at random. A farm is sized as if sessions came to each node at random; the others spread more evenly."
    )
    affinity: Annotated[str, words("none", "single")] = parameter(
        "single keeps all sessions of a client on one node, none spreads its connections."
    )
    dropped_packet_cpu: Annotated[float, quantity(DURATION, "0 s", "1 ms")] = parameter(
        "Work in seconds, on a core of speed 1, of dropping a packet that is for another node, where all nodes receive"
        " all packets that clients send.",
        default="0 s",
        source="a node receives only what is for it, or drops the rest for nothing",
    )


class Unit(Part):
    """A scalable unit; at least one node must not be a spare."""

    nodes: Annotated[int, whole(1, 32)] = parameter(
        "Nodes in a unit, spares included.",
        default=5,
        source="TechNet Magazine, Moving Microsoft Update Downloads to x64, Conclusion: 5-server nodes",
    )
    balancer: Balancer = parameter("What decides which node gets a session.")
    spare_nodes: Annotated[int, whole(0, 31)] = parameter(
        "Nodes whose capacity is not counted on, so that as many may fail.", default=0, source="no spares"
    )
    failures: Annotated[Failures | None, optional()] = parameter(
        "What happens to its nodes, for `survive`; none means that nothing is stated, and one node dies there for five"
        " minutes.",
        default="none",
        source="nothing is stated",
    )
