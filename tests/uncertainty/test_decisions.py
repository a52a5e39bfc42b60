"""What falling short costs, and what knowing a value is worth: held against exhaustive search and brute force."""

import json

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.reading.document import SHIPPED
from models.scenario import Scenario
from models.variations.uncertain import uncertain_values, with_drawn
from simulator.experiment.results import Unavailable
from simulator.output.figure import to_json
from simulator.output.prediction_data import prediction_data
from simulator.uncertainty.distributions import values_at
from simulator.uncertainty.measurement_value import measurement_values
from simulator.uncertainty.predict import of_worlds
from simulator.uncertainty.regret import expected_costs, least_regret, price_of_short, rival_units
from simulator.uncertainty.worlds import Worlds, study_worlds
from tests.proven import mostly_proof

DEMAND, WORK = "demand.requests", "workload.request.cpu"


def farm(demand: tuple[float, float], work: tuple[float, float, float], more: str = "") -> Scenario:
    """A small farm of an API of which the demand and the work of a request have ranges."""
    least, likely, most = work
    text = f"""extends: hourly_api.yaml
scenario: small
demand: {{from: {demand[0]} requests/s, to: {demand[1]} requests/s}}
workload:
  request:
    cpu: {{value: {likely} ms, assumed: {least} ms to {most} ms, why: drawn}}
unit: {{nodes: 1, spare_nodes: 0}}
{more}
"""
    return load(SHIPPED / "small.yaml", text=text, compared=False)


def answered(scenario: Scenario, worlds: int = 256) -> Worlds:
    found = study_worlds(scenario, worlds=worlds)
    assert not isinstance(found, Unavailable)
    return found


FARMS = {
    "demand": ((4e4, 16e4), (0.9, 1.0, 1.1)),
    "work": ((7e4, 8e4), (0.4, 1.0, 3.0)),
    "both": ((5e4, 12e4), (0.6, 1.0, 2.0)),
}
CASES = [("demand", DEMAND), ("work", WORK), ("both", DEMAND), ("both", WORK)]


@pytest.mark.parametrize("price", ["0 USD/Mbps-month", "2 USD/Mbps-month", "20 USD/Mbps-month", "900 USD/Mbps-month"])
def test_least_regret_is_what_exhaustive_search_finds(price):
    scenario = farm((4e4, 16e4), (0.6, 1.0, 2.0), f"price_of_short: {price}\n")
    worlds = answered(scenario, 64)
    asked = price_of_short(scenario, worlds, 0.9)
    found = least_regret(scenario, worlds, expected_costs(worlds, asked, rival_units(worlds)), asked)
    totals = {}
    for units in range(1, int(worlds.units.max()) + 2):
        short = sum(asked.prices) * np.maximum(0.0, worlds.demanded - worlds.carried_by(units))
        totals[units] = float(np.mean(worlds.bills(units) + short))
    inside = {units: total for units, total in totals.items() if units >= worlds.units.min()}
    best = min(inside, key=inside.get)
    assert found.best.units == best
    assert found.best.cost + found.best.short == pytest.approx(inside[best])
    for rival in found.rivals:
        assert rival.regret == pytest.approx(totals[rival.units] - inside[best], abs=1e-6 * inside[best])


def test_where_no_price_is_stated_the_confidence_says_one_and_its_farm_is_about_the_best():
    scenario = farm((4e4, 16e4), (0.6, 1.0, 2.0))
    worlds = answered(scenario)
    for confidence in (0.7, 0.9, 0.95):
        price = price_of_short(scenario, worlds, confidence)
        best = least_regret(scenario, worlds, expected_costs(worlds, price, rival_units(worlds)), price).best.units
        assert abs(best - worlds.fewest(confidence)) <= 1


def known_saving(scenario: Scenario, path: str, price: float, points: int = 16) -> float:
    """By brute force: at each of many values that it may have, all worlds are drawn anew with the value known."""
    (uncertain,) = [each for each in uncertain_values(scenario) if each.path == path]
    totals = []
    units = tuple(range(1, 40))
    for value in values_at(uncertain, (np.arange(points) + 0.5) / points):
        sure = scenario.sources[path].model_copy(update={"low": None, "high": None})
        known = with_drawn(scenario, {path: float(value)})
        known = known.model_copy(update={"sources": {**known.sources, path: sure}})
        totals.append(expected_costs(answered(known, 32), price, units).of_all.mean(axis=0))
    by_value = np.array(totals)
    return float(by_value.mean(axis=0).min() - by_value.min(axis=1).mean())


@pytest.mark.parametrize(("name", "path"), mostly_proof(CASES, [("demand", DEMAND)]))
def test_what_a_measurement_is_worth_agrees_with_brute_force(name, path):
    scenario = farm(*FARMS[name])
    worlds = answered(scenario)
    price = price_of_short(scenario, worlds, 0.9)
    found = measurement_values(worlds, expected_costs(worlds, price, rival_units(worlds)), "USD/month")
    (worth,) = [each.saving for each in found if each.path == path]
    by_force = known_saving(scenario, path, price)
    assert by_force > 0.0
    assert worth.value == pytest.approx(by_force, rel=0.15, abs=worth.half_width)


def test_what_matters_most_is_told_first_and_what_moves_nothing_is_not_told():
    worlds = answered(farm(*FARMS["demand"]))
    price = price_of_short(worlds.scenario, worlds, 0.9)
    found = measurement_values(worlds, expected_costs(worlds, price, rival_units(worlds)), "USD/month")
    assert found[0].path == DEMAND
    assert [each.saving.value for each in found] == sorted((each.saving.value for each in found), reverse=True)
    assert "operating_system.socket_memory.idle" not in {each.path for each in found}


def test_json_has_probabilities_quantiles_regret_and_worth():
    scenario = farm(*FARMS["both"])
    worlds = answered(scenario, 64)
    data = json.loads(to_json(prediction_data(of_worlds(worlds, 5))))
    assert data["enough"]["5"] == pytest.approx(worlds.enough(5))
    assert data["cost_in_all_per_month"]["quantiles"]["50 %"] == pytest.approx(float(np.median(worlds.bills(5))))
    assert data["least_regret"]["rivals"][0]["regret"] >= 0.0


def test_a_price_of_being_short_in_another_currency_needs_a_rate():
    with pytest.raises(ScenarioError) as refused:
        farm(*FARMS["demand"], "price_of_short: 5 EUR/Mbps-month\n")
    (problem,) = refused.value.problems
    assert problem.path == "price_of_short[0].price"
    assert "EUR" in problem.message
    assert problem.remedy


def test_a_price_of_being_short_is_converted_by_the_rate_of_the_price_list():
    more = "price_of_short: 5 EUR/Mbps-month\nserver: edge-xeon-d-2x25gbe\ndatacenter: {prices: eu-2026}\n"
    scenario = farm(*FARMS["demand"], more + "growth: none\nsupply: none\n")
    (row,) = scenario.price_of_short
    assert scenario.datacenter.prices.from_usd(row.price) == pytest.approx(5.0)


TABLE = "price_of_short: [{up_to: 5 %, price: 2 USD/Mbps-month}, {price: 40 USD/Mbps-month}]\n"


def test_what_is_missing_beyond_a_share_of_the_demand_costs_what_the_next_row_says():
    """Of 100 Gbps 8 are missing: 5 at 2 USD and 3 at 40; where 4 are, 4 at 2."""
    worlds = answered(farm(*FARMS["both"], TABLE), 16)
    found = price_of_short(worlds.scenario, worlds, 0.9)
    short, demanded = np.array([8e3, 4e3, 0.0]), np.full(3, 100e3)
    assert found.cost(short, demanded) == pytest.approx([5e3 * 2 + 3e3 * 40, 4e3 * 2, 0.0])


def test_the_farm_of_least_regret_by_a_table_is_what_exhaustive_search_finds():
    worlds = answered(farm(*FARMS["both"], TABLE), 64)
    price = price_of_short(worlds.scenario, worlds, 0.9)
    found = least_regret(worlds.scenario, worlds, expected_costs(worlds, price, rival_units(worlds)), price)
    totals = {}
    for units in rival_units(worlds):
        missing = np.maximum(0.0, worlds.demanded - worlds.carried_by(units))
        little = np.minimum(missing, 0.05 * worlds.demanded)
        totals[units] = float(np.mean(worlds.bills(units) + 2.0 * little + 40.0 * (missing - little)))
    assert found.best.units == min(totals, key=totals.get)
    assert found.stated and found.prices == pytest.approx((2.0, 40.0))


@pytest.mark.parametrize(
    ("rows", "path", "told"),
    [
        ("[{up_to: 5 %, price: 2 USD/Mbps-month}]", "price_of_short[0].up_to", "beyond"),
        ("[{price: 2 USD/Mbps-month}, {price: 4 USD/Mbps-month}]", "price_of_short[0].up_to", "never count"),
        (
            "[{up_to: 5 %, price: 2 USD/Mbps-month}, {up_to: 3 %, price: 4 USD/Mbps-month}, {price: 9 USD/Mbps-month}]",
            "price_of_short[1].up_to",
            "does not rise above 5 %",
        ),
        ("[{price: 2 bananas}]", "price_of_short[0].price", ""),
        ("[]", "price_of_short", ""),
    ],
)
def test_a_table_of_prices_that_cannot_be_is_told_at_its_row(rows, path, told):
    with pytest.raises(ScenarioError) as refused:
        farm(*FARMS["demand"], f"price_of_short: {rows}\n")
    (problem,) = refused.value.problems
    assert problem.path == path and told in problem.message and problem.remedy
