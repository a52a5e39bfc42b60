"""Nodes in front of a shield: the kernel and the reference do the same, request by request."""

from dataclasses import replace
from random import Random

import pytest

from models.load import load
from models.node_absences import TierAbsence
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from simulator.network.scaling import single_node
from simulator.network.steps import KeyLookup, flatten
from simulator.translate.outages import tier_events
from simulator.translate.translate import translate, translate_with_backend
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof

FARM = "scenarios/three_tiers.yaml"
PLAN = RunPlan(windows=6, window=0.5, warm_up=1.0, replication=1, log=100_000)


def two_kinds(call: dict[str, str]) -> dict[str, object]:
    """What makes two classes of the requests of a unit: of what lives for a time, and of all else."""
    own = {"catalogue": "1 MB", "life": "0.5 s", "popularity": {"zipf": 0.8}}
    alike = {"size": "10 kB", "cpu": "10 us", "calls": [call]}
    return {
        "workload.request": "none",
        "workload.classes": [{"name": "live", "rate": "1 /s", "content": own, **alike},
                             {"name": "film", "rate": "2 /s", **alike}],
    }  # fmt: skip


def shielded(seed: int, dies: bool = False, more: bool = False) -> Network:
    """The unit with that number: one to five nodes, one to three servers of a shield, now and then an origin that has
    servers; more: two classes of requests; where one dies, all nodes of the unit."""
    random = Random(f"shields {seed}")
    keeps = random.choice(["disk", "memory"])
    shield = {
        "name": "shield", "kind": "cache", "server": "m7i.xlarge", "servers": random.choice([1, 2, 3]),
        "cache": {"software": "memcached", keeps: f"{random.uniform(1.0, 3.0)} MB"},
    }  # fmt: skip
    tiers, behind = [shield], random.random() < 0.5
    if behind:
        shield["calls"] = [{"tier": "origin", "cpu": "2 ms", "cpu_distribution": "exponential"}]
        tiers.append({"name": "origin", "server": "m7i.xlarge", "connections": 3})
    policy = random.choice(["lru", "fifo", "clock", "tiny-lfu"])
    call = {"tier": "shield", "when": "miss", "answer": "10 kB", "latency": f"{random.uniform(0.1, 2.0)} ms"}
    changes = {
        "tiers": tiers,
        "workload.cpu_measured_on": 1,
        "workload.request": {"size": "10 kB", "cpu": "10 us", "calls": [call]},
        "workload.content": {
            "catalogue": "10 MB", "object_size": {"mean": "10 kB", "distribution": "constant"},
            "popularity": {"zipf": random.uniform(0.0, 1.1)}, "origin": {"latency": "5 ms", "rate": "10 Gbps"},
        },
        "workload.session": {"requests": 3, "think_time": "0.3 s"},
        "workload.clients": {"rate": "10 Gbps"},
        "workload.offered": "150 /s",
        "web_server.file_cache": {"size": "1 MB", "policy": "lru" if more else policy},
        "operating_system": "rhel-4",
        "unit": {"nodes": random.choice([1, 2, 4, 5]), "spare_nodes": 0, "balancer": "nlb"},
        "datacenter.prices": "cloud-us-2026",
        **({"web_server.disk_cache": "2 MB"} if random.random() < 0.5 else {}),
        **(two_kinds(call) if more else {}),
    }  # fmt: skip
    scenario = load(FARM, changes)
    if not dies:
        return single_node(translate(scenario).network)
    network = translate_with_backend(scenario, servers_die=True).network
    absence = TierAbsence(0, 0, 1.3, 1.2, 2.4, 2.5, tier="shield")
    return replace(network, events=tier_events((absence,), scenario, network))


@pytest.mark.parametrize("seed", mostly_proof(range(116), range(4)))
def test_engines_agree_on_a_node_in_front_of_a_shield(seed):
    network = shielded(seed)
    lookups = [step for kind in network.classes for step in flatten(kind.steps) if isinstance(step, KeyLookup)]
    assert any(0.0 < each.store.hit_ratio < 1.0 for each in lookups)
    assert_twins(network, PLAN, seed)


@pytest.mark.parametrize("seed", mostly_proof(range(8), range(2)))
def test_engines_agree_on_a_unit_whose_shield_loses_a_server(seed):
    assert_twins(shielded(seed, dies=True), PLAN, seed)


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("seed", mostly_proof(range(40), range(3)))
def test_engines_agree_on_classes_that_find_their_own_share(seed, dies):
    network = shielded(seed, dies, more=True)
    lookups = [step for kind in network.classes for step in flatten(kind.steps) if isinstance(step, KeyLookup)]
    assert len({each.store.hit_ratio for each in lookups}) == 2
    assert_twins(network, PLAN, seed)
