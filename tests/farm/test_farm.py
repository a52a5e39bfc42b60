"""The farm that is bought: units by demand, reserve and what a unit carries, and one bill for everything."""

from dataclasses import replace

import pytest

from simulator.experiment.estimate import exact, from_replications
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.farm.farm import buy_farm
from simulator.messages.decision import cost_sentence
from simulator.messages.numbers import rounded
from tests.fabricated import network, scenario

MBPS = from_replications([970.0, 976.0, 982.0], 0.95, "Mbps")
BUSY = from_replications([0.59, 0.6, 0.61], 0.95, "share")


def carried(mbps=MBPS, busy=BUSY):
    requests = replace(mbps.times(3400.0 / 976.0, "/s"), each=tuple(one * 3400.0 / 976.0 for one in mbps.each))
    return ServerCapacity(LARGEST, mbps, requests, busy, replace(network(), nodes=1))


def test_units_are_demand_and_reserve_over_what_a_unit_carries():
    farm = buy_farm(scenario({"reserve": "20 %"}), carried(exact(1000.0, "Mbps")))
    assert farm.sizing.units.exact.value == pytest.approx(12_000 * 1.2 / 5_000)
    assert (farm.sizing.units.whole.value, farm.sizing.servers.whole.value) == (3, 15)
    assert farm.sizing.needed_servers.value == pytest.approx(12.0)


def test_spare_units_are_bought_and_paid_but_not_counted_on():
    without, with_one = (buy_farm(scenario({"spare_units": str(n)}), carried(exact(1000.0, "Mbps"))) for n in (0, 1))
    assert with_one.sizing.units.whole.value == without.sizing.units.whole.value + 1
    assert with_one.sizing.units.exact == without.sizing.units.exact
    assert with_one.sizing.farm_mbps == without.sizing.farm_mbps
    assert with_one.whole.value > without.whole.value


def test_the_growth_that_a_farm_supports_is_what_it_carries_with_its_spares_gone():
    spares = {"unit.spare_nodes": "1", "spare_units": "1", "reserve": "20 %"}
    sizing = buy_farm(scenario(spares), carried(exact(1000.0, "Mbps"))).sizing
    assert sizing.units.whole.value == 5  # 14,400 / 4,000 = 3.6, rounded up, and a spare one
    assert sizing.working_servers == 16
    assert sizing.supports.value == pytest.approx(16_000 / 12_000)
    assert sizing.residual_mbps.value == pytest.approx(4_000)


def test_a_demand_in_requests_is_counted_by_requests():
    farm = buy_farm(scenario({"demand": "20,000 /s"}), carried(exact(976.0, "Mbps")))
    assert farm.sizing.units.exact.value == pytest.approx(20_000 / (5 * 3400))


def test_every_replication_has_its_own_bill():
    found = buy_farm(scenario(), carried())
    pairs = zip(MBPS.each, BUSY.each, strict=True)
    alone = [buy_farm(scenario(), carried(exact(mbps, "Mbps"), exact(busy, "share"))) for mbps, busy in pairs]
    assert found.exact.each == pytest.approx([one.cost.total.exact.value for one in alone])


def test_whole_units_are_uncertain_only_where_the_interval_holds_another_number_of_them():
    """12 Gbps take 3 units of 5 x 800 Mbps to the point, and 4 of a little less."""
    sure = buy_farm(scenario(), carried(from_replications([900.0, 901.0, 902.0], 0.95, "Mbps")))
    edge = buy_farm(scenario(), carried(from_replications([799.0, 800.0, 801.0], 0.95, "Mbps")))
    assert sure.sizing.units.whole.half_width == 0.0
    assert (edge.sizing.units.whole.value, edge.sizing.units.whole.half_width) == (3.0, 1.0)
    assert edge.whole.half_width > sure.whole.half_width


def test_what_is_bought_costs_what_it_costs_whatever_other_number_of_units_the_interval_holds():
    """3 units or 4: the order is for 3, and 4 cost what a bill for 4 says. No unit is one more or less for nothing."""
    mbps = from_replications([799.0, 800.0, 801.0], 0.95, "Mbps")
    edge, four = buy_farm(scenario(), carried(mbps)), buy_farm(scenario({"spare_units": "1"}), carried(mbps))
    assert edge.sizing.units_between == (3, 4) and edge.decided.sizing.units_between == (3, 4)
    assert edge.decided.whole.value == edge.whole.value and edge.whole.relative > 0.3
    assert edge.decided.whole.relative < 0.001  # What is left is how busy its cores are.
    assert edge.of_units(4).whole.value == four.decided.whole.value
    over = edge.in_all.over.half_width
    assert cost_sentence(edge).startswith(f"{rounded(edge.in_all.amount.value, over)} USD/month in all (")
    assert cost_sentence(edge).endswith(f"), or {rounded(edge.of_units(4).in_all.amount.value, over)} for 4")


def test_in_theory_the_interval_of_the_bill_is_that_of_what_a_server_carries():
    found = buy_farm(scenario(), carried(exact(976.0, "Mbps"), exact(0.6, "share")))
    assert found.exact.half_width == 0.0


def test_the_bill_has_the_range_of_its_prices_and_leaves_bandwidth_apart():
    farm = buy_farm(scenario(), carried())
    assert farm.range.low < farm.whole.value < farm.range.high
    assert farm.range.resting_on[0] == "datacenter.prices.administration"
    assert not any("bandwidth" in path for path in farm.range.resting_on)
    assert farm.cost.with_bandwidth.whole.value == pytest.approx(farm.whole.value + 12_000 * 50)


def test_the_range_of_one_price_done_by_hand():
    """15 servers at 3 to 400 USD a month for people, 80 now, where no other price has a range."""
    sources = scenario().sources
    only = {
        path: known if path == "datacenter.prices.administration" else known.model_copy(update={"low": None})
        for path, known in sources.items()
    }
    farm = buy_farm(scenario().model_copy(update={"sources": only}), carried())
    assert farm.whole.value - farm.range.low == pytest.approx(15 * 77)
    assert farm.range.high - farm.whole.value == pytest.approx(15 * 320)
