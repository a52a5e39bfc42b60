"""A farm whose servers call others, in the months ahead: with each unit come its tiers, at the prices of a plan."""

import pytest

from models.load import load
from simulator.growth.grow import grow
from simulator.growth.offers import offers
from simulator.questions.grow.data import growth_data
from simulator.questions.grow.sentences import answer
from simulator.rollup.money.cost import LICENCES, SERVERS, capital
from simulator.sizing.solvers import Theory
from tests.fabricated import ROOT

# One server in front, for theory knows no calls that others send to its tiers.
ALONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "server": "dl325-epyc-7763-2x100gbe"}
GROWTH = {"start": "2026-12", "horizon": "24 months", "a_year": "50 %"}


def shop(**changes):
    overrides = {path.replace("__", "."): value for path, value in changes.items()}
    scenario = load(ROOT / "scenarios/three_tiers.yaml", ALONE | {"growth": GROWTH} | overrides)
    return grow(scenario, Theory())


@pytest.fixture(scope="module")
def grown():
    return shop(supply={"today": [{"units": 1, "bought": "2026-06"}]})


def test_a_unit_costs_what_a_plan_pays_for_it_and_its_tiers(grown):
    farm, units = grown.new.farm, grown.new.farm.sizing.units.whole.value
    assert grown.new.price(0.0, 0) * units == pytest.approx(capital(farm.scenario, farm.sizing).total.whole.value)
    used = [item.amount.whole.value for item in farm.cost.items if item.sort not in (SERVERS, LICENCES)]
    assert any(item.tier for item in farm.cost.items)
    assert grown.new.running(units, 1.0) == pytest.approx(sum(used))


def test_a_unit_takes_the_room_and_the_power_of_its_tiers_too(grown):
    tiers = grown.new.scenario.tiers
    own = grown.new.scenario.server
    assert grown.new.rack_units == own.rack_units + sum(tier.servers * tier.server.rack_units for tier in tiers)
    assert grown.new.watts == own.busy_power + sum(tier.servers * tier.server.busy_power for tier in tiers)


def test_an_order_names_the_servers_of_all_tiers(grown):
    assert "(1 server; with 2 servers of application, 1 server of database)" in answer(grown)
    order = growth_data(grown)["orders"][0]
    assert (order["servers"], order["servers_of_tiers"]) == (1, {"application": 2, "database": 1})


def test_what_is_rented_comes_on_terms_that_all_tiers_have():
    rented = {"server": "c7g.2xlarge", "servers": 1}
    found = shop(
        server="c7a.8xlarge",
        tiers=[{"name": "application", **rented, "calls": [{"tier": "database", "cpu": "1 ms"}]},
               {"name": "database", **rented}],
        datacenter={"prices": "cloud-us-2026"},
        supply={"price_falls": "10 %"},
    )  # fmt: skip
    ways = {each.name: each for each in offers(found.scenario, found.scenario.supply, found.new, 24, 36)}
    instances = [kind.server.instance for kind, count in found.new.kinds for _ in range(count)]
    assert len(instances) == 3
    by_all = [each.reserved_3_years is not None for each in instances]
    assert any(by_all) and not all(by_all), "one of them has no price for three years, and the others have"
    assert set(ways) == {"rent on demand", "reserve for a year"}
    assert ways["rent on demand"].charges[0] == pytest.approx(sum(each.on_demand for each in instances) * 730.0)
