"""When to buy for the plan: its demand and what carries it through the months ahead, what to order by when, and what
that costs."""

from collections.abc import Callable

import streamlit as st

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.experiment.results import Unavailable
from simulator.farm.stamp import fingerprint
from simulator.growth.growth_plan import GrowthPlan
from simulator.messages.page import growth_page
from simulator.output.blocks import Preformatted
from simulator.service.command import command
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.grow.document import growth_blocks
from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
from simulator.ui.session import BrowserSession, current_session, shared_desk, value_text
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import require_scenario
from simulator.ui.widgets.tickets import is_answered

TITLE = "Growth"
ICON = ":material/trending_up:"

SLOT = "growth"
START = "growth.start"
# What is asked for, where nothing but a rate says how the demand grows.
_QUESTIONS = ("growth.a_year", "growth.low", "growth.high", "supply.delivery", "supply.risk")


def show() -> None:
    """The page: how the demand of the plan grows, answered by theory, and the command that simulates it."""
    session = current_session()
    st.title(TITLE, anchor=False)
    st.text(growth_page.ABOUT)
    scenario = require_scenario(session)
    st.text(scenario.name)
    if scenario.demand is None:
        st.info(growth_page.NO_DEMAND)
        return
    _show_questions(session, scenario)
    if scenario.growth is None:
        return
    ticket = start_growth(shared_desk(), session.owner, scenario)
    if is_answered(ticket, "Answering", key="growing"):
        found = ticket.answer
        if isinstance(found, Unavailable):
            st.error(escaped(found.reason))
        else:
            show_blocks(growth_blocks(found))
    show_blocks([Preformatted(command(scenario, session.kept_changes, study="grow"))])


def start_growth(desk: Desk, owner: str, scenario: Scenario) -> Ticket[GrowthPlan | Unavailable]:
    """Asks for what theory says of the months ahead."""

    def work(engine: Engine, progress: Callable[[], None]) -> GrowthPlan | Unavailable:
        return forecast_growth_by_theory(scenario.without_baseline(), closely=True)

    return desk.ask(owner, SLOT, f"grow {fingerprint(scenario)}", 0.0, work, 1)


def _show_questions(session: BrowserSession, scenario: Scenario) -> None:
    """How fast the demand grows and how more is had, as changes of the plan; nothing where a table, a history or
    streams say it."""
    growth = scenario.growth
    if growth is not None and growth.a_year is None:
        return
    asked = _QUESTIONS if growth is not None else _QUESTIONS[:1]
    for place, path in zip(st.columns(len(_QUESTIONS)), asked, strict=False):
        label, helped, usual = growth_page.QUESTIONS[path]
        key, stands = f"growth {path}", session.changes.get(path) or value_text(scenario, path)
        if st.session_state.get(key) != stands:
            st.session_state[key] = stands
        with place:
            st.text_input(label, key=key, help=helped, placeholder=usual, max_chars=40, on_change=_change, args=(path,))


def _change(path: str) -> None:
    """Takes an answer as a change of the plan; the first also says when the growth begins."""
    session, typed = current_session(), str(st.session_state[f"growth {path}"]).strip()
    changes = {path: typed}
    if typed and session.readable.growth is None:
        changes = {START: f"{today():%Y-%m}", path: typed}
    elif not typed and path == "growth.a_year":
        changes |= {each: "" for each in session.changes if each.startswith("growth.")}
    session.change_all(changes)
