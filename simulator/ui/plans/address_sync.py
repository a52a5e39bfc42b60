"""The address and the session follow each other, and the shelf follows the session: no change is lost."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.messages.page.plans_page import HAS_DRAFT, HAS_FORK, IS_OLDER, KEPT_APART
from simulator.ui.plans import link
from simulator.ui.plans.browser_shelf import GONE, ON_SHELF, newest_plan, use_shelf
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.session import BrowserSession, current_session, open_address

# Seconds after which a browser knows an address that it was told, where it has not said so itself: more than a busy one
# takes, whose last change would else be taken back. Who goes back is followed at once, for the browser says so.
HEARD = 60.0
_HEARING, _PROGRAM = "hearing", (Path(__file__).parent / "hearing.js").read_text(encoding="utf-8")
_FOLLOWING = "browser and shelf"


@dataclass
class _AddressSent:
    """The address that a browser was told last, for which plan, when, and whether it is known to have listened; when
    somebody has gone back or forward last, as that browser says."""

    params: dict[str, str]
    plan: PlanState
    at: float
    heard: bool
    gone: str = ""


@dataclass
class _SyncState:
    """What the browser and the shelf know of a session: the address that was told last, the plan that was kept or needs
    no keeping, why nothing is kept, and why it is kept beside what is on the shelf, and which plan there; how often the
    browser was to show the answer.

    It is looked up once in a run. Streamlit may break a run off wherever that looks into the state of a browser
    session: half of a step would be taken, and the next run would keep what somebody has only gone back to.
    """

    kept: PlanState
    told: _AddressSent | None = None
    unsaved_reason: str = ""
    kept_apart: str = ""
    apart_from: str = ""
    answers_shown: int = 0


def follow_browser() -> None:
    """Lets the session follow a browser that has gone back or forward, and address and shelf follow the session.

    Of a browser that asks from another address than it was told last, nobody knows at first whether it has gone there
    or has not listened yet: it has, if it says so, has been seen at the one that it was told, or has had time to hear
    of it.
    """
    session, now = current_session(), st.query_params.to_dict()
    gone = now.pop(GONE, "")
    known: _SyncState = st.session_state.setdefault(_FOLLOWING, _SyncState(session.plan))
    told = known.told
    if told is not None and gone not in ("", told.gone):
        told.heard, told.gone = True, gone
    if told is not None and now == told.params:
        told.heard = True
    elif told is not None and session.plan == told.plan and (told.heard or time.monotonic() > told.at + HEARD):
        open_address(session, now)
        known.kept = session.plan
    _keep(session, known)
    if not isinstance(session.current(), Scenario):
        return  # The address of a plan that cannot be read would lead nobody anywhere.
    wanted = session_parameters(session)
    if now != wanted:
        st.query_params.from_dict(wanted)
    if told is None or told.params != wanted:
        last = told.gone if told is not None else ""
        known.told = _AddressSent(wanted, session.plan, time.monotonic(), now == wanted, last)
    else:
        told.plan = session.plan


def listen_to_browser() -> None:
    """Lets the browser say when somebody goes back or forward in it, when another of its tabs has kept a version of
    this plan, and when it becomes dark or light, and show the answer where that is asked for. It stands at the same
    place in each run, for what comes and goes would move all that stands below."""
    known: _SyncState = st.session_state[_FOLLOWING]
    kept = current_session().shelved
    plans = [each for each in (kept.id if kept else "", known.apart_from) if each]
    mark = st.components.v2.component(_HEARING, js=_PROGRAM, isolate_styles=False)
    version = kept.changed if kept else 0
    data = {"mark": GONE, "plans": plans, "version": version, "answers": known.answers_shown}
    mark(data=data, key=_HEARING, height=1, on_look_again_change=_look_again)


def bring_answer_into_view() -> None:
    """Lets the browser scroll to the answer, for somebody who has changed the plan far below it."""
    known: _SyncState | None = st.session_state.get(_FOLLOWING)
    if known is not None:
        known.answers_shown += 1


def _look_again() -> None:
    """Nothing: the run that begins then looks at the shelf, and at the theme."""


def session_parameters(session: BrowserSession) -> dict[str, str]:
    """The parameters of the address of a session: its plan, and where it stands on the shelf.

    The bare address is that of the last plan, where there is one, so the plan that everybody begins with says so then.
    """
    on = {ON_SHELF: session.shelf_id} if session.shelf_id else {}
    found = {**link.to_parameters(session.plan), **on}
    return found or ({link.SERVE: first_answers().what} if newest_plan() is not None else {})


def unsaved_reason() -> str:
    """Why nothing of this browser session is kept; "" where it is."""
    known: _SyncState | None = st.session_state.get(_FOLLOWING)
    return known.unsaved_reason if known is not None else ""


def other_tab() -> str:
    """What another tab has done to the plan of this one since it was opened or changed here; "" for nothing."""
    known: _SyncState | None = st.session_state.get(_FOLLOWING)
    kept = current_session().shelved
    if known is None or kept is None or known.kept_apart:
        return known.kept_apart if known is not None else ""
    if not use_shelf(lambda shelf: shelf.is_as(kept), True)[0]:
        return IS_OLDER
    fork = use_shelf(lambda shelf: shelf.fork_since(kept), None)[0]
    told = HAS_DRAFT if kept.named else HAS_FORK
    return told.format(fork.title, f"{datetime.fromtimestamp(fork.changed, UTC):%H:%M}") if fork else ""


def _keep(session: BrowserSession, known: _SyncState) -> None:
    """Keeps what has been changed since the last time; a plan that nobody has touched is not kept, and neither is the
    draft of one with a name in which all changes have been taken back."""
    if session.plan == known.kept or not isinstance(session.current(), Scenario):
        return
    before, title = session.shelved, session.title
    known.kept, known.kept_apart = session.plan, ""
    if session.plan == (before.plan if before is not None else PlanState(answers=first_answers())):
        return  # It has just been opened or saved, or begun.
    base = use_shelf(lambda shelf: shelf.base(before), None)[0] if before is not None else None
    if before is not None and base is not None and base.plan == session.plan:
        use_shelf(lambda shelf: shelf.drop(before.id), None)
        session.shelved = base
        return
    try:
        session.shelved, known.unsaved_reason = use_shelf(lambda shelf: shelf.keep(session.plan, title, before), before)
    except ScenarioError as error:
        known.unsaved_reason = str(error.problems[0])
    if before is not None and session.shelf_id != before.id:
        known.kept_apart, known.apart_from = "" if before.named else KEPT_APART, before.id
