"""Each distribution has the mean and the quantiles that its name promises."""

import math
from math import ceil, log, log1p

import numpy as np
import pytest
from scipy import stats

from simulator.engines.draws import draw, quantile, sample, wire_bytes
from simulator.engines.quantiles import TABLE, Numbering, quantile_lines, single_table
from simulator.network.distribution import Distribution, Family, empirical, with_variation

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


VARYING = [
    *(with_variation(Family.LOGNORMAL, 3.7, cv) for cv in (0.01, 0.3, 1.0, 1.5, 4.0, 10.0)),
    *(with_variation(Family.GAMMA, 3.7, cv) for cv in (0.01, 0.3, 1.0, 1.5, 4.0, 10.0)),
    *(with_variation(Family.HYPEREXPONENTIAL, 3.7, cv) for cv in (1.0, 1.5, 4.0, 10.0)),
]
# By hand: 30 % between 0 and 10, half at 20, a fifth between 20 and 100.
STEPPED = empirical(((0.0, 0.0), (0.3, 10.0), (0.3, 20.0), (0.8, 20.0), (1.0, 100.0)))


def drawn(law: Distribution, share: float) -> float:
    """What a distribution that is drawn from a table gives for the uniform `share`."""
    return law.mean * quantile(single_table(law), 0, share)


@pytest.mark.parametrize("law", VARYING, ids=str)
def test_a_table_has_the_mean_exactly_and_the_variation_stated(law):
    """Straight lines have their moments in closed form; the words of 32 bits end beyond all but the last line."""
    lines = quantile_lines(law)
    assert np.all(np.diff(lines.share) >= 0.0) and np.all(np.diff(lines.value) >= 0.0) and lines.value[0] >= 0.0
    mean = np.diff(lines.share) @ (lines.value[1:] + lines.value[:-1]) / 2.0
    assert mean == pytest.approx(1.0, rel=1e-12)
    assert math.sqrt(lines.mean_square - 1.0) == pytest.approx(law.cv, rel=1e-3)


@pytest.mark.parametrize("law", [law for law in VARYING if law.cv <= 4.0], ids=str)
def test_what_is_drawn_has_the_moments_of_the_table(law):
    """The average over evenly spread words within octaves of the upper share, each weighed with the share it spans."""
    upper = 2.0 ** -np.arange(33.0)
    total = square = 0.0
    for high, low in zip(upper, [*upper[1:], 0.0], strict=True):
        shares = 1.0 - (low + (high - low) * (np.arange(400) + 0.5) / 400)
        values = np.array([drawn(law, share) for share in shares])
        total += (high - low) * values.mean()
        square += (high - low) * (values**2).mean()
    assert total == pytest.approx(law.mean, rel=1e-3)
    assert math.sqrt(square / total**2 - 1.0) == pytest.approx(law.cv, rel=2e-3)


@pytest.mark.parametrize("share", [1e-4, 1e-3, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0 - 1e-6, 1.0 - 1e-9])
def test_quantiles_of_tables_are_those_of_the_families(share):
    cv, mean = 1.5, 5.0
    sigma = math.sqrt(math.log1p(cv * cv))
    normal = stats.lognorm(sigma, scale=mean * math.exp(-sigma * sigma / 2.0))
    assert drawn(with_variation(Family.LOGNORMAL, mean, cv), share) == pytest.approx(normal.ppf(share), rel=2e-3)
    gamma = stats.gamma(1.0 / cv**2, scale=mean * cv**2)
    assert drawn(with_variation(Family.GAMMA, mean, cv), share) == pytest.approx(gamma.ppf(share), rel=2e-3, abs=1e-4)
    p = (1.0 + math.sqrt((cv * cv - 1.0) / (cv * cv + 1.0))) / 2.0
    mixed = drawn(with_variation(Family.HYPEREXPONENTIAL, mean, cv), share)
    beyond = p * math.exp(-2.0 * p * mixed / mean) + (1.0 - p) * math.exp(-2.0 * (1.0 - p) * mixed / mean)
    assert beyond == pytest.approx(1.0 - share, rel=5e-3)


def test_a_gamma_of_variation_1_and_a_mixture_of_variation_1_are_exponential():
    for family in (Family.GAMMA, Family.HYPEREXPONENTIAL):
        for share in (0.01, 0.5, 0.99):
            assert drawn(with_variation(family, 2.0, 1.0), share) == pytest.approx(-2.0 * log1p(-share), rel=1e-3)


@pytest.mark.parametrize(
    ("share", "value"), [(0.15, 5.0), (0.3, 10.0), (0.30001, 20.0), (0.8, 20.0), (0.9, 60.0), (1.0 - 2.0**-33, 100.0)]
)
def test_an_empirical_distribution_is_drawn_as_it_is_stated(share, value):
    """Also where it has steps, and between the points of the tables of other families."""
    assert STEPPED.mean == pytest.approx(0.3 * 5.0 + 0.5 * 20.0 + 0.2 * 60.0)
    assert drawn(STEPPED, share) == pytest.approx(value, rel=1e-8)
    square = 0.3 * 100.0 / 3.0 + 0.5 * 400.0 + 0.2 * (20.0**2 + 20.0 * 100.0 + 100.0**2) / 3.0
    assert quantile_lines(STEPPED).mean_square * STEPPED.mean**2 == pytest.approx(square, rel=1e-12)


def test_tables_stand_side_by_side():
    """Each has its number, whatever its mean, and others need none."""
    numbering = Numbering()
    wide, half = with_variation(Family.GAMMA, 3.0, 2.0), with_variation(Family.GAMMA, 1.5, 2.0)
    assert numbering.coded(Distribution(Family.PARETO, 2.0, 1.5)) == (int(Family.PARETO), 2.0, 1.5)
    assert numbering.coded(STEPPED) == (TABLE, STEPPED.mean, 0.0)
    assert numbering.coded(wide) == (TABLE, 3.0, 1.0)
    assert numbering.coded(half) == (TABLE, 1.5, 1.0)
    tables = numbering.quantiles()
    for share in GRID[::997]:
        assert draw(tables, TABLE, 3.0, 1.0, share) == drawn(wide, share)
        assert draw(tables, TABLE, 1.0, 0.0, share) * STEPPED.mean == pytest.approx(drawn(STEPPED, share), rel=1e-15)


@pytest.mark.parametrize(
    ("family", "cv", "points"),
    [
        (Family.LOGNORMAL, 0.0, ()),
        (Family.GAMMA, -1.0, ()),
        (Family.HYPEREXPONENTIAL, 0.9, ()),
        (Family.EMPIRICAL, 0.0, ()),
        (Family.EMPIRICAL, 0.0, ((0.0, 1.0), (0.9, 1.0))),
        (Family.EMPIRICAL, 0.0, ((0.0, 1.0), (0.6, 2.0), (0.5, 3.0), (1.0, 3.0))),
        (Family.EMPIRICAL, 0.0, ((0.0, 2.0), (1.0, 1.0))),
        (Family.EMPIRICAL, 0.0, ((0.0, -1.0), (1.0, 1.0))),
    ],
)
def test_no_distribution_is_made_that_cannot_be_drawn(family, cv, points):
    with pytest.raises(ValueError, match="distribution"):
        Distribution(family, 1.0, cv=cv, points=points)
    with pytest.raises(ValueError, match="mean above 0"):
        empirical(((0.0, 0.0), (1.0, 0.0)))
