"""The plans of this browser: saved under a name, opened, deleted, exported and taken in."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from simulator.ui.asking.front_door import told_begin
from simulator.ui.plans.following import why_not_kept
from simulator.ui.plans.keeping import on_shelf, shelf
from simulator.ui.plans.shelf import LARGEST_EXPORT, LONGEST_TITLE, MOST_PLANS, KeptPlan, Shelf
from simulator.ui.session import BrowserSession, here
from simulator.ui.shown.blocks import escaped
from simulator.ui.shown.problems import show_problems

TITLE = "Plans"
ICON = ":material/folder_open:"
SHOWN = 20

# Names in the state of a browser session.
_NAME, _WORDS, _FILE, _TOLD, _WRONG = "plan name", "plan words", "plans file", "plans told", "plans wrong"


def show() -> None:
    """The page."""
    session = here()
    st.title(TITLE, anchor=False)
    st.text("What you change is kept here for this browser, on the server's disk. A name keeps it for good.")
    for said in (why_not_kept(), st.session_state.pop(_TOLD, "")):
        if said:
            st.info(escaped(said))
    if st.session_state.get(_WRONG):
        show_problems(st.session_state[_WRONG])
    _save(session)
    _list(session)
    _files()


def _save(session: BrowserSession) -> None:
    with st.form("save", border=True):
        name, button = st.columns([5, 1], vertical_alignment="bottom")
        suggested = session.title or session.readable.name
        # A field of its own for each plan, so that it begins with that plan's name.
        key = f"{_NAME} {hash(str(session.plan))}"
        name.text_input("Save the open plan as", suggested, max_chars=LONGEST_TITLE, key=key)
        button.form_submit_button("Save", type="primary", on_click=_saved, args=(session, key), width="stretch")


def _saved(session: BrowserSession, key: str) -> None:
    name = str(st.session_state[key]).strip() or session.readable.name
    # Another name is another plan, and the one that is there stays; a first name stays with what has been kept.
    id = "" if session.title and session.title != name else session.shelf_id
    try:
        found, why = on_shelf(lambda there: there.keep(session.plan, name, id, named=True), "")
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    st.session_state[_WRONG] = ()
    if found:
        session.shelf_id, session.title = found, name
    st.session_state[_TOLD] = why or f'Saved as "{name}". Further changes are kept in it.'


def _list(session: BrowserSession) -> None:
    words = st.text_input("Find a plan", key=_WORDS, placeholder="a part of its name", max_chars=60)
    nothing: tuple[KeptPlan, ...] = ()
    plans, why = on_shelf(lambda there: there.plans(words, SHOWN + 1), nothing)
    if why:
        st.info(escaped(why))
    elif not plans:
        st.text("None is called so." if words else "None yet: change something on the page Plan, and it stands here.")
    for kept in plans[:SHOWN]:
        _row(session, kept)
    if len(plans) > SHOWN:
        st.caption("There are more: write a part of the name.")


def _row(session: BrowserSession, kept: KeptPlan) -> None:
    with st.container(border=True):
        what, open_it, drop = st.columns([6, 1, 1], vertical_alignment="center")
        mark = "" if kept.named else " (not named)"
        now = " - open now" if kept.id == session.shelf_id else ""
        what.markdown(f"**{escaped(kept.title)}**{mark}{now}")
        day = datetime.fromtimestamp(kept.changed, UTC).strftime("%Y-%m-%d %H:%M")
        changed = ", ".join(f"{path} = {text}" for path, text in kept.plan.changes.items())
        what.caption(escaped(f"{told_begin(kept.plan)}{f'; {changed}' if changed else ''}; {day} UTC"[:300]))
        act: dict[str, Any] = {"args": (session, kept), "width": "stretch"}
        open_it.button("Open", key=f"open {kept.id}", on_click=_opened, **act)
        drop.button("Delete", key=f"drop {kept.id}", on_click=_dropped, **act)


def _opened(session: BrowserSession, kept: KeptPlan) -> None:
    try:
        session.open(kept.plan)
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    session.shelf_id, session.title = kept.id, kept.title if kept.named else ""
    st.session_state[_WRONG], st.session_state[_TOLD] = (), f'"{kept.title}" is open: all pages answer for it.'


def _dropped(session: BrowserSession, kept: KeptPlan) -> None:
    _, why = on_shelf(lambda there: there.drop(kept.id), None)
    if kept.id == session.shelf_id:
        session.shelf_id, session.title = "", ""
    st.session_state[_TOLD] = why or f'"{kept.title}" is deleted.'


def _files() -> None:
    down, up = st.columns(2)
    count, _ = on_shelf(lambda there: there.count(), 0)
    # Written when it is asked for: thousands of plans take a while.
    down.download_button(
        "Export all plans",
        partial(_exported, shelf()),
        "plans.json",
        "application/json",
        on_click="ignore",
        disabled=not count,
    )
    label = f"Import an export ({LARGEST_EXPORT // 1_000_000} MB and {MOST_PLANS:,} plans at most)"
    up.file_uploader(label, ["json"], key=_FILE, on_change=_taken_in, max_upload_size=LARGEST_EXPORT // 1_000_000)


def _exported(there: Shelf | None) -> bytes:
    return there.export().encode() if there is not None else b""


def _taken_in() -> None:
    file = st.session_state[_FILE]
    if file is None:
        return
    text = file.getvalue().decode("utf-8", "replace")
    try:
        count, why = on_shelf(lambda there: there.take_in(text), 0)
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    st.session_state[_WRONG] = ()
    st.session_state[_TOLD] = why or f"{'1 plan' if count == 1 else f'{count:,} plans'} taken in."
