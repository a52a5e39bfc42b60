"""What the months cost, by hand: the case of the guide to the cent, and every month of a schedule added up again."""

import json

import pytest

from simulator.growth.offers import discount_factors, unit_offers
from simulator.messages.grow.when_to_buy import money, notes
from simulator.output.figure import to_json
from simulator.studies.grow.document import key_figures
from simulator.studies.grow.result import growth_data
from tests.fabricated import ROOT

GUIDE = ROOT / "docs/when-to-buy.md"
RATE = 0.05 / 12


@pytest.fixture(scope="module")
def guided():
    from models.load import load
    from simulator.experiment.solvers import Theory
    from simulator.growth.grow import plan_growth

    return plan_growth(load(ROOT / "scenarios/growing_downloads.yaml"), Theory())


def annuity(price):
    return price * RATE / (1 - (1 + RATE) ** -36)


def unit(months):
    """The price of five servers and their licences after so many months."""
    return 5 * (18_000 * 0.9 ** (months / 12) + 4_000)


def test_the_case_of_the_guide_to_the_cent(guided):
    found = json.loads(to_json(growth_data(guided)))
    month = next(each for each in found["months"] if each["month"] == "2027-11")
    busy = guided.new.farm.carried.busy.value
    work = month["demand"]["likely"] / 1000 * busy * 0.2 * 2 * 730 * 0.07
    fixed = (15 * (0.6 * 150 + 4 * 12), 15 * 80, 15 * 0.4 * 2 * 730 * 0.07)
    by_hand = (unit(11), annuity(unit(11)), *fixed, work, annuity(unit(11)) + sum(fixed) + work)
    for amount in by_hand:
        assert f"| {amount:,.2f} |" in GUIDE.read_text(encoding="utf-8")
    assert month["capital"] == pytest.approx(by_hand[0], abs=0.005)
    assert month["paid_off"] == pytest.approx(by_hand[1], abs=0.005)
    assert month["total"] == pytest.approx(by_hand[-1], abs=0.005)


def test_the_present_value_is_that_of_every_month(guided):
    found, total = json.loads(to_json(growth_data(guided))), 0.0
    orders = [(each["units"], int(each["serves_from"][:4]) * 12 + int(each["serves_from"][5:]) - 24_324)
              for each in found["orders"]]  # fmt: skip
    busy = guided.new.farm.carried.busy.value
    for at, month in enumerate(found["months"]):
        paid = sum(units * annuity(unit(begun)) for units, begun in orders if begun <= at < begun + 36)
        servers = 5 * month["units"]
        runs = servers * (0.6 * 150 + 48 + 80 + 0.4 * 2 * 730 * 0.07)
        runs += month["demand"]["likely"] / 1000 * busy * 0.2 * 2 * 730 * 0.07
        assert month["total"] == pytest.approx(paid + runs)
        total += (paid + runs) * (1 + RATE) ** -at
    assert found["present_value"]["value"]["value"] == pytest.approx(total)
    assert found["present_value"]["low"] < total < found["present_value"]["high"]


def test_the_capital_goes_as_far_as_the_price_of_a_server(guided):
    """Of the two prices it is made of that of a server is assumed, 14,000 to 22,000 USD; it gets cheaper, a licence
    does not."""
    orders = [(each.order.units, each.order.arrives) for each in guided.purchases]
    servers, licences = sum(5 * units * 0.9 ** (at / 12) for units, at in orders), sum(5 * units for units, _ in orders)
    low, value, high = (servers * price + licences * 4_000 for price in (14_000, 18_000, 22_000))
    assert guided.bill.capital.sum() == pytest.approx(value)
    assert (guided.capital.low, guided.capital.high) == pytest.approx((low, high))
    assert guided.capital.resting_on == ("server.price",)


def test_the_capital_is_told_with_no_more_digits_than_its_prices_deserve(guided):
    assert "Capital over 36 months: 640,000 USD (530,000-750,000 over its prices)." in money(guided)
    (card,) = (each for each in key_figures(guided).cards if each.label == "Capital")
    assert (card.figure, card.note) == ("640,000 USD", "36 months, 530,000-750,000 over its prices")


def test_the_bandwidth_of_what_is_bought_is_told_to_be_apart(guided):
    assert "Bandwidth is apart." in " ".join(notes(guided))


def test_money_of_later_months_counts_less(guided):
    assert discount_factors(guided.scenario, 3) == pytest.approx([1, 1 / (1 + RATE), 1 / (1 + RATE) ** 2])


def test_the_instances_of_a_cloud_are_rented_on_the_cheapest_terms(grown):
    """A unit for good is reserved for three years; one for a month of release only is rented on demand."""
    instance = {"on_demand": "1 USD/h", "reserved_1_year": "6,000 USD/year", "reserved_3_years": "4,000 USD/year"}
    server = {"instance": instance, "rack_units": 0, "idle_power": "0 W", "busy_power": "0 W", "price": "0 USD"}
    growth = {"start": "2026-12", "horizon": "36 months", "a_year": "0 %", "events": [{"month": "2028-03", "times": 2}]}
    prices = {"model": "us-2026", "egress": "0.05 USD/GB"}
    found = grown(growth, server={"model": "dl585-2.2ghz-4gb", **server}, datacenter={"prices": prices}, reserve="0 %")
    bought = {(each.order.offer.name, each.order.arrives, each.order.units) for each in found.purchases}
    assert bought == {("reserve for three years", 0, 2), ("rent on demand", 15, 1)}
    told = " ".join(notes(found))
    assert "What leaves the servers is paid as egress, which is in the costs." in told and "apart" not in told
    assert found.bill.capital.sum() == 0.0


@pytest.mark.parametrize(
    ("rent", "a_month"),
    [("on-demand", 730.0), ("reserved-1-year", 6_000.0 / 12.0), ("reserved-3-years", 4_000.0 / 12.0)],
)
def test_a_unit_is_rented_at_the_price_that_plan_has_of_the_same_terms(grown, rent, a_month):
    """A price a year is a twelfth of it a month, for however many years it is reserved."""
    prices = {"on_demand": "1 USD/h", "reserved_1_year": "6,000 USD/year", "reserved_3_years": "4,000 USD/year"}
    only = {name: price for name, price in prices.items() if name == rent.replace("-", "_") or name == "on_demand"}
    server = {"instance": only | {"rent": rent}, "rack_units": 0, "idle_power": "0 W", "busy_power": "0 W"}
    server |= {"model": "dl585-2.2ghz-4gb", "price": "0 USD"}
    found = grown(server=server, datacenter={"prices": {"model": "us-2026", "egress": "0.05 USD/GB"}})
    terms = {each.name: each for each in unit_offers(found.scenario, found.supply, found.new, 12, 36)}
    name = {"on-demand": "rent on demand", "reserved-1-year": "reserve for a year"}.get(rent, "reserve for three years")
    licence = terms[name].charges[0] - a_month * 5
    assert found.scenario.instance_a_month == pytest.approx(a_month)
    assert licence == pytest.approx(terms["rent on demand"].charges[0] - 730.0 * 5)
