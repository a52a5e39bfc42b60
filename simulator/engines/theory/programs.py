"""The programs of a network as theory needs them: every step with its means, and how often a lookup misses."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.equal_ways import ALONE, EqualWays, theory_ways
from simulator.engines.theory.visits import (
    NO_READS,
    CacheHits,
    Hits,
    RequestedObjects,
    cache_hits,
    catalogue_chances,
    joined_at,
    miss_chances,
    revalidated_at,
)
from simulator.engines.theory.wire import (
    NO_RESPONSE,
    ClassResponse,
    class_response,
    mean_demand,
    square_demand,
)
from simulator.network.distribution import Distribution, mean_square
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import TokenPool
from simulator.network.steps import (
    LOOKUPS,
    Allocate,
    Delay,
    EachSlice,
    Free,
    JoinFetch,
    KeyLookup,
    Lookup,
    ProbeCache,
    Release,
    Revalidate,
    Seize,
    Serve,
    ServiceDemand,
    Step,
    flatten,
    sends_first_piece,
)
from simulator.network.transport import Transport

# How often hits that depend on the rest are found again, and the change of the rate carried, as a share of it, and of a
# hit ratio at which they have settled.
ROUNDS, SETTLED = 60, 3e-4


class DrawnDemand(NamedTuple):
    """What work, or a pause, is drawn from: the step's demand, and the responses that it may grow with."""

    asks: ServiceDemand
    response: ClassResponse


class Stage(NamedTuple):
    """One step. `at` is where time is spent: a station, for `work` in its unit (mean; `square` is the mean of its
    square), or a pool that lets wait; `pause` is time spent nowhere, s (mean, and `square`).

    `held` is the pool or region of which `amount` is taken, or given back if negative. `cause` may refuse the step, the
    more often the larger `asks` is, the wish as a share of the largest that there is. `miss` is the share of those who
    come here that do not find what they look up in `cache`, and take the stages `on_miss` first. `lingers` is how long
    what is given back is held still, by nobody, s. `looks`: the others wait for who fetches what they miss, and look so
    often, s. `demand`: what the work, or pause, is drawn from. `first`: the first piece of a response is sent with it.
    """

    at: str = ""
    work: float = 0.0
    square: float = 0.0
    pause: float = 0.0
    held: str = ""
    amount: float = 0.0
    cause: str = ""
    asks: float = 1.0
    miss: float = 0.0
    cache: str = ""
    on_miss: tuple["Stage", ...] = ()
    lingers: float = 0.0
    looks: float = 0.0
    demand: DrawnDemand | None = None
    first: bool = False


Stages = tuple[Stage, ...]


@dataclass(frozen=True)
class TheoryProgram:
    """What one kind of job does. share: of all requests; rate: of background jobs, a node and second, or those that are
    `of_load` for each session that comes to the node; payload and wire: mean bytes of a response, without and with
    header and framing; ways: those of which the stages are the first one's, by the names of each."""

    name: str
    stages: Stages
    share: float = 0.0
    rate: float = 0.0
    payload: float = 0.0
    wire: float = 0.0
    of_load: bool = False
    names: tuple[str, ...] = ()
    ways: EqualWays = ALONE

    def arrivals(self, sessions: float) -> float:
        """How many background jobs come to a node in a second to which so many sessions do."""
        return self.rate * sessions if self.of_load else self.rate


@dataclass(frozen=True)
class TheoryPrograms:
    """All programs of a network, and the caches on whose hits they rest."""

    network: Network
    classes: tuple[TheoryProgram, ...]
    connect: Stages
    close: Stages
    background: tuple[TheoryProgram, ...]
    caches: tuple[CacheHits, ...]

    @cached_property
    def saved_by_hits(self) -> frozenset[str]:
        """The places at which requests do something that a hit would have saved."""

        def places(stages: Stages, missed: bool) -> Iterator[str]:
            for stage in stages:
                if missed and stage.at:
                    yield stage.at
                yield from places(stage.on_miss, True)

        return frozenset(
            image
            for each in self.classes
            for place in set(places(each.stages, False))
            for image, _ in each.ways.images(place)
        )


def read_programs(network: Network, rate: float, reads: Mapping[str, float] = NO_READS) -> TheoryPrograms:
    """The programs of a network whose nodes serve `rate` requests a second, and bring what a cache misses into it
    within `reads` seconds, by cache. Raises ValueError as `cache_hits` does."""
    asked, hits, caches = cache_hits(network, rate, reads)
    source, jobs = network.source, network.background
    limited = frozenset(queue.name for queue in network.queues if queue.queue_limit is not None)
    others = (source.connect, source.close, *(each.steps for each in jobs))
    found = _outlines(network.classes, others, network.pools, limited, network.transport)
    of_classes, of_others = found.of_classes, found.of_others
    connect, close = (_filled(outline, np.ones(1), {}) for outline in of_others[:2])
    classes = tuple(
        TheoryProgram(
            c.name,
            _filled(outline, *catalogue_chances(asked, c.catalogue, hits)),
            c.share,
            payload=c.payload.mean,
            wire=wire,
            names=c.names,
            ways=theory_ways(c.ways),
        )
        for c, (outline, wire) in zip(network.classes, of_classes, strict=True)
    )
    background = tuple(
        _background(network, each, _drawn(outline, asked, hits))
        for each, outline in zip(jobs, of_others[2:], strict=True)
    )
    return TheoryPrograms(network, classes, connect, close, background, caches)


def _background(network: Network, jobs: Background, stages: Stages) -> TheoryProgram:
    ways, sessions = theory_ways(jobs.ways), network.source.rate
    if not jobs.of_load:
        return TheoryProgram(jobs.name, stages, rate=jobs.rate / network.nodes, names=jobs.names, ways=ways)
    each = jobs.rate / sessions if sessions > 0.0 else 0.0
    return TheoryProgram(jobs.name, stages, rate=each, of_load=True, names=jobs.names, ways=ways)


class _Lookup(NamedTuple):
    """A lookup of which nobody has said yet how often it misses, and what is done then."""

    lookup: LOOKUPS
    on_miss: "Outline"


# The stages of a program without the shares of those who miss something: all that hangs on no rate.
Outline = tuple[Stage | _Lookup, ...]


def _filled(outline: Outline, chance: np.ndarray, hits: Hits) -> Stages:
    """The stages of an outline; chance: float64 (groups,), that a request is for a group and comes to the first."""
    return tuple(each if isinstance(each, Stage) else _looked_up(each, chance, hits) for each in outline)


def _drawn(outline: Outline, asked: RequestedObjects, hits: Hits) -> Stages:
    """The stages of a background job, which asks for nothing but the objects that its probes draw."""

    def looked_up(each: _Lookup) -> Stage:
        probe = each.lookup
        drawn = catalogue_chances(asked, probe.catalogue if isinstance(probe, ProbeCache) else None, hits)
        return _looked_up(each, *drawn)

    return tuple(each if isinstance(each, Stage) else looked_up(each) for each in outline)


def _looked_up(each: _Lookup, chance: np.ndarray, hits: Hits) -> Stage:
    missed, coming = miss_chances(each.lookup, chance, hits), float(chance.sum())
    miss = float(missed.sum()) / coming if coming > 0.0 else 0.0
    looks = 0.0
    match each.lookup:
        case KeyLookup() | EachSlice():
            cache = ""
        case JoinFetch(cache=name, every=every):
            cache, looks = joined_at(name), every
        case Revalidate(caches=names):
            cache = revalidated_at(names[-1])
        case Lookup(cache=name) | ProbeCache(cache=name):
            cache = name
    return Stage(miss=miss, cache=cache, on_miss=_filled(each.on_miss, missed, hits), looks=looks)


class _Outlines(NamedTuple):
    """The outlines of the classes, each with the mean bytes of a response on the wire, and those of other programs, of
    which the first one connects and the second closes."""

    of_classes: tuple[tuple[Outline, float], ...]
    of_others: tuple[Outline, ...]


# A search for a load reads the same programs at every step.
@lru_cache(maxsize=64)
def _outlines(
    classes: tuple[RequestClass, ...],
    others: tuple[tuple[Step, ...], ...],
    pools: tuple[TokenPool, ...],
    limited: frozenset[str],
    transport: Transport,
) -> _Outlines:
    """limited: the queues with a limit."""
    greatest, places = largest_holdings_of_classes(others[0], classes), _Places(pools, limited)

    def read(steps: tuple[Step, ...], response: ClassResponse) -> Outline:
        return _Reader(steps, places, greatest, response).read(steps)

    responses = [class_response(each, transport) for each in classes]
    of_classes = tuple((read(c.steps, response), response.wire) for c, response in zip(classes, responses, strict=True))
    of_others = tuple(read(steps, NO_RESPONSE) for steps in others)
    return _Outlines(of_classes, of_others)


class LargestHolding(NamedTuple):
    """held: the most that one job holds; wished: the most that must be free for it, all it holds and a reserve."""

    held: float = 0.0
    wished: float = 0.0


class _Places:
    """What the reader of a program asks of the places there."""

    def __init__(self, pools: tuple[TokenPool, ...], limited: frozenset[str]) -> None:
        self.limited = limited
        self.waits = {pool.name for pool in pools if pool.when_short == "wait"}
        self.sizes = {pool.name: pool.size for pool in pools}
        self.lingers = {pool.name: pool.lingers for pool in pools}
        # By the step, which is there for as long as its programs are read.
        self.served: dict[int, Stage] = {}


class _Reader:
    """Reads the steps of one program. greatest: the most of any session; response: its responses."""

    def __init__(
        self, steps: tuple[Step, ...], places: _Places, greatest: Mapping[str, LargestHolding], response: ClassResponse
    ) -> None:
        self._places, self._response = places, response
        self._steps, self._most = steps, greatest
        self._held: dict[str, float] = defaultdict(float)
        self._first_wish: dict[str, float] = {}

    @cached_property
    def _own(self) -> Mapping[str, LargestHolding]:
        return largest_holdings(self._steps)

    def read(self, steps: tuple[Step, ...]) -> Outline:
        """The outline of `steps`."""
        return tuple([stage for step in steps if (stage := self._stage(step)) is not None])

    def _stage(self, step: Step) -> Stage | _Lookup | None:
        """The stage of a step; None of one that says nothing to theory."""
        match step:
            case Serve():
                return self._served(step)
            case Delay(time=time):
                return Stage(pause=time.mean, square=mean_square(time), demand=DrawnDemand(time, NO_RESPONSE))
            case Seize(pool=pool, amount=amount, reserve=reserve):
                return self._take(pool, amount, reserve)
            case Allocate(region=region, amount=amount):
                return Stage(held=region, amount=amount, cause=region, asks=self._share(region, amount))
            case Release(pool=held, amount=amount) | Free(region=held, amount=amount):
                self._held[held] -= amount
                return Stage(held=held, amount=-amount, lingers=self._places.lingers.get(held, 0.0))
            case Lookup() | JoinFetch() | Revalidate() | ProbeCache() | KeyLookup() | EachSlice():
                return _Lookup(step, self.read(step.on_miss))
        return None

    def _served(self, step: Serve) -> Stage:
        """Work that grows with no response is the same in every program that shares the step."""
        known = self._places.served.get(id(step))
        if known is not None:
            return known
        demand, alike = step.demand, isinstance(step.demand, Distribution)
        drawn = DrawnDemand(demand, NO_RESPONSE if alike else self._response)
        work, square = mean_demand(*drawn), square_demand(*drawn)
        stage = Stage(step.at, work, square, cause=self._refusing(step.at), demand=drawn, first=sends_first_piece(step))
        if alike:
            self._places.served[id(step)] = stage
        return stage

    def _refusing(self, station: str) -> str:
        return station if station in self._places.limited else ""

    def _share(self, name: str, amount: float) -> float:
        return amount / self._most[name].held if amount > 0.0 else 0.0

    def _take(self, pool: str, amount: float, reserve: float) -> Stage:
        """Who holds some of a pool that lets wait is let in at once to the rest. Of one that refuses, all that a job
        will hold is refused at one step: the first that asks for more than is left where as many hold the most as fit,
        or the first of all."""
        before = self._held[pool]
        self._held[pool] += amount
        if pool in self._places.waits:
            return Stage(at=pool if before == 0.0 else "", held=pool, amount=amount)
        own, left = self._own[pool].held, self._left(pool)
        # Who will hold no more than is left, where others hold more, is refused at the first step.
        refused = before == 0.0 if own <= left else before <= left < self._held[pool] + reserve
        if before > 0.0 and own > left and self._first_wish.get(pool, 0.0) > left:
            refused = False
        if before == 0.0:
            self._first_wish[pool] = amount + reserve
        return Stage(held=pool, amount=amount, cause=pool if refused else "", asks=self._share(pool, own))

    def _left(self, pool: str) -> float:
        """What is left of a pool where as many jobs as fit hold the most that one does."""
        return left_by_largest(self._places.sizes[pool], self._most[pool])


def left_by_largest(size: float, most: LargestHolding) -> float:
    """What is left of so much where as many jobs as fit hold the most that one does."""
    jobs = math.floor((size - most.wished) / most.held + 1.0 + 1e-12) if most.held > 0.0 else 0
    return size - max(0, jobs) * most.held


def largest_holdings(*runs: tuple[Step, ...]) -> Mapping[str, LargestHolding]:
    """By pool and region, the most of a job that takes some steps, one run of them after the other."""
    most, wished = dict[str, float](), dict[str, float]()
    for name, held, reserve in _holdings(runs):
        if held > most.setdefault(name, 0.0):
            most[name] = held
        if held + reserve > wished.setdefault(name, 0.0):
            wished[name] = held + reserve
    return defaultdict(LargestHolding, {name: LargestHolding(held, wished[name]) for name, held in most.items()})


def unreleased_holdings(*runs: tuple[Step, ...]) -> Mapping[str, float]:
    """By pool and region, what a job still holds at the end of some steps."""
    return {name: held for name, held, _ in _holdings(runs)}


def largest_holdings_of_sessions(network: Network) -> Mapping[str, LargestHolding]:
    """By pool and region, the most of any session of a network, whatever its requests are; of what no session has, of
    any job that is posted. Of equal ones it is the same."""
    limits, by_limit = network.limit_names, dict[str, LargestHolding]()
    for jobs in (jobs for jobs in network.background if jobs.posted):
        for name, own in largest_holdings(jobs.steps).items():
            before = by_limit.get(limits[name], LargestHolding())
            by_limit[limits[name]] = LargestHolding(max(before.held, own.held), max(before.wished, own.wished))
    of_sessions = largest_holdings_of_classes(network.source.connect, network.classes)
    by_limit |= {limits[name]: most for name, most in of_sessions.items()}
    names = (*(pool.name for pool in network.pools), *(region.name for region in network.regions))
    return {name: by_limit.get(limits[name], LargestHolding()) for name in names}


@lru_cache(maxsize=64)
def largest_holdings_of_classes(
    connect: tuple[Step, ...], classes: tuple[RequestClass, ...]
) -> Mapping[str, LargestHolding]:
    """The same of sessions that connect so and send requests of some classes."""
    found: dict[str, LargestHolding] = defaultdict(LargestHolding)
    for each in classes:
        for name, own in largest_holdings(connect, each.steps).items():
            found[name] = LargestHolding(max(found[name].held, own.held), max(found[name].wished, own.wished))
    return found


def _holdings(runs: tuple[tuple[Step, ...], ...]) -> Iterator[tuple[str, float, float]]:
    """After each step that takes or gives something: its name, how much a job holds of it, and the step's reserve."""
    held: dict[str, float] = defaultdict(float)
    for step in chain.from_iterable(map(flatten, runs)):
        kind = type(step)
        if kind is Serve or kind is Delay:  # As most are.
            continue
        match step:
            case Seize(pool=name, amount=amount, reserve=reserve):
                held[name] += amount
                yield name, held[name], reserve
            case Allocate(region=name, amount=amount):
                held[name] += amount
                yield name, held[name], 0.0
            case Release(pool=name, amount=amount) | Free(region=name, amount=amount):
                held[name] -= amount
                yield name, held[name], 0.0
