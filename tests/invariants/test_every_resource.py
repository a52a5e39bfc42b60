"""Little's law, work conservation and the count of those in progress, at every resource of every network.

The reference engine runs under a stopwatch, which sees every job come and go. Both engines must have counted what it
saw: the area under a number of jobs is the sum of the times that they spent (Little's law as an identity that holds at
every moment: Little 1961, A Proof for the Queuing Formula L = lambda W; Stidham 1974, A Last Word on L = lambda W), and
no station idles while a job is there for whom it has room.
"""

from functools import cache

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from tests.invariants.stopwatch import Place, Stopwatch, watched
from tests.networks import named_networks
from tests.random_networks import random_network

PLAN = RunPlan(windows=8, window=0.2, warm_up=0.0)
EDGES = np.arange(PLAN.windows + 1) * PLAN.window
SEED = 6
NETWORKS = named_networks() | {f"random {seed}": random_network(seed) for seed in range(300, 310)}
# What rounding does to a sum of some ten thousand terms, each no larger than the run is long.
ROUNDING = 1e-9


@cache
def seen(name: str) -> Stopwatch:
    """What the stopwatch saw of a network; both engines are compared with it."""
    return watched(NETWORKS[name], PLAN, SEED)


@cache
def counted(engine: str, name: str) -> Tally:
    """What an engine counted of a network."""
    return load_engine(engine).run(NETWORKS[name], PLAN, SEED)


@pytest.fixture(params=NETWORKS)
def name(request) -> str:
    return request.param


@pytest.fixture
def network(name) -> Network:
    return NETWORKS[name]


@pytest.fixture
def watch(name) -> Stopwatch:
    return seen(name)


@pytest.fixture
def tally(engine, name) -> Tally:
    return counted(engine.name, name)


def column(tally: Tally, place: Place, what: str) -> np.ndarray:
    """A column of one node at the edges of the windows."""
    node, group, name = place
    named = (group, name, what) if name else (group, what)
    return tally.edges[:, node, tally.columns.index(named)]


def area(tally: Tally, place: Place, number: np.ndarray, moment: str) -> np.ndarray:
    """The area under a number of which the engine keeps the moment."""
    return number * EDGES - column(tally, place, moment)


def same(found: np.ndarray, expected: np.ndarray, place: Place) -> None:
    """Whether sums of times are equal, but for rounding."""
    np.testing.assert_allclose(found, expected, rtol=ROUNDING, atol=ROUNDING, err_msg=str(place))


def places(network: Network, group: str, names: tuple) -> list[Place]:
    """One kind of resource in all nodes."""
    return [(node, group, resource.name) for node in range(network.nodes) for resource in names]


def test_littles_law_holds_at_every_station(network, watch, tally):
    for place in places(network, "shared", network.shared) + places(network, "queue", network.queues):
        same(column(tally, place, "jobs"), watch.spent(place, EDGES), place)


def test_littles_law_holds_in_every_pool(network, watch, tally):
    for place in places(network, "pool", network.pools):
        same(column(tally, place, "used"), watch.spent(place, EDGES), place)


def test_littles_law_holds_for_sessions_requests_and_background_jobs(network, watch, tally):
    for place in [(node, "sessions", "") for node in range(network.nodes)]:
        same(area(tally, place, column(tally, place, "open"), "open moment"), watch.spent(place, EDGES), place)
    for place in [(node, "requests", "") for node in range(network.nodes)]:
        same(area(tally, place, in_progress(tally, place[0]), "active moment"), watch.spent(place, EDGES), place)
    for place in places(network, "background", network.background):
        same(area(tally, place, column(tally, place, "open"), "open moment"), watch.spent(place, EDGES), place)


def test_the_stopwatch_sees_something_everywhere():
    """Or it would prove nothing: at every resource of some network somebody spends time."""
    of_all = [(network, seen(name)) for name, network in NETWORKS.items()]
    for resource in ("cpu", "disks", "card", "database", "desk", "connections", "threads", "licences"):
        kinds = ("shared", "queue", "pool")
        spent = [watch.spent((0, kind, resource), EDGES)[-1] for _, watch in of_all for kind in kinds]
        assert max(spent) > 0.1, resource


def test_everybody_who_came_has_left_or_is_in_progress(network, watch, tally):
    """offered = ended + in progress, where both sides are known: in progress is who was seen to be."""
    for node in range(network.nodes):
        sessions, requests = (node, "sessions", ""), (node, "requests", "")
        begun, ended = watch.counted(requests, EDGES)
        np.testing.assert_array_equal(column(tally, requests, "issued"), begun)
        np.testing.assert_array_equal(in_progress(tally, node), begun - ended)
        begun, ended = watch.counted(sessions, EDGES)
        np.testing.assert_array_equal(column(tally, sessions, "offered")[1:], begun[1:])
        np.testing.assert_array_equal(column(tally, sessions, "open")[1:], (begun - ended)[1:])


def in_progress(tally: Tally, node: int) -> np.ndarray:
    """Requests issued and neither completed nor failed, by whatever cause."""
    failed = [c[0] == "cause" and c[-1] == "failed" for c in tally.columns]
    ended = column(tally, (node, "requests", ""), "completed") + tally.edges[:, node, failed].sum(axis=1)
    return column(tally, (node, "requests", ""), "issued") - ended


def test_no_station_idles_while_there_is_work_for_it(network, watch, tally):
    """But for one that a collection stops: its work does not go on meanwhile, and it counts as busy."""
    stopped = {region.collect.stops for region in network.regions if region.collect is not None}
    for station in (station for station in network.shared if station.name not in stopped):
        for place in places(network, "shared", (station,)):
            work = watch.busy(place, EDGES, station.curve or (station.capacity,), station.caps)
            same(column(tally, place, "work"), work, place)
    for queue in network.queues:
        for place in places(network, "queue", (queue,)):
            same(column(tally, place, "busy"), watch.busy(place, EDGES, (queue.servers,), (1.0,)), place)
