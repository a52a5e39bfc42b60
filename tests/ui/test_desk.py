"""The desk: owners take turns, a newer question cancels an older one, equal questions are worked on once."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Lock

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.precompile import smallest_network
from simulator.engines.run_plan import RunPlan
from simulator.service import desk as limits
from simulator.service.desk import Desk
from tests.ui.office import HANGS, Engine, join_all, opened


@pytest.fixture
def office():
    """A desk that works on one job at a time."""
    yield from opened(1)


@pytest.fixture
def two_places():
    """A desk that works on two jobs at a time."""
    yield from opened(2)


def test_a_question_is_answered_with_what_its_work_returns(office):
    ticket, work = office.ask("ann", result="42 units", steps=3)
    assert work.started.wait(HANGS)
    assert (ticket.state, ticket.result, ticket.error) == ("running", None, "")
    work.end()
    assert (ticket.state, ticket.result, ticket.error) == ("done", "42 units", "")


def test_steps_are_counted_and_may_grow(office):
    ticket, work = office.ask("ann", steps=3)
    assert work.started.wait(HANGS)
    work.progress()
    work.progress.grow(2)
    assert (ticket.done_steps, ticket.total_steps) == (1, 5)


def test_ten_owners_that_ask_at_once_are_all_served_in_turns(office):
    """Each asks two things; nobody's second is done before everybody's first."""
    _, first = office.ask("earlier", "earlier")
    owners = [f"owner {number}" for number in range(10)]
    asked = {}
    for owner in owners:
        for slot in ("plan", "capacity"):
            asked[owner, slot] = office.ask(owner, f"{owner}: {slot}", slot)
    expected = [(owner, slot) for slot in ("plan", "capacity") for owner in owners]
    assert [asked[who][0].ahead for who in expected] == list(range(1, 21))
    first.end()
    for position, who in enumerate(expected, start=1):
        ticket, work = asked[who]
        assert work.started.wait(HANGS)
        others = [asked[other][0].state for other in expected[position:]]
        assert ticket.state == "running" and set(others) <= {"waiting"}
        work.end()
    assert {ticket.state for ticket, _ in asked.values()} == {"done"}


def test_who_comes_later_does_not_wait_for_all_that_somebody_asked_before(office):
    _, running = office.ask("ann", "0")
    eager = [office.ask("ann", str(number), f"slot {number}") for number in range(1, 4)]
    late, work = office.ask("bob", "bob's")
    assert [ticket.ahead for ticket, _ in eager] == [1, 3, 4]
    assert late.ahead == 2
    running.end()
    eager[0][1].end()
    assert work.started.wait(HANGS)


def test_no_more_run_at_a_time_than_may(two_places):
    tickets = [two_places.ask(owner, owner) for owner in ("ann", "bob", "cid")]
    assert [ticket.state for ticket, _ in tickets] == ["running", "running", "waiting"]
    assert [ticket.ahead for ticket, _ in tickets] == [0, 0, 2]
    tickets[1][1].end()
    assert [ticket.state for ticket, _ in tickets] == ["running", "done", "running"]


def test_a_desk_has_as_many_places_as_there_are_cores_and_lends_them_all_to_one_that_is_alone(monkeypatch):
    for cores in (1, 2, 8):
        monkeypatch.setattr(limits, "usable_cores", lambda cores=cores: cores)
        found = Desk()
        assert (found._quick.limit, found.threads) == (cores, cores)


def test_jobs_side_by_side_make_no_more_runs_at_a_time_than_there_are_cores(monkeypatch):
    """Three jobs with two threads each, on two cores: every run waits for a place, and none for ever."""
    monkeypatch.setattr(limits, "usable_cores", lambda: 2)
    now, most, lock, full = [], [], Lock(), Barrier(2)

    class Counting(Engine):
        def run(self, network, plan, seed):
            with lock:
                now.append(plan)
                most.append(len(now))
            full.wait(HANGS)  # Two runs are under way at the same time, whatever the machine does.
            with lock:
                now.pop()
            return load_engine("kernel").run(network, plan, seed)

    def work(seed, engine, progress):
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda number: engine.run(smallest_network(), RunPlan(1, 1.0, 0.0, number), seed), range(4)))

    desk = Desk(3, Counting)
    tickets = [desk.ask(f"owner {seed}", "plan", f"key {seed}", 1.0, partial(work, seed)) for seed in (1, 2, 3)]
    join_all()
    assert [ticket.state for ticket in tickets] == ["done"] * 3, tickets[0].error
    assert max(most) == 2


def test_a_long_job_does_not_hold_up_quick_ones(office):
    long, _ = office.ask("ann", "long", cost=limits.QUICK * 2)
    longer, _ = office.ask("bob", "longer", cost=limits.QUICK * 2)
    quick, work = office.ask("cid", "quick")
    assert (long.state, longer.state, quick.state) == ("running", "waiting", "running")
    work.end()
    assert (longer.state, longer.ahead) == ("waiting", 1)


def test_a_newer_question_stops_the_older_one_whose_result_is_not_kept(office):
    older, stopped = office.ask("ann", "older", result="old")
    assert stopped.started.wait(HANGS)
    newer, work = office.ask("ann", "newer", result="new")
    assert stopped.engine.stopped
    stopped.over()
    work.end()
    assert (older.state, older.result, older.error) == ("cancelled", None, "")
    assert (newer.state, newer.result) == ("done", "new")
    again, anew = office.ask("bob", "older", result="anew")
    anew.end()
    assert again.result == "anew"


def test_a_result_that_comes_in_spite_of_the_cancelling_is_not_kept_either(office):
    older, stopped = office.ask("ann", "older", result="too late")
    assert stopped.started.wait(HANGS)
    stopped.engine.stop = lambda: None
    office.ask("ann", "newer")
    stopped.end()
    assert (older.state, older.result) == ("cancelled", None)
    assert "older" not in office.desk._answered


def test_a_newer_question_takes_the_place_in_the_line_of_one_that_has_not_begun(office):
    office.ask("earlier", "earlier")
    older, never = office.ask("ann", "older")
    behind, _ = office.ask("bob", "bob's")
    newer, _ = office.ask("ann", "newer")
    assert (older.state, newer.ahead, behind.ahead) == ("cancelled", 1, 2)
    assert not never.started.is_set()


def test_a_question_elsewhere_on_the_page_cancels_nothing(office):
    plan, _ = office.ask("ann", "plan", "plan")
    office.ask("ann", "capacity", "capacity")
    assert plan.state == "running"


def test_the_same_question_again_is_the_same_ticket(office):
    ticket, work = office.ask("ann")
    assert office.ask("ann")[0] is ticket
    work.end()
    assert office.ask("ann")[0] is ticket
    assert work.times == 1


def test_an_equal_question_of_somebody_else_is_worked_on_once(office):
    one, work = office.ask("ann", result="shared")
    assert work.started.wait(HANGS)
    other, unused = office.ask("bob", result="never")
    work.end()
    assert (one.result, other.result) == ("shared", "shared")
    late, _ = office.ask("cid")
    assert (late.state, late.result, unused.times) == ("done", "shared", 0)


def test_a_shared_job_is_stopped_when_nobody_waits_for_it_any_more(office):
    one, work = office.ask("ann")
    other, _ = office.ask("bob")
    assert work.started.wait(HANGS)
    office.ask("ann", "newer")
    assert (one.state, other.state, work.engine.stopped) == ("cancelled", "running", False)
    office.ask("bob", "newer")
    assert other.state == "cancelled" and work.engine.stopped


def test_a_shared_job_that_waits_is_done_at_the_first_turn_of_any_of_its_owners(office):
    _, running = office.ask("earlier", "earlier")
    office.ask("ann", "ann's")
    office.ask("bob", "shared", "one")
    shared, work = office.ask("ann", "shared", "two")
    office.ask("bob", "bob's", "two")
    assert shared.ahead == 2
    assert [job.key for job in office.desk._quick.waiting.order()] == ["ann's", "shared", "bob's"]
    running.end()


def test_results_are_kept_until_there_are_many_newer_ones(office, monkeypatch):
    monkeypatch.setattr(limits, "KEPT", 2)
    for key in ("1", "2", "3"):
        office.ask("ann", key)[1].end()
        office.ask("bob", "1") if key == "2" else None
    kept = list(office.desk._answered)
    assert kept == ["1", "3"], "asked for again, 1 was the younger of the two"


def test_a_refused_question_cancels_the_older_one(office):
    older, _ = office.ask("ann")
    ticket = office.desk.refuse("ann", "plan", "not so")
    assert (ticket.state, ticket.error, older.state) == ("failed", "not so", "cancelled")
