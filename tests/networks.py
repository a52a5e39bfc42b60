"""Small networks for tests, built from a download server by changing one thing at a time."""

from dataclasses import replace

from simulator.network.distribution import Distribution, Family, constant, exponential
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
from simulator.network.steps import Admit, Allocate, Delay, Free, Leak, Lookup, Release, ResponseBytes, Seize, Serve
from tests.fetching import fetching

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
        requests=Distribution(Family.GEOMETRIC, 10.0),
        think_time=exponential(0.5),
        client_shares=(1.0,),
        connect=(Seize("connections", 1.0, 4.0),),
        close=(Release("connections", 1.0),),
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
    work = (Serve("cpu", exponential(0.012), 0), Serve("database", Distribution(Family.UNIFORM, 0.01), 5))
    page = (Seize("threads", 1.0), Lookup("page cache", (*work, Admit("page cache"))), Release("threads", 1.0))
    batch = (
        Seize("licences", 3.0, 1.0),
        Seize("threads", 2.0),
        *work,
        Release("threads", 2.0),
        Release("licences", 3.0),
    )
    pages, files = Catalogue(300, 1.1, constant(OBJECT)), Catalogue(500, 0.7, exponential(OBJECT))
    send = (Serve("card", ResponseBytes()),)
    classes = (
        RequestClass("page", 0.5, exponential(8e3), 300.0, (*page, *send), pages),
        RequestClass("batch", 0.2, constant(2e3), 300.0, (*batch, *send)),
        RequestClass("file", 0.3, Distribution(Family.PARETO, 20e3, 1.5), 300.0, (Lookup("page cache", send),), files),
    )
    source = SessionSource(20.0, Distribution(Family.GEOMETRIC, 6.0), exponential(0.4), (1.0,))
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
    connect = (Seize("connections", 1.0, 4.0), Serve("desk", exponential(0.01), 9))
    return with_source(network, connect=connect, attempts=2, back_off=0.3, open_at_start=30)


def two_catalogues() -> Network:
    """Two classes with catalogues of their own and one that shares the first one's, over one cache."""
    network = download(cached=300, warm=True)
    range_class = network.classes[0]
    large = Catalogue(300, 0.4, Distribution(Family.UNIFORM, 90e3))
    classes = (
        replace(range_class, share=0.6),
        replace(range_class, name="large", share=0.1, catalogue=large, payload=Distribution(Family.UNIFORM, 60e3)),
        replace(range_class, name="again", share=0.3, payload=constant(1460.0)),
    )
    return replace(network, classes=classes)


def drawn_demands() -> Network:
    """Every service drawn, each from a stream of its own."""
    network = download()
    read = Serve("disks", Distribution(Family.PARETO, 0.009, 2.5), 6)
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
    return with_source(network, close=(Serve("cpu", constant(0.001)), Release("connections", 1.0)))


def recycling(**terms) -> Network:
    """Worker processes that are recycled every second or so: one, with a cache of its own, for pages, one for files."""
    often = {"at": 9e6, "initialise": 0.01, "start_up_work": 0.3, "start_up_jobs": 3, "cold_factor": 3.0} | terms
    recycle = ProcessRecycling("cpu", **{"warm_time": 0.4, "start_limit": 0.05, "stop_limit": 0.08} | often)
    resources = (
        SharedCapacity("cpu", 2.0, (1.0,), "cores"),
        TokenPool("threads", 4.0, "wait", "threads"),
        Cache("page cache", 60 * OBJECT),
        MemoryRegion("page memory", 12e6, 5e6, "page cache", plateau=20e6, recycle=recycle),
        MemoryRegion("file memory", 10e6, 2e6, recycle=replace(recycle, at=None, requests=15, start_up_jobs=1)),
        SharedCapacity("card", 12.5e6, (1e6,), "bytes"),
    )
    answer = Delay(exponential(0.02), 4)
    look = Lookup("page cache", (Serve("cpu", exponential(0.01), 1, "page memory"), Admit("page cache")))
    page = (Seize("threads", 1.0), Allocate("page memory", 4e4), look, answer, Allocate("page memory", 1e4))
    page = (*page, Serve("cpu", constant(0.004), process="page memory"), Free("page memory", 1e4))
    page = (*page, Leak("page memory", 5e4), Free("page memory", 4e4), Release("threads", 1.0))
    file = (Allocate("file memory", 1e4), Serve("cpu", exponential(0.005), 2, "file memory"))
    file = (*file, Leak("file memory", 2e4), Free("file memory", 1e4))
    send = (Serve("card", ResponseBytes()),)
    classes = (
        RequestClass("page", 0.5, exponential(8e3), 300.0, (*page, *send), Catalogue(300, 0.9, constant(OBJECT))),
        RequestClass("file", 0.3, exponential(8e3), 300.0, (*file, *send)),
        RequestClass("answered in the kernel", 0.2, exponential(8e3), 300.0, send),
    )
    source = SessionSource(12.0, Distribution(Family.GEOMETRIC, 8.0), exponential(0.1), (1.0,))
    return Network(1, resources, classes, source)


def collecting(ceiling: float = 4e6) -> Network:
    """A heap that is collected, which stops the processor, for a closed population."""
    heap = MemoryRegion("heap", ceiling, 1e6, collect=GarbageCollection("cpu", 0.03))
    resources = (SharedCapacity("cpu", 2.0, (1.0,), "cores"), heap, SharedCapacity("card", 12.5e6, (1e6,), "bytes"))
    work = (Serve("cpu", exponential(0.005)), Delay(exponential(0.01), 1), Leak("heap", 3e4))
    steps = (*work, Serve("cpu", exponential(0.002), 2), Serve("card", ResponseBytes()))
    classes = (RequestClass("transaction", 1.0, exponential(8e3), 300.0, steps),)
    source = SessionSource(0.0, constant(1e9), exponential(0.02), (1.0,), open_at_start=12)
    return Network(1, resources, classes, source)


def returning() -> Network:
    """Clients that come again whether their requests were completed, failed, or were not even let in."""
    network = with_source(short(), rate=0.0, open_at_start=120, requests=Distribution(Family.GEOMETRIC, 4.0))
    return with_source(network, returns=True, back_off=0.2, attempts=1)


def flooded(nodes: int = 1) -> Network:
    """Half-open connections that come in a wave and take what connections need, and writers of logs."""
    network = download(connections=120.0, nodes=nodes, warm=True)
    wave = ((0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (4.0, 1.0), (5.0, 0.2))
    half_open = (Seize("connections", 0.5), Delay(Distribution(Family.UNIFORM, 0.5), 3), Release("connections", 0.5))
    logs = (Serve("disks", exponential(0.004), 1), Serve("cpu", constant(0.001)))
    background = (Background("half-open", 200.0 * nodes, half_open, wave), Background("logs", 9.0 * nodes, logs))
    return replace(network, background=background)


def ramp() -> Network:
    """Sessions that come ever more often, then stop coming."""
    profile = ((0.0, 0.1), (3.0, 2.5), (4.0, 0.0))
    return with_source(download(connections=150.0), open_at_start=0, profile=profile)


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
        "heavy tails": with_class(download(), payload=Distribution(Family.PARETO, 33.6e3, 1.3)),
        "uniform sizes and think times": with_source(
            with_class(download(), payload=Distribution(Family.UNIFORM, 33.6e3)),
            think_time=Distribution(Family.UNIFORM, 0.5),
        ),
        "a constant number of requests": with_source(download(), requests=constant(7.0)),
        "two caches": tiers(),
        "work by the byte and an origin": fetching(download(cached=150, warm=True)),
        "more cache than memory": download(ceiling=1e6 + 200 * OBJECT),
        "ties": lockstep(),
        "a crowd": crowd(),
        "processes that are recycled": recycling(),
        "processes that are recycled, on three nodes": with_source(replace(recycling(), nodes=3), rate=36.0),
        "processes that are recycled for their age": recycling(at=None, period=0.7),
        "processes that start slowly": recycling(initialise=0.06),
        "processes killed at once": recycling(stop_limit=0.0),
        "processes that leak until they are full": recycling(at=None),
        "a heap that is collected": collecting(),
        "a heap that is too small": collecting(ceiling=1.01e6),
        "a population that returns": returning(),
        "a population that returns to three nodes": replace(returning(), nodes=3),
        "a flood in the background": flooded(),
        "a flood in the background of three nodes": flooded(nodes=3),
        "a ramp": ramp(),
    }


def opened_at_once(source: SessionSource) -> SessionSource:
    """Every other source takes what a connection holds at the start without connecting; no random draw decides."""
    if source.open_at_start % 2 == 0:
        return source
    given = {step.pool for step in source.connect if isinstance(step, Release)}
    held = tuple(step for step in source.connect if isinstance(step, Seize) and step.pool not in given)
    return replace(source, opened=held)
