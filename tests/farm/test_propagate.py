"""Intervals pass through arithmetic as a Monte Carlo says they do."""

import numpy as np
import pytest

from simulator.experiment.error_propagation import add, divide, multiply, shift, subtract
from simulator.experiment.estimate import Estimate, exact

LEFT = Estimate(610.0, 9.0, 0.95, 5, "Mbps")
RIGHT = Estimate(976.0, 12.0, 0.95, 10, "Mbps")
Z = 1.959964  # 97.5 % quantile of the normal distribution.
DRAWS = 400_000


def drawn(estimate: Estimate, normal: np.ndarray) -> np.ndarray:
    return estimate.value + normal * estimate.half_width / Z


def half_width_of(sample: np.ndarray) -> float:
    low, high = np.quantile(sample, [0.025, 0.975])
    return (high - low) / 2


# The quantile's own error at these draws is 0.4 %; the second order that the delta method drops is below 0.1 %.
@pytest.mark.parametrize(
    ("estimate", "function"), [(divide, np.divide), (subtract, np.subtract)], ids=["quotient", "difference"]
)
def test_independent_figures(estimate, function):
    normals = np.random.default_rng(1).standard_normal((2, DRAWS))
    expected = half_width_of(function(drawn(LEFT, normals[0]), drawn(RIGHT, normals[1])))
    assert estimate(LEFT, RIGHT, "").half_width == pytest.approx(expected, rel=0.015)


@pytest.mark.parametrize(
    ("estimate", "function"),
    [(lambda a, b: add((a, b), ""), np.add), (lambda a, b: multiply(a, b, ""), np.multiply)],
    ids=["sum", "product"],
)
def test_figures_that_vary_together(estimate, function):
    normal = np.random.default_rng(2).standard_normal(DRAWS)
    expected = half_width_of(function(drawn(LEFT, normal), drawn(RIGHT, normal)))
    assert estimate(LEFT, RIGHT).half_width == pytest.approx(expected, rel=0.015)


def test_confidence_and_samples_are_those_of_the_weakest_measurement():
    quotient = divide(LEFT, RIGHT, "ratio")
    assert (quotient.confidence, quotient.samples, quotient.unit) == (0.95, 5, "ratio")
    scaled = add((exact(100.0, "Mbps"), RIGHT), "Mbps")
    assert (scaled.confidence, scaled.samples) == (0.95, 10)


def test_given_figures_stay_given():
    assert add((exact(1.0, "x"), exact(2.0, "x")), "x") == exact(3.0, "x")
    assert add((), "x") == exact(0.0, "x")


def test_a_constant_moves_the_interval_without_widening_it():
    assert shift(LEFT, 90.0, "Mbps") == Estimate(700.0, 9.0, 0.95, 5, "Mbps")
