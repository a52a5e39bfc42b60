"""How often processes are replaced, and heaps collected."""

import pytest

from simulator.experiment.measures.events import collection_measures, recycling_measures
from simulator.experiment.results import Unavailable
from tests.experiment.tallies import CPU, heap, network, recycled, steady

POOLS = network(CPU, recycled("ASP memory"), recycled("ISAPI memory"))
A, B = ("region", "ASP memory", "recycles"), ("region", "ISAPI memory", "recycles")


def test_without_recycled_or_collected_regions_there_is_nothing_to_say():
    measured = steady(network(CPU), {("sessions", "offered"): [1]}, {("sessions", "offered"): [1]})
    assert recycling_measures(measured) == collection_measures(measured) == {}


def test_recycles_of_all_regions_per_hour_and_the_time_between_two_of_one():
    found = recycling_measures(steady(POOLS, {A: [1, 1, 0], B: [0, 1, 0]}, {A: [1, 2, 2], B: [1, 0, 0]}))
    assert found["recycles"].value == pytest.approx((3 + 6) / 2 * 3600 / 30)
    # Only the first process was recycled twice or more: 10 s apart, then five times within 20 s.
    assert found["recycle_interval"].value == pytest.approx((10.0 + 20.0 / 4.0) / 2)
    assert found["recycle_interval"].unit == "s"


def test_failed_starts_per_hour():
    failed = ("region", "ASP memory", "failed starts")
    found = recycling_measures(steady(POOLS, {failed: [0, 2, 0]}, {failed: [0, 0, 0]}))
    assert found["failed_starts"].value == pytest.approx(1 * 3600 / 30)


def test_no_interval_where_a_replication_saw_no_second_recycle():
    found = recycling_measures(steady(POOLS, {A: [1, 0]}, {A: [1, 0]}))
    assert isinstance(found["recycle_interval"], Unavailable)
    assert found["recycles"].value == pytest.approx(3600 / 20)


def test_the_figures_of_a_unit_are_those_of_one_of_its_servers():
    of = network(CPU, recycled("memory"), nodes=2)
    column = ("region", "memory", "recycles")
    one = {column: [1, 0], (1, *column): [2, 1]}
    assert recycling_measures(steady(of, one, one))["recycle_interval"].value == pytest.approx(10 / 2)


def test_collections_per_minute_and_their_share_of_the_time():
    of = network(CPU, heap("Java heap"))
    count, paused = ("region", "Java heap", "collections"), ("region", "Java heap", "paused")
    found = collection_measures(steady(of, {count: [2, 4], paused: [0.2, 0.4]}, {count: [3, 3], paused: [0.3, 0.5]}))
    assert found["collections"].value == pytest.approx(6 * 60 / 20)
    assert found["collecting"].value == pytest.approx((3.0 + 4.0) / 2)


def test_the_pauses_of_two_heaps_stop_the_server_one_after_the_other():
    of = network(CPU, heap("A heap"), heap("B heap"))
    one = {("region", "A heap", "paused"): [2.0], ("region", "B heap", "paused"): [0.0]}
    assert collection_measures(steady(of, one, one))["collecting"].value == pytest.approx(20.0)
