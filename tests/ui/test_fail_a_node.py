"""Buttons of the plan page fail a node of a unit, and follow a day."""

from models.load import load
from simulator.daily import load_curve, windows
from simulator.daily.day import simulate_day
from simulator.engines.engine import load_engine
from simulator.output.blocks import Text
from simulator.output.sections import Output, blocks_for
from simulator.service import answers
from simulator.studies.daily.document import SECTIONS
from tests.daily.conftest import SERVER
from tests.ui.test_plan_page import FakeTicket, opened

CUT_SHORT = {
    "workload.day.crowds": [{"at": "9 h", "lasts": "20 min", "times": 2, "rise": "8 min"}],
    "targets.utilisation": "75 %",
    "targets.p95_response": "2 s",
    "run.replications": 2,
}


def test_a_node_is_failed_by_a_button_where_there_are_several(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no unit can be watched")
    monkeypatch.setattr(answers, "ask_node_failure", lambda *given: asked)
    page = opened()
    page.button(key="ask failure").click().run()
    assert any("no unit can be watched" in error.value for error in page.main.error)
    assert "ask failure" not in {button.key for button in opened(scenario="single_server").button}


def test_a_day_is_followed_by_a_button_where_the_scenario_states_one(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no day can be followed")
    monkeypatch.setattr(answers, "ask_day", lambda *given: asked)
    page = opened(scenario="release_day")
    page.button(key="ask day").click().run()
    assert any("no day can be followed" in error.value for error in page.main.error)
    assert "ask day" not in {button.key for button in opened().button}


def test_the_page_says_of_a_day_what_a_report_says(ticket, monkeypatch, tmp_path):
    """A crowd of which two minutes were simulated: the answer, the happening, and the row of the time outside."""
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    monkeypatch.setattr(windows, "BUDGET", 1e3)
    monkeypatch.setattr(load_curve, "REQUESTS", 2e4)
    found = simulate_day(load(file, CUT_SHORT), load_engine("kernel"), "38 /s")
    monkeypatch.setattr(answers, "ask_day", lambda *given: FakeTicket("done", result=found))
    page = opened(scenario="release_day")
    page.button(key="ask day").click().run()
    shown = " ".join(_plain(each.value) for kind in ("markdown", "text", "caption") for each in page.main.get(kind))
    blocks = blocks_for(SECTIONS, found, Output.PAGE)
    texts = [block.text for block in blocks if isinstance(block, Text)]
    assert any("Simulated from 9:00 to 9:02: within the targets." in text for text in texts)
    for text in texts:
        assert _plain(text) in shown, text
    assert "Outside the targets" in shown


def _plain(text):
    """A text without what Markdown escapes in it."""
    return " ".join(text.replace("\\", "").split())
