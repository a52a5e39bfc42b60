"""The plans of this browser: saved under a name, opened, deleted, exported and taken in."""

from datetime import UTC, datetime
from functools import partial

import streamlit as st

from models.errors import ScenarioError
from simulator.cli.today import today
from simulator.messages.page import plans_page
from simulator.ui.inputs.start_form import starting_point_text
from simulator.ui.plans.address_sync import other_tab, unsaved_reason
from simulator.ui.plans.browser_shelf import browser_shelf, use_shelf
from simulator.ui.plans.file_names import export_name
from simulator.ui.plans.shelf import LARGEST_EXPORT, LONGEST_TITLE, MOST_PLANS, NameTaken, Shelf, ShelvedPlan
from simulator.ui.session import BrowserSession, current_session
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.problems import show_problems

TITLE = "Plans"
ICON = ":material/folder_open:"
SHOWN = 20

# Names in the state of a browser session.
_NAME, _WORDS, _FILE, _TOLD, _WRONG = "plan name", "plan words", "plans file", "plans told", "plans wrong"
_TAKEN, _GOING = "plan name taken", "plan to delete"


def show() -> None:
    """The page."""
    session = current_session()
    st.title(TITLE, anchor=False)
    st.text(plans_page.ABOUT)
    for said in (unsaved_reason(), other_tab(), st.session_state.pop(_TOLD, "")):
        if said:
            st.info(escaped(said))
    if st.session_state.get(_WRONG):
        show_problems(st.session_state[_WRONG])
    _save(session)
    _ask_to_replace(session)
    _list(session)
    _files()


def _save(session: BrowserSession) -> None:
    with st.form("save", border=True):
        name, button = st.columns([5, 1], vertical_alignment="bottom")
        # A field of its own for each plan, so that it begins with that plan's name.
        key = f"{_NAME} {hash(str(session.plan))}"
        name.text_input(plans_page.SAVE_AS, session.title, max_chars=LONGEST_TITLE, key=key)
        button.form_submit_button("Save", type="primary", on_click=_saved, args=(session, key), width="stretch")


def _saved(session: BrowserSession, key: str) -> None:
    _save_as(session, str(st.session_state[key]).strip() or session.readable.name)


def _save_as(session: BrowserSession, name: str, replacing: bool = False) -> None:
    state = st.session_state
    state[_WRONG], state[_TAKEN] = (), ""
    try:
        known = session.shelved
        found, why = use_shelf(lambda there: there.save(session.plan, name, known, replacing), None)
    except ScenarioError as error:
        state[_WRONG] = error.problems
        return
    except NameTaken:
        state[_TAKEN] = name
        return
    session.shelved = found or session.shelved
    state[_TOLD] = why or plans_page.saved(name)


def _ask_to_replace(session: BrowserSession) -> None:
    """Where another plan has the name: whether it is to be replaced."""
    name = st.session_state.get(_TAKEN, "")
    if not name:
        return
    st.warning(escaped(plans_page.name_taken(name)))
    with st.container(horizontal=True):
        st.button(escaped(f'Replace "{name}"'), key="replace", on_click=_save_as, args=(session, name, True))
        st.button("Keep it", key="keep taken", on_click=_ask_no_more, args=(_TAKEN,))


def _ask_no_more(key: str) -> None:
    st.session_state[key] = ""


def _list(session: BrowserSession) -> None:
    words = st.text_input("Find a plan", key=_WORDS, placeholder=plans_page.PART_OF_NAME, max_chars=60)
    nothing: tuple[ShelvedPlan, ...] = ()
    plans, why = use_shelf(lambda there: there.plans(words, SHOWN + 1), nothing)
    if why:
        st.info(escaped(why))
    elif not plans:
        st.text(plans_page.NONE_OF_NAME if words else plans_page.NONE_YET)
    for kept in plans[:SHOWN]:
        _row(session, kept)
    if len(plans) > SHOWN:
        st.caption(plans_page.MORE)


def _row(session: BrowserSession, shelved_plan: ShelvedPlan) -> None:
    with st.container(border=True):
        what, open_it, drop = st.columns([6, 1, 1], vertical_alignment="center")
        mark = "" if shelved_plan.named else " (draft)"
        now = " - open now" if shelved_plan.id == session.shelf_id else ""
        what.markdown(f"**{escaped(shelved_plan.title)}**{mark}{now}")
        day = datetime.fromtimestamp(shelved_plan.changed, UTC).strftime("%Y-%m-%d %H:%M")
        changed = ", ".join(f"{path} = {text}" for path, text in shelved_plan.plan.changes.items())
        what.caption(
            escaped(f"{starting_point_text(shelved_plan.plan)}{f'; {changed}' if changed else ''}; {day} UTC"[:300])
        )
        open_it.button(
            "Open", key=f"open {shelved_plan.id}", on_click=_opened, args=(session, shelved_plan), width="stretch"
        )
        drop.button(
            "Delete", key=f"drop {shelved_plan.id}", on_click=_ask_to_drop, args=(shelved_plan,), width="stretch"
        )
        if st.session_state.get(_GOING) == shelved_plan.id:
            st.warning(escaped(plans_page.delete(shelved_plan.title)))
            with st.container(horizontal=True):
                st.button(
                    "Delete it", key=f"drop for good {shelved_plan.id}", on_click=_dropped, args=(session, shelved_plan)
                )
                st.button("Keep it", key=f"keep {shelved_plan.id}", on_click=_ask_no_more, args=(_GOING,))


def _ask_to_drop(shelved_plan: ShelvedPlan) -> None:
    st.session_state[_GOING] = shelved_plan.id


def _opened(session: BrowserSession, shelved_plan: ShelvedPlan) -> None:
    try:
        session.open(shelved_plan.plan)
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    session.shelved = shelved_plan
    st.session_state[_WRONG], st.session_state[_TOLD] = (), plans_page.opened(shelved_plan.title)


def _dropped(session: BrowserSession, shelved_plan: ShelvedPlan) -> None:
    _, why = use_shelf(lambda there: there.drop(shelved_plan.id), None)
    if shelved_plan.id == session.shelf_id:
        session.shelved = None
    st.session_state[_GOING] = ""
    st.session_state[_TOLD] = why or f'"{shelved_plan.title}" is deleted.'


def _files() -> None:
    down, up = st.columns(2)
    count, _ = use_shelf(lambda there: there.count(), 0)
    # Written when it is asked for: thousands of plans take a while.
    down.download_button(
        "Export all plans",
        partial(_exported, browser_shelf()),
        export_name(today()),
        "application/json",
        on_click="ignore",
        disabled=not count,
    )
    label = plans_page.import_label(LARGEST_EXPORT // 1_000_000, MOST_PLANS)
    up.file_uploader(label, ["json"], key=_FILE, on_change=_taken_in, max_upload_size=LARGEST_EXPORT // 1_000_000)


def _exported(there: Shelf | None) -> bytes:
    return there.export().encode() if there is not None else b""


def _taken_in() -> None:
    file = st.session_state[_FILE]
    if file is None:
        return
    text = file.getvalue().decode("utf-8", "replace")
    try:
        count, why = use_shelf(lambda there: there.take_in(text), 0)
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    st.session_state[_WRONG] = ()
    st.session_state[_TOLD] = why or f"{'1 plan' if count == 1 else f'{count:,} plans'} taken in."
