"""The verbs of a queueing network: the steps of a job's program. A step names its resource."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf, isclose

from simulator.messages.stages import network_rules
from simulator.network.distribution import Distribution
from simulator.network.key_store import KeyStore
from simulator.network.resources import Catalogue


@dataclass(frozen=True)
class ResponseBytes:
    """The demand of sending a response: its bytes on the wire, headers and framing included, or a share of them;
    `first` where that is the first of the pieces which it comes in.

    Raises ValueError for a share that is not above 0 and at most 1."""

    share: float = 1.0
    first: bool = False

    def __post_init__(self) -> None:
        if not 0.0 < self.share <= 1.0:
            raise ValueError(f"{network_rules.SENT_SHARE}, got {self.share}")

    def __str__(self) -> str:
        return network_rules.RESPONSE_BYTES


@dataclass(frozen=True)
class BySize:
    """The demand that grows with the response: what is drawn of `each`, `per_byte` for every byte of its payload, and
    `again` for every piece of `piece` bytes (or part of one) after the first.

    Bytes are those of the payload, everywhere, or `of` so many, as of a slice: header and framing are added by cards
    only. Raises ValueError for what
    is negative, and for pieces of no bytes.
    """

    each: Distribution
    per_byte: float = 0.0
    piece: float = inf
    again: float = 0.0
    of: float | None = None

    def __post_init__(self) -> None:
        if self.per_byte < 0.0 or self.again < 0.0 or not self.piece > 0.0 or (self.of or 0.0) < 0.0:
            raise ValueError(f"{network_rules.DEMAND_BY_SIZE}, got {self}")


ServiceDemand = Distribution | ResponseBytes | BySize


@dataclass(frozen=True)
class Serve:
    """Be served at a SharedCapacity or a MultiServer until `demand` (in the resource's unit; seconds) is met.

    `stream` names the random stream of a drawn demand, so that steps draw independently and a step keeps its draws
    when others come and go. `process` names a memory region that is recycled: while its process is cold, the demand is
    multiplied (see Recycle).
    """

    at: str
    demand: ServiceDemand
    stream: int = 0
    process: str | None = None


@dataclass(frozen=True)
class Delay:
    """Let `time` pass without any of the resources of the node: a client's pause, or an answer from elsewhere."""

    time: Distribution
    stream: int = 0


@dataclass(frozen=True)
class Seize:
    """Take `amount` from a TokenPool; refused or kept waiting if less than `reserve` would stay free."""

    pool: str
    amount: float
    reserve: float = 0.0


@dataclass(frozen=True)
class Release:
    """Give `amount` back to a TokenPool."""

    pool: str
    amount: float


@dataclass(frozen=True)
class Lookup:
    """Look the request's object up in a Cache: a hit refreshes it, a miss runs the steps `on_miss`."""

    cache: str
    on_miss: tuple["Step", ...]


@dataclass(frozen=True)
class JoinFetch:
    """Take the steps `on_miss`, which bring the request's object into a Cache, unless another request of the node takes
    them for it: then look again every so many seconds whether the cache holds it.

    Who has begun `age` seconds ago, and not ended, is waited for no longer, nor who brings in what the cache does not
    take for its size: then this request takes the steps as well."""

    cache: str
    on_miss: tuple["Step", ...]
    every: float
    age: float


@dataclass(frozen=True)
class Revalidate:
    """Ask whether the request's object has changed, where a copy of it lies in one of some `caches` for longer than
    `max_age` seconds since it was fetched into the last of them, or was asked for so.

    A share `unchanged` of those who ask, by a uniform of a random `stream`, takes the steps `on_miss`, and the copy
    counts as fetched when these begin: others use it meanwhile. Of the rest the copies are dropped, and what follows
    misses. Raises ValueError for no caches, an age that is not above 0, and a share below 0 or above 1.
    """

    caches: tuple[str, ...]
    max_age: float
    unchanged: float
    on_miss: tuple["Step", ...]
    stream: int = 0

    def __post_init__(self) -> None:
        if not self.caches or not 0.0 < self.max_age < inf or not 0.0 <= self.unchanged <= 1.0:
            raise ValueError(f"{network_rules.REVALIDATION}, got {self}")


@dataclass(frozen=True)
class EachSlice:
    """Take the steps `on_miss` for each slice that the request's bytes lie in, one after the other: objects have so
    many `slices` of `size` bytes.

    The `payload` begins anywhere in the object, by a uniform of a random `stream`, and goes on at its beginning where
    it would run past its end, so that each slice is asked for as often; one as large as the object begins there."""

    slices: int
    size: float
    payload: Distribution
    on_miss: tuple["Step", ...]
    stream: int = 0


@dataclass(frozen=True)
class ProbeCache:
    """Draw an object of a catalogue by its popularity, from a random `stream`, and take the steps `on_miss` unless a
    Cache holds it, which stays as it is.

    This is what a server that is like this one does: in the long run its cache holds any object as often. Peeks of the
    same stream draw the same object.
    """

    cache: str
    catalogue: Catalogue
    on_miss: tuple["Step", ...]
    stream: int = 0


@dataclass(frozen=True)
class KeyLookup:
    """Look a key up in a KeyStore, which has it or not by a uniform of a random `stream`; a miss takes the steps
    `on_miss`, and the store has the key from then on."""

    store: KeyStore
    on_miss: tuple["Step", ...]
    stream: int = 0


@dataclass(frozen=True)
class Chance(KeyLookup):
    """Take the steps `on_miss` by chance: the others have a key of a store that stays as it is."""


@dataclass(frozen=True)
class Admit:
    """Offer the request's object to a Cache, once it has been read."""

    cache: str


@dataclass(frozen=True)
class Allocate:
    """Allocate `amount` bytes in a MemoryRegion, or fail the request.

    Where the region is recycled, the job is inside the process from its first allocation until it has freed all.
    """

    region: str
    amount: float


@dataclass(frozen=True)
class Free:
    """Free `amount` bytes of a MemoryRegion."""

    region: str
    amount: float


@dataclass(frozen=True)
class Leak:
    """Leave `amount` bytes behind in a MemoryRegion, less where there is a plateau, and count a request served by it.

    A region that is full is collected if it can be; else the request fails. This is where a recycle begins, and where
    a request finds out that its process has been killed.
    """

    region: str
    amount: float


@dataclass(frozen=True)
class CallWay:
    """A server of the backend, by its name, and the steps that a call takes there."""

    server: str
    steps: tuple["Step", ...]


@dataclass(frozen=True)
class Call:
    """Have one of several equal servers of the backend take the steps of its way, and wait for that.

    It falls on one of those that their balancer believes in, by a uniform of a random `stream` of its own, which
    each try of a request draws anew. It is refused where there is none, where the server is dead, and once that dies.

    One with steps `otherwise` goes by a key instead, which lies at one of all of them, the same for each try: these
    steps are what is done in place of being refused.
    """

    ways: tuple[CallWay, ...]
    stream: int = 0
    otherwise: tuple["Step", ...] | None = None


@dataclass(frozen=True)
class Post:
    """Begin a background job of one of some `kinds`, by name, each with its share, and go on without waiting for it:
    it is at its first station, or waits, by then.

    What is drawn from a random `stream` says of which kind it is, and what the job draws itself. Raises ValueError for
    shares that do not add up to 1.
    """

    kinds: tuple[tuple[str, float], ...]
    stream: int = 0

    def __post_init__(self) -> None:
        if not isclose(sum(share for _, share in self.kinds), 1.0):
            raise ValueError(f"{network_rules.POSTED_SHARES}, got {self}")

    @property
    def until(self) -> tuple[float, ...]:
        """Where the share of each kind ends; that of the last one at 1, whatever rounding says."""
        return (*accumulate(share for _, share in self.kinds[:-1]), 1.0)


# The steps that take further ones on a miss, or for each slice.
LOOKUPS = Lookup | JoinFetch | Revalidate | ProbeCache | KeyLookup | EachSlice
Step = Serve | Seize | Release | LOOKUPS | Admit | Allocate | Free | Leak | Delay | Call | Post
# Those that hold no others, by their type, which is told faster than that a step is none of the above.
SINGLE = frozenset((Serve, Seize, Release, Admit, Allocate, Free, Leak, Delay, Post))


def place_of(step: Step) -> str:
    """The station or the pool that a step asks for, or gives back to; "" of others."""
    match step:
        case Serve(at=name) | Seize(pool=name) | Release(pool=name):
            return name
        case _:
            return ""


def sends_first_piece(step: Step) -> bool:
    """Whether a step sends the first piece of a response."""
    return isinstance(step, Serve) and isinstance(step.demand, ResponseBytes) and step.demand.first


def change_steps(program: tuple[Step, ...], change: Callable[[Step], Step]) -> tuple[Step, ...]:
    """A program with every step changed, those of a miss and of each way of a call first."""
    return tuple([change(_change_inner(step, change)) for step in program])


def _change_inner(step: Step, change: Callable[[Step], Step]) -> Step:
    if type(step) in SINGLE:
        return step
    if isinstance(step, Call):
        ways = tuple(CallWay(way.server, change_steps(way.steps, change)) for way in step.ways)
        otherwise = None if step.otherwise is None else change_steps(step.otherwise, change)
        return replace(step, ways=ways, otherwise=otherwise)
    return replace(step, on_miss=change_steps(step.on_miss, change)) if isinstance(step, LOOKUPS) else step


def flatten(program: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a program in order, those of a miss after their lookup, those of each way after its Call, and then
    those that are taken otherwise."""
    if all(type(step) in SINGLE for step in program):
        return program
    found: list[Step] = []
    for step in program:
        found.append(step)
        if type(step) in SINGLE:
            continue
        if isinstance(step, Call):
            for way in step.ways:
                found += flatten(way.steps)
            found += flatten(step.otherwise or ())
        if isinstance(step, LOOKUPS):
            found += flatten(step.on_miss)
    return tuple(found)
