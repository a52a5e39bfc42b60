"""What edits the plan: widgets that hold its values, and buttons that change it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from simulator.ui.session import BrowserSession
from simulator.ui.value_widgets import ValueWidget, key_of

TakeValue = Callable[[Any], None]


def show_value(
    session: BrowserSession,
    widget: Callable[..., object],
    name: str,
    stands: object,
    take: TakeValue,
    *given: Any,
    origin: object = "",
    of_plan: bool = True,
    **how: Any,
) -> str:
    """Shows a widget that holds what stands, and calls `take` with what somebody gives it in place of that; its key.

    It stands alone in a container, in which no other element ever moves: what Streamlit retains there until the page is
    drawn, because the focus is in it, is a widget that has been replaced, which style.css takes away at once.

    given, how: what the widget is told, among it that it begins with what stands: a busy browser may never hear what is
    set beside, takes the first choice or the least number for it, and sends that back as if somebody had chosen it.
    origin: what would stand there without what the planner has changed there. of_plan: whether it edits the open plan,
    and is of no account when another is; else it chooses a plan.
    """
    begins = session.answers.what if session.answers else session.name
    shown = session.widgets.holding(name, stands, session.plan.opening if of_plan else None, (begins, origin))
    with st.container(key=f"field {name}"):
        holds = widget(*given, key=shown.key, on_change=_hear, args=(session, shown, take), **how)
    if holds != shown.value:
        # Streamlit calls nothing for a widget that a session has not shown yet.
        session.widgets.unheard.append((take, shown, holds))
    return shown.key


def take_unheard(session: BrowserSession) -> None:
    """Takes the edit of which Streamlit has not told, once all that can be edited has been shown.

    It comes along with the first question, so there is one. Several are what a browser holds of another plan, of which
    the server that has gone had not told it yet: none of them is taken.
    """
    edits, session.widgets.unheard = session.widgets.unheard, []
    for take, shown, value in edits:
        _take(session, shown, take if len(edits) == 1 else _drop, value)
    if edits:
        st.rerun()


def _drop(value: object) -> None:
    """Takes nothing: the widget gives way to one that holds what stands."""


def show_button(
    session: BrowserSession, button: Callable[..., bool], name: str, act: Callable[..., None], *args: Any, **how: Any
) -> None:
    """Shows a button that changes the open plan: as it said when it was clicked, and no other plan than that."""
    opening = session.plan.opening
    button(key=key_of(name, opening, args), on_click=_act, args=(session, opening, partial(act, *args)), **how)


def _hear(session: BrowserSession, shown: ValueWidget, take: TakeValue) -> None:
    # Not `st.session_state[key]`, at which a run may be broken off: the edit would be lost to who goes to another page.
    _take(session, shown, take, st.session_state.to_dict()[shown.key])


def _take(session: BrowserSession, shown: ValueWidget, take: TakeValue, value: object) -> None:
    """Takes what a widget holds, if that is new of it and its plan is open."""
    with session.edits:
        if value != shown.value and shown.plan in (None, session.plan.opening):
            take(value)
        shown.value = value


def _act(session: BrowserSession, opening: int, act: Callable[[], None]) -> None:
    with session.edits:
        if opening == session.plan.opening:
            act()
