"""What runs: drop its counters, or ask a Prometheus, and see whether the farm of the plan is enough, until when, and
what to change.

Which Prometheus is asked says whoever starts the page, and nobody else: a server that calls the addresses of its
visitors would call others in its own network for them, with its token.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.farm.stamp import fingerprint
from simulator.messages.page import plan_page, review_page
from simulator.output.sections import Output, blocks_for
from simulator.service.desk import QUICK, Desk
from simulator.service.ticket import Ticket
from simulator.store.errors import StoreError
from simulator.store.kept_reviews import KeptReview, keep_review, kept_reviews
from simulator.studies.review.answer import Review
from simulator.studies.review.command import STEP, TOLERANCE
from simulator.studies.review.document import SECTIONS
from simulator.studies.review.memory import ReviewMemory, as_kept, memory_of, no_memory
from simulator.studies.review.study import review_prometheus, review_uploads
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.track_record import keeps_scores, record_store
from simulator.ui.uploads import contents_digest
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.problems import require_scenario
from simulator.ui.widgets.sent_files import show_file_field
from simulator.ui.widgets.tickets import show_answer

TITLE = "Review"
ICON = ":material/monitor_heart:"

PROMETHEUS = "HEADROOM_PROMETHEUS"  # The variable of the environment with the address of the one that may be asked.
SLOT, ASKED = "review", "review prometheus"
_FILES = "counters"
LONGEST_LABELS, LONGEST_UNTIL = 500, 40  # Characters.
DAYS = (7, 28, 92)
USUAL_DAYS = 28
# It may wait a minute for an answer, so it stands in the line of what is long.
WAITS = 1.5 * QUICK
MOST_ROWS = 6  # Of a table that stands open: not the hours of a day, which a picture shows.


def show() -> None:
    """The page."""
    session = current_session()
    st.title(TITLE, anchor=False)
    st.text(review_page.ABOUT)
    scenario = require_scenario(session)
    st.text(review_page.beside(scenario.name, scenario.unit.nodes))
    sent = show_file_field(review_page.COUNTERS, _FILES)
    if sent:
        farm = scenario.without_baseline()
        _show_review(ask_review(shared_desk(), session.owner, farm, sent), farm)
    elif url := os.environ.get(PROMETHEUS, ""):
        _show_prometheus(session, scenario, url)
    else:
        st.caption(with_code(review_page.no_prometheus(PROMETHEUS)))


def _show_prometheus(session: BrowserSession, scenario: Scenario, url: str) -> None:
    """What is asked of the Prometheus of this page, and the review by it."""
    st.text(review_page.ASKED_BY_PAGE)
    with st.form("prometheus"):
        labels, days, until = st.columns([3, 1, 2])
        match = labels.text_input(
            review_page.LABELS, help=review_page.LABELS_HELP, placeholder='job="web"', max_chars=LONGEST_LABELS
        )
        of = days.selectbox(review_page.DAYS, DAYS, index=DAYS.index(USUAL_DAYS))
        typed = until.text_input(
            review_page.UNTIL, help=review_page.UNTIL_HELP, placeholder=review_page.NOW, max_chars=LONGEST_UNTIL
        )
        pressed = st.form_submit_button(review_page.ASK, icon=":material/query_stats:", key="ask prometheus")
    if pressed:
        ticket = ask_prometheus(shared_desk(), session.owner, scenario, url, match, of, typed.strip() or _now())
        session.asked[ASKED] = scenario, ticket
    asked_for, asked = session.asked.get(ASKED, (None, None))
    if asked is not None and asked_for is not None:
        if asked_for != scenario:
            st.text(plan_page.CHANGED_SINCE)
        _show_review(asked, asked_for)


def _now() -> str:
    """The beginning of the present step: whoever asks twice within it is told the same."""
    return datetime.fromtimestamp(datetime.now(UTC).timestamp() // STEP * STEP, UTC).strftime("%Y-%m-%dT%H:%MZ")


def _show_review(ticket: Ticket[Any], scenario: Scenario) -> None:
    """A review of a scenario, and for whoever runs the page a button that keeps its verdict for the next one."""
    if found := show_answer(ticket, "Reviewing", key="reviewing"):
        show_blocks(blocks_for(SECTIONS, found, Output.PAGE), most_rows=MOST_ROWS)
        store = record_store()
        if store is not None and keeps_scores() and found.stands:
            _show_keep(as_kept(scenario, found.record, found.running, today().isoformat()), store)


def _show_keep(review: KeptReview, store: Path) -> None:
    """The button that keeps a verdict, which is said to be kept once it is."""
    try:
        known = kept_reviews(store, review.name, review.server, review.nodes)
        is_kept = any(replace(review, made=each.made, model=each.model) == each for each in known)
        helped = review_page.kept(review.ended) if is_kept else review_page.KEEP_HELP
        icon = ":material/bookmark_added:" if is_kept else ":material/bookmark_add:"
        if st.button(review_page.KEEP, key="keep verdict", icon=icon, disabled=is_kept, help=helped):
            keep_review(store, review)
            st.rerun()
    except StoreError as error:
        st.error(with_code(f"{error.reason}; {error.remedy}"))


def ask_review(desk: Desk, owner: str, scenario: Scenario, contents: Mapping[str, bytes]) -> Ticket[Any]:
    """Asks for the review of a farm by uploaded counters, or for what is wrong with them, a line for each problem."""
    memory, remembered = _memory(scenario)
    work = _answering(lambda: review_uploads(scenario, contents, TOLERANCE / 100.0, memory))
    key = f"review {fingerprint(scenario)} {contents_digest(contents)} {remembered}"
    return desk.ask(owner, SLOT, key, 0.0, work, 1)


def ask_prometheus(
    desk: Desk, owner: str, scenario: Scenario, url: str, match: str, days: float, until: str
) -> Ticket[Any]:
    """The same by what a Prometheus answers."""
    farm = scenario.without_baseline()
    memory, remembered = _memory(farm)
    work = _answering(lambda: review_prometheus(farm, url, match, days, until, TOLERANCE / 100.0, memory))
    key = f"review {fingerprint(farm)} {(url, match, days, until)} {remembered}"
    return desk.ask(owner, SLOT, key, WAITS, work, 1)


def _memory(scenario: Scenario) -> tuple[ReviewMemory, str]:
    """What the next review of a scenario holds on to, for whoever looks, and what it is known by: with another memory
    the same counters may have another answer."""
    store = record_store()
    if store is None:
        return no_memory, ""
    try:
        known = kept_reviews(store, scenario.name, scenario.server.name, scenario.unit.nodes)
    except StoreError:  # The answer says what is wrong.
        return memory_of(store), f"{store}"
    return (memory_of(store), f"{store} {known}") if known else (no_memory, "")


def _answering(review: Callable[[], Review]) -> Callable[[Engine, Callable[[], None]], Any]:
    """Work for the desk: a review, or what is wrong."""

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return review()
        except ScenarioError as error:
            return tuple(str(problem) for problem in error.problems)
        except StoreError as error:
            return (f"{error.reason}; {error.remedy}",)
        except (NoCapacity, UnsupportedByEngine, NotConverged) as error:
            return (str(error),)

    return work
