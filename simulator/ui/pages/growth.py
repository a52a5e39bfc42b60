"""When to buy: demand and what carries it through the months ahead, what to order by when, and what that costs."""

import streamlit as st

from simulator.measure.results import Refused
from simulator.questions.grow.document import growth_blocks
from simulator.report.blocks import Preformatted
from simulator.ui.library import shipped
from simulator.ui.months_ahead import command, growing, grown
from simulator.ui.session import desk, here
from simulator.ui.shown.blocks import escaped
from simulator.ui.shown.blocks import show as show_blocks
from simulator.ui.shown.tickets import answered

TITLE = "Growth"
ICON = ":material/trending_up:"

_NAME = "growing scenario"


def show() -> None:
    """The page: a scenario that states its growth, answered by theory, and the command that simulates it."""
    st.title(TITLE, anchor=False)
    st.text(
        "A farm whose demand grows: when it is too small, what to order by when, and what that costs. Theory answers"
        " here; the command below simulates what a unit carries, and asks about a scenario of your own."
    )
    found = growing(shipped())
    name = st.selectbox("Scenario", list(found), key=_NAME)
    show_blocks([Preformatted(command(name))])
    ticket = grown(desk(), here().owner, found[name])
    if not answered(ticket, "Answering", key="growing"):
        return
    found_ahead = ticket.answer
    if isinstance(found_ahead, Refused):
        st.error(escaped(found_ahead.reason))
    else:
        show_blocks(growth_blocks(found_ahead))
