"""Balancers: what they are known to do to the queues behind them, and how evenly they spread."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.sparse import lil_matrix
from scipy.sparse.linalg import spsolve

from simulator.engines.balancing import HASH, pick_by_policy, placement_uniform
from simulator.engines.draws import session_key
from simulator.network.cluster import Balancer
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer
from simulator.network.steps import Serve
from tests.laws.closed_forms import mean_number
from tests.laws.observing import agrees, observe, one_request, response

pytestmark = pytest.mark.usefixtures("length")

LOAD = 0.7


def unit(policy: str, nodes: int) -> Network:
    """Single-server queues at the same load, behind a balancer."""
    network = one_request(LOAD * nodes, (Serve("desk", exponential(1.0)),), MultiServer("desk", 1))
    return replace(network, nodes=nodes, balancer=Balancer(policy))


def test_a_hash_over_too_many_addresses_to_count_leaves_every_node_an_m_m_1():
    agrees(response(observe(unit("hash", 4), 20_000.0, 500.0)), 1.0 / (1.0 - LOAD), within=0.15)


def test_the_emptier_of_two_is_mitzenmachers_limit_among_many_nodes():
    """E[T] = sum over i of load ** (2 ** i - 2), for ever more nodes (Mitzenmacher 2001, IEEE TPDS 12(10), theorem 1).

    Of 32 nodes the two drawn are always different and meet again sooner: within 3 % of the limit.
    """
    limit = sum(LOAD ** (2.0**i - 2.0) for i in range(1, 8))
    agrees(response(observe(unit("two_choices", 32), 4_000.0, 200.0)), limit, within=0.05, known_error=0.03)


def test_the_shortest_line_is_not_better_than_one_line_and_better_than_two_choices():
    """One line for all servers is Erlang's M/M/c, which never leaves a server idle while somebody waits."""
    one_line = mean_number(8, 8 * LOAD) / (8 * LOAD)
    shortest = response(observe(unit("least_connections", 8), 10_000.0, 300.0))
    two = response(observe(unit("two_choices", 8), 10_000.0, 300.0))
    assert one_line < shortest.value - shortest.half_width
    assert shortest.value + shortest.half_width < two.value - two.half_width


def test_the_shortest_of_two_lines_is_its_markov_chain():
    """Flatto and McKean 1977 (Two Queues in Parallel) solve it exactly; here its balance equations are."""
    agrees(response(observe(unit("least_connections", 2), 40_000.0, 300.0)), _shortest_of_two(LOAD), within=0.1)


def _shortest_of_two(load: float, longest: int = 60) -> float:
    """The mean response of two servers of rate 1, to the shorter line of which jobs come at 2 * load, cut off where
    both lines are longer than ever."""
    size = longest + 1
    out = lil_matrix((size * size, size * size))

    def flows(here: int, there: int, rate: float) -> None:
        out[there, here] += rate
        out[here, here] -= rate

    for i, j in product(range(size), repeat=2):
        here = i * size + j
        if i > 0:
            flows(here, here - size, 1.0)
        if j > 0:
            flows(here, here - 1, 1.0)
        if i < longest and i <= j:
            flows(here, here + size, load * (2.0 if i < j else 1.0))
        if j < longest and j <= i:
            flows(here, here + 1, load * (2.0 if j < i else 1.0))
    out[0, :] = 1.0
    states = spsolve(out.tocsc(), np.eye(1, size * size)[0]).reshape(size, size)
    number = np.add.outer(np.arange(size), np.arange(size))
    return float((states * number).sum()) / (2.0 * load)


@pytest.mark.parametrize("addresses", [10, 60])
def test_a_hash_of_few_addresses_is_as_uneven_as_the_multinomial_distribution(addresses):
    """Single affinity hashes an address, class C affinity a network of them: whatever is hashed falls on nodes at
    random, so that of 5 nodes with m addresses the sum of (count - m / 5) ** 2 / (m / 5) is 4 on average."""
    nodes, keys = 5, 400
    everywhere, nobody = np.ones(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
    spread = []
    for seed in range(keys):
        key = session_key(seed, 0)
        drawn = ((address + 0.5) / addresses for address in range(addresses))
        places = (placement_uniform(key, 0, u, 0, HASH, addresses) for u in drawn)
        counts = np.bincount([pick_by_policy(HASH, u, 0, everywhere, nobody) for u in places], minlength=nodes)
        spread.append(((counts - addresses / nodes) ** 2).sum() / (addresses / nodes))
    # The standard error of the mean of what has the variance 8 (1 - 1 / m): three of them.
    assert abs(np.mean(spread) - (nodes - 1)) < 3.0 * np.sqrt(8.0 / keys)


def test_the_sessions_of_an_address_stay_together():
    key = session_key(7, 0)
    everywhere, nobody = np.ones(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for address in range(20):
        drawn = [(address + inside) / 20 for inside in (0.01, 0.5, 0.99)]
        nodes = {
            pick_by_policy(HASH, placement_uniform(key, s, u, 3, HASH, 20), s, everywhere, nobody)
            for s, u in enumerate(drawn)
        }
        assert len(nodes) == 1


def test_who_was_not_on_the_node_that_leaves_stays_where_it_is():
    """Network Load Balancing spreads what the dead node had, and moves nobody else."""
    key, nobody = session_key(7, 0), np.zeros(5, dtype=np.int64)
    before, after = np.ones(5, dtype=np.int64), np.array([1, 1, 0, 1, 1])
    moved = []
    for session in range(2000):
        u = (session + 0.5) / 2000
        first, then = (
            pick_by_policy(HASH, placement_uniform(key, session, u, 0, HASH, 0), 0, b, nobody) for b in (before, after)
        )
        if first == 2:
            moved.append(then)
        else:
            assert then == first
    assert sorted(set(moved)) == [0, 1, 3, 4]
    assert np.bincount(moved, minlength=5).max() <= 101
