"""Builds the state of a node's run from a network, and enlarges it when more jobs come than it has room for."""

import numpy as np

from simulator.engines.columns import column_names, first_column
from simulator.engines.draws import session_key
from simulator.engines.histogram import BINS
from simulator.engines.kernel.caches import build_caches, fill_caches
from simulator.engines.kernel.loads import build_arrivals, build_profiles
from simulator.engines.kernel.regions import build_processes, build_regions
from simulator.engines.kernel.state import (
    CLOCK,
    ENTRY,
    HALT,
    JOB,
    NEVER,
    NOWHERE,
    POOL,
    QUEUE,
    RATE_CLASS,
    SHARED,
    Heaps,
    Sharing,
    Statistics,
    World,
)
from simulator.engines.kernel.tables import Tables, compile_programs
from simulator.engines.plan import RunPlan
from simulator.engines.tally import LOG
from simulator.network.network import Network

LINE = 64  # Bytes of a processor's cache line.
FAMILY = 4  # Children of an entry of a heap.
# Jobs that there is room for at first, at most: of more that come at the start, pools may turn many away at once.
FIRST_ROOM = 1 << 18


def build_world(network: Network, plan: RunPlan, seed: int, node: int) -> World:
    """One node at time 0 with nobody in it and caches filled as the network says."""
    tables = compile_programs(network, node)
    key = session_key(seed, plan.replication)
    profiles = build_profiles(network)
    arrivals = build_arrivals(network, tables, profiles, key)
    # Jobs that are not clients': those of processes that start, and one for each station that can be halted.
    reserve = sum(region.recycle.start_up_jobs + 1 for region in network.regions if region.recycle is not None)
    reserve += len(network.shared)
    room = min(max(1024, 2 * network.source.open_at_start // network.nodes), FIRST_ROOM) + reserve
    shares = np.cumsum(network.source.client_shares)
    shares[-1] = 1.0
    world = World(
        key=key,
        clock=_clock(arrivals, reserve),
        source=tables.source,
        client_until=shares,
        arrivals=arrivals,
        profiles=profiles,
        steps=tables.steps,
        kinds=tables.kinds,
        jobs=_free_jobs(room, 0),
        heaps=_heaps(network, room),
        next_time=np.full(len(network.shared) + len(network.queues), NEVER),
        sharing=_sharing(network),
        halts=_halts(network, tables),
        queues=_queues(network),
        pools=_pools(network),
        caches=build_caches(network),
        regions=build_regions(network),
        processes=build_processes(network, tables),
        statistics=_statistics(network, plan),
    )
    fill_caches(world, network, key, node)
    return world


def enlarge(world: World) -> World:
    """The same world with twice the room: for every job, and in every heap."""
    room = world.heaps.entry.shape[1]
    jobs = np.concatenate([world.jobs, _free_jobs(world.jobs.size, world.jobs.size)])
    jobs[-1]["behind"] = world.clock[0]["free"]
    world.clock["free"] = world.jobs.size
    entry = _entries(world.heaps.entry.shape[0], 2 * room)
    # Only what is in a heap is copied: the rest of the new room takes no memory until it is used.
    for new, old, size in zip(entry, world.heaps.entry, world.heaps.size, strict=True):
        new[:size] = old[:size]
    return world._replace(jobs=jobs, heaps=world.heaps._replace(entry=entry))


def _clock(arrivals: np.ndarray, reserve: int) -> np.ndarray:
    """The clock at 0, set to the first arrival; `reserve` places are kept for jobs that processes start themselves."""
    clock = np.zeros(1, dtype=CLOCK)
    clock["ready"] = NOWHERE
    clock["who"] = np.argmin(arrivals["next"])
    clock["arrival"] = arrivals["next"].min()
    clock["reserve"] = reserve
    return clock


def _free_jobs(count: int, first: int) -> np.ndarray:
    """Jobs nobody has, linked into a list that ends NOWHERE."""
    jobs = np.zeros(count, dtype=JOB)
    jobs["behind"] = np.arange(first + 1, first + count + 1)
    jobs["behind"][-1] = NOWHERE
    return jobs


def _first_heaps(network: Network) -> tuple[list[int], list[int], int]:
    """The first heap of each shared station and of each queue, and the number of heaps: one for each rate class of a
    shared station, one a queue, and the timer last."""
    classes = [len(station.caps) for station in network.shared]
    of_shared = [sum(classes[:i]) for i in range(len(classes))]
    of_queues = [sum(classes) + i for i in range(len(network.queues))]
    return of_shared, of_queues, sum(classes) + len(network.queues) + 1


def _heaps(network: Network, room: int) -> Heaps:
    count = _first_heaps(network)[2]
    return Heaps(_entries(count, room), np.zeros(count, dtype=np.int64))


def _entries(heaps: int, room: int) -> np.ndarray:
    """Empty heaps whose families of four children, which begin with entry 1, each fill one cache line."""
    rows = -(-room // FAMILY) * FAMILY
    raw = np.zeros(heaps * rows * ENTRY.itemsize + 2 * LINE, dtype=np.uint8)
    skip = (LINE - ENTRY.itemsize - raw.ctypes.data) % LINE
    return raw[skip : skip + heaps * rows * ENTRY.itemsize].view(ENTRY).reshape(heaps, rows)


def _sharing(network: Network) -> Sharing:
    heaps = _first_heaps(network)[0]
    widest = max((len(station.caps) for station in network.shared), default=1)
    stations = np.zeros(len(network.shared), dtype=SHARED)
    classes = np.zeros((len(network.shared), widest), dtype=RATE_CLASS)
    for s, station in enumerate(network.shared):
        record = stations[s]
        record["capacity"] = station.capacity
        record["heap"] = heaps[s]
        record["column"] = first_column(network, "shared", station.name)
        record["slot"] = s
        record["classes"] = len(station.caps)
        classes["cap"][s, : len(station.caps)] = station.caps
    return Sharing(stations, classes)


def _halts(network: Network, tables: Tables) -> np.ndarray:
    halts = np.zeros(len(network.shared), dtype=HALT)
    halts["capacity"] = [station.capacity for station in network.shared]
    halts["resume"] = [tables.resume[s] for s in range(len(network.shared))]
    return halts


def _queues(network: Network) -> np.ndarray:
    heaps = _first_heaps(network)[1]
    queues = np.zeros(len(network.queues), dtype=QUEUE)
    for q, queue in enumerate(network.queues):
        record = queues[q]
        record["servers"] = queue.servers
        record["limit"] = np.iinfo(np.int64).max if queue.queue_limit is None else queue.queue_limit
        record["heap"] = heaps[q]
        record["first"] = record["final"] = NOWHERE
        record["column"] = first_column(network, "queue", queue.name)
        record["slot"] = len(network.shared) + q
    return queues


def _pools(network: Network) -> np.ndarray:
    rows = [
        (pool.size, 0.0, 0.0, pool.when_short == "wait", NOWHERE, NOWHERE, first_column(network, "pool", pool.name))
        for pool in network.pools
    ]
    return np.array(rows, dtype=POOL)


def _statistics(network: Network, plan: RunPlan) -> Statistics:
    columns = len(column_names(network))
    real = np.zeros(1)
    return Statistics(
        totals=np.zeros(columns),
        edges=np.zeros((plan.windows + 1, columns)),
        window=np.array([plan.window]),
        histogram=np.zeros((len(network.classes), BINS), dtype=np.int64),
        record_from=np.array([plan.warm_up]),
        log=np.zeros(plan.log, dtype=LOG),
        bits=real.view(np.int64),
        real=real,
    )
