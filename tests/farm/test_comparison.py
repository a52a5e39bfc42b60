"""The plan against its baseline, as the documents count it."""

import pytest

from simulator.experiment.results import Unavailable
from simulator.farm.outcome import roll_up
from tests.fabricated import network, outcome, results, scenario, stamp, x86_results


@pytest.fixture(scope="module")
def comparison():
    return outcome().comparison


def savings(comparison):
    return {saving.name: saving for saving in comparison.savings}


def test_footprint_is_what_the_documents_call_roughly_60_percent(comparison):
    assert comparison.footprint.value == pytest.approx(100 * 602 / 976)
    assert comparison.whole_footprint.value == pytest.approx(75.0)
    assert comparison.footprint.half_width > 0


def test_capacity_ratio(comparison):
    assert comparison.capacity.value == pytest.approx(100 * 976 / 602)


def test_hosting_saves_nearly_40_percent_exactly_and_a_quarter_in_whole_units(comparison):
    hosting = savings(comparison)["hosting"]
    assert hosting.exact_percent.value == pytest.approx(38.3, abs=0.1)
    assert hosting.whole_percent.value == pytest.approx(25.0)


def test_bandwidth_drowns_the_saving_in_the_total(comparison):
    total, without = savings(comparison)["cost with bandwidth"], savings(comparison)["cost"]
    assert total.money.exact.value == pytest.approx(without.money.exact.value)
    assert total.exact_percent.value < 2 < 35 < without.exact_percent.value


def test_a_baseline_that_pays_nothing_leaves_nothing_to_save():
    free = {"datacenter.prices.hosting": "0 USD/kW-month", "datacenter.prices.rack_space": "0 USD/U-month"}
    hosting = savings(outcome(free).comparison)["hosting"]
    assert isinstance(hosting.exact_percent, Unavailable)
    assert hosting.money.exact.value == 0


def test_without_a_demand_only_the_capacity_is_compared():
    plan = scenario({"demand": "none"})
    baseline = roll_up(plan.baseline, network(), x86_results(), stamp())
    compared = roll_up(plan, network(), results(), stamp(), baseline).comparison
    assert compared.capacity.value == pytest.approx(100 * 976 / 602)
    assert isinstance(compared.footprint, Unavailable)
    assert compared.savings == ()
