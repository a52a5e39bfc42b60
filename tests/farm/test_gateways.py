"""Load balancers and NAT gateways of a cloud: hours and GB, counted by hand, to the cent."""

import io

import numpy as np
import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from simulator.farm.costs.cost import EGRESS, SERVERS
from simulator.farm.costs.cost_difference import cost_difference
from simulator.farm.costs.gateways import BALANCERS, NAT
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.growth.bill import monthly_costs, work_cost
from simulator.growth.generations import farm_generation
from simulator.messages.cost_difference import money_more
from simulator.output.data import figures
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import carried, network, results, scenario, stamp
from tests.farm.test_fetched import HALF
from tests.farm.test_fetched import carried as fetching
from tests.farm.test_rented import RENTED
from tests.output.reckoned import reckoned

PRICED = {
    **RENTED,
    "datacenter.prices.load_balancer_hour": "0.0225 USD/h",
    "datacenter.prices.load_balancer_gb": "0.008 USD/GB",
    "datacenter.prices.nat_hour": "0.045 USD/h",
    "datacenter.prices.nat_gb": "0.045 USD/GB",
}
GB = 12_000 * 328.5


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


def paid(found, sort):
    return found.cost.item(sort).amount.whole.value


def test_each_unit_has_a_balancer_that_its_traffic_passes():
    found = farm(PRICED)
    assert found.sizing.units.whole.value == 3.0
    assert paid(found, BALANCERS) == pytest.approx(3 * 730 * 0.0225 + GB * 0.008, abs=0.005)
    exact = found.cost.item(BALANCERS).amount.exact.value
    assert exact == pytest.approx(12_000 / 4_880 * 730 * 0.0225 + GB * 0.008, abs=0.005)


def test_stated_balancers_and_gateways_are_those_of_the_whole_farm():
    found = farm({**PRICED, "datacenter.load_balancers": "1", "datacenter.nat_gateways": "3"})
    assert paid(found, BALANCERS) == pytest.approx(730 * 0.0225 + GB * 0.008, abs=0.005)
    assert paid(found, NAT) == pytest.approx(3 * 730 * 0.045, abs=0.005)


def test_what_is_fetched_from_an_origin_passes_the_nat_gateway():
    plan = scenario({**HALF, **PRICED})
    found = buy_farm(plan, fetching(plan))
    fetched = found.sizing.fetched.value
    assert fetched > 0.0
    assert paid(found, NAT) == pytest.approx(730 * 0.045 + fetched * 328.5 * 0.045, abs=0.005)


def test_volumes_are_those_of_the_mean_of_the_month():
    found = farm({**PRICED, "demand": {"volume_a_day": "80 TB", "peak_to_mean": "3"}})
    units, gigabytes = found.sizing.units.whole.value, found.sizing.demand.value / 3 * 328.5
    assert paid(found, BALANCERS) == pytest.approx(units * 730 * 0.0225 + gigabytes * 0.008, abs=0.005)


def test_nothing_is_billed_where_no_price_is_stated_or_the_servers_are_bought():
    cloud, bought = farm(RENTED), farm({key: value for key, value in PRICED.items() if key != "server"})
    for found in (cloud, bought):
        assert not {BALANCERS, NAT} & {item.sort for item in found.cost.items}
        assert not {BALANCERS, NAT} & set(found.cost.parts)


def test_gateways_are_parts_of_their_own_of_what_is_paid_and_in_the_total():
    found, without = farm(PRICED), farm(RENTED)
    assert set(found.cost.parts) == {SERVERS, EGRESS, BALANCERS, NAT}
    assert found.cost.parts[SERVERS] == without.cost.parts[SERVERS]
    more = found.cost.total.whole.value - without.cost.total.whole.value
    assert more == pytest.approx(paid(found, BALANCERS) + paid(found, NAT), abs=0.005)


def test_the_price_of_a_gb_moves_the_bill():
    listed = {"server": RENTED["server"], "baseline": "none", "datacenter.prices": "aws-us-2026"}
    assert "datacenter.prices.load_balancer_gb" in farm(listed).range.resting_on


def test_figures_and_workbook_hold_the_same_bill():
    outcome = roll_up(scenario(PRICED), network(), results(), stamp())
    bill = outcome.bought.cost
    data = figures(outcome)["costs"]
    assert data[BALANCERS]["whole"]["value"] == pytest.approx(bill.item(BALANCERS).amount.whole.value)
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    for count in ("whole", "exact"):
        assert counted[f"plan_cost_of_balancers_{count}"] == pytest.approx(
            getattr(bill.item(BALANCERS).amount, count).value, rel=1e-9
        )
    assert counted["plan_cost_of_NAT_whole"] == pytest.approx(bill.item(NAT).amount.whole.value, rel=1e-9)
    assert counted["plan_total_whole"] == pytest.approx(bill.total.whole.value, rel=1e-9)


@pytest.mark.parametrize("counts", [{}, {"datacenter.load_balancers": "2"}])
def test_months_ahead_pay_for_the_gateways_of_the_units_that_stand(counts):
    """Of the demand of today in three units, the bill is that of the plan; a unit more has a balancer more."""
    priced, without = (farm_generation(farm(overrides), "ours") for overrides in ({**PRICED, **counts}, RENTED))
    more = priced.running(3.0, 1.0) + priced.standing_gateways - without.running(3.0, 1.0)
    assert more == pytest.approx(paid(priced.farm, BALANCERS) + paid(priced.farm, NAT), abs=0.01)
    a_unit = priced.keeping(1.0, 0.0) - without.keeping(1.0, 0.0)
    assert a_unit == pytest.approx(0.0 if counts else 730 * 0.0225, abs=0.005)
    assert work_cost(priced) - work_cost(without) == pytest.approx(GB * 0.008, abs=0.01)


def test_gateways_that_stand_are_paid_once_a_month():
    new = farm_generation(farm(PRICED), "ours")
    costs = monthly_costs((), (), new, np.zeros(2))
    assert costs.running == pytest.approx(np.full(2, 730 * 0.045), abs=0.005)


@pytest.mark.parametrize(("changes", "told"), [
    ({"datacenter.prices.load_balancer_hour": "-1 USD/h"}, "must not be negative; allowed is 0 USD/h to 1,?000 USD/h"),
    ({"datacenter.prices.load_balancer_gb": "-1 USD/GB"}, "must not be negative"),
    ({"datacenter.prices.nat_hour": "0.045 EUR/h"}, "the prices are in USD, and this one is in EUR; write 0.045 USD/h"),
    ({"datacenter.prices.nat_gb": "0.045 USD/h"}, "expected a price of traffic"),
    ({"datacenter.load_balancers": "0"}, "too small; allowed is 1 to 100,000"),
    ({"datacenter.nat_gateways": "1.5"}, "expected a whole number"),
])  # fmt: skip
def test_gateways_that_cannot_be_are_told(changes, told):
    with pytest.raises(ScenarioError, match=told):
        scenario({**PRICED, **changes})


def test_gateways_without_a_price_are_told_with_what_to_write():
    told = r"no price of it is stated; write none, or .* `load_balancer_hour: 0\.0225 USD/h`"
    with pytest.raises(ScenarioError, match=told):
        scenario({**RENTED, "datacenter.load_balancers": "2"})


def test_a_count_of_gateways_keeps_nobody_from_looking_at_servers_that_are_bought():
    bought = {key: value for key, value in PRICED.items() if key != "server"}
    assert BALANCERS not in farm({**bought, "datacenter.load_balancers": "2"}).cost.parts


def test_a_difference_that_may_be_far_less_and_a_little_more_is_told():
    """It failed where the lower end lay farther from nothing than the higher one."""
    listed = {"server": RENTED["server"], "baseline": "none"}
    aws, cloud = (farm({**listed, "datacenter.prices": name}) for name in ("aws-us-2026", "cloud-us-2026"))
    over = cost_difference(aws, cloud).over
    assert over.low < 0.0 < over.high < -over.low
    assert " less to " in money_more(aws, cloud) and " more over" in money_more(aws, cloud)
