"""Licences that are paid by the core: counted by hand, to the cent."""

import io
from datetime import date

import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from models.variations.uncertain import uncertain_values
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import CORE_LICENCES, SERVERS
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.study import study
from simulator.farm.upgrade_value import AtCapacity, servers_bill
from simulator.growth.generations import farm_generation
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import PINNED, carried, network, results, scenario, stamp
from tests.farm.test_rented import RENTED
from tests.output.reckoned import reckoned

LICENSED = {"operating_system.core_licence": "30 USD/core-month", "baseline": "none"}
SHOP = "tests/farms/c_shop.yaml"


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


def of_cores(found):
    return sum(item.amount.whole.value for item in found.cost.items if item.sort == CORE_LICENCES)


@pytest.mark.parametrize("terms", [{}, RENTED])
def test_bought_and_rented_servers_pay_for_each_core(terms):
    found = farm(terms | LICENSED)
    servers, cores = found.sizing.servers.whole.value, found.scenario.server.cores
    assert (servers, cores) == (15.0, 4)
    assert of_cores(found) == pytest.approx(15 * 4 * 30.0, abs=0.005)
    without = farm(terms | {"baseline": "none"})
    assert found.whole.value - without.whole.value == pytest.approx(1_800.0, abs=0.005)
    assert found.cost.parts[SERVERS].whole.value - without.cost.parts[SERVERS].whole.value == pytest.approx(1_800.0)


def test_a_price_of_a_year_is_twelve_of_a_month():
    found = farm({**LICENSED, "operating_system.core_licence": "1,200 USD/core-year"})
    assert of_cores(found) == pytest.approx(15 * 4 * 100.0, abs=0.005)


def test_nothing_is_billed_unless_it_is_stated():
    assert CORE_LICENCES not in {item.sort for item in farm({"baseline": "none"}).cost.items}


def test_servers_of_other_tiers_pay_for_their_own_cores():
    found = study(load(SHOP, {"operating_system.core_licence": "30 USD/core-month"}), Theory(), "", date.min).farm
    tiers = sum(each.servers.whole.value * each.tier.server.cores for each in found.sizing.tiers)
    own = found.sizing.servers.whole.value * found.scenario.server.cores
    assert tiers > 0.0 and of_cores(found) == pytest.approx((own + tiers) * 30.0, abs=0.005)
    names = {item.name for item in found.cost.items if item.sort == CORE_LICENCES}
    assert names == {"core licences", *(f"core licences of {each.tier.name}" for each in found.sizing.tiers)}


def test_months_ahead_and_upgrades_pay_them_for_each_server():
    found, without = farm(LICENSED), farm({"baseline": "none"})
    new, old = (farm_generation(each, "ours") for each in (found, without))
    assert new.keeping(3.0, 1.0) - old.keeping(3.0, 1.0) == pytest.approx(1_800.0, abs=0.01)
    bills = [servers_bill(AtCapacity(each.scenario, each.carried), 5, 5).value for each in (found, without)]
    assert bills[0] - bills[1] == pytest.approx(5 * 4 * 30.0, abs=0.005)


def test_the_workbook_counts_the_same():
    outcome = roll_up(scenario(LICENSED), network(), results(), stamp())
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    assert counted["plan_cost_of_core_licences_whole"] == pytest.approx(1_800.0)
    assert counted["plan_total_whole"] == pytest.approx(outcome.bought.cost.total.whole.value, rel=1e-9)


def test_a_price_with_a_range_in_euros_moves_the_bill_and_is_drawn(tmp_path):
    file = tmp_path / "ours.yaml"
    price = '{value: 20 EUR/core-month, assumed: "10 EUR/core-month to 40 EUR/core-month", why: "an offer"}'
    system = f"operating_system: {{model: windows-2003-x64, core_licence: {price}}}"
    file.write_text(f"extends: published/microsoft_update_farm.yaml\nscenario: Ours\n{system}\n")
    found = buy_farm(load(file, {**PINNED, "datacenter.prices": "eu-2026", "baseline": "none"}), carried(976.0))
    assert of_cores(found) == pytest.approx(15 * 4 * 20.0, abs=0.005)
    assert "operating_system.core_licence" in found.range.resting_on
    assert "operating_system.core_licence" in [each.path for each in uncertain_values(found.scenario)]


@pytest.mark.parametrize(("price", "told"), [
    ("-1 USD/core-month", "must not be negative; allowed is 0 USD/core-month to"),
    ("30 USD/server-month", "expected a price per core and month"),
    ("30", "which unit"),
    ("30 EUR/core-month", "EUR stands without a rate; write it in USD"),
])  # fmt: skip
def test_a_price_that_cannot_be_is_told(price, told):
    with pytest.raises(ScenarioError) as error:
        scenario({**LICENSED, "operating_system.core_licence": price})
    assert told in str(error.value)
