"""Each distribution has the mean and the quantiles that its name promises."""

from math import ceil, log, log1p

import numpy as np
import pytest

from simulator.engines.draws import sample, wire_bytes
from simulator.network.distribution import Distribution, Family

N = 100_000
# Evenly spaced uniforms: their mean is the integral of the quantile function, without chance.
GRID = (np.arange(N) + 0.5) / N


def quantiles(law: Distribution) -> np.ndarray:
    """The values of a distribution on the grid, in ascending order."""
    return np.sort([sample(int(law.kind), law.mean, law.shape, u) for u in GRID])


@pytest.mark.parametrize(
    ("law", "tolerance"),
    [
        (Distribution(Family.CONSTANT, 3.7), 1e-12),
        (Distribution(Family.EXPONENTIAL, 3.7), 1e-4),
        (Distribution(Family.UNIFORM, 3.7), 1e-9),
        (Distribution(Family.GEOMETRIC, 20.0), 1e-4),
        (Distribution(Family.GEOMETRIC, 1.0), 1e-12),
        (Distribution(Family.PARETO, 3.7, 2.5), 2e-3),
        (Distribution(Family.PARETO, 3.7, 4.0), 1e-3),
    ],
)
def test_mean(law, tolerance):
    assert quantiles(law).mean() == pytest.approx(law.mean, rel=tolerance)


@pytest.mark.parametrize("q", [0.1, 0.5, 0.9, 0.99])
def test_quantiles(q):
    at = int(q * N)
    p = (at + 0.5) / N
    mean = 5.0
    shape = 1.5
    assert quantiles(Distribution(Family.EXPONENTIAL, mean))[at] == pytest.approx(-mean * log1p(-p))
    assert quantiles(Distribution(Family.UNIFORM, mean))[at] == pytest.approx(2 * mean * p)
    smallest = mean * (shape - 1) / shape
    assert quantiles(Distribution(Family.PARETO, mean, shape))[at] == pytest.approx(smallest * (1 - p) ** (-1 / shape))
    assert quantiles(Distribution(Family.GEOMETRIC, mean))[at] == ceil(log(1 - p) / log(1 - 1 / mean))


def test_a_geometric_number_counts_from_one():
    assert quantiles(Distribution(Family.GEOMETRIC, 2.0))[0] == 1.0


def test_a_pareto_number_has_a_least_value():
    assert quantiles(Distribution(Family.PARETO, 3.0, 1.5))[0] == pytest.approx(1.0, rel=1e-4)


@pytest.mark.parametrize(
    ("payload", "expected"), [(1.0, 79.0), (1460.0, 1538.0), (1461.0, 1617.0), (14600.0, 15380.0), (0.0, 0.0)]
)
def test_every_segment_adds_its_framing(payload, expected):
    assert wire_bytes(payload, 1460.0, 78.0) == expected
