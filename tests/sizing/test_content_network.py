"""A content network as a planner writes it: 40 edges, each object at its own edge, a shield, and an origin."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.bottleneck import station_loads
from simulator.engines.theory.cache_errors import hit_error
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.study import study

# At a thousandth of its size, so that objects are few: 1 TB at 40 edges with 6 GB of RAM and 12 GB of flash each.
NETWORK = """\
format: 1
scenario: Content network
demand: 3 Tbps
workload:
  request:
    size: {mean: 4 MB, distribution: exponential}
    cpu: 400 us
    calls:
      - {tier: shield, when: miss, latency: 10 ms, answer: 4 MB}
  session: {requests: 3, think_time: 10 s}
  clients: {rate: 50 Mbps}
  content: {catalogue: 1 TB, popularity: {zipf: 0.9}, origin: {latency: 40 ms, rate: 50 Gbps, price: 0.01 USD/GB}}
tiers:
  - name: shield
    kind: cache
    server: {model: epyc-9354p-2x100gbe, disks: {size: 7.68 TB}}
    servers: 8
    cache: {software: memcached, disk: 40 GB}
server: {model: epyc-9354p-2x100gbe, ram: 6 GB, disks: {size: 960 GB}}
operating_system: linux-6
web_server: {model: nginx, disk_cache: {size: 12 GB, policy: clock}}
unit: {nodes: 40, spare_nodes: 2, balancer: by-url}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: us-2026}
"""
PLAN = RunPlan(windows=4, window=2.5, warm_up=5.0, replication=1)


@pytest.fixture(scope="module")
def scenario_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("network") / "network.yaml"
    path.write_text(NETWORK)
    return path


@pytest.fixture(scope="module")
def planned(scenario_file):
    return study(load(scenario_file), Theory(), "plan", date(2026, 11, 28))


def hottest_share(objects):
    """The share of all requests that ask for the most popular of so many objects."""
    return 1.0 / sum(rank**-0.9 for rank in range(1, objects + 1))


def test_a_unit_of_40_edges_carries_what_its_busiest_edge_allows(planned):
    """3 Tbps and 20 % on 2 cards of 100 Gbps at 75 %. The edge with the hottest object gets more than that alone."""
    unit = planned.sizing.capacity
    assert unit.server_mbps.value == pytest.approx(150_000.0, rel=1e-3)
    assert unit.unit_mbps.value == pytest.approx(38 * 150_000.0 / unit.busiest, rel=1e-3)
    assert 38 * hottest_share(250_000) + 0.5 < unit.busiest < 38 * hottest_share(250_000) + 2.0
    assert planned.sizing.units.whole.value == 2 and planned.sizing.servers.whole.value == 80


def test_each_level_of_40_edges_is_within_the_stated_error_of_a_simulation(scenario_file):
    """RAM and flash of an edge, at a rate that it carries."""
    network = network_at(load(scenario_file), 1_000.0)
    caches = station_loads(network, 1_000.0).caches
    tally = load_engine("kernel").run(network, PLAN, seed=1)
    assert len(caches) == 2
    for cache in caches:
        lookups, hits = (tally.column("cache", cache.name, what) for what in ("lookups", "hits"))
        found = float((hits[-1] - hits[0]).sum() / (lookups[-1] - lookups[0]).sum())
        assert 0.2 < found < 0.9
        assert (
            abs(found / cache.hit_ratio - 1.0) <= hit_error(network, cache) + 2.0 * (lookups[-1].sum() * found) ** -0.5
        )


@pytest.mark.parametrize(("nodes", "allowed"), [(256, True), (257, False)])
def test_a_unit_has_256_nodes_at_most(scenario_file, nodes, allowed):
    if allowed:
        assert load(scenario_file, {"unit.nodes": nodes}).unit.nodes == 256
    else:
        with pytest.raises(ScenarioError, match="1 to 256"):
            load(scenario_file, {"unit.nodes": nodes})


def test_of_256_edges_the_one_with_the_hottest_object_says_what_they_carry(scenario_file):
    """Equal nodes are solved once; with as many of them hardly anything but that object matters."""
    unit = study(load(scenario_file, {"unit.nodes": 256}), Theory(), "plan", date(2026, 11, 28)).sizing.capacity
    assert unit.unit_mbps.value == pytest.approx(254 * 150_000.0 / unit.busiest, rel=1e-3)
    assert 254 * hottest_share(250_000) + 0.5 < unit.busiest < 254 * hottest_share(250_000) + 6.0
