"""Formulas behind the figures of theory: against draws, tables, sums by hand and special cases."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.signal import fftconvolve
from scipy.stats import norm, poisson

from simulator.engines.theory.formulas.erlang import erlang_b, erlang_c
from simulator.engines.theory.formulas.percentiles import response_percentile
from simulator.engines.theory.node.delays import mean_wait
from simulator.engines.theory.node.refusals import fitting_jobs
from simulator.engines.theory.node.traffic import completed_share, sent_requests
from simulator.network.distribution import TABLED, Distribution, Family, constant, mean_square
from tests.laws import closed_forms


@pytest.mark.parametrize("kind", sorted(set(Family) - TABLED))
def test_mean_squares_are_those_of_draws(kind):
    """Against the quantiles of each law at 400,000 even steps; a tail index of 5, so that the sum converges."""
    law = Distribution(kind, 7.0, 5.0)
    u = (np.arange(400_000) + 0.5) / 400_000
    drawn = {
        Family.CONSTANT: np.full(1, law.mean),
        Family.EXPONENTIAL: -law.mean * np.log(u),
        Family.PARETO: law.mean * 0.8 * u**-0.2,
        Family.UNIFORM: 2.0 * law.mean * u,
        Family.GEOMETRIC: 1.0 + np.floor(np.log(u) / np.log1p(-1.0 / law.mean)),
    }[kind]
    assert mean_square(law) == pytest.approx((drawn**2).mean(), rel=2e-3)
    assert mean_square(Distribution(Family.PARETO, 1.0, 2.0)) == math.inf


@pytest.mark.parametrize("busy", [0.2, 0.9])
def test_waits_for_one_server_are_those_of_pollaczek_and_khinchine(busy):
    for square in (1.0, 4.0 / 3.0, 2.0, 6.0):
        expected = closed_forms.pollaczek_khinchine(busy, square - 1.0) / busy
        assert mean_wait(1.0, 1.0, square, busy) == pytest.approx(expected, rel=1e-12)
    assert mean_wait(3.0, 2.0, 8.0, busy) == pytest.approx(2.0 * closed_forms.mean_wait(3, 3.0 * busy), rel=1e-12)
    assert mean_wait(3.0, 2.0, math.inf, busy) == math.inf
    assert mean_wait(3.0, 2.0, 8.0, 0.0) == 0.0


@pytest.mark.parametrize(("servers", "busy"), [(1, 0.9), (2, 0.5), (8, 0.8), (24, 0.95)])
def test_waits_beyond_exponential_services_grow_in_a_straight_line_with_the_variation(servers, busy):
    """From M/D/c through M/M/c (Cosmetatos 1976), and without a step where services are exponential."""
    constant_wait, exponential = mean_wait(servers, 1.0, 1.0, busy), mean_wait(servers, 1.0, 2.0, busy)
    for variation in (1.0 + 1e-9, 2.25, 16.0, 100.0):
        expected = exponential + (variation - 1.0) * (exponential - constant_wait)
        assert mean_wait(servers, 1.0, 1.0 + variation, busy) == pytest.approx(expected, rel=1e-8)


def constant_services(servers: int, busy: float) -> float:
    """The mean number that wait in M/D/c, exactly (Crommelin 1932): those who are there one service later are those
    whom the servers have left waiting, and those who came meanwhile. Repeated until nothing changes."""
    number = np.arange(1200)
    came = poisson.pmf(number, servers * busy)
    states = np.zeros(number.size)
    states[0] = 1.0
    for _ in range(20_000):
        left = np.concatenate(([states[: servers + 1].sum()], states[servers + 1 :], np.zeros(servers)))
        after = fftconvolve(left, came)[: number.size]
        if np.abs(after - states).max() < 1e-13:
            break
        states = after
    return float((np.maximum(number - servers, 0) * states).sum())


@pytest.mark.parametrize("busy", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("servers", [2, 6, 20])
def test_waits_for_several_servers_of_constant_services_are_close(servers, busy):
    """Where few wait, the approximation is off by more of very little."""
    expected = constant_services(servers, busy)
    found = mean_wait(float(servers), 1.0, 1.0, busy) * servers * busy
    assert found == pytest.approx(expected, rel=0.02, abs=0.01)


@pytest.mark.parametrize(("servers", "busy"), [(1, 0.8), (3, 0.5), (3, 2.0 / 3.0), (4, 0.9)])
def test_response_percentiles_are_those_of_waiting_and_service(servers, busy):
    """The wait is exponential where there is one; it and the service are convolved by quadrature."""
    late = erlang_c(servers, busy * servers)

    def beyond(time: float) -> float:
        rate = servers * (1.0 - busy)
        waiting_too, _ = quad(lambda w: late * rate * math.exp(-rate * w - (time - w)), 0.0, time)
        return math.exp(-time) * (1.0 - late) + waiting_too + late * math.exp(-rate * time)

    for share in (0.5, 0.95, 0.99):
        assert beyond(response_percentile(servers, 1.0, busy, share)) == pytest.approx(1.0 - share, rel=1e-7)


@pytest.mark.parametrize("fails", [0.0, 0.01, 0.3, 1.0])
def test_sessions_send_as_many_requests_as_do_not_end_them(fails):
    """Summed over the requests one by one: constant, and geometric with mean 5."""
    for law, goes_on in ((constant(5.0), [1.0] * 4 + [0.0]), (Distribution(Family.GEOMETRIC, 5.0), [0.8] * 4000)):
        number, alive, whole = 0.0, 1.0, 0.0
        for on in goes_on:
            number += alive
            whole += alive * (1.0 - fails) * (1.0 - on)
            alive *= (1.0 - fails) * on
        assert sent_requests(law, fails) == pytest.approx(number, rel=1e-9)
        assert completed_share(law, fails) == pytest.approx(whole, rel=1e-9, abs=1e-300)


def test_rounding_leaves_no_session_that_sends_less_than_the_one_request_it_is_in_for():
    assert min(sent_requests(constant(1.0), fails / 997.0) for fails in range(1, 997)) == 1.0


def test_places_of_pools():
    """Three at a time of ten with a reserve of two; the 32-bit kernel pool: one more than fits beside the reserve."""
    assert fitting_jobs(10.0 - 5.0, 3.0, 3.0) == 2.0
    assert fitting_jobs(268_435_456.0 - 20_971_520.0 - 2600.0, 16_384.0, 16_384.0) == 15_104.0
    assert fitting_jobs(-1.0, 3.0, 3.0) == 0.0
    assert fitting_jobs(3.0, 2.0, 1.5) == pytest.approx(3.0)


@pytest.mark.parametrize("servers", [1e4, 1e9, 1e12, 1e15])
@pytest.mark.parametrize("deviations", [-60.0, -20.0, -3.0, 0.0, 3.0, 20.0, 60.0])
def test_a_great_many_servers_lose_what_the_normal_law_says_and_take_no_memory(servers, deviations):
    """B sqrt(load) tends to the hazard of the normal law (Jagerman 1974, theorem 14)."""
    load = servers + deviations * math.sqrt(servers)
    lost = erlang_b(servers, load)
    hazard = math.exp(norm.logpdf(deviations) - norm.logsf(deviations))
    assert 0.0 <= lost < 1.0
    if deviations > -20.0 and servers >= 1e9:
        assert lost * math.sqrt(load) == pytest.approx(hazard, rel=2e-3)


@pytest.mark.parametrize("square", [1.0, 1.5, 2.0, 3.0])
def test_who_hardly_ever_waits_waits_for_next_to_nothing(square):
    """64 servers at a tenth of a per cent: the wait of exponential services is the smallest of numbers, or none."""
    for busy in (1e-3, 1e-4, 3e-6, 1e-6, 1e-9):
        assert 0.0 <= mean_wait(64.0, 1e-4, square * 1e-8, busy) < 1e-100
