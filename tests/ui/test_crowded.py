"""The process of the pages stays under its limit: jobs wait for memory or are refused, and what is kept is bounded in
bytes."""

from types import SimpleNamespace

import numpy as np
import pytest

from models.load import load
from simulator.engines.memory import VARIABLE
from simulator.engines.sized_cache import SizedCache
from simulator.messages.page.limits import FULL
from simulator.service import answers
from simulator.service import desk as limits
from simulator.service.desk import Desk
from simulator.service.memory_limit import LIMIT, is_full, job_memory_limit, process_limit
from simulator.service.object_size import object_size
from simulator.ui import session
from simulator.ui.library import shipped
from tests.shipped import of_each_kind
from tests.ui.office import opened

# Hardly any load, so that it costs next to nothing but memory.
GREEDY = {
    "workload.offered": "0.01 /s",
    "run.warm_up": "0 s",
    "run.duration": "10000 s",
    "run.window": "1 s",
    "run.replications": "10000",
}


@pytest.fixture
def office():
    """A desk that works on two jobs at a time."""
    yield from opened(2)


def asked(office, owner, room):
    """A question with a key of its own that takes so many bytes."""
    work = SimpleNamespace(run=lambda engine, progress: None)
    return office.desk.ask(owner, "plan", owner, 1.0, work.run, room=room)


def test_a_job_waits_until_there_is_memory_for_it(office):
    first, work = office.ask("ann", "ann's")
    first.job.room = 0.7 * job_memory_limit()
    second = asked(office, "bob", 0.4 * job_memory_limit())
    third = asked(office, "cid", 0.1 * job_memory_limit())
    states = [ticket.state for ticket in (first, second, third)]
    assert states == ["running", "waiting", "waiting"], "in turn, though one would fit"
    work.end()
    assert second.state != "waiting"


def test_a_question_that_takes_more_memory_than_any_may_is_refused_in_words():
    scenario = load(shipped()["single_server"], GREEDY)
    ticket = answers.ask_simulation(Desk(), "ann", scenario, in_full=True)
    assert ticket.state == "failed"
    assert "run.window = 1 s: 10,000 windows of 10,000 replications take about " in ticket.error
    assert ticket.error.endswith("or use the command line, where nothing is limited")


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_shipped_scenario_has_room(name):
    scenario = load(shipped()[name])
    assert 0.0 < answers.check_memory(answers.with_baseline(scenario)) < 0.5 * job_memory_limit()


def test_answers_are_kept_as_long_as_they_are_small(office, monkeypatch):
    monkeypatch.setattr(limits, "ANSWERS", 25_000.0)
    for key in ("1", "2", "3"):
        office.ask("ann", key, result=np.zeros(1_250))[1].end()
    assert list(office.desk._answered) == ["2", "3"]


def test_where_the_memory_is_full_what_is_kept_is_forgotten_and_then_questions_are_refused(office, monkeypatch):
    office.ask("ann", "1")[1].end()
    monkeypatch.setattr(limits, "is_full", lambda forget: is_full(forget, lambda: 2.0 * process_limit()))
    ticket, work = office.ask("ann", "2")
    assert (ticket.state, ticket.error, work.times) == ("failed", FULL, 0)
    assert not office.desk._answered


def test_a_process_is_full_only_if_forgetting_does_not_help():
    taken = [1.5 * LIMIT]
    assert not is_full(lambda: taken.append(0.5 * LIMIT), lambda: taken[-1])
    assert is_full(lambda: None, lambda: 1.5 * LIMIT)
    assert not is_full(lambda: pytest.fail("there was no need to forget"), lambda: 0.5 * LIMIT)


def test_another_limit_can_be_stated(monkeypatch):
    monkeypatch.setenv(VARIABLE, "4 GB")
    assert process_limit() == 4e9 and job_memory_limit() > 2.5e9
    monkeypatch.setenv(VARIABLE, "500 MB")
    assert job_memory_limit() == 125e6


def test_what_is_kept_is_weighed_with_all_that_it_holds_and_each_thing_once():
    block = np.zeros(10_000)
    assert object_size(block) == 80_000
    assert object_size([block, block, {"a": (block,)}]) == pytest.approx(80_000, rel=0.02)
    assert object_size(SimpleNamespace(inside=["x" * 5_000])) > 5_000
    assert 10_000 < object_size(load(shipped()["microsoft_update"])) < 2e6


def test_scenarios_are_remembered_as_long_as_they_are_small(monkeypatch):
    file = shipped()["single_server"]
    once = object_size(session.read_cached(file, {}))
    monkeypatch.setattr(session, "_REMEMBERED", SizedCache(2.5 * once, object_size))
    found = [session.read_cached(file, {"workload.offered": f"{number} /s"}) for number in (1, 2, 3, 3)]
    assert found[2] is found[3] and len(session._REMEMBERED) == 2
