"""Nothing is simulated for somebody who has gone, and what is stopped ends."""

from threading import Event, Thread

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.service import desk as limits
from simulator.service.desk import Desk
from tests.fabricated import network
from tests.ui.office import HANGS, join_all, opened


@pytest.fixture
def office():
    """A desk that works on one job at a time."""
    yield from opened(1)


@pytest.fixture
def two_places():
    """A desk that works on two jobs at a time."""
    yield from opened(2)


def test_a_job_does_not_outlive_its_last_asker(office):
    """Who looks at a ticket is there; the work of who does not is stopped at its next step."""
    ticket, work = office.ask("ann")
    waiting, never = office.ask("bob", "bob's")
    assert work.started.wait(HANGS)
    for _ in range(3):
        office.now += limits.PATIENCE
        assert (ticket.state, waiting.state) == ("running", "waiting")
        work.progress()
    office.now += limits.PATIENCE * 1.01
    work.progress()
    assert work.engine.stopped
    work.over()
    assert (ticket.state, waiting.state, never.times) == ("cancelled", "cancelled", 0)


def test_who_comes_back_asks_anew(office):
    ticket, work = office.ask("ann", result="again")
    assert work.started.wait(HANGS)
    office.desk.leave("ann")
    work.over()
    anew, second = office.ask("ann", result="again")
    assert ticket.state == "cancelled" and anew is not ticket
    second.end()
    assert anew.result == "again"


def test_who_leaves_takes_all_questions_back_and_nobody_elses(office):
    mine = [office.ask("ann", key, key)[0] for key in ("one", "two")]
    other, _ = office.ask("bob", "bob's")
    office.desk.leave("ann")
    assert [ticket.state for ticket in mine] == ["cancelled", "cancelled"]
    assert other.state in ("waiting", "running")
    assert not [who for who, _ in office.desk._tickets if who == "ann"]


def test_workers_do_not_keep_a_server_from_ending(office):
    _, work = office.ask("ann")
    assert work.started.wait(HANGS)
    assert work.engine.thread.daemon


def test_many_who_ask_and_change_their_minds_at_once_all_get_their_last_answer(two_places):
    """Threads that ask without waiting: whatever the order, each owner's last question is answered, no other is."""
    asked = {}

    def asks(owner):
        for number in range(20):
            two_places.desk.ask(owner, "plan", f"{owner} {number}", 1.0, lambda engine, progress: None)
        asked[owner] = two_places.desk.ask(owner, "plan", f"{owner} last", 1.0, lambda engine, progress: owner)

    threads = [Thread(target=asks, args=(f"owner {number}",)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS)
    join_all()
    assert {owner: ticket.result for owner, ticket in asked.items()} == {owner: owner for owner in asked}
    assert len(asked) == 10 and not two_places.desk._pending
    assert not (two_places.desk._quick.running or two_places.desk._quick.waiting.order())


def test_the_kernel_is_stopped_in_the_middle_of_a_run():
    """A run that would take hours ends when a newer question comes."""
    desk, started = Desk(1), Event()
    endless = RunPlan(windows=10, window=100.0, warm_up=0.0)

    def work(engine, progress):
        started.set()
        return [engine.run(network(), endless, seed) for seed in range(1000)]

    ticket = desk.ask("ann", "plan", "endless", 1.0, work)
    assert started.wait(HANGS)
    desk.leave("ann")
    join_all()
    assert ticket.state == "cancelled"
