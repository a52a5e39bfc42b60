"""A queueing network: small, closed and printable. All quantities are SI: seconds, bytes, jobs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TypeVar

from simulator.network.checks import check_network, check_profile
from simulator.network.cluster import LOOKING, MOVING, NODE_DOWN, Balancer, NodeEvent, check_events
from simulator.network.distribution import Distribution
from simulator.network.groups import PathGroup, check_groups
from simulator.network.midway import Midway
from simulator.network.patience import Patience
from simulator.network.resources import Cache, Catalogue, MemoryRegion, MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.roles import Role
from simulator.network.steps import Step
from simulator.network.trace import SessionTrace

_AnyResource = TypeVar("_AnyResource", bound=Resource)


@dataclass(frozen=True)
class RequestClass:
    """One kind of request: its share of all requests, its response, what it asks for, and its program.

    `asked_as` is what clients ask for, who do not know which of several worker processes serves them; "" where it is
    the class itself.
    """

    name: str
    share: float
    payload: Distribution
    header: float
    steps: tuple[Step, ...]
    catalogue: Catalogue | None = None
    asked_as: str = ""

    @property
    def to_clients(self) -> str:
        """What the class is called to clients, together with those that other worker processes get."""
        return self.asked_as or self.name


def catalogues_of(classes: tuple[RequestClass, ...]) -> tuple[Catalogue, ...]:
    """The catalogues that requests of some classes ask for, each once."""
    return tuple(dict.fromkeys(c.catalogue for c in classes if c.catalogue is not None))


@dataclass(frozen=True)
class SessionSource:
    """Partly-open load: sessions arrive at `rate` a second (Poisson, for all nodes together).

    A session connects, sends `requests` requests with a think time between them, closes and leaves. A refused one
    tries again after `back_off` seconds, `attempts` times at the most; one whose request fails leaves. Clients fall
    into rate classes by `client_shares`. `open_at_start` sessions are connected and thinking when the clock starts, for
    which they take the steps `opened` in place of those of connecting, where it is not None:
    their first pause is a think time, or evenly drawn from 0 to `spread` seconds where that is stated, for clients with
    constant times and a common start would march in step for ever.
    `profile` multiplies the rate: corners (seconds, factor) joined by straight lines, the last factor for ever after.
    Who is sent to a dead node, or had a request there when it died, comes again after `reconnect` seconds, which is one
    of the attempts; who was thinking then finds out with the next request, and connects anew.
    `patience` is how long clients wait for a connection or an answer, and what they do then; None waits for ever.
    Where it `returns`, who leaves comes again with a new session: after a think time if all requests of the last one
    were completed, else after `back_off`. So a population is `open_at_start` sessions that return, and a rate of 0.
    With a `trace` its sessions come when they came, `rate` a second with so many `requests` on average, and ask for
    what they asked for: a request begins when it did, or as soon as the one before it has ended.
    `midway` is how far on those are that are open at the start; None lets them think and send as many as any session.
    """

    rate: float
    requests: Distribution
    think_time: Distribution
    client_shares: tuple[float, ...]
    connect: tuple[Step, ...] = ()
    close: tuple[Step, ...] = ()
    attempts: int = 0
    back_off: float = 0.0
    open_at_start: int = 0
    profile: tuple[tuple[float, float], ...] = ()
    returns: bool = False
    spread: float = 0.0
    reconnect: float = 1.0
    patience: Patience | None = None
    trace: SessionTrace | None = None
    opened: tuple[Step, ...] | None = None
    midway: Midway | None = None

    def __post_init__(self) -> None:
        check_profile(self.profile)
        if self.midway is not None and len(self.midway.client_shares) != len(self.client_shares):
            raise ValueError("who is open at the start is of the rate classes that there are")
        if self.midway is not None and (self.returns or self.spread > 0.0 or self.trace is not None):
            raise ValueError("sessions that return, are spread or come of a log are not midway at the start")

    @property
    def leaving(self) -> float:
        """How many sessions there are in a steady state beside those open at the start that are midway: they read their
        last response (Little's law)."""
        if self.midway is None:
            return 0.0
        return self.rate * sum(s * r for s, r in zip(self.client_shares, self.midway.readings, strict=True))

    @property
    def pauses(self) -> tuple[float, ...]:
        """The first pauses, before anything is drawn, of who was refused, and of who timed out or failed, as far as
        they come again."""
        refused = (self.back_off,) if self.attempts > 0 else ()
        if self.patience is None or self.patience.retries.count == 0:
            return refused
        return (*refused, self.patience.retries.back_off)

    @property
    def shortest_pause(self) -> float:
        """The shortest pause before who is refused, timed out or failed comes again; without end where nobody does."""
        refused = self.back_off if self.attempts > 0 else inf
        return refused if self.patience is None else min(refused, self.patience.retries.shortest)


@dataclass(frozen=True)
class Background:
    """Jobs that are no sessions and send no requests, such as half-open connections: they arrive at `rate` a second
    (Poisson, for all nodes together, times `profile`), take `steps` and leave. One that is refused a step leaves. Those
    that are `of_load` are what other servers do with a load like this one: as that grows, so does their rate."""

    name: str
    rate: float
    steps: tuple[Step, ...]
    profile: tuple[tuple[float, float], ...] = ()
    role: Role | None = None
    of_load: bool = False

    def __post_init__(self) -> None:
        check_profile(self.profile)


@dataclass(frozen=True)
class Network:
    """`nodes` copies of the resources, the programs of the request classes, and the load offered to them. Where there
    are `groups` of nodes, each gets classes of its own, and the balancer chooses among the nodes of a group.

    Raises ValueError for what no engine could run as it is meant (see checks.py).
    """

    nodes: int
    resources: tuple[Resource, ...]
    classes: tuple[RequestClass, ...]
    source: SessionSource
    balancer: Balancer = Balancer()
    background: tuple[Background, ...] = ()
    events: tuple[NodeEvent, ...] = ()
    groups: tuple[PathGroup, ...] = ()

    def __post_init__(self) -> None:
        check_network(self)
        check_events(self.events, self.nodes)
        check_groups(self)
        if self.balancer.weights and len(self.balancer.weights) != self.nodes:
            raise ValueError(f"{self.nodes} nodes have as many weights, got {self.balancer.weights}")
        if self.coupled and min((self.source.reconnect, *self.source.pauses)) <= 0.0:
            raise ValueError("who comes again to one of several nodes comes later: back_off and reconnect are above 0")

    @property
    def coupled(self) -> bool:
        """Whether nodes have to do with each other, so that none can be run by itself."""
        policy = self.balancer.policy
        looks = policy in LOOKING or (policy in MOVING and bool(self.source.pauses)) or self.balancer.tells_nodes_apart
        return bool(self.events) or bool(self.groups) or (self.nodes > 1 and looks)

    @property
    def stations(self) -> tuple[SharedCapacity | MultiServer, ...]:
        """What does work at a rate: the shared stations, then the queues."""
        return (*self.shared, *self.queues)

    def of_kind(self, kind: type[_AnyResource]) -> tuple[_AnyResource, ...]:
        """The resources of one kind, in the order of declaration: an engine numbers them by this order."""
        return tuple(resource for resource in self.resources if isinstance(resource, kind))

    def in_role(self, role: Role) -> tuple[Resource, ...]:
        """The resources that have a role, in the order of declaration: several where processes have their own."""
        return tuple(resource for resource in self.resources if resource.role is role)

    @cached_property
    def shared(self) -> tuple[SharedCapacity, ...]:
        return self.of_kind(SharedCapacity)

    @cached_property
    def queues(self) -> tuple[MultiServer, ...]:
        return self.of_kind(MultiServer)

    @cached_property
    def pools(self) -> tuple[TokenPool, ...]:
        return self.of_kind(TokenPool)

    @cached_property
    def caches(self) -> tuple[Cache, ...]:
        return self.of_kind(Cache)

    @cached_property
    def regions(self) -> tuple[MemoryRegion, ...]:
        return self.of_kind(MemoryRegion)

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """Why a session can be refused or a request fail: the names of the resources that can run out."""
        limited = tuple(pool.name for pool in self.pools if pool.when_short == "refuse")
        queues = tuple(queue.name for queue in self.queues if queue.queue_limit is not None)
        stopped = tuple(region.stop_cause for region in self.regions if region.recycle is not None)
        down = (NODE_DOWN,) if self.events else ()
        waiting = self.source.patience.causes if self.source.patience is not None else ()
        return limited + queues + tuple(region.name for region in self.regions) + stopped + waiting + down

    @cached_property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """The catalogues that requests ask for, each once: objects are numbered through them in this order."""
        return catalogues_of(self.classes)

    def programs(self) -> Iterator[tuple[Step, ...]]:
        """Every program of the network: connect and what stands for it at the start, one for each class, close, one for
        each kind of background job."""
        yield self.source.connect
        if self.source.opened is not None:
            yield self.source.opened
        for request_class in self.classes:
            yield request_class.steps
        yield self.source.close
        for jobs in self.background:
            yield jobs.steps
