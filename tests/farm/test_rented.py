"""What a cloud bills, carbon, and another currency: all on the one path that counts money."""

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from simulator.cli.inputs import command_line, require_one_currency
from simulator.cli.options import CommandOptions
from simulator.farm.costs.cost import (
    ADMINISTRATION,
    BANDWIDTH,
    EGRESS,
    GB_PER_MBPS_MONTH,
    HOSTING,
    INSTANCES,
    LICENCES,
    SERVERS,
)
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.upgrade_value import AtCapacity, servers_bill
from simulator.messages.decision import headline
from simulator.messages.farm_notes import farm_notes
from simulator.output.data import figures
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import PINNED, carried, network, results, scenario, stamp
from tests.output.reckoned import reckoned

RENTED = {
    "server": {
        "model": "dl585-2.2ghz-4gb",
        "instance": {"on_demand": "0.5 USD/h", "reserved_1_year": "2,628 USD/year", "burst": "12.5 Gbps"},
        "rack_units": "0", "idle_power": "0 W", "busy_power": "0 W", "price": "0 USD",
    },
    "datacenter.prices.egress": "0.05 USD/GB",
    "datacenter.prices.year": "2026",
    "baseline": "none",
}  # fmt: skip
EUROS = {"datacenter.prices": "eu-2026", "baseline": "none"}


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


def outcome_of(overrides):
    return roll_up(scenario(overrides), network(), results(), stamp())


def test_a_cloud_bills_instances_and_what_leaves_them():
    found = farm(RENTED)
    names = [item.name for item in found.cost.items]
    assert INSTANCES in names and EGRESS in names and SERVERS not in names and HOSTING not in names
    assert found.cost.item(INSTANCES).amount.whole.value == pytest.approx(15 * 0.5 * 730)
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(12_000 * 328.5 * 0.05)
    assert found.cost.item(BANDWIDTH).amount.whole.value == 0.0
    assert [item.name for item in found.capital.items] == [LICENCES]


def test_a_mbps_all_month_is_328_5_gb():
    assert pytest.approx(1e6 / 8 * 730 * 3600 / 1e9) == GB_PER_MBPS_MONTH == 328.5


def test_a_commitment_of_a_year_costs_what_its_list_says():
    found = farm({**RENTED, "server": {**RENTED["server"], "instance": {
        "on_demand": "0.5 USD/h", "reserved_1_year": "2,628 USD/year", "rent": "reserved-1-year"}}})  # fmt: skip
    assert found.cost.item(INSTANCES).amount.whole.value == pytest.approx(15 * 2_628 / 12)


def test_a_volume_a_day_is_billed_by_its_mean():
    found = farm({**RENTED, "demand": {"volume_a_day": "80 TB", "peak_to_mean": "3"}})
    by_volume = found.sizing.demand.value / 3 * 328.5 * 0.05
    assert found.cost.item(EGRESS).amount.whole.value == pytest.approx(by_volume)


def test_rented_servers_stand_in_no_rack_and_draw_nothing_that_is_told():
    found = outcome_of(RENTED)
    data = figures(found)
    assert (data["racks"], data["power_kw"], data["provisioned_kw"]) == (None, None, None)
    assert "carbon" not in data
    assert "Rent 15 instances (3 units of 5)" in headline(found) and "rack" not in headline(found)
    assert "An instance bursts to 12.5 Gbps for minutes; it is sized by its baseline, 1 Gbps." in farm_notes(found)


def test_what_an_option_is_worth_has_no_egress_in_it_which_is_bandwidth():
    at = AtCapacity(scenario(RENTED), carried(976.0))
    people = at.scenario.datacenter.prices.administration
    licence = farm(RENTED).cost.item(LICENCES).amount.whole.value / 15
    assert servers_bill(at, 1, 1).value == pytest.approx(0.5 * 730 + people + licence)


def test_euros_are_told_in_euros_and_what_is_priced_in_dollars_is_converted():
    found, dollars = farm(EUROS), farm({"baseline": "none"})
    assert {item.amount.whole.unit for item in found.cost.items} == {"EUR/month"}
    assert found.capital.total.whole.unit == "EUR"
    assert found.capital.total.whole.value == pytest.approx(dollars.capital.total.whole.value / 1.08)
    kw = found.sizing.whole_power.average.value
    electricity = found.cost.item("electricity").amount.whole.value
    assert electricity == pytest.approx(kw * 1.35 * 730 * 0.17)


def test_the_rate_moves_a_bill_in_euros_and_stands_beside_it():
    found = farm(EUROS)
    assert "datacenter.prices.usd_rate" in found.range.resting_on
    outcome = outcome_of(EUROS)
    told = f"{headline(outcome)} {farm_notes(outcome)}"
    assert "EUR/month" in told and "prices of 2026" in told
    assert "Prices in USD are converted at 1.08 USD for 1 EUR" in told and "1.02 to 1.18" in told
    data = figures(outcome)
    assert (data["currency"], data["usd_rate"]) == ("EUR", 1.08)
    assert data["cost_per_month"]["unit"] == "EUR/month"


def test_dollars_are_not_converted_and_no_currency_is_told():
    data = figures(outcome_of({"baseline": "none"}))
    assert "currency" not in data and data["cost_per_month"]["unit"] == "USD/month"


def test_a_price_in_euros_is_taken_at_the_rate_with_its_range(tmp_path):
    file = tmp_path / "ours.yaml"
    price = '{value: "20,000 EUR", assumed: "15,000 EUR to 25,000 EUR", why: "an offer"}'
    server = f"server: {{model: dl585-2.2ghz-4gb, price: {price}}}"
    file.write_text(f"extends: published/microsoft_update_farm.yaml\nscenario: Ours\n{server}\n")
    found = load(file, {**PINNED, **EUROS})
    assert found.server.price == pytest.approx(21_600)
    known = found.sources["server.price"]
    assert (known.low, known.high) == ("16200 USD", "27000 USD")
    bought = buy_farm(found, carried(976.0))
    assert bought.capital.items[0].amount.whole.value == pytest.approx(15 * 20_000)


def test_carbon_is_that_of_the_electricity_with_its_cooling():
    found = farm({"datacenter.prices.carbon": "370 g/kWh"})
    kw, pue = found.sizing.whole_power.average.value, found.scenario.datacenter.prices.pue
    assert found.carbon.whole.value == pytest.approx(kw * pue * 8760 * 0.37 / 1000)
    assert found.carbon.whole.unit == "t CO2/year"
    assert found.carbon_range.low < found.carbon.whole.value < found.carbon_range.high


def test_carbon_is_told_where_the_grid_is_known_only():
    told = outcome_of({"datacenter.prices.carbon": "370 g/kWh", "baseline": "none"})
    assert "t of CO2 a year" in farm_notes(told) and "370 g/kWh" in farm_notes(told)
    assert figures(told)["carbon"]["whole"]["unit"] == "t CO2/year"
    assert "CO2" not in farm_notes(outcome_of({"baseline": "none"}))


@pytest.mark.parametrize(("overrides", "told"), [
    ({"datacenter.prices": {"model": "eu-2026", "usd_rate": "none"}},
     "datacenter.prices.usd_rate = \"none\": the currency EUR stands without a rate, and servers and licences are"
     " priced in USD; write the USD that 1 EUR costs, e.g. `usd_rate: 1.08`"),
    ({"datacenter.prices": {"model": "eu-2026", "electricity": "0.1 USD/kWh"}},
     "the prices are in EUR, and this one is in USD; write 0.1 EUR/kWh, if that is what it costs, or `currency: USD`"),
    ({"datacenter.prices": {"model": "us-2026", "hosting": "0.1 EUR/kW-month"}},
     "the prices are in USD, and this one is in EUR; write 0.1 USD/kW-month"),
    ({"server.price": "10,000 EUR"}, "server.price = \"10,000 EUR\": EUR stands without a rate; write it in USD"),
    ({"datacenter.prices.egress": "none", "server": RENTED["server"]},
     "the server is rented, and what leaves a cloud is paid by the GB; name a price list of a cloud, e.g. `prices:"
     " cloud-us-2026`, or write what a GB costs, e.g. `prices: {model: us-2006, egress: 0.05 USD/GB}`"),
    ({"datacenter.prices": {"model": "eu-2026", "name": "our hall"}, "server": RENTED["server"]},
     "`prices: cloud-us-2026`, or write what a GB costs, e.g. `egress: 0.05 EUR/GB` in its prices"),
    ({**RENTED, "server": {**RENTED["server"], "price": "5 USD"}}, "server.price = \"5 USD\": an instance is rented"),
    ({**RENTED, "server": {**RENTED["server"], "instance": "none"}}, "must not be zero unless the server is rented"),
    ({**RENTED, "server": {**RENTED["server"], "instance": {"on_demand": "1 USD/h", "rent": "reserved-3-years"}}},
     "no price of reserved_3_years is known; state it, or write `rent: on-demand`"),
    ({**RENTED, "server": {**RENTED["server"], "instance": {"on_demand": "1 USD/h", "burst": "0.5 Gbps"}}},
     "less than the baseline, 1 Gbps, which `cards` has"),
])  # fmt: skip
def test_what_cannot_be_is_told_with_its_remedy(overrides, told):
    with pytest.raises(ScenarioError) as error:
        scenario({**overrides, "baseline": "none"})
    assert told in str(error.value)
    assert len(str(error.value).splitlines()) <= 4


def test_what_is_bought_beside_a_cloud_costs_as_under_the_list_of_its_country():
    """It was administered for the 30 USD of an instance, which has no hardware to look after."""
    bought, cloud = (farm({"datacenter.prices": name, "baseline": "none"}) for name in ("us-2026", "cloud-us-2026"))
    assert [item.amount for item in cloud.cost.items] == [item.amount for item in bought.cost.items]
    assert cloud.cost.item(ADMINISTRATION).amount.whole.value == 15 * 50.0
    assert cloud.range.half_width == pytest.approx(bought.range.half_width)
    assert "datacenter.prices.administration_of_bought" in cloud.range.resting_on
    assert "datacenter.prices.administration" not in cloud.range.resting_on
    rented = farm({"server": RENTED["server"], "datacenter.prices": "cloud-us-2026", "baseline": "none"})
    assert rented.cost.item(ADMINISTRATION).amount.whole.value == 15 * 30.0


def test_which_price_of_administration_counts_is_told_where_there_are_two():
    told = farm_notes(outcome_of({"datacenter.prices": "cloud-us-2026", "baseline": "none"}))
    assert "administering one costs 50 USD a month (`administration_of_bought`), not the 30 of one that is ren" in told
    assert "administering" not in farm_notes(outcome_of({"datacenter.prices": "us-2026", "baseline": "none"}))
    assert "administering" not in farm_notes(outcome_of(RENTED))


@pytest.mark.parametrize("list_of", ["us-2026", "cloud-us-2026"])
def test_the_workbook_administers_what_is_bought_at_its_own_price(list_of):
    found = outcome_of({"datacenter.prices": list_of, "baseline": "none"})
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(found)))))
    assert counted["plan_administration"] == 50.0
    assert counted["plan_total_whole"] == pytest.approx(found.cost.total.whole.value, rel=1e-9)


def test_what_is_compared_is_paid_in_one_currency():
    both = [scenario({"baseline": "none"}), scenario(EUROS)]
    require_one_currency(both[:1])
    told = 'prices are in EUR in ".*farm.yaml" and USD in ".*base.yaml"; name price lists of one currency, e.g. --set'
    two_files = [both[0].model_copy(update={"file": "base.yaml"}), both[1].model_copy(update={"file": "farm.yaml"})]
    with pytest.raises(ScenarioError, match=told):
        require_one_currency(two_files)


def test_the_remedy_of_two_currencies_is_one_for_what_is_rented_too():
    """A price list without a price of what leaves is none for an instance."""
    rented = {"server": RENTED["server"], "baseline": "none"}
    in_dollars = scenario({**rented, "datacenter.prices": "cloud-us-2026"})
    with pytest.raises(ScenarioError, match="currency") as error:
        require_one_currency([in_dollars, scenario(EUROS)])
    remedy = "us-2026, with cloud-us-2026 for what is rented, or `{model: eu-2026, egress: 0.05 EUR/GB}` for all"
    assert remedy in str(error.value)
    require_one_currency([in_dollars, scenario({**EUROS, "datacenter.prices": "us-2026"})])
    in_euros = {"model": "eu-2026", "egress": "0.05 EUR/GB"}
    require_one_currency([scenario({**each, "datacenter.prices": in_euros}) for each in (rented, EUROS)])


def test_the_command_that_makes_it_again_names_the_catalogue():
    settings = {"seed": 3, "threads": 2, "catalog": "our servers"}
    told = command_line("plan", [Path("a.yaml")], CommandOptions(settings=settings))
    assert told == "headroom plan a.yaml --seed 3 --catalog 'our servers'"


def test_a_plan_and_its_baseline_are_paid_in_one_currency(tmp_path):
    file = tmp_path / "ours.yaml"
    prices = "datacenter: {prices: eu-2026}\nbaseline: {datacenter: {prices: us-2026}}\n"
    file.write_text(f"extends: published/microsoft_update_farm.yaml\nscenario: Ours\n{prices}")
    told = r":\d+: baseline: its prices are in USD, and those of the plan in EUR; name price lists of one"
    with pytest.raises(ScenarioError, match=told):
        load(file)
