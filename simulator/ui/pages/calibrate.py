"""Your own measurements: drop rows of a load test, see the server that fits them and how far off it is, and use it."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from models.parts.hardware import Server
from models.reading.catalogue import names
from simulator.engines.engine import Engine
from simulator.messages.page import calibrate_page
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.calibrate.measurements.answer import calibrated_scenario, fit_uploads, known_tools
from simulator.studies.calibrate.measurements.document import calibration_page
from simulator.ui.plans.file_names import file_name
from simulator.ui.session import current_session, shared_desk
from simulator.ui.uploads import contents_digest
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import show_problems
from simulator.ui.widgets.tickets import is_answered

TITLE = "Calibrate"
ICON = ":material/tune:"

# Names in the state of a browser session.
_FILES, _SERVER = "measured files", "measured server"
_WRONG, _USED = "calibrated problems", "calibrated is used"
SLOT = "calibrate"
# About the requests that percentiles take to simulate; rows without any take none.
COST = 5e6
LARGEST = 5  # MB of a file. A row of a load test has a hundred bytes.


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    st.text(calibrate_page.about(known_tools()))
    label, hint = calibrate_page.SERVER, "Choose a server"
    server = st.selectbox(label, server_names(), index=None, placeholder=hint, key=_SERVER)
    uploaded = st.file_uploader("Measurements", accept_multiple_files=True, key=_FILES, max_upload_size=LARGEST)
    if server is None:
        st.info(calibrate_page.SERVER_FIRST)
    if not uploaded or server is None:
        return
    contents = {file.name: file.getvalue() for file in uploaded}
    ticket = ask_calibration(shared_desk(), current_session().owner, contents, server)
    if not is_answered(ticket, "Fitting", key="calibrating"):
        return
    found = ticket.answer
    if isinstance(found, tuple):
        for problem in found:
            st.error(escaped(problem))
        return
    show_blocks(calibration_page(found))
    text = calibrated_scenario(found, server, list(contents))
    st.button("Use the scenario", type="primary", on_click=_use, args=(text,))
    name = file_name(f"measured {server}", ".yaml")
    st.download_button("Download the scenario", text.encode(), name, "application/yaml", on_click="ignore")
    _calibration_of(text)


def _calibration_of(text: str) -> None:
    """Whether the scenario is that of all pages by now, or what is wrong with it."""
    if st.session_state.get(_WRONG):
        show_problems(st.session_state[_WRONG], text)
    elif st.session_state.get(_USED) == text:
        st.success(calibrate_page.IN_USE)


def _use(text: str) -> None:
    state = st.session_state
    try:
        current_session().take_text(text)
    except ScenarioError as error:
        state[_WRONG] = error.problems
        return
    state[_WRONG], state[_USED] = (), text


def server_names() -> tuple[str, ...]:
    """The servers of the catalogue, one of which was measured."""
    return names(Server.catalogue_folder)


def ask_calibration(desk: Desk, owner: str, contents: Mapping[str, bytes], server: str) -> Ticket[Any]:
    """Asks for the server that uploaded files tell of, or for what is wrong with them, a line for each problem."""
    held = contents_digest(contents)

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return fit_uploads(contents, server, progress)
        except ScenarioError as error:
            return tuple(str(problem) for problem in error.problems)

    return desk.ask(owner, SLOT, f"calibrate {server} {held}", COST, work, 1)
