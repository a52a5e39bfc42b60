"""A button of the plan page fails a node of a unit."""

from simulator.service import answers
from tests.ui.test_plan_page import FakeTicket, opened


def test_a_node_is_failed_by_a_button_where_there_are_several(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no unit can be watched")
    monkeypatch.setattr(answers, "fail_a_node", lambda *given: asked)
    page = opened()
    page.button(key="ask failure").click().run()
    assert any("no unit can be watched" in error.value for error in page.main.error)
    assert "ask failure" not in {button.key for button in opened(scenario="single_server").button}
