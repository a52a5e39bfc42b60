"""The plan: knobs on the left; the answer first, then why, and what could be done about it."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode, urlsplit

import streamlit as st

from models.errors import Problem
from models.scenario import Scenario
from simulator.rollup.outcome import Outcome
from simulator.service import answers
from simulator.service.first_answers import FIRST_ANSWERS
from simulator.ui.answer import show_answer
from simulator.ui.asking.form import show_form, shown_paths
from simulator.ui.asking.front_door import show_front_door
from simulator.ui.knobs import by_knob
from simulator.ui.on_request import in_full, show_curve, show_day, show_failure, show_helps, show_in_full
from simulator.ui.plans import link
from simulator.ui.plans.following import NOT_KEPT
from simulator.ui.reasons import show_bites, show_costs, show_over_time, show_response, show_use
from simulator.ui.session import BrowserSession, desk, here
from simulator.ui.shown.blocks import escaped

TITLE = "Plan"
ICON = ":material/dns:"


def show() -> None:
    """The page. Where the scenario has something wrong in it, the answer to its last good version stays."""
    session = here()
    with FIRST_ANSWERS.turn():
        outcome = _show_first(session)
    FIRST_ANSWERS.let_pass()
    _show_reasons(session, session.readable, outcome)


def _show_first(session: BrowserSession) -> Outcome | None:
    """The knobs and the answer."""
    found = session.current()
    problems = () if isinstance(found, Scenario) else found
    at_knobs, elsewhere = by_knob(problems, shown_paths())
    with st.sidebar:
        show_form(session, session.readable, at_knobs)
    with st.container(key="top", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title("Plan", anchor=False, width="content")
        st.text(session.readable.name, width="content")
        _show_steps(session)
        show_share(session)
    show_front_door(session)
    _show_problems(session, problems, elsewhere)
    return _show_answer(session, session.readable)


def _show_steps(session: BrowserSession) -> None:
    """What takes the last step back, and takes it again."""
    with st.container(key="steps", horizontal=True, width="content", gap="small"):
        undo, redo = ":material/undo:", ":material/redo:"
        st.button("Undo", key="undo", icon=undo, on_click=session.undo, disabled=not session.past)
        st.button("Redo", key="redo", icon=redo, on_click=session.redo, disabled=not session.future)


def _show_problems(session: BrowserSession, problems: Sequence[Problem], elsewhere: Sequence[Problem]) -> None:
    """What is wrong with the address, and what is wrong with the changes but stands at no knob; why nothing is kept."""
    if st.session_state.get(NOT_KEPT):
        st.caption(escaped(st.session_state[NOT_KEPT]))
    for problem in session.refused:
        st.error(f"Nothing in the address was followed. {escaped(str(problem))}")
    for problem in elsewhere:
        st.error(escaped(str(problem)))
    if problems:
        st.warning("A change is not possible: the reason stands at its knob. Below is the answer from before it.")


def _show_answer(session: BrowserSession, scenario: Scenario) -> Outcome | None:
    theory = answers.theory(scenario, session.kept_changes)
    whole = in_full(session, scenario)
    ticket = whole or answers.simulate(desk(), session.owner, scenario, session.kept_changes)
    if ticket.state == "done" and not isinstance(ticket.result, answers.NoFarm):
        session.simulated = ticket.result
    return show_answer(scenario, theory, ticket, "" if whole else answers.shortened(scenario))


def _show_reasons(session: BrowserSession, scenario: Scenario, outcome: Outcome | None) -> None:
    show_in_full(session, scenario)
    show_bites(outcome)
    show_helps(session, scenario)
    show_failure(session, scenario)
    show_day(session, scenario)
    show_curve(session, scenario)
    left, right = st.columns(2)
    with left:
        show_use(outcome)
    with right:
        show_response(outcome)
    show_costs(outcome)
    show_over_time(outcome)


def show_share(session: BrowserSession) -> None:
    """A field with the address that opens this scenario with these changes in another browser."""
    with st.popover("Share", icon=":material/link:"):
        if not link.written(session.plan):
            st.text("This text is too long for an address: download it on the page Scenario and send it along.")
            return
        st.text("Whoever opens this address sees this scenario with these changes:")
        st.code(address_of(session, st.context.url or ""), language=None, wrap_lines=True)


def address_of(session: BrowserSession, page: str) -> str:
    """The address of a page with the session's plan."""
    query = urlencode(link.written(session.plan), quote_via=quote)
    return f"{page}?{query}" if urlsplit(page).path else f"{page}/?{query}"
