"""A unit with groups of nodes by path when some fail: all groups in one world, each judged by itself."""

import json

import pytest

from models.errors import ScenarioError
from models.load import load
from models.node_groups import group_nodes, group_scenario
from simulator.engines.engine import load_engine
from simulator.experiment.warm_up import WarmUp
from simulator.failover.load import STATED, ServerLoad
from simulator.failover.survive import FailoverResult, failover_steps, study_failover, study_failover_at, with_collapse
from simulator.messages.survive.by_group import group_sentences, years_of_groups
from simulator.messages.survive.failover import answer
from simulator.network.groups import node_classes
from simulator.output.blocks import Charts, Table
from simulator.studies.survive.document import failure_blocks, survival_document
from simulator.studies.survive.result import survival_data
from simulator.translate.one_world import joint_network
from simulator.translate.translate import translate

# An image takes 1 ms of a core and a call 4; three images come for a call. So 2,000 requests a second of five servers
# are 750 images of each of two, and 500 / 3 calls of each of three.
UNIT = """
scenario: Images here, API there
demand: 2,000 requests/s
workload:
  classes:
    - {name: image, rate: 3 /s, size: 1 kB, cpu: 1 ms}
    - {name: api, rate: 1 /s, size: 1 kB, cpu: 4 ms}
  session: {requests: 2, think_time: 1 s}
  clients: {rate: 1 Gbps}
  retries: {attempts: 2, back_off: 2 s}
server: {model: dl585-2.2ghz-4gb, sockets: 1}
operating_system: linux-6
web_server: nginx
unit:
  nodes: 5
  spare_nodes: 2
  balancer: least-connections
  failures: {timetable: [{at: 20 s, lasts: 40 s}], watch: 20 s}
  paths:
    - {name: images, classes: [image], nodes: 2, spare_nodes: 1}
    - {name: API, classes: [api], nodes: 3, spare_nodes: 1}
targets: {errors: 1 %, utilisation: 90 %}
run: {replications: 2, warm_up: 10 s}
datacenter: {prices: us-2006}
"""
KERNEL = load_engine("kernel")


@pytest.fixture(scope="module")
def unit(tmp_path_factory):
    file = tmp_path_factory.mktemp("groups") / "unit.yaml"
    file.write_text(UNIT)
    return file


@pytest.fixture(scope="module")
def found(unit) -> FailoverResult:
    """The unit at 200 requests/s a server: a node of images dies."""
    return study_failover(load(unit), KERNEL, "200 /s")


def at(scenario, rate: float) -> FailoverResult:
    """What becomes of a unit at so many requests a second of each server."""
    return study_failover_at(scenario, KERNEL, ServerLoad(rate, None, STATED, WarmUp(10.0)))


def test_the_group_whose_node_dies_is_outside_and_the_other_notices_nothing(found):
    images, api = found.groups
    assert (images.name, api.name) == ("images", "API")
    assert not images.found.met and api.found.met
    assert found.recovery.outside == images.found.recovery.outside
    assert {each.group for each in found.recovery.breaks} == {"images"}
    assert {phase.away for phase in api.found.phases} == {0}


def test_who_survives_of_a_group_takes_over_all_of_its_load(found):
    images = found.groups[0].found
    assert images.worst.away == 1 and images.worst.times.value == pytest.approx(2.0, abs=0.1)
    assert images.worst.node_requests.value == pytest.approx(5 * 200 * 0.75, rel=0.05)
    assert images.load.requests == pytest.approx(5 * 200 * 0.75 / 2)


def test_sessions_add_up_in_the_unit_and_in_each_group(found):
    for replication, whole in enumerate(found.session_outcomes):
        parts = [group.found.session_outcomes[replication] for group in found.groups]
        assert whole.adds_up and all(each.adds_up for each in parts)
        for name in ("came", "completed", "reset", "sent_to_dead", "came_again", "open_after"):
            assert getattr(whole, name) == sum(getattr(each, name) for each in parts) >= 0
        assert parts[0].sent_to_dead > 0 == parts[1].sent_to_dead


def test_a_group_does_what_it_would_do_as_a_unit_by_itself(unit, found):
    scenario, images = load(unit), found.groups[0].found
    alone = at(group_scenario(scenario, "images"), images.load.requests)
    assert alone.worst.node_requests.value == pytest.approx(images.worst.node_requests.value, rel=0.05)
    assert alone.worst.used.value == pytest.approx(images.worst.used.value, rel=0.05)
    assert alone.recovery.outside.value == pytest.approx(images.recovery.outside.value, abs=0.1)


def test_with_the_spares_gone_survivors_do_what_a_plan_bought_them_for(unit):
    """At the demand, all servers up, as `plan` has it: 2,000 requests/s over whole units."""
    away = [{"at": "20 s", "node": node, "lasts": "40 s"} for node in (1, 3)]
    scenario = load(unit, {"unit.failures.timetable": away})
    found = study_failover(scenario, KERNEL)
    units = 2_000.0 / (5 * found.load.requests)
    assert units == pytest.approx(round(units), abs=0.01)
    for group, share, left in zip(found.groups, (0.75, 0.25), (1, 2), strict=True):
        assert group.found.worst.node_requests.value == pytest.approx(2_000.0 * share / units / left, rel=0.05)
        assert group.found.worst.used.value < 90.0


def test_a_group_of_which_none_is_left_loses_everything_and_the_other_nothing(unit):
    scenario = load(unit, {"unit.failures.timetable": [{"at": "20 s", "together": 2, "lasts": "40 s"}]})
    found = at(scenario, 200.0)
    images, api = found.groups
    assert images.found.worst.errors.value > 99.0 and api.found.worst.errors.value == 0.0
    assert api.found.met
    assert "none of them is left" in next(group_sentences(found))


def test_it_is_told_group_by_group(found):
    assert answer(found).startswith("One of 5 nodes dies for 40 s (images) at 200 req/s a server")
    told = list(group_sentences(found))
    assert told[0].startswith("images, 2 nodes: outside the targets for ") and "up to 1 of them away" in told[0]
    assert told[-1] == "API, 3 nodes: within the targets all the time."
    assert any(line.startswith("images: Once 1 node is down") for line in told)
    titles = [block.title for block in survival_document(found) if isinstance(block, Table)]
    assert [title for title in titles if "phase by phase" in title] == [
        f"The nodes of {name} phase by phase; figures are those of a node that serves" for name in ("images", "API")
    ]
    assert any(isinstance(block, Charts) for block in failure_blocks(found))
    names = [course.name for course in found.over_time.at_nodes]
    assert names[1:3] == ["node 2 (images)", "node 3 (API)"]


def test_the_same_stands_in_the_data(found):
    data = json.loads(json.dumps(survival_data(found)))
    assert [each["name"] for each in data["groups"]] == ["images", "API"]
    assert data["groups"][0]["outside_minutes"]["value"] == data["outside_minutes"]["value"] > 0.0
    assert data["breaks"][0]["group"] == "images" and "phases" not in data


def test_the_load_at_which_a_unit_collapses_is_sought_by_its_worst_group(unit):
    """The processors of images are full at twice the load that half of them carry: nothing else can stop the unit."""
    told = {"unit.failures.timetable": [{"at": "5 s", "lasts": "5 s"}], "unit.failures.watch": "10 s"}
    # Requests that take twice as long are half as many, at the same share of what the unit carries.
    told |= {"workload.classes[0].cpu": "2 ms", "workload.classes[1].cpu": "8 ms"}
    found = with_collapse(study_failover(load(unit, told), KERNEL, "50 %"), KERNEL)
    assert found.collapse.survives.value > 50.0 and found.collapse.at_an_end == 0
    assert failover_steps(load(unit, told), "50 %") > 0


def test_a_year_is_told_by_group(unit):
    failures = {"timetable": [{"at": "20 s", "lasts": "40 s"}], "watch": "20 s", "mtbf": "4,000 h", "mttr": "4 h"}
    found = at(load(unit, {"unit.failures": failures}), 100.0)
    assert found.year is None and all(group.found.year is not None for group in found.groups)
    images, api, both = years_of_groups(found)
    assert images.startswith("images: Expect about 4.") and "in the group" in images
    assert api.startswith("API: Expect about 6.") and both.startswith("The unit is outside its targets while any")


def test_the_world_of_a_unit_is_made_of_its_groups(unit):
    scenario = load(unit)
    network = joint_network(scenario).network
    assert list(group_nodes(scenario, "API")) == [2, 3, 4]
    with pytest.raises(KeyError):
        group_nodes(scenario, "calls")
    assert [each.share for each in network.classes] == [0.75, 0.25]
    assert [[each.share for each in node_classes(network, node)] for node in (1, 2)] == [[1.0, 0.0], [0.0, 1.0]]
    plain = load(unit, {"unit.paths": []})
    assert joint_network(plain) == translate(plain)


def test_what_cannot_stand_in_one_world_is_told(unit):
    """Processes of their own leave another page cache at the nodes of each group; without content there is none."""
    more = {"queue_limit": 1000, "threads": 100, "request_memory": "10 kB", "growth": "0 B"}
    pools = [{"name": name, "base_memory": base} for name, base in (("pictures", "100 MB"), ("calls", "900 MB"))]
    changes = {
        "web_server.pools": [each | more for each in pools],
        "workload.classes[0].pool": "pictures",
        "workload.classes[1].pool": "calls",
    }
    network = joint_network(load(unit, changes)).network
    assert {"pictures memory", "calls memory"} <= {each.name for each in network.regions}
    content = {"catalogue": "10 GB", "object_size": "1 kB", "popularity": {"zipf": 0.9}}
    with pytest.raises(ScenarioError, match=r"unit.paths = API: nodes of API have another page cache than those of"):
        joint_network(load(unit, changes | {"workload.content": content}))


def test_maintenance_leaves_a_node_of_each_group(unit):
    patched = [{"at": "20 s", "what": "patched", "together": 2, "lasts": "40 s"}]
    with pytest.raises(ScenarioError, match="leaves no node of the group images at 20 s: all 2 are away then"):
        load(unit, {"unit.failures.timetable": patched})
