"""The nouns of a queueing network: what jobs contend for. Every resource stands once in each node."""

from dataclasses import dataclass
from typing import Literal

from simulator.network.distribution import Distribution


@dataclass(frozen=True)
class SharedCapacity:
    """Egalitarian processor sharing of `capacity` units a second, each job capped by its rate class.

    Raises ValueError unless the caps ascend: capacity is poured in their order.

    Shares are max-min fair. A CPU has capacity = cores and one cap of 1; a network card has capacity = line rate and
    one cap for each rate class of clients, in which case a job is capped by the class of its client.
    """

    name: str
    capacity: float
    caps: tuple[float, ...]
    unit: str

    def __post_init__(self) -> None:
        if not self.caps or list(self.caps) != sorted(self.caps):
            raise ValueError(f"{self.name}: the caps of rate classes must ascend, got {self.caps}")


@dataclass(frozen=True)
class MultiServer:
    """`servers` servers behind one first-in-first-out queue; a job that finds `queue_limit` waiting is refused."""

    name: str
    servers: int
    queue_limit: int | None = None


@dataclass(frozen=True)
class TokenPool:
    """A limited quantity that is taken and given back: connections, worker threads, bytes of kernel pool.

    When it is short, a job waits in first-in-first-out order or is refused with `name` as the cause.
    """

    name: str
    size: float
    when_short: Literal["wait", "refuse"]
    unit: str


@dataclass(frozen=True)
class Catalogue:
    """The objects that requests ask for: `objects` of them, the i-th most popular in proportion to i ** -zipf."""

    objects: int
    zipf: float
    size: Distribution


@dataclass(frozen=True)
class Cache:
    """A least-recently-used cache of `capacity` bytes over the objects of the network's catalogues.

    An object leaves when room is needed, or `time_to_live` seconds after its last use. It enters only if it is no
    larger than `largest_object` and if its previous request was at most `admission_window` seconds before this one
    (0 admits every object). `warm` starts it in the steady state of independent references.
    """

    name: str
    capacity: float
    time_to_live: float | None = None
    largest_object: float | None = None
    admission_window: float = 0.0
    warm: bool = False


@dataclass(frozen=True)
class MemoryRegion:
    """A ledger of bytes with a ceiling: `base`, the contents of `cache`, and what requests allocate.

    An allocation that would pass the ceiling fails with `name` as the cause.
    """

    name: str
    ceiling: float
    base: float
    cache: str | None = None


Resource = SharedCapacity | MultiServer | TokenPool | Cache | MemoryRegion
