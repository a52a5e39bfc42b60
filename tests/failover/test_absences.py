"""When a balancer notices: heartbeats at whole seconds, so many missed or heard, then convergence."""

import pytest

from models.node_absences import NodeAbsence, node_absences, tier_absences
from models.parts.failing.failures import Failures, HealthCheck, Outage
from simulator.network.cluster import NodeEvent
from simulator.translate.outages import node_events

CHECK = HealthCheck(interval=1.0, failures=5, successes=2, convergence=3.0)


def once(**outage):
    return node_absences(Failures(timetable=(Outage(**outage),), health_check=CHECK), nodes=5)


def test_a_death_is_noticed_after_five_heartbeats_and_convergence():
    # Heartbeats at 11, 12, 13, 14 and 15 s are missed; those at 41 and 42 s are heard.
    assert once(at=10.5, lasts=30.0, node=2) == (NodeAbsence(0, 1, 18.0, 10.5, 40.5, 45.0),)
    assert once(at=10.0, lasts=30.0) == (NodeAbsence(0, 0, 18.0, 10.0, 40.0, 45.0),)


def test_a_node_that_is_back_before_the_fifth_heartbeat_is_never_missed():
    assert once(at=10.5, lasts=4.4) == (NodeAbsence(0, 0, None, 10.5, 14.9, None),)


def test_a_drained_node_stands_all_the_time():
    assert once(at=7.0, lasts=60.0, what="drained") == (NodeAbsence(0, 0, 7.0, None, None, 67.0),)


def test_a_patched_node_is_drained_first_and_comes_back_when_it_is_heard():
    assert once(at=7.0, lasts=60.0, what="patched", drain=20.0) == (NodeAbsence(0, 0, 7.0, 27.0, 87.0, 92.0),)


def test_a_rack_takes_its_nodes_with_it():
    assert [each.node for each in once(at=1.0, lasts=9.0, node=3, together=2)] == [2, 3]


def test_a_rolling_patch_begins_the_next_when_the_last_is_back():
    away = once(at=0.0, lasts=10.0, what="drained", rolling=True, together=2)
    assert [(each.node, each.begins, each.ends) for each in away] == [
        (0, 0.0, 10.0), (1, 0.0, 10.0), (2, 10.0, 20.0), (3, 10.0, 20.0), (4, 20.0, 30.0)
    ]  # fmt: skip


def test_events_are_told_in_the_order_of_time():
    events = node_events(once(at=10.5, lasts=30.0), later=100.0)
    assert events == (
        NodeEvent(110.5, 0, "dies"), NodeEvent(118.0, 0, "leaves"), NodeEvent(140.5, 0, "stands"),
        NodeEvent(145.0, 0, "joins"),
    )  # fmt: skip


def test_without_a_timetable_one_node_dies_for_five_minutes():
    (away,) = node_absences(Failures(), nodes=3)
    assert (away.dies, away.stands) == (pytest.approx(60.0), pytest.approx(360.0))


def test_a_zone_takes_every_second_node_and_every_second_server_with_it():
    failures = Failures(timetable=(Outage(at=10.0, lasts=30.0, zone="b"),), health_check=CHECK)
    assert [each.node for each in node_absences(failures, nodes=5, zones=2)] == [1, 3]
    servers, zones = {"application": 4, "database": 2, "log": 1}, {"application": 2, "database": 2, "log": 1}
    told = tier_absences(failures, servers, zones)
    assert [(each.tier, each.node) for each in told] == [("application", 1), ("application", 3), ("database", 1)]
    assert {(each.dies, each.stands) for each in told} == {(10.0, 40.0)}
