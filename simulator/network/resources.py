"""The nouns of a queueing network: what jobs contend for. Every resource stands once in each node.

`name` is its label, which people read; it is unique, and so what steps and tallies refer to a resource by. `role` says
what it is to the program: no code looks at a name to find that out. A network made by hand may leave roles out.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from math import inf, isclose
from typing import Literal

from simulator.messages.stages import network_rules
from simulator.network.cache_policies import CLOCK, FIFO, LRU, POLICIES
from simulator.network.distribution import Distribution, Family
from simulator.network.roles import Role
from simulator.network.trace import SessionTrace

# Rounding of what a curve gains from one number of jobs to the next, as a share of its largest value.
ROUNDING = 1e-9


@dataclass(frozen=True)
class PeriodQuota:
    """The `work` that a station may do in each period of so many seconds, the first of which begins at 0. While some of
    it is left the station shares `burst[n - 1]` among n jobs, and its last value among more; then all jobs wait for the
    next period.

    Raises ValueError unless both are above 0, and for a burst that is not concave.
    """

    work: float
    period: float
    burst: tuple[float, ...]

    def __post_init__(self) -> None:
        if not (self.work > 0.0 and self.period > 0.0 and self.burst and _is_capacity(self.burst, self.burst[-1])):
            raise ValueError(f"{network_rules.QUOTA}, got {self}")

    @property
    def rate(self) -> float:
        """The work a second that it allows in the long run."""
        return self.work / self.period


@dataclass(frozen=True)
class SharedCapacity:
    """Egalitarian processor sharing of `capacity` units a second, each job capped by its rate class.

    Shares are max-min fair. A CPU has capacity = cores and one cap of 1; a network card has capacity = line rate and
    one cap for each rate class of clients, in which case a job is capped by the class of its client.

    `curve` is what there is to share while 1, 2, ... jobs are served, and its last value while more are: it is concave,
    and `capacity` is its largest value. () is `capacity` whatever their number. `at_once` is how many jobs are served
    at the same time; the others wait, first come, first served. After `slice` units of work a job goes behind those
    that wait. None of the two means all, and to the end. `alike` is what several are called together that are equal and
    used alike, such as the servers of a tier: they are one limit, see `limit_name`; "" for one that stands by itself.
    `quota` is how much work may be done in a period, if that is limited: then `capacity` and `curve` are what it allows
    in the long run.

    Raises ValueError unless the caps ascend, for capacity is poured in their order; for a curve that is not concave or
    does not end at `capacity`; and for an `at_once` beside several caps, or that leaves some of the capacity to nobody.
    """

    name: str
    capacity: float
    caps: tuple[float, ...]
    unit: str
    role: Role | None = field(default=None, kw_only=True)
    curve: tuple[float, ...] = field(default=(), kw_only=True)
    at_once: int | None = field(default=None, kw_only=True)
    slice: float | None = field(default=None, kw_only=True)
    alike: str = field(default="", kw_only=True)
    quota: PeriodQuota | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not self.caps or list(self.caps) != sorted(self.caps):
            raise ValueError(f"{self.name}: {network_rules.CAPS_ASCEND}, got {self.caps}")
        check_curve(self.name, self.curve, self.capacity)
        check_turns(self)
        if self.quota is not None and not isclose(self.quota.rate, self.capacity, rel_tol=ROUNDING):
            raise ValueError(f"{self.name}: {network_rules.QUOTA_RATE}, {self.capacity:g}, got {self.quota.rate:g}")

    @property
    def burst(self) -> tuple[float, ...]:
        """What there is to share at once while 1, 2, ... jobs are served."""
        return self.curve or (self.capacity,) if self.quota is None else self.quota.burst

    @property
    def in_turn(self) -> bool:
        """Whether jobs may have to wait for one another instead of sharing."""
        return self.at_once is not None


@dataclass(frozen=True)
class MultiServer:
    """`servers` servers behind one first-in-first-out queue; a job that finds `queue_limit` waiting is refused. `alike`
    is what several equal ones are called together, as of a SharedCapacity."""

    name: str
    servers: int
    queue_limit: int | None = None
    role: Role | None = field(default=None, kw_only=True)
    alike: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class TokenPool:
    """A limited quantity that is taken and given back: connections, worker threads, bytes of kernel pool.

    When it is short, a job waits in first-in-first-out order or is refused with `name` as the cause. Who waits does so
    for `longest` seconds at the most, and is refused then. What is given back to a pool that `lingers` is free that
    many seconds later, though nobody holds it: a port after its connection is closed. `alike` is what several equal
    ones are called together, as of a SharedCapacity. Raises ValueError if such a pool lets wait, or lingers for ever,
    and for a wait of no time, or one that a pool which refuses has.
    """

    name: str
    size: float
    when_short: Literal["wait", "refuse"]
    unit: str
    lingers: float = 0.0
    longest: float = field(default=inf, kw_only=True)
    role: Role | None = field(default=None, kw_only=True)
    alike: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if not 0.0 <= self.lingers < inf or (self.lingers > 0.0 and self.when_short == "wait"):
            raise ValueError(f"{self.name}: {network_rules.LINGERING_POOL}, got {self}")
        if not self.longest > 0.0 or (self.is_timed and self.when_short == "refuse"):
            raise ValueError(f"{self.name}: {network_rules.LONGEST_WAIT}, got {self}")

    @property
    def is_timed(self) -> bool:
        """Whether who waits gives up after some time."""
        return self.longest < inf


@dataclass(frozen=True)
class Catalogue:
    """The objects that requests ask for: `objects` of them, the i-th most popular in proportion to i ** -zipf. Those of
    a trace are as popular and as large as they are there.

    `life` is how many seconds an object is asked for, until another one is in its place, as popular and as large: that
    of the i-th changes whenever t / life + i x the golden ratio passes a whole number. `name` tells apart what has
    nothing in common, however alike it is.

    Where caches keep objects in `slices`, these are what is numbered, kept and of that `size`: as many in a row belong
    to one object, and each is as popular. Raises ValueError for slices that are not as many for each object, or differ.
    """

    objects: int
    zipf: float
    size: Distribution
    trace: SessionTrace | None = None
    life: float = field(default=inf, kw_only=True)
    name: str = field(default="", kw_only=True)
    slices: int = field(default=1, kw_only=True)

    def __post_init__(self) -> None:
        alike = self.size.kind is Family.CONSTANT and self.trace is None and self.life == inf
        if self.slices > 1 and not (alike and self.objects % self.slices == 0):
            raise ValueError(f"{network_rules.SLICES}, got {self}")


@dataclass(frozen=True)
class Cache:
    """A cache of `capacity` bytes over the objects of the network's catalogues.

    An object leaves when room is needed, by the `policy` (see cache_policies.py), or `time_to_live` seconds after its
    last use. It enters only if it is no larger than `largest_object` and if its previous request was at most
    `admission_window` seconds before this one (0 admits every object). `warm` starts it in the steady state of
    independent references. `owner` is the worker process that it belongs to, "" where a server has only one. `behind`
    is the cache whose misses alone are looked up here; of several that are alike, one of them.

    Raises ValueError for a policy that there is none of, and for a time to live where what was not used for longest is
    not known.
    """

    name: str
    capacity: float
    time_to_live: float | None = None
    largest_object: float | None = None
    admission_window: float = 0.0
    warm: bool = False
    role: Role | None = field(default=None, kw_only=True)
    owner: str = field(default="", kw_only=True)
    behind: str = field(default="", kw_only=True)
    policy: str = field(default=LRU, kw_only=True)

    def __post_init__(self) -> None:
        if self.policy not in POLICIES or (self.policy in (FIFO, CLOCK) and self.time_to_live is not None):
            raise ValueError(f"{self.name}: {network_rules.CACHE_POLICY}, got {self.policy}")


@dataclass(frozen=True)
class ProcessRecycling:
    """How the process that owns a memory region is replaced by a new one, and what that costs.

    A recycle begins when a request that ends finds the process at `at` bytes, with `requests` requests served or
    `period` seconds old (None: never for that reason), unless the process before it still drains or this one still
    starts up. The new process first initialises (`initialise` seconds of work at the station `cpu`) and holds its base
    memory meanwhile; a start that takes longer than `start_limit` has failed and is begun again. Then it takes over:
    requests enter it with an empty cache and nothing retained, while `start_up_jobs` jobs do `start_up_work` seconds of
    work at `cpu` between them, and work is multiplied by `cold_factor`, which falls to 1 in a straight line within
    `warm_time` seconds. The old process holds its memory until its last request ends, at the most `stop_limit` seconds;
    then it is killed, and what it was still working on fails.
    """

    cpu: str
    at: float | None = None
    requests: int | None = None
    period: float | None = None
    initialise: float = 0.0
    start_up_work: float = 0.0
    start_up_jobs: int = 1
    cold_factor: float = 1.0
    warm_time: float = 0.0
    start_limit: float = inf
    stop_limit: float = inf

    def __post_init__(self) -> None:
        if self.start_up_jobs < 1 or self.cold_factor < 1.0:
            raise ValueError(f"{network_rules.START_UP}, got {self}")


@dataclass(frozen=True)
class GarbageCollection:
    """How a full heap is collected: the station `stops` serves nobody for `pause` seconds, and nothing but the base,
    which is what is alive, stays."""

    stops: str
    pause: float


@dataclass(frozen=True)
class MemoryRegion:
    """A ledger of bytes with a ceiling: `base`, the contents of `cache`, what requests allocate and what they retain.

    An allocation that would pass the ceiling fails with `name` as the cause. Retained bytes pile up: linearly, or
    towards `plateau` bytes, the more slowly the nearer they are to it. They go when the process is recycled or the heap
    is collected. Raises ValueError if both are asked for: a heap belongs to a process. `owner` is that process, ""
    where a server has only one.
    """

    name: str
    ceiling: float
    base: float
    cache: str | None = None
    plateau: float | None = None
    recycle: ProcessRecycling | None = None
    collect: GarbageCollection | None = None
    role: Role | None = field(default=None, kw_only=True)
    owner: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if self.recycle is not None and self.collect is not None:
            raise ValueError(f"{self.name}: {network_rules.RECYCLED_OR_COLLECTED}")

    @property
    def stop_cause(self) -> str:
        """The cause of the failure of a request whose process was killed before it had finished."""
        return f"{self.name}: stopped"


Resource = SharedCapacity | MultiServer | TokenPool | Cache | MemoryRegion


def limit_name(resource: Resource) -> str:
    """The limit that a resource is: that of all which are equal to it and used alike, else its own name."""
    return (resource.alike if isinstance(resource, SharedCapacity | MultiServer | TokenPool) else "") or resource.name


def check_curve(name: str, curve: tuple[float, ...], capacity: float) -> None:
    """Raises ValueError for a curve that is not concave, or whose last and largest value is not the capacity."""
    if curve and not _is_capacity(curve, capacity):
        raise ValueError(f"{name}: {network_rules.CAPACITY_CURVE}, {capacity:g}, got {curve}")


# The same server is made into a network over and over, and may have hundreds of thousands of threads.
@lru_cache(maxsize=64)
def _is_capacity(curve: tuple[float, ...], capacity: float) -> bool:
    gains = [after - before for before, after in zip((0.0, *curve), curve, strict=False)]
    slack = ROUNDING * capacity
    concave = all(later <= earlier + slack for earlier, later in zip(gains, gains[1:], strict=False))
    return concave and curve[0] > 0.0 and gains[-1] >= -slack and max(curve) == capacity == curve[-1]


def check_turns(station: SharedCapacity) -> None:
    """Raises ValueError for jobs that are served so many at once, or by slices, where that means nothing."""
    at_once, most = station.at_once, station.slice
    if most is not None and (at_once is None or not most > 0.0):
        raise ValueError(f"{station.name}: {network_rules.SLICE}, got {most} and {at_once}")
    if at_once is None:
        return
    if at_once < 1 or len(station.caps) > 1:
        raise ValueError(f"{station.name}: {network_rules.AT_ONCE}, got {at_once}")
    # A station that works more slowly has both sides times its speed, each rounded by itself.
    if len(station.curve) > at_once or station.capacity > at_once * station.caps[0] * (1.0 + ROUNDING):
        raise ValueError(f"{station.name}: {at_once} {network_rules.IDLE_CAPACITY}")
