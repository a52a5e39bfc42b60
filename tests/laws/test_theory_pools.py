"""Pools that let wait, such as worker threads: theory against the kernel."""

import math

import numpy as np
import pytest

from simulator.engines.theory import error_bounds as known
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.formulas.mixed import rates_beside, servers_beside
from simulator.engines.theory.node.waiting_pools import pool_passage, pool_state
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from tests.laws.closed_forms import mean_wait
from tests.laws.observing import agrees, observe, one_request, response


def worker_threads(rate: float, threads: float, cores: float) -> Network:
    """Requests that hold a thread while they work and while they wait for an answer, each for a second."""
    work = (Serve("cpu", exponential(1.0), 0), Delay(exponential(1.0), 1))
    steps = (Seize("threads", 1.0), *work, Release("threads", 1.0))
    cpu, pool = SharedCapacity("cpu", cores, (1.0,), "cores"), TokenPool("threads", threads, "wait", "threads")
    return one_request(rate, steps, cpu, pool)


@pytest.mark.parametrize("load", [0.4, 0.7, 0.8])
@pytest.mark.parametrize(("threads", "cores"), [(25.0, 4.0), (6.0, 4.0), (4.0, 2.0), (3.0, 8.0)])
def test_requests_take_as_long_as_theory_says_where_threads_are_short(threads, cores, load):
    network = worker_threads(load * min(cores, threads / 2.2), threads, cores)
    figure = TheoryEngine().solve(network).figure("response_mean")
    measured = response(observe(network, 10_000.0, 200.0, windows=20))
    agrees(measured, figure.value, within=0.15, known_error=figure.standing.error)


def test_threads_are_held_as_long_as_theory_says():
    network = worker_threads(1.2, 4.0, 2.0)
    (use,) = (use for use in TheoryEngine().solve(network).uses if use.name == "threads")
    steady = observe(network, 10_000.0, 200.0, windows=20)
    held = steady.rate("pool", "threads", "used", factor=100.0 / 4.0, unit="%")
    agrees(held, use.utilisation.value, within=0.05, known_error=known.PASSED)


@pytest.mark.parametrize("busy", [0.3, 0.9])
@pytest.mark.parametrize("places", [1, 3, 20])
def test_a_pool_around_a_pause_is_a_queue_of_as_many_servers(busy, places):
    """M/M/c: nobody shares anything inside."""
    pool = pool_state(float(places), 2.0, ())
    assert pool.full == pytest.approx(places / 2.0, rel=1e-12)
    found = pool_passage(pool, busy)
    assert found.wait == pytest.approx(2.0 * mean_wait(places, 2.0 * busy * pool.full), rel=1e-9)
    assert found.inside == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize("busy", [0.3, 0.9])
def test_a_pool_around_one_server_is_that_server(busy):
    """M/M/1, of which the pool lets five in: waiting before and inside it together are those of M/M/1."""
    found = pool_passage(pool_state(5.0, 1.0, [(1.0, (1.0,))]), busy)
    assert found.wait + found.inside == pytest.approx(1.0 / (1.0 - busy), rel=1e-9)


def test_the_number_before_and_inside_a_pool_is_its_birth_and_death_process():
    """State by state, for two and a half servers and a pause inside four places."""
    pool = pool_state(4.0, 3.0, [(2.0, (1.0, 2.0, 2.5))])
    number = np.arange(1, 3000)
    rates = pool.rates[np.minimum(number, 4) - 1]
    states = np.exp(np.concatenate(([0.0], np.cumsum(np.log(0.8 * pool.full / rates)))))
    states /= states.sum()
    waiting, within = (states[1:] * np.maximum(number - 4, 0)).sum(), (states[1:] * np.minimum(number, 4)).sum()
    found = pool_passage(pool, 0.8)
    assert found.wait * 0.8 * pool.full == pytest.approx(waiting, rel=1e-9)
    assert found.inside * 0.8 * pool.full == pytest.approx(within, rel=1e-9)


def test_many_places_are_a_queue_of_many_servers():
    found = pool_passage(pool_state(1000.0, 2.0, [(1.0, (1.0, 2.0, 3.0))]), 0.99)
    assert found.wait == pytest.approx(2.0 * mean_wait(1000, 0.99 * 1000.0), rel=1e-9)
    assert found.inside is None


@pytest.mark.parametrize(
    "curve", [(1.0,), (1.0, 2.0), (1.0, 1.9, 2.1, 2.4), tuple(float(n) for n in range(1, 65))], ids=len
)
@pytest.mark.parametrize("busy", [0.05, 0.6, 0.97])
def test_what_a_station_does_beside_others_is_the_mean_over_how_many_there_are(curve, busy):
    """State by state: n jobs of its own and m others weigh as in a network of product form (BCMP 1975), and each job
    gets as much as another."""
    others = busy * curve[-1]
    found = rates_beside(curve, others, 1_000)
    m = np.arange(6_000)
    for n in range(1, len(curve) + 1):
        rates = np.asarray(curve)[np.minimum(n + m, len(curve)) - 1]
        steps = np.log((n + m[1:]) / m[1:] * others / rates[1:])
        weights = np.exp(np.concatenate(([0.0], np.cumsum(steps))))
        mean = (weights * rates * n / (n + m)).sum() / weights.sum()
        assert found[n - 1] == pytest.approx(mean, rel=1e-6)
    assert rates_beside(curve, others, 2) == pytest.approx(found[:2])
    assert rates_beside(curve, 0.0, 1_000) == pytest.approx(curve)


@pytest.mark.parametrize("servers", [300.0, 2_000.0, 2_000.4])
@pytest.mark.parametrize("busy", [0.0, 0.05, 0.6, 0.97, 0.9999])
def test_many_servers_beside_others_are_those_of_the_sum_over_all_states(servers, busy):
    curve = [min(float(jobs), servers) for jobs in range(1, math.ceil(servers) + 1)]
    assert servers_beside(servers, busy * servers, 256) == pytest.approx(
        rates_beside(curve, busy * servers, 256), rel=1e-9
    )


@pytest.mark.parametrize("busy", [0.0, 0.5, 0.999])
def test_a_thousand_million_servers_hold_nobody_up(busy):
    assert servers_beside(1e9, busy * 1e9, 256) == pytest.approx(np.arange(1.0, 257.0), rel=1e-6)


def test_a_station_of_a_thousand_million_servers_inside_a_pool_takes_no_room():
    """The rates of each number of jobs would be some ten gigabytes; with so many cores nobody waits for another."""
    found = TheoryEngine().solve(worker_threads(5.0, 100.0, 1e9))
    assert found.figure("response_mean").value == pytest.approx(2.0, rel=1e-6)
