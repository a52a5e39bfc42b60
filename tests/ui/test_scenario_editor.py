"""The editor of the page Scenario: what is offered where, what is said beside which line, and what is never lost."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from models.reading.catalogue import names
from simulator.ui.pages.scenario import ROOT, editor_marks, editor_words
from simulator.ui.plans.shelf import MOST_DRAFTS, Shelf
from simulator.ui.plans.state import PlanState
from simulator.ui.uploads import load_text, scenario_text
from tests.ui.showing import page, said, settled, waits

TYPED = "extends: single_server.yaml\nscenario: Half a thou"
WRONG = "scenario: Mine\ndemnad: 3 Gbps\nextends: single_server.yaml\n"
# The page, and after a visit elsewhere the page again: Streamlit forgets what a field held that is not shown.
AWAY = """
import streamlit as st
from simulator.ui.pages import plans, scenario
(plans if st.session_state.get("away") else scenario).show()
"""


def at_desk():
    shown = AppTest.from_string(AWAY, default_timeout=600)
    shown.query_params["scenario"] = "microsoft_update"
    return shown.run()


def test_a_draft_is_kept_through_a_visit_to_another_page_and_back():
    shown = at_desk()
    shown.text_area[0].set_value(TYPED).run()
    shown.session_state["away"] = True
    assert "Plans" in said(shown.run())
    shown.session_state["away"] = False
    assert shown.run().text_area[0].value == TYPED
    assert not shown.exception


def test_a_draft_is_kept_through_a_reload_and_a_restart_until_it_is_dropped_or_used():
    page("scenario").text_area[0].set_value(WRONG).run()
    shown = page("scenario")  # Another session of the same browser.
    assert shown.text_area[0].value == WRONG
    assert any('did you mean "demand"?' in text for text in said(shown)), "and is judged at once"
    dropped = next(button for button in shown.button if button.label == "Drop what is typed")
    assert dropped.click().run().text_area[0].value == scenario_text("microsoft_update")
    assert page("scenario").text_area[0].value == scenario_text("microsoft_update")
    shown.text_area[0].set_value(TYPED).run()
    shown.button[0].click().run()
    assert shown.session_state["headroom"].current().name == "Half a thou"
    assert page("scenario").text_area[0].value == scenario_text("microsoft_update")


def test_each_plan_has_its_own_draft_and_the_newest_are_kept(tmp_path):
    mine, yours = (Shelf(who, tmp_path / "plans.sqlite") for who in ("mine", "yours"))
    plans = [PlanState(name="web_farm", changes={"reserve": f"{each} %"}) for each in range(MOST_DRAFTS + 3)]
    for plan in plans:
        mine.keep_draft(plan, plan.changes["reserve"])
    assert mine.draft(plans[-1]) == plans[-1].changes["reserve"] and mine.draft(plans[0]) == ""
    assert yours.draft(plans[-1]) == ""


def test_every_key_that_a_scenario_states_is_offered_where_it_stands():
    offered, stated = editor_words(), 0
    for name in ("downloads_today", "web_farm", "release_day", "microsoft_update"):
        scenario = load_text(scenario_text(name))
        for path, source in scenario.sources.items():
            if "[" in path or not source.source.startswith("scenarios/"):
                continue
            stated += 1
            group = ROOT
            for key in path.split("."):
                if key == "name":
                    break  # What names a part of the catalogue is written in place of it.
                assert key in offered[group], path
                group = offered[group][key]["group"] or group
    assert stated > 50


def test_names_of_the_catalogue_and_of_shipped_scenarios_are_offered():
    root = editor_words()[ROOT]
    assert set(names("servers")) <= set(root["server"]["values"])
    assert "published/daytrader_64.yaml" in root["extends"]["values"]
    assert {"least-connections", "random"} <= set(editor_words()[root["unit"]["group"]]["balancer"]["values"])


def test_words_are_told_with_what_they_mean_and_fit_a_message():
    offered = editor_words()
    assert offered[ROOT]["reserve"]["about"] and offered["Request"]["size"]["about"]
    assert len(json.dumps(offered)) < 120_000


@pytest.mark.parametrize(("text", "line"), [(WRONG, 2), ("a: [", 1)])
def test_what_is_wrong_stands_beside_its_line_as_that_was(text, line):
    shown = page("scenario")
    shown.text_area[0].set_value(text).run()
    problems = shown.session_state["draft problems"]
    found = editor_marks(problems, text)
    assert [each["line"] for each in found] == [line]
    assert found[0]["quoted"] == text.splitlines()[line - 1] and problems[0].message in found[0]["said"]
    assert settled(shown, waits)


def test_ten_megabytes_of_yaml_are_refused_with_words_and_nothing_is_lost():
    shown = page("scenario")
    shown.file_uploader[0].set_value(("mine.yaml", b"a: 1\n" * 2_000_000, "application/yaml"))
    shown.run()
    assert not shown.exception
    assert any("larger than 256 kB" in text and "10,000,000 B" in text for text in said(shown))
    assert shown.text_area[0].value == scenario_text("microsoft_update")
