"""A page that waits for an answer which somebody has asked for with a button."""

from typing import Any

import streamlit as st

from simulator.service.ticket import Ticket
from simulator.ui.shown.blocks import escaped
from simulator.ui.shown.progress import is_pending, show_progress


def answered(ticket: Ticket[Any], what: str, key: str) -> bool:
    """Whether a ticket has its result. Until then the page shows how far it is, or why there will be none.

    what: what is being done, as in "Comparing"; key: a name for the place, one of its kind on the page.
    """
    if is_pending(ticket):
        show_progress(ticket, what, what, key)
    elif ticket.state == "failed":
        st.error(escaped(ticket.error))
    elif ticket.state == "cancelled":
        st.warning("This was given up, because nobody waited for it or something newer was asked for. Ask again.")
    return ticket.state == "done"
