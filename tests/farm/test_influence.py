"""What is told from noise: a figure whose interval is narrower than its value."""

import pytest

from simulator.experiment.estimate import Estimate, exact
from simulator.farm.influence import SobolIndex


@pytest.mark.parametrize(
    ("value", "half_width", "resolved"), [(10.0, 9.0, True), (-10.0, 9.0, True), (10.0, 10.0, False), (0.0, 1.0, False)]
)
def test_an_interval_wider_than_its_value_resolves_nothing(value, half_width, resolved):
    assert Estimate(value, half_width, 0.95, 4, "Mbps").resolved is resolved


def test_a_change_of_exactly_nothing_is_known_to_be_none():
    assert exact(0.0, "Mbps").resolved


def test_an_index_is_resolved_if_its_parameter_is_told_to_do_anything_alone_or_together():
    noise, known = Estimate(0.02, 0.05, 0.95, 64, ""), Estimate(0.4, 0.1, 0.95, 64, "")
    assert SobolIndex("a", noise, known).told == (False, True) and SobolIndex("a", noise, noise).told == (False, False)
