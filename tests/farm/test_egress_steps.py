"""What leaves a cloud, billed by steps of the month's volume: counted by hand, to the cent."""

import io
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from models.parts.datacenter import Prices
from models.reading.catalogue_model import catalogue_model
from models.variations.uncertain import uncertain_values, with_drawn
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import EGRESS
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.sizing import count_units
from simulator.farm.study import study
from simulator.growth.bill import stepped_egress, work_cost
from simulator.growth.generations import farm_generation
from simulator.output.data import figures
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from simulator.uncertainty.worlds import WorldAnswer, _payments
from tests.fabricated import carried, network, results, scenario, stamp
from tests.farm.test_rented import RENTED
from tests.output.reckoned import reckoned

STEPS = [
    {"above": "10 TB", "price": "0.085 USD/GB"},
    {"above": "50 TB", "price": "0.07 USD/GB"},
    {"above": "150 TB", "price": "0.05 USD/GB"},
]
STEPPED = {**RENTED, "datacenter.prices.egress": "0.09 USD/GB", "datacenter.prices.egress_steps": STEPS}
LISTED = {"server": RENTED["server"], "baseline": "none", "datacenter.prices": "aws-us-2026"}
# 12,000 Mbps, all month: 3,942,000 GB, of which 10, 40 and 100 TB at the prices of the first steps.
GB = 12_000 * 328.5
BILLED = 10_000 * 0.09 + 40_000 * 0.085 + 100_000 * 0.07 + (GB - 150_000) * 0.05


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


@pytest.mark.parametrize(
    ("gigabytes", "cost"),
    [(0, 0), (1, 0.09), (10_000, 900), (10_001, 900.085), (50_000, 4_300), (150_000, 11_300), (200_000, 13_800)],
)
def test_each_gb_costs_what_its_step_says(gigabytes, cost):
    prices = scenario(STEPPED).datacenter.prices
    assert prices.egress_cost(gigabytes) == pytest.approx(cost, abs=0.005)


@given(st.floats(0.0, 1e7), st.floats(0.0, 1e7))
def test_more_never_costs_less_and_never_more_than_at_the_first_price(one, other):
    prices, _ = catalogue_model(Prices, "aws-us-2026")
    less, more = sorted((one, other))
    assert prices.egress_cost(less) <= prices.egress_cost(more) + 1e-6
    assert 0.05 * more <= prices.egress_cost(more) + 1e-6 <= 0.09 * more + 2e-6


def test_a_farm_pays_each_step_to_the_cent():
    found = farm(STEPPED)
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(BILLED, abs=0.005)
    assert pytest.approx(200_900.0) == BILLED
    price = found.cost.egress_price
    assert (price.gigabytes, price.average, price.next_one) == (GB, pytest.approx(BILLED / GB), 0.05)


def test_steps_go_by_the_volume_of_the_month_and_not_by_its_peak():
    found = farm({**STEPPED, "demand": {"volume_a_day": "4 TB", "peak_to_mean": "3"}})
    gigabytes = found.sizing.demand.value / 3 * 328.5
    assert 50_000 < gigabytes < 150_000
    by_hand = 900 + 3_400 + (gigabytes - 50_000) * 0.07
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(by_hand, abs=0.005)
    assert found.cost.egress_price.next_one == 0.07


def test_one_price_is_billed_as_before_and_tells_no_average():
    one, same = farm(RENTED), farm({**RENTED, "datacenter.prices.egress_steps": [STEPS[0] | {"price": "0.05 USD/GB"}]})
    assert one.cost.egress_price is None and "egress_price" not in figures(roll_up(
        one.scenario, network(), results(), stamp()))  # fmt: skip
    assert same.cost.item(EGRESS).amount.whole.value == pytest.approx(one.cost.item(EGRESS).amount.whole.value)


def test_figures_and_workbook_hold_the_same_bill():
    outcome = roll_up(scenario(STEPPED), network(), results(), stamp())
    bill = outcome.bought.cost
    data = figures(outcome)
    assert data["egress_price"]["average"]["value"] == pytest.approx(bill.egress_price.average)
    assert data["egress_price"]["next"] == data["egress_price"]["next"] | {"value": 0.05, "unit": "USD/GB"}
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    assert counted["plan_cost_of_egress_whole"] == pytest.approx(bill.item(EGRESS).amount.whole.value, rel=1e-9)
    assert counted["plan_total_whole"] == pytest.approx(bill.total.whole.value, rel=1e-9)


def test_a_step_with_a_range_moves_the_bill_and_is_drawn():
    found = farm(LISTED)
    path = "datacenter.prices.egress_steps[2].price"
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(BILLED, abs=0.005)
    assert path in found.range.resting_on
    assert found.whole.value - found.range.low >= (GB - 150_000) * 0.03 - 0.005
    assert path in [each.path for each in uncertain_values(found.scenario)]
    world = with_drawn(found.scenario, {path: 0.03})
    answer = WorldAnswer(world, found.carried, count_units(world, found.carried))
    assert _payments(answer, 3)[EGRESS] == pytest.approx(BILLED - (GB - 150_000) * 0.02, abs=0.005)


def test_the_largest_farm_of_a_portfolio_pays_the_last_step_for_what_it_has_more():
    one, more = (farm({**STEPPED, "demand": demand}) for demand in ("12 Gbps", "13 Gbps"))
    difference = more.cost.egress.whole.value - one.cost.egress.whole.value
    assert difference == pytest.approx(1_000 * 328.5 * 0.05, abs=0.005)


def test_months_ahead_pay_the_steps_of_their_own_volume():
    found = farm(STEPPED)
    new = farm_generation(found, "ours")
    times = 0.5
    by_hand = 11_300 + (times * GB - 150_000) * 0.05
    without = new.running(3.0, 0.0)
    assert new.running(3.0, times) - without == pytest.approx(by_hand, abs=0.01)
    shared = new.running(3.0, times, 1.0) - without
    assert shared == pytest.approx(times * BILLED, abs=0.01)
    drawn = np.array([[0.01, 0.5, 1.0, 2.0]])
    proportional = drawn * work_cost(new)
    told = proportional + stepped_egress(new, drawn)
    prices = found.scenario.datacenter.prices
    assert told[0] == pytest.approx([prices.egress_cost(float(each) * GB) for each in drawn[0]], rel=1e-9)


def test_tiers_of_one_cloud_share_the_steps_of_all_that_leaves_it():
    changes = {"tiers[0].server": "epyc-9354p-2x100gbe", "datacenter.prices": {"model": "cloud-us-2026"}}
    stepped = {"datacenter.prices.egress": "0.09 USD/GB", "datacenter.prices.egress_steps": STEPS}
    found = study(load("tests/farms/c_shop.yaml", changes | stepped), Theory(), "", date.min).farm
    mbps = {"egress": found.sizing.demand.value} | {
        f"egress of {name}": each.value for name, each in found.sizing.leaving.items()
    }
    prices, gigabytes = found.scenario.datacenter.prices, {name: each * 328.5 for name, each in mbps.items()}
    paid = {item.name: item.amount.whole.value for item in found.cost.items if item.sort == EGRESS}
    assert set(paid) == {"egress", "egress of mysql"}
    assert sum(paid.values()) == pytest.approx(prices.egress_cost(sum(gigabytes.values())), abs=0.005)
    for name, amount in paid.items():
        assert amount / sum(paid.values()) == pytest.approx(gigabytes[name] / sum(gigabytes.values()))


@pytest.mark.parametrize(("steps", "told"), [
    ([STEPS[1], STEPS[0]], "a step above 10 TB follows one above 50 TB; write the volumes of the steps from the small"),
    ([STEPS[0], STEPS[0]], "a step above 10 TB follows one above 10 TB"),
    ([{"above": "10 TB", "price": "-0.01 USD/GB"}], "must not be negative; allowed is 0 USD/GB to 10 USD/GB"),
    ([{"above": "0 TB", "price": "0.01 USD/GB"}], "must not be zero; allowed is 1 GB to"),
    ([{"above": "10 TB", "price": "0.01 EUR/GB"}], "the prices are in USD, and this one is in EUR; write 0.01 USD/GB"),
    ([{"above": "10 TB"}], "egress_steps[0].price"),
    ([{"above": "10 TB", "pric": "0.01 USD/GB"}], "did you mean"),
])  # fmt: skip
def test_steps_that_cannot_be_are_told_with_their_remedy(steps, told):
    with pytest.raises(ScenarioError) as error:
        scenario({**STEPPED, "datacenter.prices.egress_steps": steps})
    assert told in str(error.value)


def test_steps_need_the_price_below_the_first():
    with pytest.raises(ScenarioError, match="steps without the price of what is below the first; add `egress"):
        scenario({**STEPPED, "datacenter.prices.egress": "none"})


def test_steps_of_a_list_in_euros_are_in_euros():
    steps = [{"above": "10 TB", "price": "0.04 EUR/GB"}]
    prices = {"model": "eu-2026", "egress": "0.05 EUR/GB", "egress_steps": steps}
    rented = {key: value for key, value in RENTED.items() if not key.startswith("datacenter")}
    found = farm({**rented, "datacenter.prices": prices})
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(500 + (GB - 10_000) * 0.04, abs=0.005)
