"""The first edit on a page that the server does not know yet, as after a restart, is followed like any other."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.whole_app import APP, opened, params_of

AT = {"serve": "downloads", "peak": "60 Gbps"}


def come_back(page, params):
    """The page of a new session, whose browser shows what another one has shown it, with what was edited there."""
    anew = AppTest.from_file(str(APP), default_timeout=600)
    for name, value in params.items():
        anew.query_params[name] = value
    anew._run(page._tree.get_widget_states())
    assert not anew.exception
    return anew


def edited(page, kind, key, value):
    getattr(page, kind)(key=key).set_value(value)
    return come_back(page, AT).session_state["headroom"].plan


@pytest.mark.parametrize(
    ("kind", "key", "value", "holds"),
    [
        ("text_input", "answer peak", "80 Gbps", lambda plan: plan.answers.peak == "80 Gbps"),
        ("text_input", "answer size", "5 MB", lambda plan: plan.answers.size == "5 MB"),
        ("selectbox", "answer safe", "careful", lambda plan: plan.answers.safe == "careful"),
        ("selectbox", "scenario", "single_server", lambda plan: plan.name == "single_server"),
        (
            "selectbox",
            "answer server",
            "epyc-9354p-2x100gbe",
            lambda plan: "9354p" in plan.answers.server,
        ),
        ("text_input", "knob server.ram", "512 GiB", lambda plan: plan.changes == {"server.ram": "512 GiB"}),
        ("number_input", "knob unit.nodes", 6, lambda plan: plan.changes == {"unit.nodes": "6"}),
        ("selectbox", "knob operating_system", "linux-5", lambda plan: plan.changes == {"operating_system": "linux-5"}),
    ],
)
def test_an_edit_that_comes_along_with_the_first_question_is_taken(ticket, kind, key, value, holds):
    plan = edited(opened(**AT), kind, key, value)
    assert holds(plan) and len(plan.changes) == (key.startswith("knob"))  # Not what another knob held beside.


def test_an_edit_that_is_refused_says_so_in_the_first_answer_too(ticket):
    page = opened(**AT)
    page.text_input(key="answer peak").set_value("12 bananas")
    anew = come_back(page, AT)
    assert anew.text_input(key="answer peak").value == "12 bananas"
    assert len(anew.error) == 1
    assert anew.session_state["headroom"].answers.peak == "60 Gbps"


def test_a_page_that_comes_back_unedited_changes_nothing(ticket):
    assert come_back(opened(**AT), AT).session_state["headroom"].past == []


@pytest.mark.parametrize(
    "there", [{"serve": "video"}, {"scenario": "single_server"}, {"serve": "downloads", "peak": "80 Gbps"}]
)
def test_what_a_page_of_another_plan_held_is_no_edit(ticket, there):
    page = opened(**AT, on="epyc-9354p-2x100gbe")
    page.number_input(key="knob unit.nodes").set_value(6).run()
    plan = come_back(page, there).session_state["headroom"].plan
    assert plan == opened(**there).session_state["headroom"].plan and not plan.changes


def test_a_second_edit_of_the_same_is_taken_too(ticket):
    page = opened(**AT)
    page.text_input(key="answer peak").set_value("80 Gbps").run()
    page.number_input(key="knob unit.nodes").set_value(6).run()
    page.number_input(key="knob unit.nodes").set_value(7)
    plan = come_back(page, params_of(page)).session_state["headroom"].plan
    assert plan.answers.peak == "80 Gbps" and plan.changes == {"unit.nodes": "7"}


def test_several_edits_at_once_are_what_another_plan_held(ticket):
    page = opened(**AT)
    page.number_input(key="knob unit.nodes").set_value(6).run()
    page.text_input(key="knob server.ram").set_value("512 GiB").run()
    anew = come_back(page, AT)
    assert not anew.session_state["headroom"].plan.changes
    assert anew.number_input(key="knob unit.nodes").value == 3
