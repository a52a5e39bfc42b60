"""Many variants of a farm at once: what each costs and carries, and which of them are on the front."""

from pathlib import Path

import streamlit as st

from models.errors import ScenarioError
from simulator.questions.sweep.answer import Swept
from simulator.questions.sweep.document import sweep_document
from simulator.report.blocks import Block, Preformatted, Text
from simulator.service.ticket import Ticket
from simulator.store.store_file import default_store
from simulator.ui.library import portfolios
from simulator.ui.portfolios import command, in_theory, simulated, theory_command
from simulator.ui.session import desk, here
from simulator.ui.shown.blocks import show as show_blocks
from simulator.ui.shown.problems import show_problems
from simulator.ui.shown.tickets import answered

TITLE = "Portfolio"
ICON = ":material/scatter_plot:"

# The names of the choices in the state of a browser session, and who answers.
_NAME, _BY = "portfolio name", "portfolio by"
THEORY, KEPT = "theory", "what has been simulated here"
NOTHING_YET = Text("No variant has been simulated on this machine yet. Run the command above, and look again.")


def show() -> None:
    """The page: a shipped portfolio, answered by theory or by what has been simulated, and the command for that."""
    st.title(TITLE, anchor=False)
    st.text(
        "Many variants of a farm at once. Theory answers all of them here within seconds; simulating them takes"
        " minutes, which the command below does, on this machine or on a cluster, and never runs anything twice."
    )
    name = st.selectbox("Portfolio", list(portfolios()), key=_NAME)
    show_blocks([Preformatted(command(name))])
    by = st.segmented_control("Answered by", [THEORY, KEPT], default=THEORY, required=True, key=_BY)
    store = default_store()
    if by == KEPT and not store.is_file():
        show_blocks([NOTHING_YET])
        return
    try:
        ticket = _asked(by, portfolios()[name], store)
    except ScenarioError as error:
        show_problems(error.problems)
        return
    if answered(ticket, "Answering", key="sweeping"):
        show_blocks(_document(ticket.answer, name, by))


def _asked(by: str, path: Path, store: Path) -> Ticket[Swept]:
    if by == THEORY:
        return in_theory(desk(), here().owner, path)
    return simulated(desk(), here().owner, path, store)


def _document(swept: Swept, name: str, by: str) -> list[Block]:
    if by == KEPT and len(swept.failed) == len(swept.answers):
        return [NOTHING_YET]
    return sweep_document(swept, command(name) if by == KEPT else theory_command(name))[1:]
