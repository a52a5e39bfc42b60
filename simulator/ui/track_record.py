"""The plans that a page keeps to be scored later, in a store that whoever starts the page names.

The store of `plan --keep` belongs to that person. A server cannot tell a visit to this machine from one through a proxy
that adds no header, so no page opens that store unasked; and one that was told to open it does so only for what looks
like a visit on this machine.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st
from streamlit import config

from models.errors import ScenarioError
from simulator.errors import ReportError
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.page import track_record_page
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.store.kept_plans import kept_plans
from simulator.store.store_file import default_store
from simulator.studies.score.keep import keep, require_keepable
from simulator.studies.score.study import record_line
from simulator.ui.plans.browser import SIGNED_IN
from simulator.ui.session import BrowserSession, shared_desk
from simulator.ui.widgets.blocks import show_text
from simulator.ui.widgets.progress import is_pending
from simulator.ui.widgets.tickets import is_answered

# The variable of the environment that names a store for all who reach the page, or OWN: that of whoever starts it.
STORE = "HEADROOM_STORE"
OWN = "own"
MOST = 2_000  # Plans of a store to which a page adds one: each has some ten kB.
SLOT = "keep"
_THIS_MACHINE = {"127.0.0.1", "localhost", "::1"}
_FORWARDED = ("forwarded", "x-forwarded", "x-real-ip", "via")  # How the headers begin that proxies add.


def record_store() -> Path | None:
    """The store whose plans this page shows and adds to; None where whoever looks may use none."""
    named = os.environ.get(STORE, "")
    if named == OWN:
        return default_store() if _is_own_machine() else None
    return Path(named) if named else None


def page_record(name: str) -> str:
    """How earlier plans of a scenario have done, as a line; "" where there is none, and for whoever may not know. What
    is wrong with the store says the page of the track record."""
    store = record_store()
    return "" if store is None else record_line(name, str(store))


def keeps_scores() -> bool:
    """Whether a score stays in the store: a plan has one, and a visitor's counters do not replace that of the owner."""
    return os.environ.get(STORE) == OWN


def _is_own_machine() -> bool:
    """Whether the page seems to be asked for on the machine that serves it, and serves no other."""
    if os.environ.get(SIGNED_IN):  # A proxy stands before it.
        return False
    headers = st.context.headers
    if any(name.lower().startswith(_FORWARDED) for name in headers):
        return False
    try:
        host = urlsplit(f"//{headers.get('Host') or ''}").hostname
    except ValueError:
        return False
    return host in _THIS_MACHINE and config.get_option("server.address") in _THIS_MACHINE


def show_record(session: BrowserSession, outcome: Outcome | None) -> None:
    """How earlier plans of this scenario have done, and a button that keeps this one; nothing where there is no store,
    and for a scenario of which no farm is bought."""
    store = record_store()
    if store is None or session.readable.demand is None:
        return
    with st.container(key="keep", horizontal=True, vertical_alignment="center", gap="small"):
        asked_for, ticket = session.asked.get(SLOT, (None, None))
        asked = ticket if asked_for == session.readable else None
        known = outcome if outcome is session.simulated and outcome is not None and _predicts(outcome) else None
        is_done = asked is not None and (is_pending(asked) or _is_kept(asked))
        helped = track_record_page.NOT_SIMULATED if known is None else track_record_page.KEEP_HELP
        icon = ":material/bookmark_added:" if asked is not None and _is_kept(asked) else ":material/bookmark_add:"
        pressed = st.button(
            track_record_page.KEEP, key="keep plan", icon=icon, disabled=is_done or known is None, help=helped
        )
        if pressed and known is not None:
            session.asked[SLOT] = session.readable, ask_keep(shared_desk(), session.owner, known, store)
            st.rerun()
        if record := page_record(session.readable.name):
            st.text(record, width="content")
    if known is not None and asked is not None and is_answered(asked, "Keeping", key="keeping"):
        _, told = asked.answer
        show_text(told)


def _is_kept(ticket: Ticket[tuple[bool, str]]) -> bool:
    return ticket.state == "done" and ticket.answer[0]


def _predicts(outcome: Outcome) -> bool:
    known = outcome.prediction is not None and not isinstance(outcome.prediction, Unavailable)
    return known and outcome.farm is not None and outcome.recommended


def ask_keep(desk: Desk, owner: str, outcome: Outcome, store: Path) -> Ticket[tuple[bool, str]]:
    """Asks to keep a plan; the answer says whether it is kept, and how it is called, or why not."""
    stamp = outcome.stamp

    def work(*_: object) -> tuple[bool, str]:
        try:
            require_keepable(outcome.scenario, str(store))
            if len(kept_plans(store, may_be_none=True)) >= MOST:
                return False, track_record_page.FULL
            keep(outcome, str(store))
        except ScenarioError as error:
            return False, "\n".join(f"{each.message}; {each.remedy}" for each in error.problems)
        except ReportError as error:
            return False, f"{error.reason}; {error.remedy}"
        return True, track_record_page.kept(outcome.scenario.name, stamp.day)

    # Each time anew: what a store refuses once, it may take a minute later.
    return desk.ask(owner, SLOT, f"keep {secrets.token_hex(8)}", 0.0, work, 1)
