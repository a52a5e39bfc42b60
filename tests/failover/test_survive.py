"""A unit one of whose nodes dies: who is left carries the load, everybody is counted, and what breaks is named."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.failover.failure_run import run_tallies
from simulator.failover.target_violations import used_in_service
from simulator.messages.survive.failover import summary_sentences
from simulator.messages.survive.survivors import survivors
from simulator.network.cluster import NODE_DOWN
from simulator.targets import Target

AT_60, AT_95 = "30 /s", "47 /s"  # Of 50 requests a second that a processor carries.


def test_four_of_five_nodes_carry_five_fourths(watched_at):
    worst = watched_at(AT_60).worst
    assert (worst.away, worst.unnoticed) == (1, 0)
    assert worst.times.low <= 1.25 <= worst.times.high
    assert worst.times.half_width < 0.15


def test_at_60_percent_the_unit_is_outside_only_until_the_failure_is_noticed(watched_at):
    found = watched_at(AT_60, workload__retries__attempts=0)
    noticed = found.watch.away[0].leaves - found.watch.away[0].dies
    assert not found.met
    assert 0.0 < 60.0 * found.recovery.outside.value <= noticed + 2.0 * found.watch.plan.window
    assert {each.limit for each in found.recovery.breaks if each.target is Target.ERRORS} == {NODE_DOWN}


def test_at_95_percent_the_processor_is_what_breaks_until_the_node_is_back(watched_at):
    found = watched_at(AT_95)
    late = next(each for each in found.recovery.breaks if each.target is Target.P95)
    assert late.limit == "CPU"
    away = (found.watch.ends - found.watch.begins) / 60.0
    assert 0.6 * away < late.minutes.value < 1.5 * away
    assert found.worst.used.value > 98.0
    assert found.recovery.outside.value > 4.0 * watched_at(AT_60).recovery.outside.value


def test_where_sessions_last_longer_than_a_failure_it_is_told_that_the_others_still_fill(watched_at):
    session, short = {"requests": 20, "think_time": "4 s"}, [{"at": "10 s", "lasts": "30 s"}]
    changes = {"unit__failures__timetable": short, "unit__failures__watch": "10 s", "run__replications": 2}
    long = watched_at(AT_60, workload__session=session, **changes)
    told = "the others still fill (a session lasts about 77 s)"
    assert told in survivors(long) and "while the others fill (a session lasts about 77 s)" in " ".join(
        summary_sentences(long)
    )
    usual = watched_at(AT_60)
    assert "the others have filled" in survivors(usual) and "the others have filled" in " ".join(
        summary_sentences(usual)
    )


@pytest.mark.parametrize("load", [AT_60, AT_95])
def test_sessions_add_up_to_the_last_one(watched_at, load):
    for each in watched_at(load).session_outcomes:
        assert each.adds_up
        assert each.reset + each.sent_to_dead == each.came_again + each.lost_with_node > 0


def test_who_does_not_try_again_is_lost_whenever_it_meets_a_dead_node(watched_at):
    for each in watched_at(AT_60, workload__retries__attempts=0).session_outcomes:
        assert each.came_again == 0 and each.lost_with_node == each.reset + each.sent_to_dead > 0


def test_who_never_gives_up_is_not_lost(watched_at):
    for each in watched_at(AT_60, workload__retries__attempts=100).session_outcomes:
        assert each.lost_with_node == 0 and each.came_again == each.reset + each.sent_to_dead > 0


def test_what_is_reset_is_what_the_log_tells(watched_at):
    found = watched_at(AT_60)
    watch = replace(found.watch, plan=replace(found.watch.plan, log=10**6))
    for hurt, tally in zip(found.session_outcomes, run_tallies(watch, load_engine("kernel")), strict=True):
        cause = watch.network.causes.index(NODE_DOWN)
        assert np.count_nonzero(tally.log["cause"] == cause) == hurt.reset


def test_both_engines_watch_the_same(watched_at):
    changes = {"unit__nodes": 3, "unit__failures__watch": "10 s", "run__replications": 2, "run__warm_up": "5 s"}
    short = [{"at": "10 s", "lasts": "20 s"}]
    fast = watched_at(AT_60, unit__failures__timetable=short, **changes)
    slow = watched_at(AT_60, "reference", unit__failures__timetable=short, **changes)
    assert fast.session_outcomes == slow.session_outcomes and all(
        each.reset > 0 < each.sent_to_dead for each in fast.session_outcomes
    )
    assert fast.recovery == slow.recovery
    for one, other in zip(fast.phases, slow.phases, strict=True):
        assert one.response.value == pytest.approx(other.response.value, rel=1e-9)


def test_a_drained_node_hurts_nobody(watched_at):
    found = watched_at(AT_60, unit__failures__timetable=[{"at": "60 s", "lasts": "60 s", "what": "drained"}])
    assert all(each.reset + each.sent_to_dead == 0 for each in found.session_outcomes)
    assert found.worst.times.low <= 1.25 <= found.worst.times.high


def test_a_rolling_patch_takes_every_node_once_and_one_at_a_time(watched_at):
    rolling = [{"at": "10 s", "lasts": "10 s", "what": "patched", "drain": "20 s", "rolling": True}]
    found = watched_at(AT_60, unit__failures__timetable=rolling, run__replications=2)
    assert sorted(each.node for each in found.watch.away) == list(range(5))
    assert max(phase.away for phase in found.phases) == 1
    # Sessions of three requests and a second between them have left within 20 s.
    assert sum(each.reset for each in found.session_outcomes) <= 2


def test_the_sessions_of_a_node_are_gone_when_it_dies_and_come_back(watched_at):
    found = watched_at(AT_60)
    time, course = found.over_time.time, found.over_time.at_nodes[0].value
    dead = (time > 75.0) & (time < 175.0)
    assert course[dead].max() == 0.0 < course[time < 55.0].min()
    assert course[time > 215.0].min() > 0.0


def test_a_slow_node_is_seen_by_nobody_and_keeps_what_it_gets(watched_at):
    """At a tenth of its speed a processor carries 5 of the 30 requests a second that it goes on being sent."""
    slow = [{"at": "30 s", "lasts": "60 s", "what": "slow", "speed": "10 %", "node": 2}]
    found = watched_at(AT_60, unit__failures__timetable=slow, run__replications=2)
    assert (found.worst.away, found.worst.slow) == (0, 1)
    time, course = found.over_time.time, found.over_time.at_nodes[1].value
    assert course[(time > 80.0) & (time < 90.0)].mean() > 5.0 * course[time < 30.0].mean()
    assert all(each.reset + each.sent_to_dead == 0 and each.adds_up for each in found.session_outcomes)
    assert not found.met


def test_a_crowd_comes_and_goes_and_everybody_is_counted(watched_at):
    """Of 50 requests a second that a node carries, 30 are usual; a crowd of 2.5 times that is more than there is."""
    crowd = [{"at": "30 s", "lasts": "60 s", "what": "crowd", "times": 2.5}]
    found = watched_at(AT_60, unit__failures__timetable=crowd, run__replications=2)
    came = found.over_time.course("sessions that come").value
    time = found.over_time.time
    usual, crowded = came[time < 29.0].mean(), came[(time > 32.0) & (time < 88.0)].mean()
    assert crowded / usual == pytest.approx(2.5, rel=0.15)
    assert all(each.adds_up and each.reset + each.sent_to_dead == 0 for each in found.session_outcomes)
    assert found.recovery.outside.value > 0.5 and {each.limit for each in found.recovery.breaks} == {"CPU"}
    assert (found.watch.begins, found.watch.ends) == (30.0, 90.0)


def test_nodes_of_less_weight_have_fewer_sessions(watched_at):
    """The fifth node weighs half as much as each of the others."""
    weighted = {"model": "round-robin", "weights": [2, 2, 2, 2, 1]}
    short = [{"at": "40 s", "lasts": "10 s"}]
    found = watched_at(AT_60, unit__balancer=weighted, unit__failures__timetable=short, run__replications=2)
    before = found.over_time.time < 39.0
    first, fifth = (found.over_time.at_nodes[node].value[before].mean() for node in (1, 4))
    assert fifth / first == pytest.approx(0.5, rel=0.2)
    assert all(each.adds_up for each in found.session_outcomes)


def test_a_node_that_is_back_and_gets_no_sessions_is_no_use_of_the_others(watched_at):
    """Of five nodes each works as it did, and what one that is away works is left out."""
    found = watched_at(AT_60)
    tally = run_tallies(found.watch, load_engine("kernel"))[0]
    work = tally.columns.index(("shared", "CPU", "work"))
    kept = used_in_service(found.watch, tally, range(1, 5)).edges
    assert tally.edges[-1, 0, work] > 0.0 == kept[:, 0, work].max()
    assert np.array_equal(kept[:, 1:], tally.edges[:, 1:])
