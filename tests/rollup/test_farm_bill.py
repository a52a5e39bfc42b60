"""The bill of a farm at a capacity is the one that a plan has when it measures as much."""

import pytest

from simulator.measure.estimate import from_replications, given
from simulator.rollup.cost import cost
from simulator.rollup.farm_bill import bill, exact_cost, whole_cost
from simulator.rollup.sizing import size
from tests.fabricated import results, scenario, usage

MBPS = from_replications([970.0, 976.0, 982.0], 0.95, "Mbps")


def planned(mbps, busy):
    farm, used = scenario(), usage("CPU", "server", busy)
    return cost(farm, size(farm, results(mbps, relative=0.0, usages=(used,)))).total


def test_it_is_counted_as_a_plan_counts_it():
    farm, total = scenario(), planned(976.0, 0.6)
    assert exact_cost(farm, 976.0, 0.6) == pytest.approx(total.exact.value)
    assert whole_cost(farm, 976.0, 0.6) == pytest.approx(total.whole.value)


def test_every_replication_has_its_own_bill():
    found = bill(scenario(), MBPS, (0.59, 0.6, 0.61))
    pairs = zip(MBPS.each, (0.59, 0.6, 0.61), strict=True)
    assert found.exact.each == tuple(exact_cost(scenario(), *pair) for pair in pairs)


def test_whole_units_are_uncertain_only_where_the_interval_holds_another_number_of_them():
    """12 Gbps take 3 units of 5 x 800 Mbps to the point, and 4 of a little less."""
    sure = bill(scenario(), from_replications([900.0, 901.0, 902.0], 0.95, "Mbps"), (0.5, 0.5, 0.5))
    edge = bill(scenario(), from_replications([799.0, 800.0, 801.0], 0.95, "Mbps"), (0.5, 0.5, 0.5))
    one_unit = whole_cost(scenario(), 799.0, 0.5) - whole_cost(scenario(), 800.0, 0.5)
    assert edge.whole.half_width >= one_unit > sure.whole.half_width
    assert (edge.sizing.units.whole.value, edge.sizing.units.whole.half_width) == (3.0, 1.0)


def test_in_theory_the_interval_of_the_bill_is_that_of_the_capacity():
    found = bill(scenario(), given(976.0, "Mbps"), (0.6,))
    assert found.exact.half_width == 0.0 and found.exact.value == exact_cost(scenario(), 976.0, 0.6)
