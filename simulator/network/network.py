"""A queueing network: small, closed and printable. All quantities are SI: seconds, bytes, jobs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import groupby
from math import inf
from typing import TypeVar

from simulator.messages.stages import network_rules
from simulator.network.backend import BackendServer, check_backend
from simulator.network.cluster import LOOKING, MOVING, NODE_DOWN, TIER_DOWN, Balancer, NodeEvent, require_events
from simulator.network.distribution import TABLED, Distribution
from simulator.network.equal_ways import EqualWay, posting_every_way
from simulator.network.groups import NodeGroup, check_groups
from simulator.network.hash_once import hash_once, state_without_hash
from simulator.network.key_store import KeyStore
from simulator.network.resources import (
    Cache,
    Catalogue,
    MemoryRegion,
    MultiServer,
    Resource,
    SharedCapacity,
    TokenPool,
    limit_name,
)
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource, check_profile
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Call,
    Delay,
    EachSlice,
    Free,
    JoinFetch,
    KeyLookup,
    Leak,
    Lookup,
    Post,
    ProbeCache,
    Release,
    ResponseBytes,
    Revalidate,
    Seize,
    Serve,
    Step,
    flatten,
    place_of,
    sends_first_piece,
)
from simulator.network.transport import TCP, Transport
from simulator.network.waiting import held_around

_AnyResource = TypeVar("_AnyResource", bound=Resource)
_Kind = TypeVar("_Kind", "RequestClass", "Background")


@dataclass(frozen=True)
class RequestClass:
    """One kind of request: its share of all requests, its response, what it asks for, and its program.

    `asked_as` is what clients ask for, who do not know which of several worker processes serves them; "" where it is
    the class itself. `piece_framing` is what a response that is sent in pieces has on the wire beyond one message.
    `alike` is what classes are called together that differ in the servers of other tiers that they use, or in what
    they do there; `ways`, if any, are as many equal classes that share its requests evenly, of which it takes the
    first.
    """

    name: str
    share: float
    payload: Distribution
    header: float
    steps: tuple[Step, ...]
    catalogue: Catalogue | None = None
    asked_as: str = ""
    piece_framing: float = 0.0
    alike: str = ""
    ways: tuple[EqualWay, ...] = ()

    __hash__, __getstate__ = hash_once, state_without_hash

    @property
    def to_clients(self) -> str:
        """What the class is called to clients, together with those that other worker processes get."""
        return self.asked_as or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """What the class is called, in each of its ways."""
        return tuple(way.name for way in self.ways) or (self.name,)

    @property
    def fetched(self) -> float:
        """Mean bytes that are fetched for a miss: those of the response, or of a slice."""
        for each in (step for step in flatten(self.steps) if isinstance(step, EachSlice)):
            reads = (step.demand for step in flatten(each.on_miss) if isinstance(step, Serve))
            return next((read.of for read in reads if isinstance(read, BySize) and read.of is not None), each.size)
        return self.payload.mean

    def one_way(self, way: EqualWay) -> "RequestClass":
        """One of its ways by itself."""
        return replace(self, name=way.name, steps=way.steps(self.steps), share=self.share / len(self.ways), ways=())


def catalogues_of(classes: tuple[RequestClass, ...]) -> tuple[Catalogue, ...]:
    """The catalogues that requests of some classes ask for, each once."""
    return tuple(dict.fromkeys(c.catalogue for c in classes if c.catalogue is not None))


@dataclass(frozen=True)
class Background:
    """Jobs that are no sessions and send no requests, such as half-open connections: they arrive at `rate` a second
    (Poisson, for all nodes together, times `profile`), take `steps` and leave. One that is refused a step leaves. Those
    that are `of_load` are what other servers do with a load like this one: as that grows, so does their rate. `alike`
    and `ways` are as those of a class of requests.

    Those that are `posted` do not arrive: each begins where a job takes a step that posts it, and `rate` is how often
    that is so, for formulas. `again` is after how many seconds one of them begins anew that was refused a step, for it
    has to be done: 1 s unless said otherwise, as `redelivery` of a message queue is (models/parts/message_queue.py)."""

    name: str
    rate: float
    steps: tuple[Step, ...]
    profile: tuple[tuple[float, float], ...] = ()
    role: Role | None = None
    of_load: bool = False
    alike: str = ""
    posted: bool = False
    again: float = 1.0
    ways: tuple[EqualWay, ...] = ()

    __hash__, __getstate__ = hash_once, state_without_hash

    def __post_init__(self) -> None:
        check_profile(self.profile)

    @property
    def names(self) -> tuple[str, ...]:
        """What the jobs are called, in each of their ways."""
        return tuple(way.name for way in self.ways) or (self.name,)

    def one_way(self, way: EqualWay) -> "Background":
        """One of their ways by itself."""
        return replace(self, name=way.name, steps=way.steps(self.steps), rate=self.rate / len(self.ways), ways=())


@dataclass(frozen=True)
class Network:
    """`nodes` copies of the resources, the programs of the request classes, the load offered to them, and the
    transport that carries responses. Where there are `groups` of nodes, each gets classes of its own, and the balancer
    chooses among the nodes of a group. The resources of the `backend`, by name, stand once for all nodes, and count at
    the first; those of `servers` there may die.

    Raises ValueError for what would not mean the same to every engine.
    """

    nodes: int
    resources: tuple[Resource, ...]
    classes: tuple[RequestClass, ...]
    source: SessionSource
    balancer: Balancer = Balancer()
    background: tuple[Background, ...] = ()
    events: tuple[NodeEvent, ...] = ()
    groups: tuple[NodeGroup, ...] = ()
    transport: Transport = TCP
    backend: tuple[str, ...] = ()
    servers: tuple[BackendServer, ...] = ()

    def __post_init__(self) -> None:
        _check_network(self)
        require_events(self.events, self.nodes)
        check_groups(self)
        check_backend(self)
        if self.balancer.weights and len(self.balancer.weights) != self.nodes:
            raise ValueError(network_rules.node_weights(self.nodes, self.balancer.weights))
        if self.coupled and min((self.source.reconnect, *self.source.pauses)) <= 0.0:
            raise ValueError(network_rules.COMES_LATER)

    def with_load(
        self, source: SessionSource, background: tuple[Background, ...], nodes: int, balancer: Balancer
    ) -> "Network":
        """The same with another load, and no more nodes: what it means to an engine was checked before."""
        if nodes > self.nodes or (self.events and nodes < self.nodes):
            return replace(self, source=source, background=background, nodes=nodes, balancer=balancer)
        copy, kept = object.__new__(Network), {each.name: getattr(self, each.name) for each in fields(self)}
        copy.__dict__.update(kept, source=source, background=background, nodes=nodes, balancer=balancer)
        return copy

    @property
    def coupled(self) -> bool:
        """Whether nodes have to do with each other, so that none can be run by itself."""
        policy = self.balancer.policy
        looks = policy in LOOKING or (policy in MOVING and bool(self.source.pauses)) or self.balancer.tells_nodes_apart
        together = bool(self.events) or bool(self.groups) or bool(self.servers)
        return together or (self.nodes > 1 and (looks or bool(self.backend)))

    @cached_property
    def backend_apart(self) -> frozenset[str]:
        """The resources that stand apart from the nodes; one that has to do with nothing else has them for itself."""
        return frozenset(self.backend if self.coupled else ())

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
    def limit_names(self) -> dict[str, str]:
        """By resource, the limit that it is; equal resources are one."""
        return {resource.name: limit_name(resource) for resource in self.resources}

    @cached_property
    def ceilings(self) -> frozenset[str]:
        """The resources, and the limits that they are, that nothing queues at: what finds them full is turned away."""
        refusing = [pool.name for pool in self.pools if pool.when_short == "refuse"]
        found = [*refusing, *(region.name for region in self.regions)]
        return frozenset([*found, *(self.limit_names[name] for name in found)])

    @cached_property
    def held_around(self) -> dict[str, frozenset[str]]:
        """By limit, the others that jobs hold while they are there or wait for it (see waiting.py)."""
        return held_around(self)

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """Why a session can be refused or a request fail: the names of the resources that can run out."""
        limited = tuple(pool.name for pool in self.pools if pool.when_short == "refuse" or pool.is_timed)
        queues = tuple(queue.name for queue in self.queues if queue.queue_limit is not None)
        stopped = tuple(region.stop_cause for region in self.regions if region.recycle is not None)
        down = (*((TIER_DOWN,) if self.servers else ()), *((NODE_DOWN,) if self.events else ()))
        waiting = self.source.patience.causes if self.source.patience is not None else ()
        return limited + queues + tuple(region.name for region in self.regions) + stopped + waiting + down

    @cached_property
    def posted(self) -> tuple[str, ...]:
        """The kinds of background jobs that others post, by name."""
        return tuple(jobs.name for jobs in self.background if jobs.posted)

    @cached_property
    def comes_in_pieces(self) -> bool:
        """Whether any response comes in pieces, of which the first one is timed."""
        return any(sends_first_piece(step) for each in self.classes for step in flatten(each.steps))

    @cached_property
    def every_way(self) -> "Network":
        """The same with each of several equal ways by itself, as engines simulate it."""
        if not (any(each.ways for each in self.classes) or any(jobs.ways for jobs in self.background)):
            return self
        kinds = {jobs.name: jobs.names for jobs in self.background if jobs.posted}
        classes = (replace(each, steps=posting_every_way(each.steps, kinds)) for each in _apart(self.classes))
        background = (replace(jobs, steps=posting_every_way(jobs.steps, kinds)) for jobs in _apart(self.background))
        return replace(self, classes=tuple(classes), background=tuple(background))

    @cached_property
    def limits_of_tables(self) -> frozenset[str]:
        """The limits that serve what is drawn of a table."""
        served = (step for program in self.programs() for step in flatten(program) if isinstance(step, Serve))
        return frozenset(self.limit_names[step.at] for step in served if is_of_table(step))

    @cached_property
    def senders(self) -> frozenset[str]:
        """The stations that send responses."""
        served = (step for program in self.programs() for step in flatten(program) if isinstance(step, Serve))
        return frozenset(step.at for step in served if isinstance(step.demand, ResponseBytes))

    @cached_property
    def lives_end(self) -> bool:
        """Whether requests ask for objects that live for a time only."""
        return any(catalogue.life < inf for catalogue in self.catalogues)

    @cached_property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """The catalogues that requests ask for, each once: objects are numbered through them in this order."""
        return catalogues_of(self.classes)

    @cached_property
    def joined_caches(self) -> frozenset[str]:
        """The caches of which requests wait for what others fetch."""
        steps = (step for each in self.classes for step in flatten(each.steps))
        return frozenset(step.cache for step in steps if isinstance(step, JoinFetch))

    @cached_property
    def revalidations(self) -> tuple[tuple[Catalogue | None, Revalidate], ...]:
        """Where requests ask whether an object has changed, each with the catalogue that it is of."""
        if not self.caches:
            return ()
        return tuple(
            dict.fromkeys(
                (each.catalogue, step)
                for each in self.classes
                for step in flatten(each.steps)
                if isinstance(step, Revalidate)
            )
        )

    @cached_property
    def key_stores(self) -> tuple[KeyStore, ...]:
        """The stores of keys that programs look up, each once: engines number them by this order."""
        steps = (step for program in self.programs() for step in flatten(program))
        return tuple(dict.fromkeys(step.store for step in steps if isinstance(step, KeyLookup)))

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


def is_of_table(step: Serve) -> bool:
    """Whether the demand of a step is drawn of a table."""
    law = step.demand.each if isinstance(step.demand, BySize) else step.demand
    return isinstance(law, Distribution) and law.kind in TABLED


def _apart(kinds: Iterable[_Kind]) -> tuple[_Kind, ...]:
    """Each way of some kinds by itself: of kinds that are alike, first all that go the first way."""
    found: list[_Kind] = []
    for _, alike in groupby(kinds, key=lambda kind: kind.alike if kind.ways else kind.name):
        together = tuple(alike)
        for number in range(len(together[0].names)):
            found += [kind.one_way(kind.ways[number]) if kind.ways else kind for kind in together]
    return tuple(found)


def _check_network(network: Network) -> None:
    """Checks the names, the stations that processes and heaps work at, and every program."""
    _names_differ("resource", [resource.name for resource in network.resources])
    _names_differ("class of requests", [request_class.name for request_class in network.classes])
    _names_differ(network_rules.BACKGROUND_KIND, [jobs.name for jobs in network.background])
    _holds_nothing_that_dies(network)
    shared = {station.name for station in network.shared}
    _stand_behind_others(network)
    for region in network.regions:
        _works_at_a_shared_station(region, shared)
    recycled = {region.name for region in network.regions if region.recycle is not None}
    for each in network.classes:
        _asks_for_slices_of_its_objects(each)
    source, posted = network.source, frozenset(network.posted)
    opened = source.opened or ()
    for steps in (source.connect, opened, source.close, *(jobs.steps for jobs in network.background)):
        _asks_for_nothing(steps)
    for program in network.programs():
        steps = flatten(program)
        # Most programs only work and wait, and there are some hundred of them in each of the farms that a plan draws.
        kinds = {*map(type, steps)}
        if ProbeCache in kinds:
            _peeks_at_what_there_is(network, steps)
        if Post in kinds:
            _posts_what_there_is(steps, posted)
        if kinds & {Admit, JoinFetch}:
            _admits_what_was_looked_up(program, set())
        _slows_shared_stations(steps, recycled, shared)
    if recycled:
        for first in (source.connect, opened):
            for each in network.classes:
                _is_inside_one_process((*first, *each.steps, *source.close), recycled)
        for jobs in network.background:
            _is_inside_one_process(jobs.steps, recycled)


def _posts_what_there_is(steps: tuple[Step, ...], posted: frozenset[str]) -> None:
    """Steps post jobs that are posted."""
    for step in (step for step in steps if isinstance(step, Post)):
        strangers = sorted({name for name, _ in step.kinds} - posted)
        if strangers:
            raise ValueError(f"{network_rules.NOTHING_POSTED}: {', '.join(strangers)}")


def _holds_nothing_that_dies(network: Network) -> None:
    """Jobs that are posted hold nothing of a node that may die."""
    for jobs in (jobs for jobs in network.background if jobs.posted):
        own = flatten(jobs.steps)
        if not all(isinstance(step, Serve | Seize | Release | Delay | KeyLookup | Call | Post) for step in own):
            raise ValueError(f"{jobs.name}: {network_rules.POSTED_STEPS}")
        used = {place for step in own if (place := place_of(step))}
        if (network.backend or network.events) and not used <= {*network.backend}:
            raise ValueError(f"{jobs.name}: {network_rules.POSTED_BEHIND}")


def _names_differ(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(network_rules.same_name(what, twice))


def _stand_behind_others(network: Network) -> None:
    """What a cache stands behind is another cache, which stands behind none."""
    first = {cache.name for cache in network.caches if not cache.behind}
    for cache in network.caches:
        if cache.behind and cache.behind not in first:
            raise ValueError(f"{cache.name} stands behind {cache.behind}, {network_rules.NO_FIRST_CACHE}")


def _works_at_a_shared_station(region: MemoryRegion, shared: set[str]) -> None:
    """New processes start up, and collections stop, at a shared station."""
    needed = [region.recycle.cpu] if region.recycle else [region.collect.stops] if region.collect else []
    for name in needed:
        if name not in shared:
            raise ValueError(f"{region.name}: {name} {network_rules.NO_SHARED_STATION}")


def _asks_for_nothing(steps: tuple[Step, ...]) -> None:
    """Only requests ask for an object and have a response."""
    for step in flatten(steps):
        by_size = isinstance(step, Serve) and isinstance(step.demand, ResponseBytes | BySize)
        if isinstance(step, Lookup | JoinFetch | Revalidate | EachSlice) or by_size:
            raise ValueError(f"{network_rules.ASKS_FOR_NOTHING}: {step}")


def _admits_what_was_looked_up(steps: tuple[Step, ...], missed: set[str]) -> None:
    """A cache is offered an object only after it was found to miss it."""
    for step in steps:
        if isinstance(step, Admit | JoinFetch) and step.cache not in missed:
            raise ValueError(f"{step.cache} {network_rules.NOT_LOOKED_UP}")
        if isinstance(step, Lookup):
            _admits_what_was_looked_up(step.on_miss, missed | {step.cache})
        if isinstance(step, JoinFetch | Revalidate | ProbeCache | KeyLookup | EachSlice):
            _admits_what_was_looked_up(step.on_miss, missed)


def _asks_for_slices_of_its_objects(request: RequestClass) -> None:
    """A class whose objects are kept in slices looks up each of them that it asks for, and no other does; an object may
    be one slice, which is fetched whole."""
    catalogue, asking = request.catalogue, [step for step in flatten(request.steps) if isinstance(step, EachSlice)]
    slices = 1 if catalogue is None else catalogue.slices
    found = [(step.slices, step.size, step.payload) for step in asking]
    told = [] if catalogue is None else [(slices, catalogue.size.mean, request.payload)]
    if found != told and (found or slices > 1):
        raise ValueError(f"{request.name} {network_rules.OTHER_SLICES}")


def _peeks_at_what_there_is(network: Network, steps: tuple[Step, ...]) -> None:
    """A job draws of the objects that requests ask for, and looks at a cache that is there."""
    caches = {cache.name for cache in network.caches}
    for step in steps:
        if isinstance(step, ProbeCache) and (step.cache not in caches or step.catalogue not in network.catalogues):
            raise ValueError(f"{step.cache}: {network_rules.UNKNOWN_OBJECTS}")


def _slows_shared_stations(steps: tuple[Step, ...], recycled: set[str], shared: set[str]) -> None:
    """A cold process multiplies drawn demands at shared stations; no other demand is one of its work."""
    for step in steps:
        if isinstance(step, Serve) and step.process is not None:
            if step.process not in recycled:
                raise ValueError(f"{step.process} {network_rules.NEVER_COLD}")
            if step.at not in shared or isinstance(step.demand, ResponseBytes):
                raise ValueError(f"{step.at}: {network_rules.COLD_WORK}")


def _is_inside_one_process(steps: Iterable[Step], recycled: set[str]) -> None:
    """A job is inside the processes of one region at a time."""
    entered = set()
    for step in flatten(tuple(steps)):
        if isinstance(step, Allocate | Free | Leak) and step.region in recycled:
            entered.add(step.region)
        if isinstance(step, Serve) and step.process is not None:
            entered.add(step.process)
    if len(entered) > 1:
        raise ValueError(f"{network_rules.ONE_PROCESS} {', '.join(sorted(entered))}")
