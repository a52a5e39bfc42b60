"""What a session carries through the system."""

from dataclasses import dataclass, field

from simulator.network.steps import Free, Give


@dataclass
class Job:
    """A session at its node; the second half describes its present request.

    `left` counts the requests still to be completed, `held` what is to be given back if a step is refused, and
    `wanted` whether caches would admit the object of this request.
    """

    session: int
    node: int
    client: int
    left: int
    request: int = 0
    attempts: int = 0
    held: list[Give | Free] = field(default_factory=list)
    wanted: dict[str, bool] = field(default_factory=dict)
    # The process that the job is inside, and how many of its allocations there it still has to free.
    process: int = 0
    inside: int = 0
    # How often a balancer has sent it to a node, and which life of the node it is connected in.
    placed: int = 0
    life: int = 0

    kind: int = 0
    object: int = 0
    payload: float = 0.0
    wire: float = 0.0
    think: float = 0.0
    start: float = 0.0

    def torn_out(self) -> None:
        """The node is dead, and with it all that the job held there."""
        self.held.clear()
        self.inside = 0
