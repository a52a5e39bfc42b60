"""Both engines do the same with a unit whose nodes are pods, throttled or sharing evenly, behind a policy that looks at
nodes, one of which dies."""

import pytest

from models.load import load
from simulator.engines.run_plan import RunPlan
from simulator.network.scaling import single_node
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins

PLAN = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
API = "scenarios/api_in_pods.yaml"


def pods(cpu, **more):
    told = {"cpu": cpu, "memory": "4 GiB", "replicas": 6}
    return load(API, {"unit.pods": told, "workload.offered": "150 requests/s", **more})


@pytest.mark.parametrize("cpu", [{"request": 2, "limit": 2}, {"request": 0.5, "limit": 1}, 2])
def test_engines_agree_on_a_pod(cpu):
    assert_twins(single_node(translate(pods(cpu)).network), PLAN, seed=4)


def test_engines_agree_on_all_pods_of_a_unit_in_one_world():
    policy = {"unit.balancer": {"model": "nlb", "policy": "least-connections", "affinity": "none"}}
    network = translate(pods({"request": 2, "limit": 2}, **policy)).network
    assert network.nodes == 6 and network.coupled
    assert_twins(network, PLAN, seed=4)
