"""Page faults, and how long an allocator warms up."""

import pytest

from simulator.experiment.measures.events import page_fault_measures, warm_up_measures
from simulator.experiment.results import Unavailable
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from tests.experiment.tallies import CPU, free_lists, network, steady

FAULTS = SharedCapacity("page faults", 2500.0, (2500.0,), "page faults", role=Role.PAGE_FAULTS)
LISTS = network(CPU, free_lists())


def looked_up(lookups, hits, name="free lists"):
    return {("cache", name, "lookups"): lookups, ("cache", name, "hits"): hits}


def test_page_faults_per_second():
    column = ("shared", "page faults", "work")
    found = page_fault_measures(steady(network(FAULTS), {column: [25_000, 20_000]}, {column: [25_000, 30_000]}))
    assert found["page_faults"].value == pytest.approx((2250 + 2750) / 2)


def test_without_them_there_is_nothing_to_say():
    measured = steady(network(CPU), {("sessions", "offered"): [1]}, {("sessions", "offered"): [1]})
    assert page_fault_measures(measured) == warm_up_measures(measured) == {}


def test_the_warm_up_ends_where_misses_fall_below_1_percent_between_two_windows():
    # Misses: 50 %, 2 %, 0.5 %: 1 % lies at 2/3 of the way from the middle of the second to that of the third.
    one = looked_up([100, 100, 1000], [50, 98, 995])
    found = warm_up_measures(steady(LISTS, one, one))
    assert found["warm_up_time"].value == pytest.approx(15 + 10 * 2 / 3)


def test_the_warm_up_of_the_run_counts_and_windows_without_requests_do_not():
    one = looked_up([0, 100, 0, 100], [0, 97, 0, 100])
    found = warm_up_measures(steady(LISTS, one, one, warm_up=3))
    assert found["warm_up_time"].value == pytest.approx(15 + 20 * 2 / 3)


def test_lists_that_are_warm_at_once_are_so_in_the_first_window():
    one = looked_up([100, 100], [100, 100])
    assert warm_up_measures(steady(LISTS, one, one))["warm_up_time"].value == pytest.approx(5.0)


def test_lists_that_never_warm_up_in_a_replication_are_refused():
    found = warm_up_measures(steady(LISTS, looked_up([100], [100]), looked_up([100], [90])))
    assert isinstance(found["warm_up_time"], Unavailable)


def test_the_lists_of_all_processes_count_together():
    of = network(CPU, free_lists("ASP 1 free lists"), free_lists("ASP 2 free lists"))
    one = looked_up([100, 100], [100, 100], "ASP 1 free lists") | looked_up([100, 100], [0, 100], "ASP 2 free lists")
    assert warm_up_measures(steady(of, one, one))["warm_up_time"].value == pytest.approx(5 + 10 * (0.5 - 0.01) / 0.5)
