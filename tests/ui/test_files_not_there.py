"""A scenario on the page may name a file that is not there, as one that came by a link: a sentence says so, and every
page stays."""

import pytest
from streamlit.testing.v1 import AppTest

from models.errors import ScenarioError
from simulator.ui.plans.link import pack_text
from simulator.ui.uploads import load_text

PAGES = ("plan", "growth", "report", "scenario", "compare")
NAMED = {
    "workload.trace": "extends: single_server.yaml\nworkload: {offered: none, trace: {file: nowhere.log}}\n",
    "growth.history": "extends: first_farm.yaml\ngrowth: {start: 2026-12, history: {file: nowhere.csv, unit: Gbps}}\n",
}
CHANGED = {"scenario": "single_server", "workload.offered": "none", "workload.trace.file": "nowhere.log"}


def opened(page, **params):
    """A page at an address."""
    shown = AppTest.from_string(f"from simulator.ui.pages import {page}\n{page}.show()", default_timeout=600)
    for key, value in params.items():
        shown.query_params[key] = value
    return shown.run()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("path", NAMED)
def test_no_page_stumbles_over_a_link_that_names_a_file_that_is_not_there(page, path, ticket):
    assert not opened(page, yaml=pack_text(NAMED[path])).exception


@pytest.mark.parametrize("named", [{"yaml": pack_text(NAMED["workload.trace"])}, CHANGED], ids=["text", "change"])
def test_a_sentence_says_which_file_is_not_there_and_the_last_answer_stays(named, ticket):
    shown = opened("plan", **named)
    assert not shown.exception and shown.metric
    assert any("nowhere" in each.value and "there is no such file" in each.value for each in shown.error)


def test_so_it_does_for_a_log_that_is_none(ticket):
    text = "extends: single_server.yaml\nworkload: {offered: none, trace: {file: measured/specsdm91.csv}}\n"
    shown = opened("plan", yaml=pack_text(text))
    assert not shown.exception and shown.metric
    assert any("specsdm91" in each.value for each in shown.error)


def test_a_text_that_names_one_is_refused_where_texts_are_read():
    with pytest.raises(ScenarioError) as caught:
        load_text(NAMED["workload.trace"])
    (problem,) = caught.value.problems
    assert (problem.path, problem.value) == ("workload.trace.file", '"nowhere.log"') and problem.remedy
