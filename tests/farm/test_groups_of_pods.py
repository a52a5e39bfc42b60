"""Pods of a unit in groups that get requests by their path: each group is spread over the servers of the unit."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.node_groups import group_scenario
from models.unit_pods import as_node, nodes_by_server, unit_failures
from simulator.engines.kernel.engine import Kernel
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.failover.survive import study_failover
from simulator.messages.survive.failover import answer
from tests.farm.test_unit_pods import THREAD, plan

API = "scenarios/api_in_pods.yaml"
FRONT = {"name": "front", "nodes": 8, "spare_nodes": 4, "classes": ["api"]}
FINDERS = {"name": "finders", "nodes": 4, "spare_nodes": 2, "classes": ["search"]}
# 12 pods on two servers, six on each: four of the front and two that find.
GROUPS = {
    "demand": "1,000 requests/s",
    "workload.request": "none",
    "workload.classes": [
        {"name": "api", "rate": "80 /s", "size": "2 kB", "cpu": "5 ms"},
        {"name": "search", "rate": "20 /s", "size": "2 kB", "cpu": "20 ms"},
    ],
    "unit.pods": {"cpu": {"request": 2, "limit": 2}, "memory": "4 GiB", "replicas": 12, "most": 6},
    "unit.spare_nodes": 6,
    "unit.balancer": {"model": "nlb", "policy": "least-connections", "affinity": "none"},
    "unit.paths": [FRONT, FINDERS],
    "spare_units": 0,
    "run": {"replications": 2, "threads": 1},
}


@pytest.fixture(scope="module")
def grouped():
    return load(API, GROUPS)


def test_a_unit_carries_what_its_first_full_group_does(grouped):
    """By hand: a pod does 0.75 x 2 threads of 0.59375 cores; a fifth of the requests take 20 ms on two pods that are
    left of four, four fifths 5 ms on four of eight: 445 and 891/s of all, by six pods on average."""
    pod = 0.75 * 2 * THREAD
    finders, front = 2 * pod / 20e-3 / 0.2, 4 * pod / 5e-3 / 0.8
    carried = capacity_in_theory(grouped)
    assert finders < front and carried.requests.value == pytest.approx(finders / 6, rel=2e-3)
    sizing = plan(grouped).sizing
    assert sizing.units.exact.value == pytest.approx(1_200 / finders, rel=2e-3)
    assert (sizing.servers.whole.value, sizing.nodes.whole.value) == (6, 36)


def test_each_pod_has_the_share_of_all_that_stand_on_its_server(grouped):
    finders = group_scenario(grouped, "finders")
    assert as_node(finders).server.cards_rate == pytest.approx(grouped.server.cards_rate / 6)


def test_a_server_takes_its_share_of_each_group_along(grouped):
    assert nodes_by_server(group_scenario(grouped, "front")) == (4, 4)
    assert nodes_by_server(group_scenario(grouped, "finders")) == (2, 2)
    assert [(each.node, each.together) for each in unit_failures(grouped).outages] == [(1, 4), (9, 2)]
    found = study_failover(grouped, Kernel(1), "30 /s")
    assert answer(found).startswith("6 of 12 pods die for 5 min (front and finders) at 30 req/s a pod")
    assert [group.found.worst.away for group in found.groups] == [4, 2]


def test_fewer_spare_pods_of_a_group_than_a_server_takes_along_are_refused():
    few = {"unit.paths": [FRONT, FINDERS | {"spare_nodes": 1}], "unit.spare_nodes": 5}
    with pytest.raises(ScenarioError, match="takes 2 pods of finders with it when it dies, and the number of spare"):
        load(API, GROUPS | few)
