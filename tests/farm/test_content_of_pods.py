"""Content that pods fetch from an origin: each fills a cache in its own memory, over its share of the link."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.ram_ledger import ram_ledger
from models.unit_pods import as_node
from models.variations.changes import with_changes
from simulator.engines.run_plan import RunPlan
from simulator.messages.farm_notes import farm_notes
from simulator.network.roles import Role
from simulator.network.scaling import single_node
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins
from tests.farm.test_unit_pods import plan

API = "scenarios/api_in_pods.yaml"
CONTENT = {
    "workload.content": {
        "catalogue": "100 GB",
        "popularity": {"zipf": 0.9},
        "origin": {"rate": "10 Gbps", "latency": "20 ms"},
    },
    "workload.request.size": "40 kB",
    "workload.request.cpu": "0.5 ms",
}


@pytest.fixture(scope="module")
def images():
    return load(API, CONTENT)


def test_each_pod_fills_a_cache_in_its_memory_over_its_share_of_the_link(images):
    """By hand: of 4 GiB a pod's processes and sockets leave the rest to files; 15 pods share 10 Gbps."""
    network = translate(images).network
    (cache,), (link,) = network.caches, network.in_role(Role.ORIGIN)
    held = sum(each.bytes for each in ram_ledger(as_node(images)).entries)
    assert cache.capacity == pytest.approx(4 * 2**30 - held)
    assert link.capacity == pytest.approx(10e9 / 8 / 15)


def test_pods_miss_what_servers_of_their_memory_would(images):
    """Servers with the RAM of a pod, of which their system keeps 1 MiB more: as much is missed and fetched."""
    system = {"server.ram": "4097 MiB", "operating_system.kernel_base_memory": "1 MiB"}
    small = {"unit.pods": "none", "unit.nodes": 1, **system}
    alone, pods = plan(load(API, CONTENT | small)), plan(images)
    own, other = (each.carried.network.caches[0].capacity for each in (pods, alone))
    assert own == pytest.approx(other, rel=1e-4)
    shares = [each.sizing.fetched.value / each.sizing.demand.value for each in (pods, alone)]
    assert 0.2 < shares[0] < 0.8 and shares[0] == pytest.approx(shares[1], rel=1e-3)
    assert "Of each pod the file cache holds" in farm_notes(pods)


def test_engines_agree_on_a_pod_with_content():
    scenario = load(API, CONTENT | {"workload.offered": "300 requests/s", "workload.content.catalogue": "1 GB"})
    plan = RunPlan(windows=4, window=0.25, warm_up=0.5, log=10_000)
    assert_twins(single_node(translate(scenario).network), plan, seed=7)


def test_another_server_leaves_the_cache_of_a_pod_as_it_is(images):
    larger = with_changes(images, {"server.ram": 2 * images.server.ram}, "")
    (before,), (after,) = (translate(each).network.caches for each in (images, larger))
    assert before.capacity == after.capacity


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"workload.content.origin": "none"}, "on which this content lies, is not known; write its `origin`"),
        ({"web_server.disk_cache": "10 GB"}, "write `none`: each pod then fills a cache in its memory"),
        ({"web_server.file_cache": "8 GB"}, "of 4 GiB"),
    ],
)
def test_what_pods_cannot_keep_is_told_with_what_to_write(more, told):
    with pytest.raises(ScenarioError) as caught:
        load(API, CONTENT | more)
    assert told in str(caught.value)
