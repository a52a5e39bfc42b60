"""How unevenly sessions fall on nodes: by weights as those say, by hashed addresses as the multinomial distribution."""

from functools import cache

import numpy as np
import pytest

from models.load import load
from simulator.engines.balancing import (
    IN_TURN,
    LEAST,
    RANDOM,
    TWO,
    build_spread,
    independent_node,
    pick_node,
    placement_uniform,
)
from simulator.engines.draws import session_key
from simulator.experiment.load_imbalance import busiest_node_share, even_addresses
from simulator.network.cluster import POLICIES, Balancer
from simulator.translate.translate import translate

FARM = "scenarios/first_farm.yaml"
NODES, SESSIONS, UNITS = 5, 300, 300
STATED = {"count": 120, "of_network": 4}


def affine(affinity: str, uneven: float = 0.0) -> Balancer:
    """The balancer of a farm whose clients have stated addresses."""
    addresses = STATED | {"uneven": uneven}
    changes = {"unit.balancer": {"model": "nlb", "affinity": affinity}, "workload.addresses": addresses}
    return translate(load(FARM, changes)).network.balancer


@cache
def spread(affinity: str, uneven: float = 0.0) -> np.ndarray:
    """The sessions at each node of some units, every unit with clients of its own: (UNITS, NODES)."""
    balancer = affine(affinity, uneven)
    policy, sources = POLICIES.index(balancer.policy), balancer.sources or 0
    counts = np.zeros((UNITS, NODES))
    drawn = np.random.default_rng(5).random((UNITS, SESSIONS))
    for number in range(UNITS):
        key = session_key(number, 0)
        for session, u in enumerate(drawn[number]):
            place = placement_uniform(key, session, u, 0, policy, sources, balancer.uneven)
            counts[number, int(place * NODES)] += 1
    return counts


@pytest.mark.parametrize(
    ("affinity", "uneven", "addresses"), [("none", 0.0, None), ("single", 0.0, 120), ("class-c", 0.0, 30),
                                          ("class-c", 0.5, even_addresses(30, 0.5))]
)  # fmt: skip
def test_sessions_are_as_uneven_as_the_multinomial_distribution(affinity, uneven, addresses):
    """Of N sessions from m addresses that fall on n nodes at random, the sum of (count - N / n) ** 2 / (N / n) is on
    average (n - 1) (1 + (N - 1) / m): the sessions themselves are a draw of the addresses. Without affinity every
    connection falls by itself, so that m is without end."""
    even = SESSIONS / NODES
    found = ((spread(affinity, uneven) - even) ** 2).sum(axis=1) / even
    expected = (NODES - 1) * (1.0 + (0.0 if addresses is None else (SESSIONS - 1) / addresses))
    # Such a sum is spread as a chi-square of n - 1 degrees of freedom: three standard errors of its mean.
    assert abs(found.mean() - expected) < 3.0 * expected * np.sqrt(2.0 / (NODES - 1) / UNITS)


def test_sources_are_the_addresses_or_the_networks_that_are_stated():
    assert [affine(each).sources for each in ("none", "single", "class-c")] == [None, 120, 30]
    assert translate(load(FARM)).network.balancer == Balancer("hash")


def test_uneven_addresses_are_fewer_even_ones():
    shares = np.diff(np.arange(0, 3_000_001, dtype=float) ** 0.3)
    shares /= shares.sum()
    assert even_addresses(3_000_000, 0.7) == pytest.approx(1.0 / (shares**2).sum(), rel=1e-3)
    assert even_addresses(50, 0.0) == 50.0


def test_of_twenty_units_one_has_a_busier_node_than_a_farm_is_sized_by():
    """The addresses of a unit fall on its nodes once for all: 2,000 units with 60 addresses each."""
    changes = {"unit.balancer": {"model": "nlb", "affinity": "single"}, "workload.addresses": {"count": 60}}
    bound = busiest_node_share(load(FARM, changes)) * 60 / NODES
    beyond = 0
    for unit in range(2_000):
        places = [
            independent_node(session_key(unit, 3), 0, (address + 0.5) / 60, NODES, 0, 60) for address in range(60)
        ]
        beyond += np.bincount(places, minlength=NODES).max() > bound
    assert 0.015 < beyond / 2_000 < 0.065


@pytest.mark.parametrize(("gone", "times"), [(0, 2.0 * 5 / 6), (1, 2.0 * 4 / 5), (2, 2.0 * 3 / 4)])
def test_a_weighted_unit_is_sized_by_its_heaviest_node(gone, times):
    weighted = load(FARM, {"unit.balancer": {"model": "nlb", "weights": [1, 1, 2, 1, 1]}})
    assert busiest_node_share(weighted, gone) == pytest.approx(times)
    assert busiest_node_share(load(FARM), gone) == 1.0


@pytest.mark.parametrize("policy", [0, RANDOM, IN_TURN, LEAST, TWO])
def test_sessions_fall_on_nodes_by_their_weights(policy):
    """One session after the other that stays: by lot to a few standard deviations, in turn and by least connections
    exactly, and by two choices nearly, for the emptier of two makes good what the lot has spoilt."""
    weights = (3, 1, 2)
    everywhere, inside = np.ones(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    known = build_spread(Balancer(POLICIES[policy], weights=weights), 3)
    drawn = np.random.default_rng(3).random(6_000)
    for turn, u in enumerate(drawn):
        inside[pick_node(policy, u, turn, everywhere, inside, known, 0.0, 0.0)] += 1
    apart = {IN_TURN: 0, LEAST: 1, TWO: 20}.get(policy, 3.0 * np.sqrt(6_000 / 4))
    assert np.abs(inside - 1_000 * np.array(weights)).max() <= apart


def test_turns_are_as_even_as_may_be():
    assert build_spread(Balancer("round_robin", weights=(5, 1, 1)), 3).turns.tolist() == [0, 0, 1, 0, 2, 0, 0]
    assert build_spread(Balancer("round_robin", weights=(4, 2, 2)), 3).turns.tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize("policy", [RANDOM, IN_TURN])
def test_a_node_that_starts_slowly_gets_its_share_little_by_little(policy):
    """Half way through its slow start a node counts for half: a fifth of the sessions of two whole ones and it by lot,
    a sixth in turn, where it is passed over every second time."""
    everywhere, nobody = np.ones(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    known = build_spread(Balancer(POLICIES[policy], slow_start=10.0), 3)
    known.joined[1] = 100.0
    drawn = np.random.default_rng(3).random(6_000)
    sent = [pick_node(policy, u, turn, everywhere, nobody, known, 10.0, 105.0) for turn, u in enumerate(drawn)]
    share = np.bincount(sent, minlength=3)[1] / 6_000
    assert share == pytest.approx(1 / 5 if policy == RANDOM else 1 / 6, abs=0.015)
    later = [pick_node(policy, u, turn, everywhere, nobody, known, 10.0, 120.0) for turn, u in enumerate(drawn)]
    assert np.bincount(later, minlength=3)[1] / 6_000 == pytest.approx(1 / 3, abs=0.02)
