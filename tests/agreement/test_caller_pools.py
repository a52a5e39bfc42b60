"""Both engines do the same with pools of connections: of servers, of pods, and of a tier whose servers die."""

from dataclasses import replace

import pytest

from models.load import load
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import NodeEvent
from simulator.network.roles import Role
from simulator.network.scaling import single_node
from simulator.translate.translate import translate, translate_with_backend
from tests.agreement.twins import assert_twins

PLAN = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
POOLS = {"tiers[0].calls[0].pool": 2, "workload.request.calls[0].pool": 6, "workload.offered": "60 requests/s"}
PODS = {"cpu": {"request": 0.5, "limit": 0.5}, "memory": "1 GB", "replicas": 12}


def shop(**more):
    return load("scenarios/three_tiers.yaml", POOLS | more)


@pytest.mark.parametrize("more", [{}, {"tiers[0].pods": PODS, "tiers[0].calls[0].pool": 1}])
def test_engines_agree_on_pools_of_connections(more):
    network = translate(shop(**more)).network
    assert len(network.in_role(Role.CALLER_POOL)) > 1
    assert_twins(single_node(network), PLAN, seed=4)


def test_engines_agree_where_servers_with_pools_die_and_those_that_they_call():
    network = translate_with_backend(shop(), servers_die=True).network
    away = [
        NodeEvent(at, 0, what, server=server)
        for server, begins in (("application 1", 0.8), ("database 2", 1.1))
        for what, at in (("dies", begins), ("leaves", begins + 0.1), ("stands", begins + 0.5), ("joins", begins + 0.5))
    ]
    assert_twins(replace(network, events=tuple(sorted(away, key=lambda each: each.at))), PLAN, seed=4)


def test_engines_agree_where_a_cache_dies_that_stands_before_what_a_pool_leads_to():
    """What it does not find is asked for inside of a call of it while it stands, and by its callers, with their pools,
    while it is dead."""
    away = [
        NodeEvent(at, 0, what, server="cache 1")
        for what, at in (("dies", 0.8), ("leaves", 0.9), ("stands", 1.4), ("joins", 1.4))
    ]
    scenario = load(
        "scenarios/marketplace.yaml",
        {
            "tiers[0].pods": "none", "tiers[0].servers": 2, "tiers[0].calls[1].pool": 2,
            "tiers[3].servers": 2, "tiers[5].servers": 2, "tiers[6].servers": 4, "workload.offered": "40 requests/s",
        },
    )  # fmt: skip
    network = translate_with_backend(scenario, servers_die=True).network
    assert len(network.in_role(Role.CALLER_POOL)) == 2
    assert_twins(replace(network, events=tuple(away)), PLAN, seed=4)
