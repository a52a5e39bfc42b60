"""Buttons of the plan page fail a node of a unit, and follow a day."""

from simulator.service import answers
from tests.ui.test_plan_page import FakeTicket, opened


def test_a_node_is_failed_by_a_button_where_there_are_several(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no unit can be watched")
    monkeypatch.setattr(answers, "fail_a_node", lambda *given: asked)
    page = opened()
    page.button(key="ask failure").click().run()
    assert any("no unit can be watched" in error.value for error in page.main.error)
    assert "ask failure" not in {button.key for button in opened(scenario="single_server").button}


def test_a_day_is_followed_by_a_button_where_the_scenario_states_one(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no day can be followed")
    monkeypatch.setattr(answers, "follow_a_day", lambda *given: asked)
    page = opened(scenario="release_day")
    page.button(key="ask day").click().run()
    assert any("no day can be followed" in error.value for error in page.main.error)
    assert "ask day" not in {button.key for button in opened().button}
