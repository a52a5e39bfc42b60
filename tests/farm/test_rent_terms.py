"""On which terms a farm is rented: on demand, reserved, or at spot prices; counted by hand, to the cent."""

import re

import pytest

from models.errors import ScenarioError
from models.load import load
from models.variations.uncertain import uncertain_values
from simulator.farm.costs.cost import INSTANCES
from simulator.farm.costs.rent_terms import rent_terms, taken_back
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.growth.generations import farm_generation
from simulator.growth.offers import unit_offers
from simulator.messages.farm_notes import farm_notes
from simulator.output.sections import data_of
from simulator.studies.plan.document import SECTIONS, Plan
from tests.fabricated import PINNED, carried, network, results, scenario, stamp
from tests.farm.test_rented import RENTED

PRICES = {
    "on_demand": "0.5 USD/h",
    "reserved_1_year": "2,628 USD/year",
    "reserved_3_years": "1,752 USD/year",
    "spot": "0.15 USD/h",
    "spot_loss": "8 %",
}
A_MONTH = {"on-demand": 365.0, "reserved-1-year": 219.0, "reserved-3-years": 146.0, "spot": 109.5}
SERVERS = 15


def rented(**changes):
    instance = {key: value for key, value in (PRICES | changes).items() if value}
    return {**RENTED, "server": {**RENTED["server"], "instance": instance}}


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


def instances(found):
    return found.cost.item(INSTANCES).amount.whole.value


@pytest.mark.parametrize("rent", A_MONTH)
def test_the_terms_are_chosen_for_an_instance_or_for_all(rent):
    of_all, of_one = farm({**rented(), "datacenter.rent": rent}), farm(rented(rent=rent))
    assert instances(of_all) == pytest.approx(SERVERS * A_MONTH[rent], abs=0.005)
    assert instances(of_one) == pytest.approx(SERVERS * A_MONTH[rent], abs=0.005)


def test_what_is_chosen_for_all_holds_over_what_an_instance_says():
    found = farm({**rented(rent="reserved-1-year"), "datacenter.rent": "reserved-3-years"})
    assert instances(found) == pytest.approx(SERVERS * 146.0, abs=0.005)


def test_the_same_farm_is_told_on_all_terms():
    found = farm({**rented(), "datacenter.rent": "reserved-1-year"})
    terms = {each.rent: each for each in rent_terms(found.scenario, found.sizing)}
    assert list(terms) == list(A_MONTH)
    assert [each.rent for each in terms.values() if each.chosen] == ["reserved-1-year"]
    for rent, each in terms.items():
        assert each.more.value == pytest.approx(SERVERS * (A_MONTH[rent] - 219.0), abs=0.005)
        assert each.cost.value == pytest.approx(found.cost.with_bandwidth.whole.value + each.more.value, abs=0.005)
    assert [each.lost for each in terms.values()] == [0.0, 0.0, 0.0, pytest.approx(SERVERS * 0.08)]


def test_terms_without_a_price_are_not_told_and_one_alone_is_none():
    known = farm(rented(spot="", spot_loss="", reserved_3_years=""))
    assert [each.rent for each in rent_terms(known.scenario, known.sizing)] == ["on-demand", "reserved-1-year"]
    alone = farm(rented(spot="", spot_loss="", reserved_3_years="", reserved_1_year=""))
    assert rent_terms(alone.scenario, alone.sizing) == ()
    bought = farm({"baseline": "none"})
    assert rent_terms(bought.scenario, bought.sizing) == ()


def test_figures_hold_the_terms_with_what_is_taken_back():
    outcome = roll_up(scenario({**rented(), "datacenter.rent": "spot"}), network(), results(), stamp())
    told = {each["rent"]: each for each in data_of(SECTIONS, Plan(outcome))["rent_terms"]}
    assert told["spot"]["chosen"] and told["spot"]["taken_back_a_month"] == pytest.approx(SERVERS * 0.08)
    assert told["on-demand"]["more"]["value"] == pytest.approx(SERVERS * (365.0 - 109.5), abs=0.005)
    assert told["on-demand"]["more"]["unit"] == "USD/month"
    assert "8 % are taken back" in outcome.bought.cost.item(INSTANCES).basis


def test_a_price_of_spot_with_a_range_moves_the_bill_only_where_it_is_paid(tmp_path):
    file, asked = tmp_path / "ours.yaml", {**PINNED, "datacenter.prices.egress": "0.05 USD/GB"}
    spot = '{value: 0.15 USD/h, assumed: "0.1 USD/h to 0.3 USD/h", why: "it moves"}'
    server = f"server: {{model: c7g.2xlarge, instance: {{on_demand: 0.5 USD/h, spot: {spot}, spot_loss: 8 %}}}}"
    file.write_text(f"extends: published/microsoft_update_farm.yaml\nscenario: Ours\n{server}\n")
    paid, not_paid = (
        buy_farm(load(file, {**asked, "datacenter.rent": rent}, compared=False), carried(976.0))
        for rent in ("spot", "on-demand")
    )
    assert "server.instance.spot" in paid.range.resting_on
    assert "server.instance.spot" not in not_paid.range.resting_on
    assert "server.instance.spot" in [each.path for each in uncertain_values(paid.scenario)]


@pytest.mark.parametrize("rent", ["on-demand", "spot"])
def test_months_ahead_are_rented_at_spot_prices_only_where_somebody_chose_them(rent):
    found = farm({**rented(), "datacenter.rent": rent, "supply": {}})
    new = farm_generation(found, "ours")
    ways = {each.name: each for each in unit_offers(found.scenario, found.scenario.supply, new, 12, 60)}
    assert ("rent at spot prices" in ways) == (rent == "spot")
    assert {"rent on demand", "reserve for a year", "reserve for three years"} <= set(ways)
    if rent == "spot":
        nodes = found.scenario.unit.nodes
        more = ways["rent on demand"].charges[0] - ways["rent at spot prices"].charges[0]
        assert more == pytest.approx(nodes * (365.0 - 109.5), abs=0.005)


@pytest.mark.parametrize(("overrides", "told"), [
    ({**rented(spot="", spot_loss=""), "datacenter.rent": "spot"},
     "dl585-2.2ghz-4gb has no price of spot; write on-demand or reserved-1-year or reserved-3-years"),
    ({**rented(reserved_3_years=""), "datacenter.rent": "reserved-3-years"}, "has no price of reserved_3_years"),
    ({**rented(), "datacenter.rent": "reserved-2-years"}, "allowed are on-demand, reserved-1-year, reserved-3"),
    (rented(spot_loss=""), "`spot` is stated without `spot_loss`; add `spot_loss: 5 %`, or remove `spot`"),
    (rented(spot=""), "`spot_loss` is stated without `spot`; add `spot: 0.12 USD/h`, or remove `spot_loss`"),
    (rented(spot="-1 USD/h"), "must not be negative"),
    (rented(spot_loss="120 %"), "too large; allowed is 0 % to 100 %"),
    (rented(spot="", spot_loss="", rent="spot"), "no price of spot is known; state it, or write `rent: on-demand`"),
])  # fmt: skip
def test_terms_that_cannot_be_are_told_with_their_remedy(overrides, told):
    with pytest.raises(ScenarioError) as error:
        scenario(overrides)
    assert told in str(error.value)
    assert str(error.value).count(told) == 1


def test_a_share_of_the_instances_is_rented_at_spot_prices():
    """Two of five at 109.50 USD a month, three at 365: what they cost on average, times all of them."""
    found = farm({**rented(), "datacenter.spot_share": "40 %"})
    assert instances(found) == pytest.approx(SERVERS * (0.4 * 109.5 + 0.6 * 365.0), abs=0.005)
    basis = found.cost.item(INSTANCES).basis
    assert "on demand, 40 % of them at spot prices, of which 8 % are taken back within a month" in basis
    assert taken_back(found.scenario, found.sizing) == pytest.approx(SERVERS * 0.4 * 0.08)
    outcome = roll_up(found.scenario, network(), results(), stamp())
    told = f"Of the instances at spot prices {outcome.sizing.servers.whole.value * 0.4 * 0.08:.3g} are taken back"
    assert told in farm_notes(outcome)
    terms = {each.rent: each for each in rent_terms(found.scenario, found.sizing)}
    assert not any(each.chosen for each in terms.values())
    assert terms["on-demand"].more.value == pytest.approx(SERVERS * 0.4 * (365.0 - 109.5), abs=0.005)
    assert terms["spot"].lost == pytest.approx(SERVERS * 0.08)
    without = farm({**rented(spot=None, spot_loss=None), "datacenter.spot_share": "0 %"})
    assert instances(without) == pytest.approx(SERVERS * 365.0)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (rented(spot=None, spot_loss=None), "no server of the farm has a price at spot; write its `instance.spot`"),
        (
            {**rented(), "growth": {"start": "2026-12", "a_year": "40 %"}},
            "on which terms further units are ordered is then not known; write 0 %, or `growth: none`",
        ),
    ],
    ids=["no price", "growth"],
)
def test_a_share_at_spot_prices_that_says_nothing_is_refused(changes, told):
    with pytest.raises(ScenarioError, match=re.escape(told)):
        farm({**changes, "datacenter.spot_share": "40 %"})
