"""Where what a unit carries may be a little less or more: how many units that is, and what as many cost."""

import pytest

from simulator.farm.costs.cost import monthly_bill
from simulator.farm.costs.cost_difference import compared_cost, monthly_cost
from simulator.farm.farm import buy_farm
from simulator.farm.sizing import size_farm, size_units
from tests.fabricated import carried, scenario


def test_the_fewest_and_the_most_units_are_those_of_the_ends_of_what_a_server_carries():
    """12 Gbps on units of 5 servers of 400 to 1,200 Mbps: 2 to 6 units. Never none, as 3 - 3 of them say."""
    found = size_farm(scenario(), carried(800.0, relative=0.5))
    assert found.units.exact.low == pytest.approx(0.0, abs=1e-9)
    assert found.units_between == (2, 6)


@pytest.mark.parametrize("alike", [True, False])
def test_what_the_fewest_and_the_most_units_cost_is_a_bill_for_so_many(alike):
    """12 Gbps take 3 units of 5 x 800 Mbps to the point, and 4 of a little less."""
    edge, bandwidth = buy_farm(scenario(), carried(800.0, relative=0.003)), 0.0 if alike else 12_000 * 50
    found = monthly_cost(edge, alike)
    assert (edge.sizing.units_between, found.amount) == ((3, 4), compared_cost(edge, alike))
    for bought, end in ((3, found.lowest), (4, found.highest)):
        farm = size_units(edge.scenario, edge.carried, bought)
        assert (farm.units.whole.value, farm.servers.whole.value) == (bought, 5 * bought)
        assert end == pytest.approx(monthly_bill(edge.scenario, farm).total.whole.value + bandwidth, rel=1e-3)
    dearer = carried(799.0, relative=0.0)  # A server that carries as little needs the fourth.
    assert found.highest == pytest.approx(compared_cost(buy_farm(scenario(), dearer), alike).value, rel=1e-3)


def test_one_number_of_units_has_no_range_but_the_interval_of_its_bill():
    sure = buy_farm(scenario(), carried(901.0))
    found, amount = monthly_cost(sure, alike=True), compared_cost(sure, alike=True)
    assert sure.sizing.units_between == (3, 3)
    assert (found.lowest, found.highest) == (amount.low, amount.high)


def test_a_farm_of_so_many_units_is_the_farm_that_needs_as_many():
    with_spare = scenario({"spare_units": "1"})
    found = size_farm(with_spare, carried(901.0))
    same = size_units(with_spare, carried(901.0), 4)
    assert found.units_between == (4, 4) and found.units.whole.value == 4
    for one, other in ((same.servers, found.servers), (same.rack_units, found.rack_units)):
        assert (one.whole.value, one.exact) == (other.whole.value, other.exact)
    assert same.whole_power.average.value == found.whole_power.average.value
