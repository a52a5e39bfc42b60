"""Small networks for tests, built from a download server by changing one thing at a time, or drawn at random."""

from dataclasses import replace
from random import Random

from simulator.network.distribution import Distribution, Kind, constant, exponential
from simulator.network.network import Network, RequestClass, SessionSource
from simulator.network.resources import Cache, Catalogue, MemoryRegion, MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Admit, Allocate, Free, Give, Lookup, ResponseBytes, Serve, Step, Take

# The engines that simulate: whatever is claimed of one is claimed of both.
SIMULATORS = ("kernel", "reference")

KIB = 1024.0
RARELY = 1e-9  # Sessions a second, where a test wants none to arrive after the start.
OBJECT = 30720.0
CATALOGUE = Catalogue(2000, 0.8, constant(OBJECT))
ROOMY = 1e15


def download(cached: int = 600, connections: float = ROOMY, ceiling: float = ROOMY, nodes: int = 1, **cache) -> Network:
    """A download server with two cores, two disks and a 100 Mbps card; its cache holds `cached` objects.

    300 requests a second for each node, 60 to 80 % of what it carries.
    """
    buffer = 64 * KIB
    resources = (
        SharedCapacity("cpu", 2.0, (1.0,), "cores"),
        MultiServer("disks", 2),
        TokenPool("connections", connections, "refuse", "connections"),
        Cache("file cache", cached * OBJECT, **cache),
        MemoryRegion("address space", ceiling, 1e6, "file cache"),
        SharedCapacity("card", 12.5e6, (84e3,), "bytes"),
    )
    read = (Allocate("address space", buffer), Serve("disks", constant(0.009)), Admit("file cache"))
    on_miss = (*read, Free("address space", buffer))
    steps = (Serve("cpu", constant(0.004)), Lookup("file cache", on_miss), Serve("card", ResponseBytes()))
    source = SessionSource(
        rate=30.0 * nodes,
        requests=Distribution(Kind.GEOMETRIC, 10.0),
        think_time=exponential(0.5),
        client_shares=(1.0,),
        connect=(Take("connections", 1.0, 4.0),),
        close=(Give("connections", 1.0),),
        open_at_start=100 * nodes,
    )
    classes = (RequestClass("range", 1.0, exponential(33.6e3), 350.0, steps, CATALOGUE),)
    return Network(nodes, resources, classes, source)


def with_source(network: Network, **changes) -> Network:
    """The same network under another load."""
    return replace(network, source=replace(network.source, **changes))


def with_resource(network: Network, name: str, **changes) -> Network:
    """The same network with one resource changed."""
    changed = tuple(replace(r, **changes) if r.name == name else r for r in network.resources)
    return replace(network, resources=changed)


def with_class(network: Network, **changes) -> Network:
    """The same network with its first request class changed."""
    return replace(network, classes=(replace(network.classes[0], **changes), *network.classes[1:]))


def drained(network: Network, sessions: int = 300) -> Network:
    """The same network, to which `sessions` sessions come at the start and nobody later: in the end it is empty."""
    return with_source(network, rate=RARELY, open_at_start=sessions)


def short(nodes: int = 1) -> Network:
    """A download server short of connections and of address space: sessions are refused and requests fail."""
    return download(cached=300, connections=90.0, ceiling=1e6 + 300 * OBJECT + 2.5 * 64 * KIB, nodes=nodes, warm=True)


def client_classes() -> Network:
    """Three rate classes of clients, for whom a small card is too slow: the slowest hardly notice."""
    network = with_source(download(), client_shares=(0.3, 0.5, 0.2))
    return with_resource(network, "card", capacity=11e6, caps=(40e3, 90e3, 1.5e6))


def farm() -> Network:
    """Pages made by four worker threads, for which requests wait in order, beside files that need none."""
    resources = (
        SharedCapacity("cpu", 2.0, (1.0,), "cores"),
        TokenPool("threads", 4.0, "wait", "threads"),
        TokenPool("licences", 7.0, "wait", "licences"),
        MultiServer("database", 2),
        Cache("page cache", 40 * OBJECT, time_to_live=2.0),
        SharedCapacity("card", 12.5e6, (1e6,), "bytes"),
    )
    work = (Serve("cpu", exponential(0.012), 0), Serve("database", Distribution(Kind.UNIFORM, 0.01), 5))
    page = (Take("threads", 1.0), Lookup("page cache", (*work, Admit("page cache"))), Give("threads", 1.0))
    batch = (Take("licences", 3.0, 1.0), Take("threads", 2.0), *work, Give("threads", 2.0), Give("licences", 3.0))
    pages, files = Catalogue(300, 1.1, constant(OBJECT)), Catalogue(500, 0.7, exponential(OBJECT))
    send = (Serve("card", ResponseBytes()),)
    classes = (
        RequestClass("page", 0.5, exponential(8e3), 300.0, (*page, *send), pages),
        RequestClass("batch", 0.2, constant(2e3), 300.0, (*batch, *send)),
        RequestClass("file", 0.3, Distribution(Kind.PARETO, 20e3, 1.5), 300.0, (Lookup("page cache", send),), files),
    )
    source = SessionSource(20.0, Distribution(Kind.GEOMETRIC, 6.0), exponential(0.4), (1.0,))
    return Network(1, resources, classes, source)


def lockstep() -> Network:
    """Nothing but constants, each a power of two: sessions meet at every step, so ties abound."""
    network = download()
    network = with_source(network, requests=constant(6.0), think_time=constant(0.25), rate=RARELY, open_at_start=40)
    network = with_class(network, payload=constant(4096.0 - 350.0 - 3 * 78.0))
    network = with_resource(network, "card", capacity=4096.0 * 32, caps=(4096.0 * 4,))
    steps = (Serve("cpu", constant(1 / 256)), *network.classes[0].steps[1:], Serve("disks", constant(1 / 64)))
    return with_class(network, steps=steps)


def queue_limit() -> Network:
    """Disks that refuse whoever finds one waiting, and a connect queue of one."""
    network = with_resource(download(cached=100), "disks", queue_limit=1)
    desk = MultiServer("desk", 1, queue_limit=1)
    network = replace(network, resources=(*network.resources, desk))
    connect = (Take("connections", 1.0, 4.0), Serve("desk", exponential(0.01), 9))
    return with_source(network, connect=connect, attempts=2, back_off=0.3, open_at_start=30)


def two_catalogues() -> Network:
    """Two classes with catalogues of their own and one that shares the first one's, over one cache."""
    network = download(cached=300, warm=True)
    range_class = network.classes[0]
    large = Catalogue(300, 0.4, Distribution(Kind.UNIFORM, 90e3))
    classes = (
        replace(range_class, share=0.6),
        replace(range_class, name="large", share=0.1, catalogue=large, payload=Distribution(Kind.UNIFORM, 60e3)),
        replace(range_class, name="again", share=0.3, payload=constant(1460.0)),
    )
    return replace(network, classes=classes)


def drawn_demands() -> Network:
    """Every service drawn, each from a stream of its own."""
    network = download()
    read = Serve("disks", Distribution(Kind.PARETO, 0.009, 2.5), 6)
    on_miss = (read, Admit("file cache"))
    cpu = (Serve("cpu", exponential(0.002), 0), Serve("cpu", exponential(0.002), 1))
    return with_class(network, steps=(*cpu, Lookup("file cache", on_miss), Serve("card", ResponseBytes())))


def tiers() -> Network:
    """A small cache in front of a larger one."""
    network = download(cached=150)
    behind = Cache("second cache", 600 * OBJECT, warm=True)
    read = (Serve("disks", exponential(0.009), 3), Admit("second cache"))
    on_miss = (Lookup("second cache", read), Admit("file cache"))
    steps = (Lookup("file cache", on_miss), Serve("card", ResponseBytes()))
    return with_class(replace(network, resources=(*network.resources, behind)), steps=steps)


def waiting_at_the_door() -> Network:
    """Connections for which sessions wait, given back when a session closes or its request fails."""
    network = download(cached=300, warm=True, ceiling=1e6 + 300 * OBJECT + 2.5 * 64 * KIB)
    network = with_resource(network, "connections", size=60.0, when_short="wait")
    return with_source(network, close=(Serve("cpu", constant(0.001)), Give("connections", 1.0)))


def crowd() -> Network:
    """More sessions at a time than the kernel has room for when it starts."""
    network = with_source(download(), rate=900.0, requests=constant(2.0), think_time=exponential(20.0))
    return with_source(network, open_at_start=0)


def named_networks() -> dict[str, Network]:
    """One network for each feature that engines must agree on."""
    sizes = Catalogue(2000, 0.8, exponential(OBJECT))
    retrying = with_source(download(connections=100.0), attempts=3, back_off=0.25)
    return {
        "download, cold": download(),
        "download, warm": download(warm=True),
        "download, short of everything": short(),
        "three nodes": download(nodes=3, warm=True),
        "three nodes, short of everything": short(nodes=3),
        "rate classes of clients": client_classes(),
        "classes with catalogues of their own": two_catalogues(),
        "retries": retrying,
        "retries of no delay": with_source(retrying, back_off=0.0, attempts=2),
        "worker threads": farm(),
        "sessions wait for connections": waiting_at_the_door(),
        "queue limits": queue_limit(),
        "time to live": download(time_to_live=0.8, warm=True),
        "admission window": download(cached=100, admission_window=1.5),
        "largest object": with_class(download(largest_object=45e3, warm=True), catalogue=sizes),
        "objects of many sizes": with_class(download(cached=200), catalogue=sizes),
        "drawn demands": drawn_demands(),
        "constant sizes": with_class(download(), payload=constant(30e3)),
        "heavy tails": with_class(download(), payload=Distribution(Kind.PARETO, 33.6e3, 1.3)),
        "uniform sizes and think times": with_source(
            with_class(download(), payload=Distribution(Kind.UNIFORM, 33.6e3)),
            think_time=Distribution(Kind.UNIFORM, 0.5),
        ),
        "a constant number of requests": with_source(download(), requests=constant(7.0)),
        "two caches": tiers(),
        "more cache than memory": download(ceiling=1e6 + 200 * OBJECT),
        "ties": lockstep(),
        "a crowd": crowd(),
    }


def random_network(seed: int) -> Network:
    """A small network with features drawn at random."""
    return _Draw(Random(seed)).network()


class _Draw:
    """Draws the parts of a network; a part may be there or not."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.stream = 0

    def maybe(self, *things, chance: float = 0.5) -> tuple:
        """All of the things or none."""
        return things if self.random.random() < chance else ()

    def law(self, mean: float) -> Distribution:
        """A distribution with that mean."""
        kind = self.random.choice([Kind.CONSTANT, Kind.EXPONENTIAL, Kind.PARETO, Kind.UNIFORM])
        return Distribution(kind, mean, self.random.uniform(1.2, 4.0) if kind is Kind.PARETO else 0.0)

    def serve(self, at: str, mean: float) -> Serve:
        """A service with a stream of its own."""
        self.stream += 1
        return Serve(at, self.law(mean), self.stream)

    def network(self) -> Network:
        caps = tuple(sorted(self.random.uniform(30e3, 600e3) for _ in range(self.random.randint(1, 3))))
        classes = tuple(self.request_class(i) for i in range(self.random.randint(1, 3)))
        total = sum(c.share for c in classes)
        classes = tuple(replace(c, share=c.share / total) for c in classes)
        return Network(self.random.randint(1, 3), self.resources(caps), classes, self.source(len(caps)))

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
            MemoryRegion("memory", ceiling, 1e6, random.choice([None, "cache"])),
            SharedCapacity("card", random.uniform(2e6, 12e6), caps, "bytes"),
        )

    def request_class(self, number: int) -> RequestClass:
        random = self.random
        threads, buffer = random.choice([1.0, 1.0, 2.5]), random.uniform(0.3, 3.0) * OBJECT
        read = (self.serve("disks", 0.008), Admit("cache"))
        if random.random() < 0.5:
            read = (Allocate("memory", buffer), *read, Free("memory", buffer))
        objects = Catalogue(random.randint(200, 1500), random.uniform(0.3, 1.2), self.law(OBJECT))
        catalogue = random.choice([None, objects, objects])
        lookup: tuple[Step, ...] = (Lookup("cache", read),) if catalogue is not None else ()
        inner = (*self.maybe(self.serve("cpu", 0.004), chance=0.8), *lookup, *self.maybe(self.serve("cpu", 0.002)))
        if random.random() < 0.5:
            inner = (Take("threads", threads, random.choice([0.0, 0.5])), *inner, Give("threads", threads))
        steps = (*inner, *self.maybe(Serve("card", ResponseBytes()), chance=0.8))
        return RequestClass(f"class {number}", random.uniform(0.2, 1.0), self.law(20e3), 300.0, steps, catalogue)

    def source(self, rate_classes: int) -> SessionSource:
        random = self.random
        shares = [random.uniform(0.2, 1.0) for _ in range(rate_classes)]
        knock = self.maybe(self.serve("cpu", 0.002), self.serve("disks", 0.003))
        enter, leave = self.maybe((Take("connections", 1.0, 2.0),), (Give("connections", 1.0),), chance=0.8) or ((), ())
        length = random.choice([constant(float(random.randint(1, 12))), Distribution(Kind.GEOMETRIC, 6.0)])
        return SessionSource(
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
