"""Small networks with features drawn at random, for what must hold of every network."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random

from simulator.network.client_timeouts import Breaker, ClientTimeouts, RetryAllowance, RetryPolicy
from simulator.network.cluster import POLICIES, Balancer, NodeEvent
from simulator.network.distribution import TABLED, Distribution, Family, constant, empirical, with_variation
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import (
    Cache,
    Catalogue,
    GarbageCollection,
    MemoryRegion,
    MultiServer,
    ProcessRecycling,
    SharedCapacity,
    TokenPool,
)
from simulator.network.session_source import SessionSource
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Delay,
    Free,
    Leak,
    Lookup,
    Release,
    ResponseBytes,
    Seize,
    Serve,
    Step,
)
from tests.networks import OBJECT, opened_at_once
from tests.ruled_stations import with_rules


def random_network(seed: int) -> Network:
    """A small network with features drawn at random."""
    network = lingering(_Draw(Random(seed)).network(), Random(f"lingers {seed}"))
    return with_rules(network, Random(f"rules {seed}"))


def lingering(network: Network, random: Random) -> Network:
    """The network with some of its pools lingering, of those that refuse."""
    lingers = {pool.name: random.choice([0.0, 0.0, 0.25, 1.0]) for pool in network.pools if pool.when_short == "refuse"}
    resources = tuple(
        replace(each, lingers=lingers[each.name]) if each.name in lingers else each for each in network.resources
    )
    return replace(network, resources=resources)


def waiting_not_for_ever(network: Network, random: Random) -> Network:
    """The network with pools that let nobody wait for ever, of those that let wait, and are small."""

    def timed(pool: TokenPool) -> TokenPool:
        small = max(min(pool.size, 3.0), 0.1 * pool.size)
        return replace(pool, size=small, longest=random.choice([0.01, 0.05, 0.3]))

    waits = {pool.name: timed(pool) for pool in network.pools if pool.when_short == "wait"}
    return replace(network, resources=tuple(waits.get(each.name, each) for each in network.resources))


def drawn_from_a_table(random: Random, kind: Family, mean: float) -> Distribution:
    """A distribution with that mean that is drawn from a table: a little spread out or far, with steps or without."""
    if kind is not Family.EMPIRICAL:
        cvs = [1.0, 1.3, 4.0] if kind is Family.HYPEREXPONENTIAL else [0.1, 1.0, 4.0]
        return with_variation(kind, mean, random.choice(cvs))
    least = random.choice([0.0, 0.2])
    smooth = ((0.0, least), (0.5, 0.3), (0.9, 1.5), (0.99, 9.0), (1.0, 40.0))
    steps = ((0.0, least), (0.25, least), (0.25, 0.5), (0.75, 0.5), (0.75, 2.0), (1.0, 2.0))
    return replace(empirical(random.choice([smooth, steps])), mean=mean)


def random_cluster(seed: int) -> Network:
    """A small network whose nodes have to do with each other: some die, some are left alone by the balancer."""
    random = Random(f"cluster {seed}")
    network = random_network(seed)
    nodes = random.randint(2, 5)
    source = replace(
        network.source,
        attempts=random.randint(0, 3),
        back_off=random.uniform(0.05, 1.0),
        reconnect=random.uniform(0.05, 0.5),
    )
    outages = [*_outages(random, nodes)]
    balancer = Balancer(random.choice(POLICIES), random.choice([None, random.randint(3, 50)]))
    events = tuple(sorted([*outages, *_slowdowns(random, nodes)], key=lambda event: event.at))
    return replace(network, nodes=nodes, source=source, balancer=balancer, events=events)


def with_patience(network: Network, random: Random) -> Network:
    """The network with clients that do not wait for ever, who retry in one way or another, or not at all."""
    budget = random.choice([None, RetryAllowance(random.choice([0.0, 0.1, 0.5]), random.choice([1.0, 5.0]))])
    back_off = random.uniform(0.02, 0.5)
    retries = RetryPolicy(
        random.choice([0, 1, 3, 8]),
        back_off,
        random.choice([1.0, 2.0]),
        random.choice([inf, 2.0 * back_off]),
        random.choice([0.0, 0.5, 0.9]),
        budget,
    )
    breaker = Breaker(random.choice([0.2, 0.5, 1.0]), random.choice([0.2, 2.0]), random.choice([1, 10]), 0.3)
    connect, response = random.choice([inf, 0.02, 0.1]), random.choice([inf, 0.1, 0.4, 1.0])
    patience = ClientTimeouts(connect, response, retries, random.choice([None, None, breaker]))
    return replace(network, source=replace(network.source, patience=patience))


def random_unit_of_the_impatient(seed: int) -> Network:
    """A small cluster, or a single node, whose clients do not wait for ever."""
    random = Random(f"impatient {seed}")
    cluster = random_cluster(seed) if random.random() < 0.75 else random_network(seed)
    return with_patience(cluster, random)


def random_unit_that_is_told_apart(seed: int) -> Network:
    """A small cluster whose nodes weigh differently, start slowly, or are gone around, with uneven addresses."""
    random = Random(f"told apart {seed}")
    cluster = with_patience(random_cluster(seed), random)
    policy = random.choice(POLICIES)
    balancer = Balancer(
        policy,
        random.choice([None, random.randint(3, 50)]),
        random.choice([0.0, 0.4, 0.9]),
        random.choice([(), tuple(random.randint(1, 5) for _ in range(cluster.nodes))]),
        0.0 if policy == "hash" else random.choice([0.0, 0.5, 3.0]),
        random.random() < 0.5,
    )
    return replace(cluster, balancer=balancer)


def _outages(random: Random, nodes: int) -> Iterator[NodeEvent]:
    for node in random.sample(range(nodes), random.randint(1, nodes)):
        dies = random.uniform(0.5, 3.0)
        stands = dies + random.uniform(0.1, 2.0)
        yield NodeEvent(dies, node, "dies")
        yield NodeEvent(random.uniform(dies, stands), node, "leaves")
        yield NodeEvent(stands, node, "stands")
        yield NodeEvent(stands + random.uniform(0.0, 0.5), node, "joins")


def _slowdowns(random: Random, nodes: int) -> Iterator[NodeEvent]:
    """Nodes that are slow for a while, dead or alive."""
    for node in random.sample(range(nodes), random.randint(0, nodes)):
        slows = random.uniform(0.5, 3.0)
        yield NodeEvent(slows, node, "slows", random.uniform(0.1, 0.9))
        yield NodeEvent(slows + random.uniform(0.1, 2.0), node, "slows", random.choice([0.5, 1.0]))


class _Draw:
    """Draws the parts of a network; a part may be there or not."""

    def __init__(self, random: Random) -> None:
        self.random = random
        # What grows with the response is drawn apart, so that networks are as they were without it.
        self.growing = Random(f"growing {random.getstate()[1][:8]}")
        self.stream = 0

    def by_size(self, step: Serve) -> Serve:
        """A service that grows with the response, in pieces or not; or as it is."""
        draw, mean = self.growing, step.demand.mean
        if draw.random() < 0.6:
            return step
        pieces = draw.choice([(), (draw.uniform(2e3, 40e3), draw.uniform(0.0, 0.2) * mean)])
        byte = draw.choice([0.0, draw.uniform(0.0, 0.5)]) * mean / 20e3
        return replace(step, demand=BySize(step.demand, byte, *pieces))

    def maybe(self, *things, chance: float = 0.5) -> tuple:
        """All of the things or none."""
        return things if self.random.random() < chance else ()

    def law(self, mean: float) -> Distribution:
        """A distribution with that mean."""
        plain = [Family.CONSTANT, Family.EXPONENTIAL, Family.PARETO, Family.UNIFORM]
        kind = self.random.choice([*plain, *sorted(TABLED)])
        if kind in TABLED:
            return drawn_from_a_table(self.random, kind, mean)
        return Distribution(kind, mean, self.random.uniform(1.2, 4.0) if kind is Family.PARETO else 0.0)

    def serve(self, at: str, mean: float) -> Serve:
        """A service with a stream of its own."""
        self.stream += 1
        return Serve(at, self.law(mean), self.stream)

    def network(self) -> Network:
        caps = tuple(sorted(self.random.uniform(30e3, 600e3) for _ in range(self.random.randint(1, 3))))
        classes = tuple(self.request_class(i) for i in range(self.random.randint(1, 3)))
        total = sum(c.share for c in classes)
        classes = tuple(replace(c, share=c.share / total) for c in classes)
        network = Network(self.random.randint(1, 3), self.resources(caps), classes, self.source(len(caps)))
        background = tuple(self.background(i) for i in range(self.random.choice([0, 0, 1, 2])))
        return replace(network, background=background)

    def resources(self, caps: tuple[float, ...]) -> tuple:
        random = self.random
        cached = random.randint(50, 500) * OBJECT
        warm = random.random() < 0.5
        # What a warm cache holds fits; a cold one may find less room than it could fill.
        room = cached if warm else random.uniform(0.2, 1.1) * cached
        ceiling = 1e6 + room + random.uniform(1.0, 20.0) * OBJECT
        cache = Cache(
            "cache",
            cached,
            time_to_live=random.choice([None, random.uniform(0.2, 2.0)]),
            largest_object=random.choice([None, 1.5 * OBJECT]),
            admission_window=random.choice([0.0, 0.0, random.uniform(0.2, 3.0)]),
            warm=warm,
        )
        return (
            SharedCapacity("cpu", random.choice([1.0, 2.0, 3.5]), (1.0,), "cores"),
            MultiServer("disks", random.randint(1, 4), random.choice([None, random.randint(0, 8)])),
            TokenPool("connections", random.uniform(20.0, 200.0), random.choice(["wait", "refuse"]), "connections"),
            TokenPool("threads", random.uniform(3.0, 20.0), random.choice(["wait", "refuse"]), "threads"),
            cache,
            MemoryRegion("memory", ceiling, 1e6, random.choice([None, "cache"]), **self.turnover()),
            SharedCapacity("card", random.uniform(2e6, 12e6), caps, "bytes"),
        )

    def turnover(self) -> dict:
        """Whether what is retained in memory is collected, goes with its process, or stays."""
        random = self.random
        plateau = {"plateau": random.choice([None, 1e6])}
        recycle = ProcessRecycling(
            "cpu",
            at=random.choice([None, 2e6, 6e6]),
            requests=random.choice([None, random.randint(5, 60)]),
            period=random.choice([None, 0.5]),
            initialise=random.choice([0.0, 0.02]),
            start_up_work=random.uniform(0.0, 0.3),
            start_up_jobs=random.randint(1, 4),
            cold_factor=random.uniform(1.0, 4.0),
            warm_time=random.choice([0.0, 0.5]),
            start_limit=random.choice([0.021, 1.0]),
            stop_limit=random.choice([0.02, 1.0]),
        )
        return random.choice([{}, plateau | {"recycle": recycle}, {"collect": GarbageCollection("cpu", 0.02)}])

    def background(self, number: int) -> Background:
        """Jobs in the background, in a wave or all the time."""
        random = self.random
        amount = random.uniform(0.1, 1.0)
        held = (Seize("connections", amount), self.serve("disks", 0.002), Delay(self.law(0.1)))
        wave = random.choice([(), ((0.0, 0.2), (1.5, 1.0), (2.5, 0.0))])
        return Background(f"jobs {number}", random.uniform(5.0, 60.0), (*held, Release("connections", amount)), wave)

    def request_class(self, number: int) -> RequestClass:
        random = self.random
        threads, buffer = random.choice([1.0, 1.0, 2.5]), random.uniform(0.3, 3.0) * OBJECT
        read = (self.by_size(self.serve("disks", 0.008)), Admit("cache"))
        if random.random() < 0.5:
            read = (Allocate("memory", buffer), *read, Free("memory", buffer))
        objects = Catalogue(random.randint(200, 1500), random.uniform(0.3, 1.2), self.law(OBJECT))
        catalogue = random.choice([None, objects, objects])
        lookup: tuple[Step, ...] = (Lookup("cache", read),) if catalogue is not None else ()
        first = self.by_size(self.serve("cpu", 0.004))
        inner = (*self.maybe(first, chance=0.8), *lookup, *self.maybe(self.serve("cpu", 0.002)))
        if random.random() < 0.5:
            kept = Leak("memory", random.choice([0.0, 2e4, 2e5]))
            inner = (Allocate("memory", 2e4), *inner, *self.maybe(kept, chance=0.8), Free("memory", 2e4))
        if random.random() < 0.5:
            inner = (Seize("threads", threads, random.choice([0.0, 0.5])), *inner, Release("threads", threads))
        steps = (*inner, *self.maybe(Serve("card", ResponseBytes()), chance=0.8))
        return RequestClass(f"class {number}", random.uniform(0.2, 1.0), self.law(20e3), 300.0, steps, catalogue)

    def source(self, rate_classes: int) -> SessionSource:
        random = self.random
        shares = [random.uniform(0.2, 1.0) for _ in range(rate_classes)]
        knock = self.maybe(self.serve("cpu", 0.002), self.serve("disks", 0.003))
        enter, leave = self.maybe((Seize("connections", 1.0, 2.0),), (Release("connections", 1.0),), chance=0.8) or (
            (),
            (),
        )
        length = random.choice([constant(float(random.randint(1, 12))), Distribution(Family.GEOMETRIC, 6.0)])
        source = SessionSource(
            rate=random.uniform(10.0, 60.0),
            requests=length,
            think_time=self.law(random.uniform(0.1, 0.8)),
            client_shares=tuple(share / sum(shares) for share in shares),
            connect=(*enter, *knock) if random.random() < 0.5 else (*knock, *enter),
            close=(*self.maybe(self.serve("cpu", 0.001)), *leave),
            attempts=random.randint(0, 2),
            back_off=random.uniform(0.0, 0.5),
            open_at_start=random.choice([0, random.randint(1, 150)]),
        )
        return opened_at_once(source)
