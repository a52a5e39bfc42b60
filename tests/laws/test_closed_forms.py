"""The closed forms themselves, where another formula or simple reasoning gives the same number."""

import math

import numpy as np
import pytest
from scipy.integrate import quad

from tests.laws.closed_forms import (
    at_least,
    che,
    closed_network,
    erlang_b,
    erlang_c,
    exponential_segments,
    limited,
    lru_of_two,
    mean_number,
    pollaczek_khinchine,
    response_quantile,
    response_tail,
    sharing,
    time_to_live,
    zipf_shares,
)


@pytest.mark.parametrize(("c", "a"), [(1, 0.3), (4, 3.2), (10, 12.0)])
def test_erlang_b_is_the_truncated_poisson_distribution(c, a):
    weights = [a**k / math.factorial(k) for k in range(c + 1)]
    assert erlang_b(c, a) == pytest.approx(weights[-1] / sum(weights), rel=1e-12)
    assert limited(c, c, a)[-1] == pytest.approx(erlang_b(c, a), rel=1e-12)


def test_one_server_is_busy_as_often_as_it_is_loaded():
    assert erlang_c(1, 0.7) == pytest.approx(0.7, rel=1e-12)
    assert mean_number(1, 0.7) == pytest.approx(0.7 / 0.3, rel=1e-12)
    assert at_least(1, 0.7, 3) == pytest.approx(0.7**3, rel=1e-12)
    assert pollaczek_khinchine(0.7, 1.0) == pytest.approx(mean_number(1, 0.7) - 0.7, rel=1e-12)


def test_a_long_limited_queue_is_an_unlimited_one():
    assert limited(4, 400, 3.2) @ np.arange(401) == pytest.approx(mean_number(4, 3.2), rel=1e-9)


@pytest.mark.parametrize(("width", "a"), [(1, 0.9), (4, 3.2), (30, 28.5)])
def test_sharing_a_whole_multiple_is_m_m_c(width, a):
    assert sharing(width, a) == pytest.approx(mean_number(width, a), rel=1e-9)


def test_a_cap_that_nobody_reaches_is_no_cap():
    assert sharing(0.4, 0.2) == pytest.approx(1.0, rel=1e-9)


def test_customers_among_like_stations_meet_all_others_as_often():
    """N / (D (N + M - 1)) for M stations of demand D, and as many at each."""
    throughput, jobs = closed_network([0.2] * 5, [1] * 5, 12)
    assert throughput == pytest.approx(12 / (0.2 * 16), rel=1e-12)
    assert jobs == pytest.approx([12 / 5] * 5, rel=1e-12)


def test_machines_and_one_repairman_are_a_loss_system():
    """The share of the time for which the repairman idles is Erlang's loss with as many lines as machines."""
    throughput, (broken, running) = closed_network([0.5, 4.0], [1, math.inf], 6)
    assert 1.0 - 0.5 * throughput == pytest.approx(erlang_b(6, 8.0), rel=1e-12)
    assert broken + running == pytest.approx(6.0, rel=1e-12)


def test_responses_of_one_server_are_exponential():
    assert response_tail(1, 0.7, 2.5) == pytest.approx(math.exp(-0.3 * 2.5), rel=1e-12)
    assert response_quantile(1, 0.7, 0.95) == pytest.approx(-math.log(0.05) / 0.3, rel=1e-9)


def test_the_tail_of_responses_adds_up_to_their_mean():
    """The mean of a positive quantity is the area under its tail; Little's law gives it too."""
    area, _ = quad(lambda t: response_tail(4, 3.2, t), 0.0, math.inf)
    assert area == pytest.approx(mean_number(4, 3.2) / 3.2, rel=1e-9)
    assert response_tail(4, 3.2, response_quantile(4, 3.2, 0.9)) == pytest.approx(0.1, rel=1e-9)


def test_objects_asked_for_alike_hit_as_often_as_they_are_held():
    alike = zipf_shares(50, 0.0)
    assert che(alike, 10) == pytest.approx(0.2, rel=1e-9)
    assert lru_of_two(alike) == pytest.approx(2 / 50, rel=1e-9)
    assert time_to_live(alike, 50.0, 1.0) == pytest.approx(1.0 - math.exp(-1.0), rel=1e-9)


def test_short_payloads_fit_the_segment_of_their_header():
    assert exponential_segments(0.01, 100.0, 1460.0) == pytest.approx(1.0)
    assert exponential_segments(1e4, 0.0, 1.0) == pytest.approx(1e4 + 0.5, rel=1e-8)
