"""The model's side of a figure: one system, or several compared."""

from dataclasses import replace

import pytest

from simulator.experiment.results import Unavailable
from simulator.studies.validate.model_value import model_value
from simulator.studies.validate.published import System
from tests.fabricated import measured, outcome
from tests.validate.figures import figure

PLAN = outcome()


def of_systems(*values):
    """The systems a, b, ... and outcomes in which they complete so many requests a second."""
    systems = tuple(System(name) for name in "abcd"[: len(values)])
    outcomes = {}
    for system, value in zip(systems, values, strict=True):
        throughput = value if isinstance(value, Unavailable) else measured(value, 0.01, "/s")
        results = replace(PLAN.results, measures={"requests": throughput})
        outcomes[system.name] = replace(PLAN, results=results)
    return systems, outcomes


def compared(comparison, *values):
    systems, outcomes = of_systems(*values)
    return model_value(figure(comparison=comparison, systems=systems), outcomes, {})


def test_the_value_of_one_system():
    assert compared("value", 200.0).value == 200.0


def test_a_ratio_is_in_percent_with_the_intervals_of_both():
    found = compared("ratio", 170.0, 200.0)
    assert (found.value, found.unit) == (pytest.approx(85.0), "%")
    assert found.half_width == pytest.approx(85.0 * 0.01 * 2**0.5)


def test_a_gain_is_what_a_ratio_has_over_100_percent():
    found = compared("gain", 260.0, 200.0)
    assert (found.value, found.unit) == (pytest.approx(30.0), "%")


def test_a_difference_of_two_ratios_is_in_points():
    found = compared("difference", 112.0, 100.0, 220.0, 200.0)
    assert (found.value, found.unit) == (pytest.approx(2.0), "points")
    assert found.half_width == pytest.approx(0.01 * 2**0.5 * (112**2 + 110**2) ** 0.5)


def test_an_order_counts_the_neighbours_that_keep_to_it():
    assert compared("order", 4.0, 3.0, 2.0, 1.0).value == 3
    assert compared("order", 4.0, 3.0, 1.0, 2.0).value == 2
    assert compared("order", 1.0, 1.0).value == 0


def test_what_one_of_the_systems_could_not_measure_nobody_can_compare():
    assert compared("ratio", 1.0, Unavailable("too few")) == Unavailable("too few")
    assert compared("order", Unavailable("too few"), 1.0, 2.0) == Unavailable("too few")


def test_nothing_is_relative_to_0():
    assert isinstance(compared("gain", 1.0, 0.0), Unavailable)


def test_figures_of_farms_and_of_limits():
    outcomes = {"x86.yaml": PLAN}
    assert model_value(figure(measure="CPU"), outcomes, {}).value == pytest.approx(60.0)
    assert model_value(figure(measure="units"), outcomes, {}).value == pytest.approx(2.459, abs=1e-3)
    assert model_value(figure(measure="units rounded", of_baseline=True), outcomes, {}).value == 4
    with pytest.raises(KeyError):
        model_value(figure(measure="requets"), outcomes, {})
