"""An origin behind a cache: its servers are called by misses only, by those of all servers of a unit."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.engine import TheoryEngine
from simulator.network.network import Network
from simulator.network.scaling import single_node
from simulator.network.steps import ProbeCache
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins
from tests.laws.observing import agrees, observe

pytestmark = pytest.mark.usefixtures("length")

FARM = "scenarios/three_tiers.yaml"
OBJECTS, HELD, WORK, RATE = 400, 300, 2e-3, 200.0
MISSED = 1.0 - HELD / OBJECTS


def fetching(nodes: int = 1, servers: int = 1, calls: tuple[dict, ...] = (), **more) -> Network:
    """Servers that hold 300 of 400 objects that are asked for alike, and call an origin of a core each for the rest."""
    call = {"tier": "origin", "when": "miss", "cpu": "2 ms", "cpu_distribution": "exponential"}
    changes = {
        "tiers": [{"name": "origin", "server": "dl585-2.2ghz-4gb", "servers": servers, "connections": 3}],
        "workload.cpu_measured_on": 1,
        "workload.request": {"size": "10 kB", "cpu": "10 us", "calls": [call, *calls]},
        "workload.content": {
            "catalogue": "4 MB", "object_size": {"mean": "10 kB", "distribution": "constant"},
            "popularity": {"zipf": 0},
            "origin": {"latency": "1 ms", "rate": "10 Gbps"},
        },
        "workload.session": {"requests": 1, "requests_distribution": "constant", "think_time": "0 s"},
        "workload.clients": {"rate": "10 Gbps"},
        "workload.offered": f"{RATE} /s",
        "web_server.file_cache": "3 MB",
        "operating_system": "rhel-4",
        "unit": {"nodes": nodes, "spare_nodes": 0, "balancer": "nlb"},
        **more,
    }  # fmt: skip
    return single_node(translate(load(FARM, changes)).network)


def busy(network: Network, station: str):
    """Cores that are at work at a station."""
    return observe(network, 200.0, 5.0).rate("shared", station, "work", unit="cores")


@pytest.mark.parametrize(("nodes", "servers"), [(1, 1), (4, 1), (5, 2)])
def test_an_origin_is_called_by_the_misses_of_all_servers(nodes, servers):
    """Of objects that are asked for alike a cache that holds three of four misses one of four requests, in whatever
    order they leave it: n servers make n x rate x 1/4 calls of m servers of the origin."""
    network = fetching(nodes, servers)
    agrees(busy(network, "CPU of origin"), MISSED * RATE * nodes / servers * WORK, within=0.15)


def test_calls_for_each_request_by_hand():
    """Two always, one on a miss of one in four."""
    other = {"tier": "origin", "cpu": "1 ms", "times": 2}
    expected = RATE * (MISSED * WORK + 2 * 1e-3)
    agrees(busy(fetching(calls=(other,)), "CPU of origin"), expected, within=0.05)


def test_a_miss_of_another_server_is_looked_up_in_the_cache_of_this_one():
    (others,) = fetching(4).background
    (peek,) = others.steps
    assert isinstance(peek, ProbeCache) and others.rate == pytest.approx(3 * RATE)
    kept = fetching(4, **{"web_server.disk_cache": "3.5 MB"}).background[0].steps[0]
    assert isinstance(kept.on_miss[0], ProbeCache) and kept.on_miss[0].cache == "disk cache"


@pytest.mark.parametrize(
    "more",
    [{}, {"web_server.disk_cache": "3.5 MB"}, {"operating_system": "linux-6"},
     {"workload.content.popularity": {"zipf": 0.9},
      "workload.session.requests": 3, "workload.session.think_time": "1 s"}],
    ids=["plain", "disk cache", "page cache", "uneven"],
)  # fmt: skip
def test_engines_agree_request_by_request_on_an_origin_behind_a_cache(more):
    plan = RunPlan(windows=8, window=0.5, warm_up=1.0, replication=1, log=100_000)
    other = {"tier": "origin", "cpu": "1 ms"}
    assert_twins(fetching(3, 1, (other,), **more), plan, seed=5)


@pytest.mark.parametrize("nodes", [1, 4])
def test_theory_knows_what_an_origin_gets_from_the_misses_of_all_servers(nodes):
    uses = {use.name: use.utilisation.value for use in TheoryEngine().solve(fetching(nodes)).uses}
    cores = next(each.capacity for each in fetching(nodes).shared if each.name == "CPU of origin")
    assert uses["CPU of origin"] == pytest.approx(100.0 * nodes * RATE * MISSED * WORK / cores, rel=0.01)


def test_what_another_server_finds_leaves_the_cache_as_it_is():
    """With or without others beside it, a server hits as often: only when what it reads comes in moves a little."""
    plan = RunPlan(windows=4, window=5.0, warm_up=5.0, replication=0)
    alone, beside = (load_engine("kernel").run(fetching(nodes), plan, 7) for nodes in (1, 4))
    column = alone.columns.index(("cache", "file cache", "hits"))
    hits = [int(tally.edges[..., column].max()) for tally in (alone, beside)]
    assert hits[0] == pytest.approx(hits[1], rel=0.01) and hits[0] > 1_000
