"""A farm whose servers call others, in the months ahead: with each unit come its tiers, at the prices of a plan."""

from dataclasses import replace

import pytest

from models.load import load
from simulator.experiment.single_server import without_spares
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import LICENCES, SERVERS, capital_cost
from simulator.farm.farm_at_work import server_at_rate
from simulator.growth.grow import plan_growth
from simulator.growth.offers import unit_offers
from simulator.growth.order_snapshots import _looked_at
from simulator.messages.grow.when_to_buy import answer
from simulator.studies.grow.result import growth_data
from tests.fabricated import ROOT

# One server in front.
ALONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "server": "dl325-epyc-7763-2x100gbe"}
FEW = {"tiers[0].servers": 2, "tiers[1].servers": 1}
GROWTH = {"start": "2026-12", "horizon": "24 months", "a_year": "50 %"}


def shop(**changes):
    few = {} if "tiers" in changes else FEW
    overrides = {path.replace("__", "."): value for path, value in changes.items()}
    scenario = load(ROOT / "scenarios/three_tiers.yaml", ALONE | few | {"growth": GROWTH} | overrides)
    return plan_growth(scenario, Theory())


@pytest.fixture(scope="module")
def grown():
    return shop(supply={"today": [{"units": 1, "bought": "2026-06"}]})


def test_a_unit_costs_what_a_plan_pays_for_it_and_its_tiers(grown):
    farm, units = grown.new.farm, grown.new.farm.sizing.units.whole.value
    assert grown.new.price(0.0, 0) * units == pytest.approx(capital_cost(farm.scenario, farm.sizing).total.whole.value)
    used = [item.amount.whole.value for item in farm.cost.items if item.sort not in (SERVERS, LICENCES)]
    assert any(item.tier for item in farm.cost.items)
    assert grown.new.running(units, 1.0) == pytest.approx(sum(used))


def test_its_capital_and_present_value_are_as_sure_as_the_prices_of_its_tiers(grown):
    assert {"tiers[0].server.price", "tiers[1].server.price"} <= set(grown.capital.resting_on)
    assert {"tiers[0].server.price", "tiers[1].server.busy_power"} <= set(grown.worth.by_prices.resting_on)


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
    ways = {each.name: each for each in unit_offers(found.scenario, found.scenario.supply, found.new, 24, 36)}
    instances = [kind.server.instance for kind, count in found.new.kinds for _ in range(count)]
    assert len(instances) == 3
    by_all = [each.reserved_3_years is not None for each in instances]
    assert any(by_all) and not all(by_all), "one of them has no price for three years, and the others have"
    assert set(ways) == {"rent on demand", "reserve for a year"}
    assert ways["rent on demand"].charges[0] == pytest.approx(sum(each.on_demand for each in instances) * 730.0)


class Watched(Theory):
    """Theory that notes which networks it is asked about, and knows no calls of others, which it would refuse."""

    def __init__(self):
        self.asked = []

    def results(self, translation, measuring, progress=lambda: None):
        self.asked.append(translation.network)
        alone = replace(translation.network, background=())
        return super().results(replace(translation, network=alone), measuring, progress)


def test_a_server_with_an_order_calls_its_tiers_as_one_whose_spares_are_gone():
    """Its load is that of a server with the spares gone, so that only two of three servers call the tiers."""
    new = shop().new
    spares = {"unit": new.scenario.unit.model_copy(update={"nodes": 3, "spare_nodes": 1})}
    whole, solver = new.scenario.model_copy(update=spares), Watched()
    looked = _looked_at(whole, new, 3, True, 1.0, 0.5, solver)
    assert looked.why_not == ""
    (network,) = solver.asked
    gone = server_at_rate(without_spares(whole), 0.5 * new.farm.carried.requests.value).network
    all_up = server_at_rate(whole, 0.5 * new.farm.carried.requests.value).network

    def calls(one):
        return sum(jobs.rate for jobs in one.background)

    assert calls(network) == pytest.approx(calls(gone))
    assert 0.0 < calls(network) < 0.7 * calls(all_up)
