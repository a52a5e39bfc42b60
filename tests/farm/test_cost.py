"""The monthly bill."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.farm.costs.cost import HOSTING, SERVERS, annuity, monthly_bill
from simulator.farm.sizing import size_farm
from tests.fabricated import carried, scenario

PRICES = {
    "datacenter.prices.server_life": "3 years",
    "datacenter.prices.interest": "0 %",
    "datacenter.prices.electricity": "0.1 USD/kWh",
    "datacenter.prices.pue": "2",
    "datacenter.prices.hosting": "100 USD/kW-month",
    "datacenter.prices.rack_space": "10 USD/U-month",
    "datacenter.prices.bandwidth": "50 USD/Mbps-month",
    "datacenter.prices.administration": "80 USD/server-month",
    "server.price": "18,000 USD",
    "server.rack_units": "4",
    "server.idle_power": "500 W",
    "server.busy_power": "500 W",
    "operating_system.licence": "3,600 USD",
}


@given(price=st.floats(1, 1e6), interest=st.floats(0.001, 0.5), years=st.integers(1, 20))
def test_payments_are_worth_the_price_today(price, interest, years):
    """The closed form: the present value of all payments is the price."""
    payment, rate = annuity(price, interest, float(years)), interest / 12
    present_value = sum(payment / (1 + rate) ** month for month in range(1, 12 * years + 1))
    assert present_value == pytest.approx(price, rel=1e-9)


@given(price=st.floats(1, 1e6), years=st.floats(0.5, 20))
def test_without_interest_the_price_is_spread_evenly(price, years):
    assert annuity(price, 0.0, years) * 12 * years == pytest.approx(price)
    assert annuity(price, 1e-9, years) == pytest.approx(annuity(price, 0.0, years), rel=1e-4)


def test_every_item_of_a_bill_done_by_hand():
    plan = scenario(PRICES)
    bill = monthly_bill(plan, size_farm(plan, carried(976.0)))
    whole = {item.name: item.amount.whole.value for item in bill.items}
    assert whole == pytest.approx(
        {
            "servers": 15 * 500,
            "licences": 15 * 100,
            "electricity": 15 * 0.5 * 2 * 730 * 0.1,
            "hosting": 15 * 0.5 * 100 + 60 * 10,
            "administration": 15 * 80,
        }
    )
    assert bill.total.whole.value == pytest.approx(sum(whole.values()))
    assert bill.per_mbps.whole.value == pytest.approx(sum(whole.values()) / 12_000)
    assert bill.bandwidth.amount.whole.value == pytest.approx(600_000)
    assert bill.with_bandwidth.whole.value == pytest.approx(sum(whole.values()) + 600_000)


def test_exact_units_cost_in_proportion():
    plan = scenario(PRICES)
    bill = monthly_bill(plan, size_farm(plan, carried(976.0)))
    share = 12_000 / 4_880 / 3
    for name in (SERVERS, HOSTING):
        amount = bill.item(name).amount
        assert amount.exact.value == pytest.approx(share * amount.whole.value)


@settings(max_examples=25)
@given(relative=st.floats(0.0, 0.05))
def test_the_total_is_as_uncertain_as_what_a_server_carries(relative):
    """All items but bandwidth hang on one measurement, so their half-widths add."""
    plan = scenario(PRICES)
    bill = monthly_bill(plan, size_farm(plan, carried(976.0, relative)))
    without = bill.total.exact
    # All watts are idle here, so the CPU's own interval does not enter; 1 / (1 - r) - 1 is the wider side.
    assert without.relative == pytest.approx(1 / (1 - relative) - 1, abs=1e-12)


def test_an_unknown_item_is_told():
    plan = scenario()
    with pytest.raises(KeyError, match="coffee"):
        monthly_bill(plan, size_farm(plan, carried())).item("coffee")
