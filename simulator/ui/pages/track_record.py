"""Plans that were kept: drop the counters that came later, and see which figures lay in their intervals."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from simulator.engines.engine import Engine
from simulator.errors import ReportError
from simulator.messages.page import track_record_page
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.store.errors import StoreError
from simulator.studies.score.document import record_blocks, score_page
from simulator.studies.score.kept_plan import KeptPlan
from simulator.studies.score.study import score_uploads, scored_plans
from simulator.ui.session import current_session, shared_desk
from simulator.ui.track_record import OWN, STORE, keeps_scores, record_store
from simulator.ui.uploads import contents_digest
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.sent_files import show_file_field
from simulator.ui.widgets.tickets import show_answer

TITLE = "Track record"
ICON = ":material/fact_check:"

SLOT = "score"
_NAME, _FILES, _HINDCAST = "scored scenario", "later counters", "hindcast"


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    st.text(track_record_page.ABOUT)
    store = record_store()
    if store is None:
        st.info(with_code(track_record_page.no_store(STORE, OWN)))
        return
    try:
        _show_plans(store)
    except StoreError as error:
        st.error(with_code(f"{error.reason}; {error.remedy}"))


def _show_plans(store: Path) -> None:
    """The plans of one scenario, their scores, and those by counters that are sent. Raises StoreError."""
    kept = scored_plans("", str(store))
    names = list(dict.fromkeys(plan.name for plan, _ in kept))
    if not names:
        st.info(track_record_page.NO_PLAN)
        return
    session = current_session()
    first = names.index(session.readable.name) if session.readable.name in names else len(names) - 1
    name = st.selectbox(track_record_page.WHICH, names, index=first, key=_NAME)
    sent = show_file_field(track_record_page.COUNTERS, _FILES)
    hindcast = st.checkbox(track_record_page.HINDCAST, key=_HINDCAST, help=track_record_page.HINDCAST_HELP)
    shown = [each for each in kept if each[0].name == name]
    if sent:
        plans = [plan for plan, _ in shown]
        if _show_score(ask_score(shared_desk(), session.owner, sent, plans, store, hindcast)) and keeps_scores():
            shown = scored_plans(name, str(store))
    with st.container(key="record"):
        show_blocks(record_blocks(shown, in_short=bool(sent)), 2)


def _show_score(ticket: Ticket[Any]) -> bool:
    """Shows the scores, or why there are none, and says whether there are any."""
    found = show_answer(ticket, "Scoring", key="scoring")
    if not found:
        return False
    if not keeps_scores():
        st.caption(track_record_page.SCORE_NOT_KEPT)
    with st.container(key="scores"):
        show_blocks(score_page(found.plans, found.blocks()), 2)
    return True


def ask_score(
    desk: Desk, owner: str, contents: Mapping[str, bytes], plans: Sequence[KeptPlan], store: Path, hindcast: bool
) -> Ticket[Any]:
    """Asks how plans of one scenario, which a store holds, have done by uploaded counters, or what is wrong with these,
    a line for each problem."""
    held = sha256(repr([(plan.sha256, plan.made, plan.model) for plan in plans]).encode()).hexdigest()
    keeps = keeps_scores()

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return score_uploads(contents, plans[0].name, str(store), hindcast, keeps)
        except ScenarioError as error:
            return tuple(str(problem) for problem in error.problems)
        except ReportError as error:
            return (f"{error.reason}; {error.remedy}",)

    key = f"score {store} {held} {hindcast} {keeps} {contents_digest(contents)}"
    return desk.ask(owner, SLOT, key, 0.0, work, 1)
