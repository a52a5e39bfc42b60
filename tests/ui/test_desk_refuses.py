"""What the desk says where there is no result, and to whom."""

import pytest

from models.errors import Problem, ScenarioError
from simulator.errors import InternalError, NoCapacity, NotConverged, UnsupportedByEngine
from simulator.service import desk as limits
from tests.ui.office import join_all, opened


@pytest.fixture
def office():
    """A desk that works on one job at a time."""
    yield from opened(1)


def test_who_asks_for_too_much_is_told_what_to_do(office):
    ticket, work = office.ask("ann", cost=limits.LARGEST * 2.5)
    assert ticket.state == "failed" and work.times == 0
    assert ticket.error == (
        "run: the answer takes 250 million simulated requests, and 100 million are allowed here; write a shorter"
        " run.duration and run.window, or ask on the command line, where nothing is limited"
    )


def test_who_has_too_many_questions_waiting_is_told_to_wait(office):
    office.ask("earlier", "earlier")
    for number in range(limits.WAITING):
        office.ask("ann", f"question {number}", f"slot {number}")
    ticket, _ = office.ask("ann", "one more", "one more")
    assert ticket.error == "4 answers of yours wait already, and 4 may: let one of them come first"
    instead, _ = office.ask("ann", "instead", "slot 0")
    other, _ = office.ask("bob", "bob's")
    assert (instead.state, other.state) == ("waiting", "waiting")


ERRORS = {
    "a scenario": (
        ScenarioError((Problem("farm.yaml", 3, "server.ram", '"8"', "which unit?", 'write "8 GiB"'),)),
        'farm.yaml:3: server.ram = "8": which unit?; write "8 GiB"',
    ),
    "an engine": (UnsupportedByEngine("no: use another"), "no: use another"),
    "capacity": (NoCapacity("nothing carries it"), "nothing carries it"),
    "convergence": (NotConverged("run longer"), "run longer"),
    "a contradiction": (
        InternalError("no limit"),
        "Headroom contradicts itself: no limit. Please report it, with the command and the scenario.",
    ),
    "memory": (
        MemoryError(),
        "Not enough memory for this scenario: simulate fewer nodes or a smaller catalogue.",
    ),
    "anything else": (
        ZeroDivisionError("division by zero"),
        "Headroom failed (ZeroDivisionError: division by zero). Please report it; HEADROOM_DEBUG=1 shows where.",
    ),
}


@pytest.mark.parametrize("what", ERRORS)
def test_an_error_of_any_kind_is_told_in_words(office, what):
    error, message = ERRORS[what]
    ticket, work = office.ask("ann", error=error)
    work.end()
    assert (ticket.state, ticket.result, ticket.error) == ("failed", None, message)
    assert office.ask("ann")[0] is ticket, "a page that asks at each redraw does not start it again"
    _, next_one = office.ask("bob", "bob's")
    next_one.end()


def test_what_fails_for_a_scenario_fails_for_everybody_at_once_but_a_fault_is_tried_again(office):
    for key, error in (("scenario", NotConverged("run longer")), ("fault", ValueError())):
        office.ask("ann", key, error=error)[1].end()
    known, unused = office.ask("bob", "scenario")
    assert (known.state, known.error, unused.times) == ("failed", "run longer", 0)
    _, tried = office.ask("bob", "fault")
    tried.end()
    assert tried.times == 1


def test_an_engine_that_cannot_be_had_is_an_error_in_words_and_blocks_nobody(office):
    def broken():
        raise ImportError("no numba")

    works, office.desk._engine = office.desk._engine, broken
    ticket, _ = office.ask("ann")
    join_all()
    assert ticket.error.startswith("Headroom failed (ImportError: no numba)")
    office.desk._engine = works
    office.ask("bob", "bob's")[1].end()
