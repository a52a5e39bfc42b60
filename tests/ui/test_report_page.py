"""The page Report: the last simulated answer, on the page and as files."""

import io
import json
import zipfile
from dataclasses import replace

import pytest

import headroom
from simulator.output.renderers.html import to_html
from simulator.service import answers
from simulator.studies.plan.decision import with_decision
from simulator.studies.plan.decision_files.folder import decision_files
from simulator.studies.plan.document import report_of
from simulator.studies.score.study import record_line
from simulator.ui.pages import report
from simulator.ui.pages.report import DECISION, formats
from simulator.ui.track_record import STORE
from simulator.ui.widgets.blocks import escaped
from tests.fabricated import outcome
from tests.proven import mostly_proof
from tests.ui.showing import HOSTILE, QUICK, page, said, settled, waits
from tests.ui.test_track_record_page import BEFORE_COUNTERS, COUNTERS, FARM


class Ticket:
    """A ticket whose state the test decides."""

    ahead, done_steps, total_steps, error = 0, 1, 4, ""

    def __init__(self, state, result=None):
        self.state, self.result = state, result


@pytest.fixture
def answered(monkeypatch):
    """Lets the desk answer every question with a ticket; what was asked is in the list that it gives."""

    def with_ticket(ticket):
        asked = []
        monkeypatch.setattr(answers, "ask_simulation", lambda *question: asked.append(question) or ticket)
        return asked

    return with_ticket


@pytest.fixture(scope="module")
def plan():
    """An answer with what it is decided by, which takes longer than the page."""
    return with_decision(outcome())


def test_the_report_of_what_was_simulated_is_on_the_page(answered, plan):
    answered(Ticket("done", outcome()))
    shown = settled(page("report"), waits)
    assert not shown.exception
    headings = [block for block in report_of(plan).blocks if block.kind == "heading"]
    parts = [block.text for block in headings if block.level == 2]
    assert parts[:2] == ["The answer", "The decision"]
    told = [element.value.replace("\\", "") for element in (*shown.header, *shown.subheader)]
    folded = [part.label.replace("\\", "") for part in shown.expander]
    assert folded == parts[2:]
    assert told == [block.text for block in headings if block.text not in folded]


def test_a_part_of_the_report_is_drawn_when_it_is_opened(answered, plan):
    answered(Ticket("done", plan))
    shown = page("report")
    assert not any("Prices" in text for text in said(shown))
    shown.session_state["open Costs"] = True
    shown.run()
    assert not shown.exception and any("Prices" in text for text in said(shown))


def test_there_is_a_button_for_each_format(answered, plan):
    answered(Ticket("done", plan))
    offered = [button.label for button in page("report").download_button]
    assert offered == [f"Download {each.name}" for each in (*formats(), DECISION)]


def test_a_farm_that_is_not_recommended_has_no_settings_to_write(answered, plan):
    missed = replace(plan.verdicts[0], met=False, clear=True)
    answered(Ticket("done", replace(plan, verdicts=(missed,))))
    offered = [button.label for button in page("report").download_button]
    assert offered == [f"Download {each.name}" for each in formats()]


def test_the_files_of_the_decision_are_those_that_the_command_writes(plan):
    packed = DECISION.make(plan)
    assert packed == DECISION.make(plan)
    with zipfile.ZipFile(io.BytesIO(packed)) as folder:
        assert {name: folder.read(name).decode() for name in folder.namelist()} == decision_files(plan)


def test_each_format_is_made_of_the_outcome():
    made = {each.name: each.make(outcome()) for each in formats()}
    assert made["HTML"].decode() == to_html(report_of(outcome(), every=False))
    assert json.loads(made["JSON"])["scenario"] == outcome().scenario.name
    assert len({each.file for each in formats()}) == len(formats())


def test_downloads_have_the_track_record_of_reports_of_the_command(answered, plan, monkeypatch, tmp_path):
    """That of the store of the page, whose plan of the same scenario was scored."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", BEFORE_COUNTERS)
    store = tmp_path / "kept.sqlite"
    headroom.plan(FARM, {"scenario": plan.scenario.name}, engine="theory", keep=True, store=store)
    headroom.score(COUNTERS, store=store)
    told = record_line(plan.scenario.name, str(store))
    assert "of 4 figures of 1 earlier plan 2 lay inside" in told
    monkeypatch.setenv(STORE, str(store))
    made = []
    monkeypatch.setattr(report, "formats", lambda record: made.append(record) or formats(record))
    answered(Ticket("done", plan))
    assert told in said(page("report")) and set(made) == {told}
    markdown = next(each for each in formats(told) if each.name == "MARKDOWN").make(plan).decode()
    assert told in " ".join(markdown.split())


def test_until_there_is_an_answer_there_is_a_bar_and_no_report(answered):
    answered(Ticket("running"))
    shown = page("report")
    assert waits(shown) and not shown.download_button and not shown.exception


def test_the_last_answer_stays_until_the_new_one_is_there(answered, plan):
    answered(Ticket("done", plan))
    shown = page("report")
    answered(Ticket("running"))
    shown.run()
    assert waits(shown) and shown.download_button
    assert f"What follows is the last answer before that: {outcome().scenario.name}." in said(shown)


def test_what_cannot_be_simulated_is_told(answered):
    ticket = Ticket("failed")
    ticket.error = "no capacity: <b>lower</b> the demand"
    answered(ticket)
    shown = page("report")
    assert not shown.exception
    assert shown.error[0].value == "no capacity\\: \\<b\\>lower\\<\\/b\\> the demand"


# What each of them is read as is tested in test_blocks_on_page.py.
@pytest.mark.parametrize("name", mostly_proof(HOSTILE, HOSTILE[:2]))
def test_a_hostile_name_is_a_text_in_the_report(answered, plan, name):
    answered(Ticket("done", replace(outcome(name=name), deciding=plan.deciding)))
    shown = page("report")
    assert not shown.exception
    assert shown.header[0].value == escaped(name)
    marked = [element.value for element in (*shown.markdown, *shown.header, *shown.caption)]
    assert escaped(name) == name or not any(name in text for text in marked)


def test_the_answer_of_the_scenario_at_hand_is_simulated_once():
    shown = settled(page("report", **QUICK), waits)
    assert not shown.exception and shown.download_button
    first = shown.session_state["headroom"].simulated
    assert first.scenario.name == "One download server"
    assert shown.run().session_state["headroom"].simulated is first
