"""A page that waits for an answer which somebody has asked for with a button."""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from models.scenario import Scenario
from simulator.messages.page import plan_page
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.ui.session import BrowserSession, shared_desk
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.progress import is_pending, show_progress

T = TypeVar("T")
RUNS, PLANS = "runs", "plans"  # What the steps of a ticket may be.


def is_answered(ticket: Ticket[Any], what: str, key: str, counted: str = "") -> bool:
    """Whether a ticket has its result. Until then the page shows how far it is, or why there will be none.

    what: what is being done, as in "Comparing"; key: a name for the place, one of its kind on the page; counted: what
    its steps are, as in "runs", where they are told.
    """
    if is_pending(ticket):
        show_progress(ticket, what, what, key, counted)
    elif ticket.state == "failed":
        st.error(with_code(ticket.error))
    elif ticket.state == "cancelled":
        st.warning(plan_page.GIVEN_UP)
    return ticket.state == "done"


def show_answer(ticket: Ticket[Any], what: str, key: str) -> Any:
    """The answer to what was asked about files. None while it is awaited, and where it is a tuple of what is wrong with
    them, a line for each problem: the page then says that."""
    if not is_answered(ticket, what, key):
        return None
    if not isinstance(ticket.answer, tuple):
        return ticket.answer
    for problem in ticket.answer:
        st.error(with_code(problem))
    return None


def show_request(
    session: BrowserSession,
    scenario: Scenario,
    slot: str,
    ask: Callable[[Desk, str, Scenario], Ticket[T]],
    label: str,
    how_long: str,
) -> Ticket[T] | None:
    """The button, the progress of what it began, and its ticket once there is a result; a late one says what of.

    A result stays when the scenario is changed: what has taken minutes is not thrown away by a touch of a knob.
    """
    of, ticket = session.asked.get(slot, (None, None))
    same = of == scenario
    busy = same and ticket is not None and is_pending(ticket)
    done = same and ticket is not None and ticket.state == "done"
    if st.button(label, key=f"ask {slot}", disabled=busy or done, help=how_long):
        session.asked[slot] = scenario, ask(shared_desk(), session.owner, scenario)
        st.rerun()
    if ticket is None:
        st.text(how_long)
        return None
    if not same:
        st.text(plan_page.CHANGED_SINCE)
    ended = "Simulated" if ticket.state == "done" else "Not simulated"
    show_progress(ticket, "Simulating", ended, f"watch {slot}", RUNS)
    if ticket.state in ("failed", "cancelled"):
        st.error(with_code(ticket.error or plan_page.STOPPED))
    return ticket if ticket.state == "done" else None
