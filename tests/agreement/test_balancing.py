"""Both engines choose the same node by every policy, for balancers, groups and beliefs that are drawn."""

import random
from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.balancing import build_groups, build_spread, pick_in_group
from simulator.engines.reference.load_balancer import LoadBalancer
from simulator.network.cluster import POLICIES, Balancer
from simulator.network.groups import first_node_numbers
from tests.networks import download

BALANCERS, SESSIONS = 60, 200


def drawn_network(draw, policy):
    nodes = draw.randint(1, 7)
    weights = tuple(draw.randint(1, 5) for _ in range(nodes)) if draw.random() < 0.5 else ()
    slow_start = draw.uniform(0.5, 20.0) if policy != "hash" and draw.random() < 0.4 else 0.0
    return replace(download(nodes=nodes), balancer=Balancer(policy, weights=weights, slow_start=slow_start))


@pytest.mark.parametrize("policy", POLICIES)
def test_both_engines_choose_the_same_node(policy):
    draw = random.Random(f"balancing {policy}")
    chosen = 0
    for _ in range(BALANCERS):
        network = drawn_network(draw, policy)
        read = LoadBalancer(network)
        spread, groups = (
            build_spread(network.balancer, network.nodes, first_node_numbers(network)),
            build_groups(network),
        )
        now = 0.0
        for _ in range(SESSIONS):
            now += draw.expovariate(1.0)
            believed = [draw.random() < 0.8 for _ in range(network.nodes)]
            inside = [draw.randint(0, 6) for _ in range(network.nodes)]
            if draw.random() < 0.1:
                node = draw.randrange(network.nodes)
                read.join(node, now)
                spread.joined[node] = now
            u = draw.random()
            known, there = np.array(believed, dtype=np.int64), np.array(inside, dtype=np.int64)
            slow_start = network.balancer.slow_start
            compiled = int(pick_in_group(groups, 0, POLICIES.index(policy), u, known, there, spread, slow_start, now))
            node = read.choose(0, u, believed, inside, now)
            assert (-1 if node is None else node) == compiled
            chosen += compiled >= 0
    assert chosen > BALANCERS * SESSIONS / 2
