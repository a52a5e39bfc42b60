"""A day of a scenario is followed as its plan is simulated."""

import pytest

from simulator.service import answers
from simulator.service.desk import Desk
from tests.ui.office import join_all
from tests.ui.test_answers import ended, quick


@pytest.fixture
def desk():
    made = Desk(1)
    yield made
    made.leave("ann")


def test_a_day_is_followed_of_the_farm_as_planned(desk, monkeypatch):
    """How a day is followed is tested where it is; here only a stand-in for it is asked."""
    asked = []
    monkeypatch.setattr(answers, "simulate_day", lambda scenario, engine, progress: asked.append(scenario) or "a day")
    assert ended(answers.ask_day(desk, "ann", quick(workload__day={"hours": [50] * 24}))).result == "a day"
    assert asked[0].workload.day is not None and asked[0].baseline is None


def test_a_scenario_that_states_no_day_has_none_and_is_told_so(desk):
    ticket = answers.ask_day(desk, "ann", quick())
    join_all()
    assert ticket.state == "failed" and "nothing is said of a day" in ticket.error
