"""Units of many nodes: the kernel and the reference do the same, request by request."""

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from simulator.engines.balancing import build_groups, build_spread, pick_in_group
from simulator.engines.reference.load_balancer import LoadBalancer
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import POLICIES, Balancer, NodeEvent
from simulator.network.groups import first_node_numbers
from tests.agreement.twins import assert_twins
from tests.networks import download
from tests.proven import mostly_proof

PLAN = RunPlan(windows=2, window=0.1, warm_up=0.1, replication=3, log=100_000)
# The last but one of the nodes dies, which the balancer notices, and stands again; so does what nobody notices.
OUTAGE = ((0.12, -2, "dies"), (0.16, -2, "leaves"), (0.2, -2, "stands"), (0.22, -2, "joins"), (0.18, 0, "dies"))


CASES = list(product(POLICIES, (40, 256)))


# Which of 256 nodes both choose is looked at below, behind every policy.
@pytest.mark.parametrize(("policy", "nodes"), mostly_proof(CASES, list(product(POLICIES, (40,)))))
def test_engines_agree_on_a_unit_of_many_nodes_of_which_two_die_behind(policy, nodes):
    network = download(nodes=nodes)
    source = replace(network.source, attempts=2, back_off=0.03, reconnect=0.02)
    events = tuple(NodeEvent(at, node % nodes, what) for at, node, what in sorted(OUTAGE))
    assert_twins(replace(network, source=source, balancer=Balancer(policy), events=events), PLAN, seed=7)


@pytest.mark.parametrize("nodes", mostly_proof([40, 256], [40]))
def test_engines_agree_on_many_nodes_of_which_one_is_simulated_at_a_time(nodes):
    network = download(nodes=nodes)
    assert not network.coupled
    assert_twins(network, PLAN, seed=5)


@pytest.mark.parametrize("weights", [(), tuple(1 + node % 3 for node in range(256))])
@pytest.mark.parametrize("policy", POLICIES)
def test_both_engines_choose_the_same_of_256_nodes(policy, weights):
    """Of which all, or most, are believed in."""
    draw = random.Random(f"many {policy}")
    network = replace(download(nodes=256), balancer=Balancer(policy, weights=weights))
    read, groups = LoadBalancer(network), build_groups(network)
    spread = build_spread(network.balancer, 256, first_node_numbers(network))
    for number in range(60):
        believed = [number < 20 or draw.random() < 0.8 for _ in range(256)]
        inside, u = [draw.randint(3, 9) for _ in range(256)], draw.random()
        known, there = np.array(believed, dtype=np.int64), np.array(inside, dtype=np.int64)
        compiled = int(pick_in_group(groups, 0, POLICIES.index(policy), u, known, there, spread, 0.0, 1.0))
        assert read.choose(0, u, believed, inside, 1.0) == compiled
