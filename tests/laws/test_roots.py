"""Roots by Brent's method: the steps of scipy's, to the last digit."""

import math

import pytest
from scipy.optimize import brentq

from simulator.engines.analytic.formulas.roots import root

FUNCTIONS = {
    "a line": lambda x: x - 0.7,
    "a cube": lambda x: 0.1 * (x - 0.7) + (x - 0.7) ** 3,
    "a growth": lambda x: math.expm1(5.0 * (x - 0.7)),
    "a bend": lambda x: math.tanh(9.0 * (x - 0.7)),
    "a jump": lambda x: -1.0 if x < 0.7 else 1e-9 * (x > 0.7),
}
TOLERANCES = {"default": {}, "relative": {"xtol": 1e-300, "rtol": 1e-12}, "coarse": {"xtol": 1e-2, "rtol": 1e-9}}


@pytest.mark.parametrize("tolerance", TOLERANCES.values(), ids=TOLERANCES)
@pytest.mark.parametrize("ends", [(0.0, 1.0), (-3.0, 0.9), (0.5, 40.0), (0.7, 2.0), (-1.0, 0.7)])
@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_root_is_found_in_the_steps_of_scipy(function, ends, tolerance):
    tried, known = [], []
    found = root(lambda x: tried.append(x) or function(x), *ends, **tolerance)
    assert found == brentq(lambda x: known.append(x) or function(x), *ends, **tolerance)
    assert tried == known


def test_ends_that_enclose_no_root_are_refused():
    with pytest.raises(ValueError, match="no root is enclosed: 1.0 at 0.0 and 2.0 at 1.0 have the same sign"):
        root(lambda x: x + 1.0, 0.0, 1.0)


def test_a_root_that_is_not_closed_in_on_in_time_is_refused():
    with pytest.raises(ValueError, match="no root was found between -1e\\+300 and 1e\\+250 in 100 steps"):
        root(lambda x: -1.0 if x < 1e-300 else 1.0, -1e300, 1e250, xtol=0.0)
