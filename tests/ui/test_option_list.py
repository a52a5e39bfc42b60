"""What would help, on the page: a card and a button for each option that changes anything, none for what cannot be."""

import pytest
from streamlit.testing.v1 import AppTest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.messages.page import plan_page
from simulator.messages.upgrades import NOT_APPLICABLE
from simulator.studies.upgrades.answer import study_upgrades

FILE = "scenarios/downloads_today.yaml"
SHOWS = """
import streamlit as st
from simulator.ui.inputs.option_list import show_options
show_options(st.session_state["session"], st.session_state["ranking"])
"""
LESS = "nodes in the unit: 1 less"


@pytest.fixture(scope="module")
def ranking():
    return study_upgrades(load(FILE), Theory())


@pytest.fixture
def shown(ranking):
    from simulator.ui.session import begin_session

    page = AppTest.from_string(SHOWS, default_timeout=600)
    page.session_state["session"] = begin_session("me", {"scenario": "downloads_today"})
    page.session_state["ranking"] = ranking
    return page.run()


def test_every_option_that_changes_anything_has_a_button_and_nothing_else_has(shown, ranking):
    assert not shown.exception and ranking.not_applicable and ranking.dropped
    assert not any(each.is_useless for each in ranking.worths) and all(each.is_useless for each in ranking.dropped)
    assert [button.key for button in shown.button] == [f"apply {each.name}" for each in ranking.worths]
    assert not any(NOT_APPLICABLE in each.value for each in shown.markdown)


def test_one_click_takes_what_is_taken_away_and_undo_brings_it_back(shown):
    session = shown.session_state["session"]
    shown.button(key=f"apply {LESS}").click().run()
    assert not shown.exception and dict(session.changes) == {"unit.nodes": "3"}
    assert session.told == plan_page.taken(LESS)
    session.undo()
    assert not session.changes and not session.told


def test_a_farm_that_is_too_large_is_cheaper_with_less(ranking):
    (less,) = [each for each in ranking.worths if each.name == LESS]
    assert less.cheapens and less.servers_more == -2.0 and less.cost.value < 0.0
    assert less.lowest_cost <= less.cost.value <= less.highest_cost
