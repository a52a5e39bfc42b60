"""The upper bound of how many responses are late, by moments: held to closed forms, and to networks drawn at random in
which a simulation counts them."""

import math
from itertools import pairwise

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.histogram import quantile
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import steady_state
from simulator.engines.theory.error_bounds import ResponseBounds
from simulator.engines.theory.formulas.moments import ORDERS, longest_rest, norms_of_excess, norms_of_law, share_beyond
from simulator.engines.theory.formulas.stations import longest_excess
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.response_tails import ResponseTails
from simulator.network.distribution import (
    Distribution,
    Family,
    constant,
    empirical,
    exponential,
    mean_square,
    with_variation,
)
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Serve
from tests.laws.closed_forms import birth_and_death, response_tail, sharing_quantile
from tests.laws.observing import one_request
from tests.theory.drawn import drawn, plan_of
from tests.theory.test_stated_errors import solved

FIRST, MANY, FEW = 20_000, 400, 4
# Replications, and of all their responses the shares that take longer than so much.
RUNS, REQUESTS, LATE = 4, 2_000.0, (0.05, 0.01, 0.001)
# Fewer late ones say little of their share.
SEEN = 50.0


def most_late(found: Equilibrium, longest: float) -> float:
    """The most responses, as a share, that take longer, as theory counts them among those who do not wait for ever."""
    bounds = ResponseBounds(found)
    tails, programs, classes = ResponseTails(found, bounds), found.node.programs.classes, found.traffic.classes
    late = 0.0
    for each in programs:
        off = bounds.error(classes[each.name].flow, classes[each.name].response)
        late += classes[each.name].completed * tails.late_share(each.stages, longest / (1.0 + off))
    return late / sum(each.completed for each in classes.values())


def bound(network: Network, longest: float) -> float:
    """The same of a network."""
    return most_late(steady_state(network, offered_rate(network)), longest)


def queue(servers: int, load: float) -> Network:
    """M/M/c of mean service 1."""
    return one_request(load, (Serve("desk", exponential(1.0)),), MultiServer("desk", servers))


def shared(load: float) -> Network:
    """M/M/1 that shares, of mean work 1."""
    return one_request(load, (Serve("cpu", exponential(1.0)),), SharedCapacity("cpu", 1.0, (1.0,), "cores"))


@pytest.mark.parametrize(("servers", "load"), [(1, 0.2), (1, 0.9), (4, 3.5), (30, 15.0)])
def test_no_more_are_late_in_m_m_c_than_the_bound(servers, load):
    """Of one server it is that of two times that rise together: a wait, of the chance and the length of those of M/M/1,
    and a service."""
    for times in (5.0, 10.0, 20.0, 40.0):
        assert response_tail(servers, load, times) <= bound(queue(servers, load), times)
    rest = 1.0 / (1.0 - load)
    if servers == 1:
        together = norms_of_excess(load * rest, rest) + norms_of_law(exponential(1.0))
        assert bound(queue(1, load), 40.0) == pytest.approx(share_beyond(together, 40.0))


@pytest.mark.parametrize("load", [0.2, 0.6])
def test_no_more_are_late_where_all_share_than_the_bound(load):
    """Of the M/M/1 queue that shares all of its capacity, by its states (closed_forms.py)."""
    for late in (0.1, 1e-5):
        assert late <= bound(shared(load), sharing_quantile(load, 1.0 - late))


def test_a_constant_time_is_never_late_and_one_longer_than_patience_always():
    network = one_request(1e-9, (Serve("desk", constant(1.0)),), MultiServer("desk", 1))
    assert bound(network, 2.0) < 2e-9
    assert bound(network, 0.5) == 1.0


LAWS = [
    constant(2.0), exponential(2.0), Distribution(Family.UNIFORM, 2.0), Distribution(Family.PARETO, 2.0, 2.5),
    with_variation(Family.LOGNORMAL, 2.0, 1.5), with_variation(Family.GAMMA, 2.0, 0.5),
    with_variation(Family.HYPEREXPONENTIAL, 2.0, 2.0), empirical(((0.0, 1.0), (0.5, 1.0), (0.5, 3.0), (1.0, 3.0))),
]  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_norm_of_order_two_is_the_root_of_the_mean_square_and_norms_rise(law):
    norms = norms_of_law(law)
    assert norms[0] == pytest.approx(math.sqrt(mean_square(law)), rel=1e-3)
    assert all(low <= high * (1.0 + 1e-12) for low, high in pairwise(norms))


def test_norms_of_higher_orders_are_those_of_closed_forms():
    """k! of an exponential quantity of mean 1, (k + 1)^-1 of a uniform one up to 1, exp(s^2 k (k - 1) / 2) of a
    lognormal one of mean 1, which is drawn from a table that ends, and none of a Pareto tail beyond its index."""
    assert norms_of_law(LAWS[1]) == pytest.approx([2.0 * math.factorial(int(k)) ** (1.0 / k) for k in ORDERS])
    assert norms_of_law(LAWS[2]) == pytest.approx(4.0 * (ORDERS + 1.0) ** (-1.0 / ORDERS))
    assert norms_of_law(LAWS[4])[:3] == pytest.approx(2.0 * 3.25 ** ((ORDERS[:3] - 1.0) / 2.0), rel=0.03)
    assert np.isinf(norms_of_law(LAWS[3])).tolist() == [order > 2.5 for order in ORDERS]


def test_what_is_left_of_a_quantity_is_its_mean_or_that_of_its_slowest_phase():
    """Balanced means: a share p of phases of mean m / (2 p), p = (1 + sqrt((c^2 - 1) / (c^2 + 1))) / 2 and 1 - p."""
    slowest = 2.0 / (2.0 * (1.0 - (1.0 + math.sqrt(3.0 / 5.0)) / 2.0))
    assert [longest_rest(law) for law in LAWS[:3]] == [2.0, 2.0, 2.0]
    assert longest_rest(LAWS[3]) == math.inf
    assert slowest <= longest_rest(LAWS[6]) <= 1.1 * slowest
    # Half of them take 1, and the others 3: after 1 there are 2 to come.
    assert longest_rest(LAWS[7]) == pytest.approx(2.0)


def test_the_most_that_others_add_is_geometric_where_all_is_shared():
    rates = np.array([1.0, 2.0, 3.0, 4.0])
    assert longest_excess(3.0, rates) == pytest.approx(1.0)
    assert longest_excess(0.0, rates) == pytest.approx(0.25)


def test_the_most_that_others_add_on_a_curve_is_that_of_its_states():
    """By all states of a station of two cores that slow each other down, and of two more threads."""
    rates, load = (1.0, 1.8, 2.1, 2.3), 1.9
    states = birth_and_death(load, rates)
    each = [number / rates[min(number, 4) - 1] for number in range(1, states.size + 1)]
    excess = [
        sum(p * (s - least) for p, s in zip(states, each, strict=True) if s > least)
        / sum(p for p, s in zip(states, each, strict=True) if s > least)
        for least in each[:40]
    ]
    assert longest_excess(load, np.array(rates)) == pytest.approx(max(excess), rel=1e-3)


def measured(network: Network, seed: int, requests: float) -> np.ndarray:
    """How long responses take in a simulation: int64 (bins,)."""
    engine = load_engine("kernel")
    runs = [engine.run(network, plan_of(network, run, requests), seed).histogram.sum(axis=0) for run in range(RUNS)]
    return sum(runs[1:], start=runs[0])


def held(numbers: range, requests: float) -> None:
    """Asserts that no more are late than theory says in any network whose mean response it knows, and that it knows
    what is rare of a quarter of them: that fewer than one in a thousand take ten times as long as one in a hundred."""
    known, rare = 0, 0
    for seed in numbers:
        network = drawn(seed)
        said = None if network.source.returns else solved(network)
        if said is None or isinstance(said.figures["response_mean"], str):
            continue
        found, counts = steady_state(network, offered_rate(network)), measured(network, seed, requests)
        for late in (late for late in LATE if late * counts.sum() >= SEEN):
            assert late <= most_late(found, quantile(counts, 1.0 - late)), seed
        known += 1
        rare += most_late(found, 10.0 * quantile(counts, 0.99)) < 1e-3
    assert rare >= 0.25 * known > 0


def test_no_more_are_late_on_a_few_networks():
    held(range(FIRST, FIRST + FEW), REQUESTS)


@pytest.mark.proof
def test_no_more_are_late_on_many_networks():
    held(range(FIRST, FIRST + MANY), 10.0 * REQUESTS)
