"""Units and caches that are bought because an origin is paid less for: a bill that falls with them, and is told."""

from dataclasses import replace

import numpy as np
import pytest

from models.load import load
from models.variations.changes import with_changes
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.farm.farm import buy_farm
from simulator.farm.larger_cache import with_larger_cache
from simulator.farm.outcome import roll_up
from simulator.messages.decision import larger_cache_sentence, more_units_sentence
from simulator.output.data import farm_data
from simulator.uncertainty.regret import expected_costs, price_of_short
from simulator.uncertainty.worlds import study_worlds
from tests.fabricated import results, stamp

CACHED = {
    "demand": "100 Gbps",
    "workload.content.catalogue": "200 TB",
    "workload.content.origin": {"latency": "30 ms", "rate": "100 Gbps", "price": "0.02 USD/GB"},
    "web_server.disk_cache": {"up_to": "200 TB", "admission_window": "3 h"},
    "server.disks.size": "7.68 TB",
    "server.disks.count": "4",
    "unit.nodes": "2",
}


@pytest.fixture(scope="module")
def plan():
    return load("scenarios/downloads_today.yaml", CACHED)


@pytest.fixture(scope="module")
def carried(plan):
    return capacity_in_theory(plan)


def in_all(farm):
    return farm.cost.with_bandwidth.whole.value


def test_units_are_bought_until_one_more_saves_nothing(plan, carried):
    """Two caches let in less that nobody asks for again: 2 units cost less than the one that carries the demand."""
    farm = buy_farm(plan, carried)
    units = farm.sizing.units.whole.value
    assert farm.enough is not None and farm.enough.sizing.units.whole.value == 1.0 < units
    assert in_all(farm) < in_all(farm.enough) and farm.decided is farm
    assert in_all(farm.of_units(units - 1.0)) > in_all(farm)
    assert farm.bills.now.with_bandwidth.whole.value == in_all(farm)
    assert farm_data(farm)["units_enough"]["value"] == 1.0


def test_no_unit_is_bought_for_an_origin_that_bills_nothing_or_hits_that_stay(plan, carried):
    origin = plan.workload.content.origin.model_copy(update={"price": 0.0})
    assert buy_farm(with_changes(plan, {"workload.content.origin": origin}, "free"), carried).enough is None
    cache = plan.web_server.disk_cache.model_copy(update={"admission_window": 0.0})
    alike = with_changes(plan, {"web_server.disk_cache": cache}, "all is let in")
    assert buy_farm(alike, capacity_in_theory(alike)).enough is None


def test_the_answer_says_that_fewer_units_would_do_and_which_larger_cache_saves_more(plan, carried):
    found = roll_up(plan, carried.network, results(), stamp(), carried=carried)
    found = with_larger_cache(replace(found, verdicts=(), operating_points=()))
    assert "1 unit would be enough, but 2 cost" in more_units_sentence(found)
    assert found.larger_cache.saved.amount.low > 0.0
    assert found.larger_cache.farm.sizing.fetched.value < found.sizing.fetched.value
    assert "four more NVMe disks (with 30.72 TB more disk cache)" in larger_cache_sentence(found)
    assert larger_cache_sentence(replace(found, larger_cache=None)) == ""


def test_what_an_origin_bills_less_for_each_further_unit_is_in_what_numbers_of_units_cost(plan, carried):
    """Two units save more of it than the third and the fourth; one that pays for itself makes no shortfall cheap."""
    worlds = study_worlds(plan, carried, worlds=4, search=False)
    units = (1, 2, 3, 4)
    bills = expected_costs(worlds, price_of_short(plan, worlds, 0.9), units).bills
    assert bills == pytest.approx(np.stack([worlds.bills(each) for each in units], axis=-1))
    saved = -np.diff(bills.mean(axis=0))
    assert saved[0] > saved[1] > saved[2]
    assert min(price_of_short(plan, worlds, 0.9).prices) >= 0.0
