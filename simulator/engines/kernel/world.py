"""The state of a node's run: built from a network, and enlarged when more jobs come than it has room for.

A world is one node. Behind a balancer that looks at nothing but the client, nodes share nothing: each runs on its own,
on the same draws, and takes the sessions that the balancer sends it. That keeps a node's state near the processor and
lets nodes run side by side.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.draws import session_key
from simulator.engines.kernel.arrivals import build_arrivals, build_profiles, build_rate_classes
from simulator.engines.kernel.cache import Caches, build_caches, fill_caches
from simulator.engines.kernel.client_timeouts.waiting_lines import (
    TimeoutLines,
    build_timeout_lines,
    double_timeout_lines,
)
from simulator.engines.kernel.heap import Heaps, build_heaps, double_heaps
from simulator.engines.kernel.key_stores import build_warming
from simulator.engines.kernel.memory import build_regions
from simulator.engines.kernel.processes import build_processes
from simulator.engines.kernel.programs.compile import compile_programs
from simulator.engines.kernel.replay import LoggedSource, build_replay
from simulator.engines.kernel.state import CLOCK, JOB, NOWHERE, OUTSIDE, SERVER, WARM, copy_records
from simulator.engines.kernel.stations.halts import build_halts
from simulator.engines.kernel.stations.next_events import NextEvents, build_next_events
from simulator.engines.kernel.stations.queueing import build_queues
from simulator.engines.kernel.stations.sharing import Sharing, build_sharing
from simulator.engines.kernel.stations.station_rules import StationRules, build_rules
from simulator.engines.kernel.statistics import Statistics, build_statistics
from simulator.engines.kernel.tokens import Pools, build_pools, timed_pools
from simulator.engines.run_plan import RunPlan
from simulator.engines.sized_cache import WeakMemo
from simulator.network.network import Network

# Jobs that there is room for at first, at most: of more that come at the start, pools may turn many away at once.
FIRST_ROOM = 1 << 18
# Jobs that may be posted between two looks at the room that is left, at most.
POSTED_AT_ONCE = 256


class World(NamedTuple):
    """Everything that the run of one node reads and changes, in place. A record is declared where its mechanism is.

    A compiled function that takes the world ends its docstring with the fields that it reads and those that it changes,
    itself or through whom it calls; a test finds them in the sources and holds it to that.

    key: uint64 (2,). rate_classes: RATE_CLASS (rate classes,), of clients. The last heap is the timer. profiles:
    float64 (arrivals, corners, 3), see rate_profile.py. servers: SERVER (servers,), those of the backend; warming: see
    key_stores.py.
    """

    key: np.ndarray
    clock: np.ndarray
    source: np.ndarray
    rate_classes: np.ndarray
    arrivals: np.ndarray
    profiles: np.ndarray
    steps: np.ndarray
    kinds: np.ndarray
    quantiles: np.ndarray
    jobs: np.ndarray
    heaps: Heaps
    next_events: NextEvents
    sharing: Sharing
    rules: StationRules
    halts: np.ndarray
    queues: np.ndarray
    pools: Pools
    caches: Caches
    regions: np.ndarray
    processes: np.ndarray
    statistics: Statistics
    outbox: np.ndarray
    patience: TimeoutLines
    replay: LoggedSource
    servers: np.ndarray
    warming: np.ndarray


class _Built(NamedTuple):
    """What every node of a network begins every run with, by the names of the world's fields."""

    rate_classes: np.ndarray
    sharing: Sharing
    rules: StationRules
    halts: np.ndarray
    queues: np.ndarray
    pools: Pools
    regions: np.ndarray
    processes: np.ndarray


def _built(network: Network) -> _Built:
    tables = compile_programs(network, 0)
    return _Built(
        rate_classes=build_rate_classes(network.source),
        sharing=build_sharing(network),
        rules=build_rules(network),
        halts=build_halts(network, tables),
        queues=build_queues(network),
        pools=build_pools(network),
        regions=build_regions(network),
        processes=build_processes(network, tables),
    )


# A short run takes less time than to build this anew for each of its nodes.
_BUILT = WeakMemo(_built)


def build_world(network: Network, plan: RunPlan, seed: int, node: int) -> World:
    """One node at time 0 with nobody in it and caches filled as the network says."""
    tables, built = compile_programs(network, node), _BUILT(network)
    key = session_key(seed, plan.replication)
    profiles = build_profiles(network)
    arrivals = build_arrivals(network, tables, profiles, key)
    # Jobs that are not clients': those of processes that start, and one for each station that can be halted.
    reserve = sum(region.recycle.start_up_jobs + 1 for region in network.regions if region.recycle is not None)
    reserve += len(network.shared) + (POSTED_AT_ONCE if network.posted else 0)
    room = min(max(1024, 2 * network.source.open_at_start // network.nodes), FIRST_ROOM) + reserve
    world = World(
        key=key,
        clock=_clock(arrivals, reserve, bool(network.posted)),
        source=tables.source,
        rate_classes=built.rate_classes,
        arrivals=arrivals,
        profiles=profiles,
        steps=tables.steps,
        kinds=tables.kinds,
        quantiles=tables.quantiles,
        jobs=free_jobs(room),
        heaps=build_heaps(network, room),
        next_events=build_next_events(len(network.stations) + len(timed_pools(network))),
        sharing=Sharing(*map(np.copy, built.sharing)),
        rules=StationRules(*map(np.copy, built.rules)),
        halts=built.halts.copy(),
        queues=built.queues.copy(),
        pools=Pools(*map(np.copy, built.pools)),
        caches=build_caches(network),
        regions=built.regions.copy(),
        processes=built.processes.copy(),
        statistics=build_statistics(network, plan),
        outbox=np.zeros(room if network.coupled else 0, dtype=OUTSIDE),
        patience=build_timeout_lines(network, room),
        replay=build_replay(network),
        servers=np.array([(1, 1, WARM)] * len(network.servers), dtype=SERVER),
        warming=build_warming(network),
    )
    fill_caches(world.caches, world.regions, network, key, node)
    return world


def enlarge_world(world: World) -> World:
    """The same world with twice the room: for every job, and in every heap."""
    jobs = free_jobs(2 * world.jobs.size)
    copy_records(world.jobs, jobs[: world.jobs.size])
    jobs[-1]["behind"] = world.clock[0]["free"]
    world.clock["free"] = world.jobs.size
    # A session leaves a node by itself only once before somebody comes from outside.
    outbox = np.zeros(2 * world.outbox.size, dtype=OUTSIDE)
    patience = double_timeout_lines(world.patience)
    return world._replace(jobs=jobs, heaps=double_heaps(world.heaps), outbox=outbox, patience=patience)


def _clock(arrivals: np.ndarray, reserve: int, posts: bool) -> np.ndarray:
    """The clock at 0, set to the first arrival; `reserve` places are kept for jobs that processes start themselves, and
    for those that are posted in one event."""
    clock = np.zeros(1, dtype=CLOCK)
    clock["posts"] = posts
    clock["ready"] = clock["crossing"] = NOWHERE
    clock["who"] = np.argmin(arrivals["next"])
    clock["arrival"] = clock["comes"] = arrivals["next"].min()
    clock["reserve"] = reserve
    return clock


def free_jobs(count: int) -> np.ndarray:
    """Jobs nobody has, linked into a list that ends NOWHERE."""
    jobs = np.zeros(count, dtype=JOB)
    jobs["behind"] = np.arange(1, count + 1)
    jobs["behind"][-1] = NOWHERE
    return jobs
