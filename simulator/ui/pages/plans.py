"""The plans of this browser: saved under a name, opened, deleted, exported and taken in."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from models.errors import ScenarioError
from models.quantities.formatting import count_text
from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.farm.stamp import fingerprint
from simulator.messages.page import plans_page
from simulator.output.cells import key_figure
from simulator.service import answers
from simulator.service.answers import Changes
from simulator.service.desk import Desk
from simulator.service.ticket import FIRST_ANSWERS, Ticket
from simulator.studies.plan.sections.answer import CARRIES, COST, ONE_SERVER, ONE_UNIT, SERVERS
from simulator.ui.answer import cards, show_told
from simulator.ui.draft import show_draft
from simulator.ui.inputs.day_shapes import change_text
from simulator.ui.inputs.start_form import starting_point_text
from simulator.ui.parameters import parameter_label
from simulator.ui.plans.address_sync import other_tab, unsaved_reason
from simulator.ui.plans.browser_shelf import browser_shelf, use_shelf
from simulator.ui.plans.file_names import export_name
from simulator.ui.plans.shelf import LARGEST_EXPORT, LONGEST_TITLE, MOST_PLANS, NameTaken, Shelf, ShelvedPlan
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.widgets.blocks import escaped, in_one_piece, with_code
from simulator.ui.widgets.farm_picture import show_small_farm
from simulator.ui.widgets.problems import show_problems
from simulator.ui.widgets.tickets import PLANS, is_answered

TITLE = "Plans"
ICON = ":material/folder_open:"
SLOT = "farms"
SHOWN = 20
_Question = tuple[Scenario, Changes]
_Card = tuple[ShelvedPlan, DeltaGenerator, DeltaGenerator]  # A plan, and the places of its picture and its figures.

# Names in the state of a browser session.
_NAME, _WORDS, _FILE, _TOLD, _WRONG, _WHY_NOT = (
    "plan name", "plan words", "plans file", "plans told", "plans wrong", "plans why not",
)  # fmt: skip
_TAKEN, _GOING, _GONE = "plan name taken", "plan to delete", "plan deleted last"
_ON_A_CARD = (SERVERS, COST, CARRIES, ONE_SERVER, ONE_UNIT)


def show() -> None:
    """The page."""
    session = current_session()
    st.title(TITLE, anchor=False)
    st.text(plans_page.ABOUT)
    for said in (unsaved_reason(), other_tab(), st.session_state.pop(_TOLD, "")):
        if said:
            st.info(with_code(said))
    if why := st.session_state.pop(_WHY_NOT, ""):
        st.warning(with_code(why))
    show_told(session)
    _offer_back(session)
    if st.session_state.get(_WRONG):
        show_problems(st.session_state[_WRONG])
    _save(session)
    _ask_to_replace(session)
    show_draft(session)
    listed = _list(session)
    _files()
    FIRST_ANSWERS.let_pass()
    _show_farms(session, listed)


def _tell(done: str, why_not: str) -> None:
    """What was done to the plans; or why it was not."""
    st.session_state[_TOLD], st.session_state[_WHY_NOT] = ("", why_not) if why_not else (done, "")


def _save(session: BrowserSession) -> None:
    with st.form("save", border=True):
        name, button = st.columns([5, 1], vertical_alignment="bottom")
        # A field of its own for each plan, so that it begins with that plan's name.
        key = f"{_NAME} {hash(str(session.plan))}"
        name.text_input(plans_page.SAVE_AS, session.title, max_chars=LONGEST_TITLE, key=key)
        button.form_submit_button(
            plans_page.SAVE, type="primary", on_click=_saved, args=(session, key), width="stretch"
        )


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
    _tell(plans_page.saved(name), why)


def _ask_to_replace(session: BrowserSession) -> None:
    """Where another plan has the name: whether it is to be replaced."""
    name = st.session_state.get(_TAKEN, "")
    if not name:
        return
    st.warning(with_code(plans_page.name_taken(name)))
    with st.container(horizontal=True):
        st.button(escaped(plans_page.replace_plan(name)), key="replace", on_click=_save_as, args=(session, name, True))
        st.button(plans_page.KEEP_IT, key="keep taken", on_click=_ask_no_more, args=(_TAKEN,))


def _ask_no_more(key: str) -> None:
    st.session_state[key] = ""


def _list(session: BrowserSession) -> list[_Card]:
    """The cards of the plans; what theory says of their farms comes when all of the page is there."""
    words = st.text_input(plans_page.FIND, key=_WORDS, placeholder=plans_page.PART_OF_NAME, max_chars=60)
    nothing: tuple[ShelvedPlan, ...] = ()
    plans, why = use_shelf(lambda there: there.plans(words, SHOWN + 1), nothing)
    if why:
        st.warning(with_code(why))
    elif not plans:
        st.text(plans_page.NONE_OF_NAME if words else plans_page.NONE_YET)
    listed = [_card(session, kept) for kept in plans[:SHOWN]]
    if len(plans) > SHOWN:
        st.caption(plans_page.MORE)
    return listed


def _card(session: BrowserSession, shelved_plan: ShelvedPlan) -> _Card:
    with st.container(border=True):
        drawn, what, buttons = st.columns([3, 14, 3], vertical_alignment="center")
        mark = "" if shelved_plan.named else " (draft)"
        now = " - open now" if shelved_plan.id == session.shelf_id else ""
        what.markdown(f"**{escaped(shelved_plan.title)}**{mark}{now}")
        figures = what.empty()
        what.caption(escaped(f"{_when(shelved_plan)}; {_described(shelved_plan)}"))
        open_it, drop = f"open {shelved_plan.id}", f"drop {shelved_plan.id}"
        buttons.button(plans_page.OPEN, key=open_it, on_click=_opened, args=(session, shelved_plan), width="stretch")
        buttons.button(plans_page.DELETE, key=drop, on_click=_ask_to_drop, args=(shelved_plan,), width="stretch")
        if st.session_state.get(_GOING) == shelved_plan.id:
            _sure_to_drop(session, shelved_plan)
        _history(session, shelved_plan)
    return shelved_plan, drawn.empty(), figures


def _when(shelved_plan: ShelvedPlan) -> str:
    return f"{datetime.fromtimestamp(shelved_plan.changed, UTC):%Y-%m-%d %H:%M} UTC"


def _described(shelved_plan: ShelvedPlan) -> str:
    """What a plan begins with, and what is changed in it."""
    changes = shelved_plan.plan.changes
    changed = ", ".join(f"{parameter_label(path)}: {change_text(path, text)}" for path, text in changes.items())
    return f"{starting_point_text(shelved_plan.plan)}{f'; {changed}' if changed else ''}"[:300]


def _show_farms(session: BrowserSession, listed: Sequence[_Card]) -> None:
    """What theory says of each plan: at once where that is known, for the others when the desk has asked it, for of
    some farms it takes seconds."""
    unknown: list[tuple[_Question, _Card]] = []
    for card in listed:
        kept, picture, figures = card
        try:
            scenario = session.read(kept.plan)
        except ScenarioError as error:
            figures.markdown(f":red[{with_code(str(error.problems[0]))}]")
            continue
        known = answers.known_theory(scenario, kept.plan.changes)
        if known is None:
            unknown.append(((scenario, kept.plan.changes), card))
        else:
            _show_farm(known, picture, figures)
    if not unknown:
        return
    ticket = ask_farms(shared_desk(), session.owner, [question for question, _ in unknown])
    if is_answered(ticket, "Answering", "answering", PLANS):
        for found, (_, (_, picture, figures)) in zip(ticket.answer, unknown, strict=True):
            _show_farm(found, picture, figures)


def ask_farms(desk: Desk, owner: str, questions: Sequence[_Question]) -> Ticket[list[Outcome | Unavailable]]:
    """Asks what theory says of plans, each a scenario and its changes; the answers are in their order."""

    def work(engine: Engine, progress: Callable[[], None]) -> list[Outcome | Unavailable]:
        found = []
        for scenario, changes in questions:
            found.append(answers.ask_theory(scenario, changes))
            progress()
        return found

    asked = [(fingerprint(scenario), tuple(changes.items())) for scenario, changes in questions]
    key = f"farms {sha256(repr(asked).encode()).hexdigest()}"
    return desk.ask(owner, SLOT, key, 0.0, work, len(questions))


def _show_farm(found: Outcome | Unavailable, picture: DeltaGenerator, figures: DeltaGenerator) -> None:
    """The figures of the page Plan, and the servers as a picture."""
    if isinstance(found, Unavailable):
        figures.caption(with_code(found.reason))
        return
    with picture:
        show_small_farm(found)
    shown = [card for card in cards(found, found.farm is not None) if card.label in _ON_A_CARD]
    said = [f"{escaped(card.label)} **{escaped(in_one_piece(key_figure(card.figure).written))}**" for card in shown]
    figures.markdown(" \N{MIDDLE DOT} ".join(said))


def _history(session: BrowserSession, shelved_plan: ShelvedPlan) -> None:
    """What a plan was before, and what opens it so."""
    nothing: tuple[ShelvedPlan, ...] = ()
    versions, _ = use_shelf(lambda there: there.versions(shelved_plan.id), nothing)
    if not versions:
        return
    with st.expander(plans_page.history(count_text(len(versions), "version"))):
        for version in versions:
            what, button = st.columns([17, 3], vertical_alignment="center")
            what.caption(escaped(f"{_when(version)}; {_described(version)}"))
            key, given = f"open {version.id} {version.changed}", (session, shelved_plan, version)
            button.button(plans_page.OPEN_VERSION, key=key, on_click=_opened_version, args=given, width="stretch")


def _opened_version(session: BrowserSession, shelved_plan: ShelvedPlan, version: ShelvedPlan) -> None:
    """Opens a plan as it was: a draft goes on from there, and a plan with a name stays, as with any other change."""
    _opened(session, shelved_plan)
    if not st.session_state[_WRONG]:
        _opened(session, version)
        session.shelved = shelved_plan
        st.session_state[_TOLD] = plans_page.version_opened(version.title, _when(version))


def _sure_to_drop(session: BrowserSession, shelved_plan: ShelvedPlan) -> None:
    st.warning(with_code(plans_page.delete(shelved_plan.label)))
    with st.container(horizontal=True):
        for_good, keep = f"drop for good {shelved_plan.id}", f"keep {shelved_plan.id}"
        st.button(plans_page.DELETE_IT, key=for_good, on_click=_dropped, args=(session, shelved_plan))
        st.button(plans_page.KEEP_IT, key=keep, on_click=_ask_no_more, args=(_GOING,))


def _offer_back(session: BrowserSession) -> None:
    """What brings the plan back that was deleted last."""
    gone: ShelvedPlan | None = st.session_state.get(_GONE)
    if gone is not None:
        icon = ":material/undo:"
        label, given = escaped(plans_page.bring_back(gone.label)), (session, gone)
        st.button(label, key="put back", icon=icon, on_click=_put_back, args=given)


def _put_back(session: BrowserSession, gone: ShelvedPlan) -> None:
    try:
        former, why = use_shelf(lambda there: there.put_back(gone), 0)
    except ScenarioError as error:
        st.session_state[_WRONG] = error.problems
        return
    st.session_state[_GONE] = None
    if session.shelved is None and session.plan == gone.plan and not why:
        session.shelved = gone  # It was open when it was deleted, and is again.
    told = plans_page.back_with_history if former else plans_page.back_again
    _tell(told(gone.label), why)


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
    st.session_state[_GOING], st.session_state[_GONE] = "", None if why else shelved_plan
    _tell(plans_page.deleted(shelved_plan.label), why)


def _files() -> None:
    down, up = st.columns(2)
    count, _ = use_shelf(lambda there: there.count(), 0)
    # Written when it is asked for: thousands of plans take a while.
    down.download_button(
        plans_page.EXPORT,
        partial(_exported, browser_shelf()),
        export_name(today()),
        "application/json",
        on_click="ignore",
        disabled=not count,
    )
    megabytes = LARGEST_EXPORT // 1_000_000
    left_out, _ = use_shelf(lambda there: there.left_out(), 0)
    if left_out:
        down.warning(plans_page.left_out(count_text(left_out, "plan"), megabytes))
    down.caption(plans_page.most_history(megabytes))
    label = plans_page.import_label(megabytes, MOST_PLANS)
    up.file_uploader(label, ["json"], key=_FILE, on_change=_taken_in, max_upload_size=megabytes)


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
    taken = plans_page.taken_in(count_text(count, "plan")) if count else plans_page.ALL_THERE
    _tell(taken, why)
