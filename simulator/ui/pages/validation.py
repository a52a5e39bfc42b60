"""Published measurements against simulated ones, a case at a time, and what published tables say about themselves."""


import streamlit as st

from simulator.questions.validate.document import ROLES, audit_blocks, published_blocks, result_blocks, spoken
from simulator.ui.session import BrowserSession, desk, here
from simulator.ui.shown.blocks import show as show_blocks
from simulator.ui.shown.tickets import answered
from simulator.ui.validation import case_names, figures_of, tables_of, validate

TITLE = "Validation"
ICON = ":material/fact_check:"

_CASE = "validation case"  # Names in the state of a browser session.
_TICKETS = "validations"


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    st.text(ROLES)
    case = st.selectbox("Published case", case_names(), key=_CASE, format_func=spoken)
    _simulated(here(), case)
    show_blocks(audit_blocks(tables_of(case)))


def _simulated(session: BrowserSession, case: str) -> None:
    """The figures of a case: as published until somebody asks what is simulated, then both."""
    tickets = st.session_state.setdefault(_TICKETS, {})
    place = st.container()
    if case not in tickets or tickets[case].state in ("failed", "cancelled"):
        st.button("Simulate this case", type="primary", on_click=_ask, args=(session, case))
    with place:
        if case in tickets and answered(tickets[case], "Simulating", key="validating"):
            show_blocks(result_blocks(tickets[case].result))
        else:
            show_blocks(published_blocks(figures_of(case)))


def _ask(session: BrowserSession, case: str) -> None:
    st.session_state[_TICKETS][case] = validate(desk(), session.owner, case)
