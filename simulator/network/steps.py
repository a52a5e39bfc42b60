"""The verbs of a queueing network: the steps of a job's program. A step names its resource."""

from dataclasses import dataclass

from simulator.network.distribution import Distribution


@dataclass(frozen=True)
class ResponseBytes:
    """The demand of sending a response: its bytes on the wire, headers and framing included."""

    def __str__(self) -> str:
        return "the response's wire bytes"


Demand = Distribution | ResponseBytes


@dataclass(frozen=True)
class Serve:
    """Be served at a SharedCapacity or a MultiServer until `demand` (in the resource's unit; seconds) is met.

    `stream` names the random stream of a drawn demand, so that steps draw independently and a step keeps its draws
    when others come and go.
    """

    at: str
    demand: Demand
    stream: int = 0


@dataclass(frozen=True)
class Take:
    """Take `amount` from a TokenPool; refused or kept waiting if less than `reserve` would stay free."""

    pool: str
    amount: float
    reserve: float = 0.0


@dataclass(frozen=True)
class Give:
    """Give `amount` back to a TokenPool."""

    pool: str
    amount: float


@dataclass(frozen=True)
class Lookup:
    """Look the request's object up in a Cache: a hit refreshes it, a miss runs the steps `on_miss`."""

    cache: str
    on_miss: tuple["Step", ...]


@dataclass(frozen=True)
class Admit:
    """Offer the request's object to a Cache, once it has been read."""

    cache: str


@dataclass(frozen=True)
class Allocate:
    """Allocate `amount` bytes in a MemoryRegion, or fail the request."""

    region: str
    amount: float


@dataclass(frozen=True)
class Free:
    """Free `amount` bytes of a MemoryRegion."""

    region: str
    amount: float


Step = Serve | Take | Give | Lookup | Admit | Allocate | Free
