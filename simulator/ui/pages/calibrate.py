"""Your own measurements: drop rows of a load test, see the server that fits them and how far off it is, and use it; or
access logs, and the load that they tell of."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from models.parts.hardware import Server
from models.reading.catalogue import names
from simulator.engines.engine import Engine
from simulator.errors import ReportError
from simulator.messages.page import calibrate_page
from simulator.service.desk import QUICK, Desk
from simulator.service.ticket import Ticket
from simulator.studies.calibrate.log.document import log_blocks
from simulator.studies.calibrate.log.stated import TIME_UNITS
from simulator.studies.calibrate.log.study import read_sent_load, reading_room
from simulator.studies.calibrate.measurements.answer import calibrated_scenario, fit_uploads, known_tools
from simulator.studies.calibrate.measurements.document import calibration_page
from simulator.ui.plans.file_names import file_name
from simulator.ui.session import current_session, shared_desk
from simulator.ui.uploads import contents_digest
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.problems import show_problems
from simulator.ui.widgets.sent_files import show_file_field
from simulator.ui.widgets.tickets import is_answered, show_answer

TITLE = "Calibrate"
ICON = ":material/tune:"

# Names in the state of a browser session.
_FILES, _SERVER = "measured files", "measured server"
_KIND, _LOGS = "measured kind", "access logs"
_GAP, _TIME_UNIT, _CLIENT = "log gap", "log time unit", "log client"
_WRONG, _USED = "calibrated problems", "calibrated is used"
SLOT = "calibrate"
# About the requests that percentiles take to simulate; rows without any take none.
COST = 5e6
MOST_ROWS = 6  # Of a table that stands open: not every percentile of sizes and of clients.
LARGEST = 5  # MB of a file. A row of a load test has a hundred bytes.
# Reading a log of 50 MB takes about ten seconds of a core, which is long.
READING = 1.5 * QUICK


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    kinds = [calibrate_page.ROWS, calibrate_page.LOGS]
    kind = st.segmented_control(calibrate_page.WHAT, kinds, default=kinds[0], required=True, key=_KIND)
    (_show_logs if kind == calibrate_page.LOGS else _show_measurements)()


def _show_logs() -> None:
    """What access logs say, and a scenario of it."""
    st.text(calibrate_page.ABOUT_LOGS)
    contents = show_file_field(calibrate_page.LOG_FILES, _LOGS)
    silence, unit, client = st.columns(3)
    gap = silence.text_input(calibrate_page.GAP, "75 s", key=_GAP, help=calibrate_page.GAP_HELP, max_chars=20)
    units = [calibrate_page.FROM_LOG, *TIME_UNITS]
    stated = unit.selectbox(calibrate_page.TIME_UNIT, units, key=_TIME_UNIT)
    helped, hint = calibrate_page.CLIENT_HELP, calibrate_page.FROM_LOG
    field = client.text_input(calibrate_page.CLIENT, key=_CLIENT, help=helped, placeholder=hint, max_chars=80)
    if not contents:
        return
    time_unit = "" if stated == calibrate_page.FROM_LOG else stated
    ticket = ask_load(shared_desk(), current_session().owner, contents, (gap, time_unit, field.strip()))
    if not is_answered(ticket, "Reading", key="reading logs"):
        return
    if isinstance(ticket.answer, str):
        st.error(with_code(ticket.answer))
        return
    found, text = ticket.answer
    _offer(text, next(iter(contents)))
    show_blocks(log_blocks(found.log, calibrate_page.CONTROLS), most_rows=MOST_ROWS)


def _show_measurements() -> None:
    """The server that rows of measurements tell of."""
    st.text(calibrate_page.about(known_tools()))
    label, hint = calibrate_page.SERVER, "Choose a server"
    server = st.selectbox(label, server_names(), index=None, placeholder=hint, key=_SERVER)
    contents = show_file_field("Measurements", _FILES, LARGEST)
    if server is None:
        st.info(calibrate_page.SERVER_FIRST)
    if not contents or server is None:
        return
    ticket = ask_calibration(shared_desk(), current_session().owner, contents, server)
    found = show_answer(ticket, "Fitting", key="calibrating")
    if found is None:
        return
    answer, *reasons = calibration_page(found)
    show_blocks([answer])
    _offer(calibrated_scenario(found, server, list(contents)), f"measured {server}")
    show_blocks(reasons, most_rows=MOST_ROWS)


def _offer(text: str, name: str) -> None:
    """A scenario that was made, to be used on all pages or taken along."""
    with st.container(horizontal=True):
        st.button("Use the scenario", type="primary", on_click=_use, args=(text,))
        file = file_name(name, ".yaml")
        st.download_button("Download the scenario", text.encode(), file, "application/yaml", on_click="ignore")
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


def ask_load(desk: Desk, owner: str, contents: Mapping[str, bytes], stated: tuple[str, str, str]) -> Ticket[Any]:
    """Asks for what access logs say and the scenario of it, or for what is wrong with them. stated: the silence that
    ends a session, the unit of times taken, and the field of the client, the last two "" where the log tells them."""
    held = contents_digest(contents)

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return read_sent_load(contents, *stated, progress)
        except ReportError as error:
            return str(error)

    return desk.ask(owner, SLOT, f"log {stated} {held}", READING, work, room=reading_room(contents))
