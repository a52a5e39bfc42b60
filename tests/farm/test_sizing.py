"""From one server to a farm: the arithmetic of the documents (Moving Microsoft Update Downloads to x64, Conclusion)."""

import math
from dataclasses import replace

import pytest

from simulator.errors import InternalError, NoCapacity, NotConverged, Unstable
from simulator.farm.sizing import size_farm
from tests.fabricated import X86_MBPS, carried, scenario, usage


def test_x64_arithmetic_of_the_documents():
    sizing = size_farm(scenario(), carried(976.0))
    assert sizing.capacity.unit_mbps.value == 4_880.0
    assert sizing.units.exact.value == pytest.approx(12_000 / 4_880)
    assert sizing.units.whole.value == 3
    assert sizing.servers.whole.value == 15
    assert sizing.farm_mbps.value == 14_640.0


def test_x86_arithmetic_of_the_documents():
    sizing = size_farm(scenario(), carried(X86_MBPS, relative=0.001))
    assert sizing.capacity.unit_mbps.value == 3_010.0
    assert sizing.units.exact.value == pytest.approx(3.9867, abs=1e-4)
    assert (sizing.units.whole.value, sizing.units.whole.half_width) == (4, 0)
    assert sizing.servers.whole.value == 20


def test_whole_units_are_as_uncertain_as_the_ends_of_the_interval():
    sizing = size_farm(scenario(), carried(X86_MBPS, relative=0.01))
    assert sizing.units.exact.high > 4
    assert (sizing.units.whole.value, sizing.units.whole.half_width) == (4, 1)


def test_a_demand_of_exactly_three_units_takes_three():
    sizing = size_farm(scenario({"demand": "14.64 Gbps"}), carried(976.0, relative=0.0))
    assert sizing.units.whole.value == 3


def test_the_interval_of_units_is_that_of_the_server():
    sizing = size_farm(scenario(), carried(976.0, relative=0.01))
    assert sizing.units.exact.relative == pytest.approx(0.01, rel=0.02)
    assert (sizing.units.exact.samples, sizing.units.exact.confidence) == (5, 0.95)


def test_spare_nodes_are_bought_but_not_counted_on():
    sizing = size_farm(scenario({"unit.spare_nodes": "1"}), carried(976.0))
    assert sizing.capacity.unit_mbps.value == 4 * 976.0
    assert sizing.capacity.unit_mbps_full.value == 5 * 976.0
    assert sizing.units.whole.value == 4
    assert sizing.spare_servers.value == pytest.approx(20 - 12_000 / 976)


def test_racks_by_height():
    sizing = size_farm(scenario({"server.rack_units": "4", "datacenter.prices.rack_height": "42"}), carried())
    assert (sizing.servers_per_rack, sizing.rack_limit) == (10, "height")
    assert sizing.rack_units.whole.value == 60
    assert sizing.racks.value == 2


def test_racks_by_power():
    overrides = {"server.busy_power": "600 W", "datacenter.prices.rack_power": "2.4 kW"}
    sizing = size_farm(scenario(overrides), carried())
    assert (sizing.servers_per_rack, sizing.rack_limit) == (4, "power")
    assert sizing.racks.value == math.ceil(15 / 4)


def test_power_follows_the_cpu():
    overrides = {"server.idle_power": "400 W", "server.busy_power": "600 W"}
    sizing = size_farm(scenario(overrides), carried(usages=(usage("CPU", "server", 0.6),)))
    needed = 12_000 / 976
    assert sizing.whole_power.average.value == pytest.approx((15 * 400 + needed * 0.6 * 200) / 1e3)
    assert sizing.whole_power.provisioned.value == pytest.approx(9.0)
    assert sizing.power.average.value == pytest.approx(needed * 0.520)


def test_power_is_not_guessed_where_no_limit_is_the_cpu():
    with pytest.raises(InternalError, match="one of the limits measured must have the role cpu, and none has it"):
        carried(usages=(usage("disks", "server", 0.6),))


def test_a_unit_that_carries_nothing_is_told_with_demand_and_remedy():
    with pytest.raises(NoCapacity, match=r"demand = 12 Gbps .*one unit carries nothing.*`run`") as caught:
        size_farm(scenario(), carried(0.0))
    assert isinstance(caught.value, Unstable)
    assert str(caught.value).startswith("scenarios/microsoft_update.yaml: ")


def test_more_than_a_million_units_is_told_with_what_would_do():
    with pytest.raises(NoCapacity, match=r"1,000,000 units.*write at most 4.88 Gbps"):
        size_farm(scenario(), carried(0.000976))


def test_an_interval_that_reaches_nothing_asks_for_replications_until_it_does_not():
    with pytest.raises(NotConverged, match=r"4,880 Mbps") as raised:
        size_farm(scenario(), carried(976.0, relative=1.5))
    assert [dict(remedy.changes) for remedy in raised.value.remedies] == [{"run.replications": "auto"}]


def test_an_interval_of_theory_that_reaches_nothing_asks_for_a_simulation():
    found = carried(976.0, relative=1.5)
    by_theory = replace(found, mbps=replace(found.mbps, samples=0), requests=replace(found.requests, samples=0))
    with pytest.raises(NotConverged, match=r"reaches 0; theory knows it no better, so simulate it") as raised:
        size_farm(scenario(), by_theory)
    assert [remedy.engine for remedy in raised.value.remedies] == ["kernel"]


def test_a_scenario_without_a_demand_has_no_farm():
    with pytest.raises(ValueError, match="no demand"):
        size_farm(scenario({"demand": "none"}), carried())
