"""Many variants of a farm at once: what each costs and carries by theory, and which of them are on the front."""

import streamlit as st

from models.errors import ScenarioError
from simulator.report.blocks import Preformatted
from simulator.report.sweep_document import sweep_document
from simulator.ui.blocks_on_page import show as show_blocks
from simulator.ui.library import portfolios
from simulator.ui.portfolios import command, in_theory, theory_command
from simulator.ui.problems_on_page import show_problems
from simulator.ui.session import desk, here
from simulator.ui.tickets_on_page import answered

TITLE = "Portfolio"
ICON = ":material/scatter_plot:"

_NAME = "portfolio name"  # The name of the choice in the state of a browser session.


def show() -> None:
    """The page: a shipped portfolio, answered by theory, and the command that simulates it."""
    st.title(TITLE, anchor=False)
    st.text(
        "Many variants of a farm at once. Theory answers all of them here within seconds; simulating them takes"
        " minutes, which the command below does, on this machine or on a cluster, and never runs anything twice."
    )
    name = st.selectbox("Portfolio", list(portfolios()), key=_NAME)
    show_blocks([Preformatted(command(name))])
    try:
        ticket = in_theory(desk(), here().owner, portfolios()[name])
    except ScenarioError as error:
        show_problems(error.problems)
        return
    if answered(ticket, "Answering", key="sweeping"):
        show_blocks(sweep_document(ticket.result, theory_command(name))[1:])
