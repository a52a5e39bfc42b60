"""How far work is, on a bar that is looked at every so often without drawing anything else of the page again."""

from typing import Any

import streamlit as st

from simulator.service.ticket import Ticket
from simulator.ui.widgets.blocks import escaped

PENDING = ("waiting", "running")
EVERY = 0.4  # Seconds between two looks.


def is_pending(ticket: Ticket[Any]) -> bool:
    """Whether the work is still to be done."""
    return ticket.state in PENDING


def show_progress(ticket: Ticket[Any], what: str, done: str, key: str, counted: str = "") -> None:
    """A bar that moves while the work is under way, and then stays where it is, so that nothing below it moves.

    what: what is being done, as in "Simulating"; done: what is said once it is; counted: what its steps are, as in
    "runs", where they are told and there are several. The page is drawn again at the end.
    """
    if is_pending(ticket):
        st.fragment(_watch, run_every=EVERY, key=key)(ticket, what, counted)
    else:
        st.progress(1.0 if ticket.state == "done" else 0.0, escaped(done))


def _watch(ticket: Ticket[Any], what: str, counted: str) -> None:
    if not is_pending(ticket):
        st.rerun()
    st.progress(_share(ticket), escaped(_progress_text(ticket, what, counted)))


def _share(ticket: Ticket[Any]) -> float:
    return min(1.0, ticket.done_steps / ticket.total_steps) if ticket.total_steps else 0.0


def _progress_text(ticket: Ticket[Any], what: str, counted: str) -> str:
    if ticket.state == "waiting":
        jobs = f"{ticket.ahead} job{'' if ticket.ahead == 1 else 's'} before it" if ticket.ahead else "next in line"
        return f"{what}: waiting, {jobs}"
    # Steps may come to it on the way.
    done = min(ticket.done_steps, ticket.total_steps)
    known = counted and ticket.total_steps > 1
    return f"{what}: {done} of {ticket.total_steps} {counted} done" if known else f"{what} ..."
