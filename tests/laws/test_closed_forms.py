"""The closed forms themselves, where another formula or simple reasoning gives the same number."""

import math

import numpy as np
import pytest

from tests.laws.closed_forms import (
    at_least,
    che,
    erlang_b,
    erlang_c,
    exponential_segments,
    limited,
    lru_of_two,
    mean_number,
    pollaczek_khinchine,
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


def test_objects_asked_for_alike_hit_as_often_as_they_are_held():
    alike = zipf_shares(50, 0.0)
    assert che(alike, 10) == pytest.approx(0.2, rel=1e-9)
    assert lru_of_two(alike) == pytest.approx(2 / 50, rel=1e-9)
    assert time_to_live(alike, 50.0, 1.0) == pytest.approx(1.0 - math.exp(-1.0), rel=1e-9)


def test_short_payloads_fit_the_segment_of_their_header():
    assert exponential_segments(0.01, 100.0, 1460.0) == pytest.approx(1.0)
    assert exponential_segments(1e4, 0.0, 1.0) == pytest.approx(1e4 + 0.5, rel=1e-8)
