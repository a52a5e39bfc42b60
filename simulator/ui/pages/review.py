"""What runs: drop its counters, and see whether the farm of the plan is enough, until when, and what to change."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.farm.stamp import fingerprint
from simulator.messages.page import review_page
from simulator.output.sections import Output, blocks_for
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.review.command import TOLERANCE
from simulator.studies.review.document import SECTIONS
from simulator.studies.review.study import review_uploads
from simulator.ui.session import current_session, shared_desk
from simulator.ui.uploads import contents_digest
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import require_scenario
from simulator.ui.widgets.tickets import is_answered

TITLE = "Review"
ICON = ":material/monitor_heart:"

SLOT = "review"
_FILES = "counters"
LARGEST = 50  # MB of a file: a month of some servers every few minutes.


def show() -> None:
    """The page."""
    session = current_session()
    st.title(TITLE, anchor=False)
    st.text(review_page.ABOUT)
    scenario = require_scenario(session)
    st.text(review_page.beside(scenario.name, scenario.unit.nodes))
    sent = st.file_uploader("Counters", accept_multiple_files=True, key=_FILES, max_upload_size=LARGEST)
    if not sent:
        return
    contents = {file.name: file.getvalue() for file in sent}
    ticket = ask_review(shared_desk(), session.owner, scenario.without_baseline(), contents)
    if not is_answered(ticket, "Reviewing", key="reviewing"):
        return
    if isinstance(ticket.answer, tuple):
        for problem in ticket.answer:
            st.error(escaped(problem))
        return
    show_blocks(blocks_for(SECTIONS, ticket.answer, Output.PAGE))


def ask_review(desk: Desk, owner: str, scenario: Scenario, contents: Mapping[str, bytes]) -> Ticket[Any]:
    """Asks for the review of a farm by uploaded counters, or for what is wrong with them, a line for each problem."""
    held = contents_digest(contents)

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return review_uploads(scenario, contents, TOLERANCE / 100.0)
        except ScenarioError as error:
            return tuple(str(problem) for problem in error.problems)
        except (NoCapacity, UnsupportedByEngine, NotConverged) as error:
            return (str(error),)

    return desk.ask(owner, SLOT, f"review {fingerprint(scenario)} {held}", 0.0, work, 1)
