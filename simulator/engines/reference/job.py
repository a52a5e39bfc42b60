"""What a session carries through the system."""

from dataclasses import dataclass, field, replace

from simulator.network.steps import Free, Release


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
    held: list[Release | Free] = field(default_factory=list)
    wanted: dict[str, bool] = field(default_factory=dict)
    # The process that the job is inside, and how many of its allocations there it still has to free.
    process: int = 0
    inside: int = 0
    # How often a balancer has sent it to a node, and which life of the node it is connected in.
    placed: int = 0
    life: int = 0
    # How often its request has been tried again, whether it was asked for before, and whether the client has left.
    tries: int = 0
    asked: bool = False
    left_behind: bool = False

    kind: int = 0
    object: int = 0
    # How many of the slices that it asks for it has been through.
    slice: int = 0
    payload: float = 0.0
    wire: float = 0.0
    think: float = 0.0
    start: float = 0.0

    def client_leaves(self) -> "Job":
        """The client, who waits no longer. What it leaves behind goes on, and sends nothing to nobody."""
        client = replace(self, held=[], wanted={}, inside=0)
        self.left_behind, self.wire = True, 0.0
        return client

    def torn_out(self) -> None:
        """The node is dead, and with it all that the job held there."""
        self.held.clear()
        self.inside = 0
