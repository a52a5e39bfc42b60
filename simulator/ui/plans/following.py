"""The address and the session follow each other, and the shelf follows the session: no change is lost."""

import time
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.ui.plans import link
from simulator.ui.plans.keeping import GONE, ON_SHELF, on_shelf
from simulator.ui.plans.shelf import Shelf
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, go_to, here

# Seconds after which a browser knows an address that it was told, where it has not said so itself.
HEARD = 3.0
_HEARING, _PROGRAM = "hearing", (Path(__file__).parent / "hearing.js").read_text(encoding="utf-8")
_TOLD, _KEPT, NOT_KEPT = "address that was told", "plan that was kept", "why nothing is kept"


@dataclass
class _Told:
    """The address that a browser was told last, for which plan, when, and whether it is known to have listened; when
    somebody has gone back or forward last, as that browser says."""

    params: dict[str, str]
    plan: PlanState
    at: float
    heard: bool
    gone: str = ""


def follow() -> None:
    """Lets the session follow a browser that has gone back or forward, and address and shelf follow the session.

    Of a browser that asks from another address than it was told last, nobody knows at first whether it has gone there
    or has not listened yet: it has, if it says so, has been seen at the one that it was told, or has had time to hear
    of it.
    """
    session, now = here(), st.query_params.to_dict()
    gone = now.pop(GONE, "")
    told: _Told | None = st.session_state.get(_TOLD)
    if told is not None and gone not in ("", told.gone):
        told.heard, told.gone = True, gone
    if told is not None and now == told.params:
        told.heard = True
    elif told is not None and session.plan == told.plan and (told.heard or time.monotonic() > told.at + HEARD):
        go_to(session, now)
        st.session_state[_KEPT] = session.plan
    _keep(session)
    if not isinstance(session.current(), Scenario):
        return  # The address of a plan that cannot be read would lead nobody anywhere.
    wanted = addressed(session)
    if now != wanted:
        st.query_params.from_dict(wanted)
    if told is None or told.params != wanted:
        last = told.gone if told is not None else ""
        st.session_state[_TOLD] = _Told(wanted, session.plan, time.monotonic(), now == wanted, last)
    else:
        told.plan = session.plan


def listen() -> None:
    """Lets the browser say when somebody goes back or forward in it. It stands at the same place in each run, for what
    comes and goes would move all that stands below."""
    mark = st.components.v2.component(_HEARING, js=_PROGRAM, isolate_styles=False)
    mark(data={"mark": GONE}, key=_HEARING, height=1)


def addressed(session: BrowserSession) -> dict[str, str]:
    """The parameters of the address of a session: its plan, and where it stands on the shelf."""
    on = {ON_SHELF: session.shelf_id} if session.shelf_id else {}
    return {**link.written(session.plan), **on}


def _keep(session: BrowserSession) -> None:
    """Keeps what has been changed since the last time; a plan that nobody has touched is not kept."""
    state = st.session_state
    before = state.setdefault(_KEPT, session.plan)
    if session.plan == before or not isinstance(session.current(), Scenario):
        return
    title = session.title or session.readable.name

    def keep(shelf: Shelf) -> str:
        return shelf.keep(session.plan, title, session.shelf_id, bool(session.title))

    try:
        session.shelf_id, state[NOT_KEPT] = on_shelf(keep, session.shelf_id)
    except ScenarioError as error:
        state[NOT_KEPT] = str(error.problems[0])
    state[_KEPT] = session.plan
