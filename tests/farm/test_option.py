"""What an option is worth: its cost and its gain done by hand, and the order of options."""

from dataclasses import replace

import pytest

from models.variations.price import Price
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost import monthly_bill
from simulator.farm.sizing import size_farm
from simulator.farm.upgrade_value import SERVER, UNIT, UpgradeRanking, rank_upgrades, servers_bill
from tests.fabricated import carried, scenario, usage
from tests.fabricated_options import FIXED, NOW, PRICES, WORKING, at, named, valued, working


def test_the_bill_of_a_server_and_of_a_unit_with_a_spare_done_by_hand():
    assert servers_bill(at(), 1, 1).value == pytest.approx(FIXED + 0.5 * WORKING)
    assert servers_bill(at(), 5, 4).value == pytest.approx(5 * FIXED + 4 * 0.5 * WORKING)


def test_the_interval_of_the_cores_in_use_is_that_of_the_bill():
    unsure = working(at(), Estimate(0.5, 0.1, 0.95, 3, "share"))
    assert servers_bill(unsure, 1, 1).half_width == pytest.approx(0.1 * WORKING)


def test_a_farm_of_full_servers_costs_what_its_plan_says():
    """The plan's bill without bandwidth, for the servers that the demand needs exactly, from the same prices."""
    farm = scenario(PRICES)
    measured = carried(976.0, 0.0, (usage("CPU", "server", 0.6),))
    sizing = size_farm(farm, measured)
    plan = monthly_bill(farm, sizing).total.exact.value
    full = working(at(), exact(0.6, "share"))
    assert plan == pytest.approx(sizing.needed_servers.value * servers_bill(full, 1, 1).value)


def test_what_a_mbps_costs_done_by_hand():
    """A card of 180 USD over 36 months without power of its own, and 250 Mbps more in every replication."""
    now, then = at(), at([mbps + 250.0 for mbps in NOW], server__price="18,180 USD")
    found = valued(now, then, Price(180.0, 36.0, 720.0))
    assert found.per == SERVER
    assert found.gain.difference.value == pytest.approx(250.0) and found.gain.difference.half_width == 0.0
    assert found.cost.value == pytest.approx(5.0)
    assert (found.lowest_cost, found.highest_cost) == pytest.approx((1.0, 20.0))
    assert found.cost_per_mbps.value == pytest.approx(0.02)
    assert found.helps and not found.saves and not found.hurts


def test_more_load_on_the_same_server_costs_its_electricity():
    found = valued(at(), at([mbps + 250.0 for mbps in NOW], busy=0.7))
    assert found.cost.value == pytest.approx(0.2 * WORKING)
    assert found.cost_per_mbps.value == pytest.approx(0.2 * WORKING / 250.0)


def test_the_interval_of_a_mbps_covers_both_ends_of_the_gain():
    found = valued(at(), at([1240.0, 1252.0, 1258.0], server__price="18,180 USD"), Price(180.0, 180.0, 180.0))
    gain, per_mbps = found.gain.difference, found.cost_per_mbps
    for end in (gain.low, gain.high):
        assert per_mbps.low <= 5.0 / end <= per_mbps.high


def test_one_more_node_gains_what_it_carries_and_costs_a_server():
    found = valued(at(unit__nodes="5"), at(unit__nodes="6"))
    assert found.per == UNIT
    assert found.gain.difference.value == pytest.approx(1000.0)
    assert found.cost.value == pytest.approx(FIXED + 0.5 * WORKING)
    assert found.cost_per_mbps.value == pytest.approx((FIXED + 0.5 * WORKING) / 1000.0)


def test_a_mbps_of_a_unit_with_a_spare_pays_for_the_spare():
    spare = {"unit__spare_nodes": "1"}
    then = at([mbps + 250.0 for mbps in NOW], server__price="18,180 USD", **spare)
    found = valued(at(**spare), then)
    assert found.cost.value == pytest.approx(5.0)
    assert found.cost_per_mbps.value == pytest.approx(5 * 5.0 / (4 * 250.0))


def test_without_a_measured_gain_a_mbps_has_no_price():
    found = valued(at(), at([1003.0, 999.0, 1001.0], server__price="18,180 USD"))
    assert not found.helps and not found.hurts
    assert found.cost_per_mbps == Unavailable("no gain is measured")


def test_a_loss_is_told_from_no_gain():
    assert valued(at(), at([mbps - 100.0 for mbps in NOW])).hurts


MADE = (
    ("loses and saves", -100.0, -3600),
    ("dear", 250.0, 3600),
    ("gains nothing", 0.0, 180),
    ("cheap", 100.0, 36),
    ("gains nothing and saves", 0.0, -180),
    ("saves and gains little", 50.0, -3600),
    ("saves and gains much", 250.0, -36),
)


def away(name):
    return named(name, 250.0, -3600, elsewhere=True)


def without_demand(found):
    return replace(found, farm=None, present=None)


def test_what_gains_for_nothing_comes_first_then_the_cheapest_mbps_then_what_gains_nothing():
    """Where no demand says how many servers there are."""
    made = [without_demand(each) for each in (*(named(*each) for each in MADE), away("on another system"))]
    assert [found.name for found in rank_upgrades(made)] == [
        "saves and gains much",
        "saves and gains little",
        "cheap",
        "dear",
        "gains nothing and saves",
        "gains nothing",
        "loses and saves",
        "on another system",
    ]


def test_of_farms_the_one_that_costs_least_comes_first():
    """A dear card that saves five servers of fifteen beats a cheaper server that saves none."""
    found = rank_upgrades(
        [*(named(*each) for each in MADE), away("on another system"), without_demand(named(*MADE[-1]))]
    )
    costs = [each.whole_cost for each in found]
    assert [each.name for each in found[:3]] == ["saves and gains much", "dear", "saves and gains little"]
    assert costs[:7] == sorted(costs[:7]) and costs[7] is None and found[8].elsewhere
    assert [each.cheapens for each in found[:7]] == [each.farm_costs_more.value < 0.0 for each in found[:7]]


def test_of_options_with_one_gain_the_cheapest_farm_is_best():
    """A server for 24,000 less was called best beside one of the same gain for 32,300 less."""
    dear, cheap = (named(name, 250.0, price, instead=True) for name, price in (("dear", -24), ("cheap", -3600)))
    assert UpgradeRanking(at(), rank_upgrades([dear, cheap]), (), ()).best == cheap
    smaller = named("smaller", -10.0, -12_000, instead=True)
    assert smaller.hurts and UpgradeRanking(at(), rank_upgrades([dear, smaller]), (), ()).best == min(
        (dear, smaller), key=lambda each: each.whole_cost
    )


def test_the_best_option_helps_and_needs_no_other_software():
    no_help, elsewhere = named("nothing", 0.0, 180), away("away")
    card, other = named("card", 100.0, 36), named("server instead", 100.0, -36, instead=True)

    def best(*made):
        found = UpgradeRanking(at(), rank_upgrades(list(made)), (), ())
        return found.best, found.best_kept

    assert best(no_help, elsewhere) == (None, None)
    assert best(no_help, elsewhere, card) == (card, card)
    assert best(card, other) == (other, card)
