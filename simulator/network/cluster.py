"""What nodes of a unit have to do with each other: who sends a session where, and what happens to nodes."""

from dataclasses import dataclass
from math import inf
from typing import Literal

from simulator.messages.stages import network_rules

# What happens to a node: it dies; it stands again, empty and cold; the balancer stops sending it sessions, and begins
# to again; it slows down, or is as fast as before.
Happening = Literal["dies", "stands", "leaves", "joins", "slows"]

# The cause of what is lost with a node.
NODE_DOWN = "node down"
# The cause of a call that fails with a server of another tier.
TIER_DOWN = "tier server down"

# Policies that look at what nodes do, and those that send a session that comes again somewhere else.
LOOKING = ("least_connections", "two_choices")
MOVING = ("random", "round_robin")
POLICIES = ("hash", *MOVING, *LOOKING)


@dataclass(frozen=True)
class Balancer:
    """Which node gets a session.

    `hash` spreads clients evenly and without memory, as Network Load Balancing does; `sources` is how many addresses
    (or networks of them) it tells apart, None where there are too many to count, of which the i-th, from 1, sends a
    share of the sessions that falls as i ** -`uneven`. `random` draws a node each time,
    `round_robin` takes them in turn, `least_connections` the one with the fewest sessions, `two_choices` the emptier of
    two drawn ones (Mitzenmacher 2001, The Power of Two Choices in Randomized Load Balancing).

    `weights` says how much each node is to get, none where all are alike. A node that joins counts for a share of its
    weight that grows evenly over `slow_start` seconds. Where it goes `around` open breakers, it sends sessions to nodes
    whose breakers are closed as long as there are any. Raises ValueError for another policy, and for weights that are
    no whole numbers above 0, an `uneven` that is not from 0 to below 1, or a slow start behind a hash.
    """

    policy: str = "hash"
    sources: int | None = None
    uneven: float = 0.0
    weights: tuple[int, ...] = ()
    slow_start: float = 0.0
    around: bool = False

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise ValueError(network_rules.unknown_policy(self.policy, POLICIES))
        if any(weight < 1 or weight != int(weight) for weight in self.weights):
            raise ValueError(f"{network_rules.BALANCER_WEIGHTS}, got {self.weights}")
        if not 0.0 <= self.uneven < 1.0:
            raise ValueError(f"{network_rules.UNEVEN_ADDRESSES}, got {self.uneven}")
        if not 0.0 <= self.slow_start < inf or (self.slow_start > 0.0 and self.policy == "hash"):
            raise ValueError(f"{network_rules.SLOW_START}, got {self}")

    @property
    def called(self) -> str:
        """The policy as people write it: least-connections."""
        return self.policy.replace("_", "-")

    @property
    def tells_nodes_apart(self) -> bool:
        """Whether it treats nodes differently, or clients, so that all of them stand behind it together."""
        return bool(self.weights) or self.uneven > 0.0 or self.around


@dataclass(frozen=True)
class NodeEvent:
    """What happens to a node, and when: seconds. A node that dies takes with it all that is in it; it is empty until it
    stands again. The balancer knows nothing of that: it sends sessions there until the node `leaves`.

    One that `slows` works at a share of its `speed` from then on, 1 for all of it again, or until it dies: its shared
    capacities have so much less to give, and to one job; its queues begin no service that does not take longer. What
    clients can receive stays as it is. Where it names `stations`, it is these that slow, of the backend behind all
    nodes (see backend.py), and the node stays as it is. Where it names a `server` of the backend, it is this that dies,
    stands again, or that calls leave and join. Raises ValueError for a speed that is not above 0, and for a speed or
    stations of what does not slow.
    """

    at: float
    node: int
    what: Happening
    speed: float = 1.0
    stations: tuple[str, ...] = ()
    server: str = ""

    def __post_init__(self) -> None:
        if self.server and self.what == "slows":
            raise ValueError(f"{network_rules.STATIONS_SLOW}, got {self}")
        if not 0.0 < self.speed < inf or ((self.speed != 1.0 or self.stations) and self.what != "slows"):
            raise ValueError(f"{network_rules.SLOW_NODE}, got {self}")


def require_events(events: tuple[NodeEvent, ...], nodes: int) -> None:
    """Events are of nodes that there are, in the order of time. Raises ValueError."""
    times = [event.at for event in events]
    if times != sorted(times) or any(time < 0.0 for time in times):
        raise ValueError(f"{network_rules.EVENT_TIMES}, got {times}")
    strangers = sorted({event.node for event in events if not 0 <= event.node < nodes})
    if strangers:
        raise ValueError(network_rules.events_of_no_node(nodes, strangers))
