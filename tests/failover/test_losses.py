"""What is lost when a node dies: at what, how much, and what the sentences say of it."""

import pytest

from simulator.messages.survive.failover import notes, violation_sentences
from simulator.messages.survive.survivors import survivors
from simulator.network.cluster import NODE_DOWN
from simulator.output.blocks import Text
from simulator.output.sections import terminal_blocks
from simulator.studies.survive.document import SECTIONS
from simulator.targets import Target

# Thousands of open sessions in windows of 5 s, so that those that come back are more than chance.
MANY = {
    "workload__request": {"size": "3 kB", "cpu": "0.2 ms"},
    "workload__session": {"requests": 5, "think_time": "4 s"},
    "workload__retries__attempts": 0,
    "unit__nodes": 3,
    "unit__failures__timetable": [{"at": "20 s", "lasts": "40 s"}],
    "unit__failures__health_check": {"interval": "1 s", "failures": 15, "convergence": "5 s"},
    "unit__failures__watch": "440 s",
    "run__replications": 2,
}


@pytest.fixture(scope="module")
def refilled(watched_at):
    """Three nodes of many sessions, one of which dies."""
    return watched_at("2000 /s", **MANY)


def test_sessions_that_come_back_up_to_as_many_as_before_do_not_count_as_lost(refilled):
    """They did, as losses at the processor, for as long as the nodes that are left filled."""
    noticed = refilled.watch.away[0].leaves
    assert {(each.target, each.limit) for each in refilled.recovery.breaks} == {(Target.ERRORS, NODE_DOWN)}
    assert max(each.until for each in refilled.recovery.breaks) <= noticed + refilled.watch.plan.window
    assert all(each.errors.value == 0.0 for each in refilled.phases if each.begins > noticed)


def test_a_window_that_loses_too_much_says_how_much_it_lost(refilled):
    (broken,) = refilled.recovery.breaks
    (unnoticed,) = (each for each in refilled.phases if each.unnoticed)
    assert unnoticed.errors.value <= broken.lost <= 100.0
    (told,) = violation_sentences(refilled)
    assert f"with {broken.lost:.3g} % lost in its worst window. Cause: dead nodes." in told
    assert "Nothing is lost" not in told


def test_where_nothing_is_lost_and_sessions_pile_up_that_is_told(watched_at):
    crowd = [{"at": "30 s", "lasts": "60 s", "what": "crowd", "times": 2.5}]
    found = watched_at("30 /s", unit__failures__timetable=crowd, run__replications=2)
    errors = [each for each in found.recovery.breaks if each.target is Target.ERRORS]
    told = " ".join(violation_sentences(found))
    assert all(each.lost == 0.0 for each in errors)
    assert told.count("Nothing is lost there: more sessions come than end, and count as lost.") == len(errors)


def test_it_is_said_that_a_lost_session_counts_with_all_that_it_would_still_have_asked_for(refilled, watched_at):
    told = "a lost session counts with all requests still to come of it"
    assert told in " ".join(notes(refilled))
    drained = [{"at": "60 s", "lasts": "60 s", "what": "drained"}]
    assert told not in " ".join(notes(watched_at("30 /s", unit__failures__timetable=drained)))


def test_the_length_of_a_session_counts_its_responses(watched_at):
    """Three requests of 30 kB at 10 kB/s and two pauses of 1 s between them: 11 s, of which the pauses are 2."""
    changes = {"unit__failures__timetable": [{"at": "30 s", "lasts": "40 s"}], "unit__failures__watch": "10 s"}
    found = watched_at("10 /s", workload__clients={"rate": "10 kB/s"}, run__replications=2, **changes)
    times = found.worst.ends - found.worst.begins
    assert 2.0 * 2.0 < times < 2.0 * 11.0
    assert "the others still fill (a session lasts about 11 s)" in survivors(found)


@pytest.mark.parametrize("lasts", ["20 s", "2 min"])
def test_one_node_that_is_left_is_told_as_one(watched_at, lasts):
    changes = {**MANY, "unit__nodes": 2, "unit__failures__timetable": [{"at": "20 s", "lasts": lasts}]}
    told = survivors(watched_at("500 /s", **changes))
    assert "the one that is left serves" in told and "each of" not in told and "1 share" not in told
    assert "an even share would be 2 times." in told
    still = "the other still fills (a session lasts about" if lasts == "20 s" else "the other has filled,"
    assert still in told


def test_where_all_nodes_die_nothing_is_said_of_those_that_are_left(watched_at):
    """That was a division by none of them."""
    dead = [{"at": "10 s", "lasts": "10 s", "together": 2}]
    found = watched_at("20 /s", unit__nodes=2, unit__failures__timetable=dead, run__replications=2,
                       unit__failures__watch="10 s")  # fmt: skip
    assert survivors(found) == ""
    assert any(
        isinstance(block, Text) and "2 of 2 nodes die" in block.text for block in terminal_blocks(SECTIONS, found)
    )
