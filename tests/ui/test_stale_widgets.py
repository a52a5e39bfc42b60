"""What a browser still holds in its widgets, because it has not heard better yet, changes no plan.

A browser sends all that its widgets hold along with every click. A busy one does so before it has heard what the server
has put there since, and a run that is broken off may never have told it.
"""

from dataclasses import replace
from threading import Event, Thread

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.util import calc_hash

from simulator.messages.page import scenario_page
from simulator.ui.inputs import value_input
from simulator.ui.pages import plan as plan_page
from simulator.ui.plans.browser_shelf import GONE
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.session import BrowserSession, current_session
from simulator.ui.value_widgets import ValueWidget
from tests.proven import mostly_proof
from tests.ui.whole_app import opened, params_of

TRIGGERS = ("trigger_value", "string_trigger_value", "json_trigger_value")
DOWNLOADS = {"serve": "downloads", "peak": "60 Gbps", "on": "epyc-9354p-2x100gbe"}
SAID = "unit.nodes"


def held(page):
    """What the browser holds in its widgets now, with what has been typed and chosen, and without what was clicked."""
    states = WidgetStates()
    states.widgets.extend(
        each for each in page._tree.get_widget_states().widgets if each.WhichOneof("value") not in TRIGGERS
    )
    return states


def plan_of(page):
    return page.session_state["headroom"].plan


def go(page, title, states=None):
    """To another page, along with what the browser holds."""
    page._page_hash = calc_hash(title)
    page._run(held(page) if states is None else states)
    assert not page.exception
    return page


def chooses_another_server(page):
    page.selectbox(key="answer server").set_value("cheapest")


def says_another_safety(page):
    page.selectbox(key="answer safe").set_value("careful")


def chooses_another_beginning(page):
    page.selectbox(key="scenario").set_value("web_farm")


def undoes(page):
    page.button(key="undo").click()


def resets(page):
    page.button(key="reset").click()


def begins_anew(page):
    page.button(key="new").click()


ACTS = [
    chooses_another_server,
    says_another_safety,
    chooses_another_beginning,
    undoes,
    resets,
    begins_anew,
]


@pytest.fixture
def edited(ticket):
    """A plan with two changes, of which the browser knows."""
    page = opened(**DOWNLOADS)
    page.number_input(key=f"knob {SAID}").set_value(6).run()
    page.text_input(key="knob server.ram").set_value("512 GiB").run()
    return page


PLACES = (("plan",), ("plans",))
BREAKS = (("show_form", "plan"), ("show_start_form", "plans"), ("show_record", "plans"))


def everywhere(places):
    """Every act at every place, in the proof."""
    return [(act, *place) for act in ACTS for place in places]


def once(places):
    """Every act at one of the places, which take turns."""
    return [(act, *places[turn % len(places)]) for turn, act in enumerate(ACTS)]


@pytest.mark.parametrize("places", [PLACES, BREAKS])
def test_every_act_and_every_place_is_looked_at_outside_the_proof_too(places):
    cases = mostly_proof(everywhere(places), once(places))
    quick = [case.values for case in cases if not case.marks]
    assert [act for act, *_ in quick] == ACTS and {tuple(place) for _, *place in quick} == set(places)
    assert len(cases) == len(ACTS) * len(places)


@pytest.mark.parametrize(("act", "title"), mostly_proof(everywhere(PLACES), once(PLACES)))
def test_what_the_browser_held_before_an_act_is_no_edit_after_it(edited, act, title):
    act(edited)
    stale = held(edited)
    edited.run()
    after = plan_of(edited)
    go(edited, title, stale)
    assert plan_of(edited) == after
    go(edited, "plan", stale)
    assert plan_of(edited) == after


@pytest.mark.parametrize(("act", "place", "title"), mostly_proof(everywhere(BREAKS), once(BREAKS)))
def test_what_it_held_is_no_edit_where_the_run_of_an_act_was_broken_off(edited, monkeypatch, act, title, place):
    """Broken off by a click that came along with what the browser held still."""
    act(edited)
    stale, known, after = held(edited), getattr(plan_page, place), []

    def broken_off(session, *given):
        if after:
            return known(session, *given)
        if place != "show_form":
            known(session, *given)
        after.append(current_session().plan)
        raise RerunException(RerunData(widget_states=stale, page_script_hash=calc_hash(title)))

    monkeypatch.setattr(plan_page, place, broken_off)
    edited.run()
    assert not edited.exception and after and plan_of(edited) == after[0]
    go(edited, "plan", stale)
    assert plan_of(edited) == after[0]


def test_what_it_held_is_no_edit_where_the_first_run_was_broken_off(ticket, monkeypatch):
    """The first of all runs has not shown everything, and the plan is another one when the next has."""
    page, known, broken = opened(**DOWNLOADS), plan_page.show_start_form, []
    stale = held(page)

    def broken_off(session):
        if not broken:
            broken.append(session)
            session.open(type(session.plan)(name="single_server"))
            raise RerunException(RerunData(widget_states=stale, page_script_hash=calc_hash("plan")))
        known(session)

    monkeypatch.setattr(plan_page, "show_start_form", broken_off)
    anew = opened(**DOWNLOADS)
    assert not anew.exception and plan_of(anew).name == "single_server" and not plan_of(anew).changes


def test_what_it_held_of_one_plan_is_no_edit_of_another_that_is_opened(edited):
    stale, first = held(edited), plan_of(edited)
    edited.button(key="new").click().run()
    go(edited, "plans", stale)
    next(each for each in edited.button if each.key.startswith("open ")).click().run()
    assert plan_of(edited) == first
    go(edited, "plan", stale)
    assert plan_of(edited) == first


def test_what_it_held_is_no_edit_of_a_plan_that_somebody_has_gone_back_to(edited):
    there = params_of(edited)
    edited.selectbox(key="scenario").set_value("single_server")
    stale = held(edited)
    edited.run()
    edited.query_params.clear()
    for name, value in {**there, GONE: "1"}.items():
        edited.query_params[name] = value
    go(edited, "plan", stale)
    assert plan_of(edited).answers is not None and plan_of(edited).changes[SAID] == "6"


def test_what_is_typed_before_the_answer_to_another_edit_has_come_is_an_edit(edited):
    """Typing goes on while the server works: nothing of it is lost, and nothing beside it is changed."""
    chooses_another_server(edited)
    first = held(edited)
    edited.number_input(key="knob unit.spare_nodes").set_value(2)
    second = held(edited)
    edited._run(first)
    edited._run(second)
    changes = dict(plan_of(edited).changes)
    assert changes.pop("unit.spare_nodes") == "2"
    assert changes == {SAID: "6", "server.ram": "512 GiB"}


def test_what_is_typed_in_a_plan_that_is_no_longer_open_changes_none(edited):
    edited.button(key="new").click()
    edited.text_input(key="knob server.ram").set_value("1 TiB")
    late = held(edited)
    edited.text_input(key="knob server.ram").set_value("512 GiB")
    edited.run()
    after = plan_of(edited)
    edited._run(late)
    assert plan_of(edited) == after


def test_a_button_of_a_plan_that_is_no_longer_open_changes_none(edited):
    """Somebody has gone on to another plan that has a change at the same place, and the page does not show it yet."""
    there, states = {**DOWNLOADS, "peak": "80 Gbps", SAID: "5"}, held(edited)
    edited.button(key=f"reset {SAID}").click()
    clicked = WidgetStates()
    clicked.CopyFrom(edited._tree.get_widget_states())
    edited.query_params.clear()
    for name, value in {**there, GONE: "1"}.items():
        edited.query_params[name] = value
    edited._run(states)
    after = plan_of(edited)
    assert after.changes == {SAID: "5"}
    edited._run(clicked)
    assert plan_of(edited) == after


def test_an_edit_is_taken_though_the_next_click_breaks_its_run_off(ticket, monkeypatch):
    """The click comes while Streamlit tells of the edit, and leads to another page."""
    known = value_input._hear

    def heard_late(*told):
        request = RerunData(widget_states=states, page_script_hash=calc_hash("plans"))
        get_script_run_ctx().script_requests.request_rerun(request)
        known(*told)

    monkeypatch.setattr(value_input, "_hear", heard_late)
    page = opened(**DOWNLOADS)
    page.number_input(key=f"knob {SAID}").set_value(6)
    states = held(page)
    page.run()
    assert not page.exception and plan_of(page).changes == {SAID: "6"}


def test_what_stood_on_the_page_growth_before_it_was_undone_is_no_edit(ticket):
    page = go(opened(**{"scenario": "downloads_today", "growth.a_year": "40 %", "growth.start": "2026-01"}), "growth")
    page.text_input(key="growth growth.a_year").set_value("60 %")
    stale = held(page)
    page.run()
    assert plan_of(page).changes["growth.a_year"] == "60 %"
    page.session_state["headroom"].undo()
    after = plan_of(page)
    go(page, "growth")
    go(page, "growth", stale)
    assert plan_of(page) == after and page.text_input(key="growth growth.a_year").value == "40 %"


def test_the_text_of_one_plan_is_no_draft_of_another(edited):
    stale = held(go(edited, "scenario"))
    edited.session_state["headroom"].take("single_server")
    shown = go(edited, "scenario").text_area[0].value
    go(edited, "scenario", stale)
    assert edited.text_area[0].value == shown
    assert not [each for each in edited.text if each.value == scenario_page.NOT_USED]


def test_an_answer_that_is_given_while_the_one_before_is_taken_undoes_none_of_it():
    """Streamlit begins a run for it beside the one that takes the first: who types and clicks at once gives both."""
    session = BrowserSession("planner")
    session.open(PlanState(answers=first_answers("api")))
    began, may_end = Event(), Event()

    def take_peak(value):
        changed = replace(session.plan, answers=replace(session.answers, peak=value))
        began.set()
        may_end.wait(10.0)
        session.revise(changed)

    def take_safe(value):
        session.revise(replace(session.plan, answers=replace(session.answers, safe=value)))

    edits = []
    for key, take, value in (("peak", take_peak, "5,000 requests/s"), ("safe", take_safe, "careful")):
        widget = ValueWidget(key, session.plan.opening, "")
        edits.append(Thread(target=value_input._take, args=(session, widget, take, value), daemon=True))
    edits[0].start()
    assert began.wait(10.0)
    assert not session.edits.acquire(blocking=False)
    edits[1].start()
    edits[1].join(0.3)  # Long enough for it to be taken, if nothing holds it.
    may_end.set()
    for edit in edits:
        edit.join(10.0)
    assert (session.answers.peak, session.answers.safe) == ("5,000 requests/s", "careful")
