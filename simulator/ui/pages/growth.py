"""When to buy for the plan: its demand and what carries it through the months ahead, what to order by when, and what
that costs. How the demand grows is a rate, or a history that is sent: its months become a part of the plan."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from models.parts.demand import Demand
from models.parts.growth.history import MEAN, ONLY, P95, PEAK, VOLUME
from models.quantities.months import month_text, parse_month
from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.experiment.results import Unavailable
from simulator.farm.stamp import fingerprint
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.history_files import history_error
from simulator.messages.page import growth_page
from simulator.output.blocks import Preformatted
from simulator.service.command import command
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.grow.document import growth_blocks
from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
from simulator.studies.grow.sent_history import NAME, stated_growth, units_of
from simulator.ui.inputs.day_shapes import GROWTH
from simulator.ui.inputs.form import origin_of
from simulator.ui.inputs.value_input import show_button, show_value, take_unheard
from simulator.ui.session import BrowserSession, current_session, shared_desk, value_text
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.problems import require_scenario
from simulator.ui.widgets.tickets import is_answered

TITLE = "Growth"
ICON = ":material/trending_up:"

SLOT = "growth"
START = f"{GROWTH}.start"
# Names in the state of a browser session.
_FILE, _ROWS, _UNIT, _TAKES, _COLUMN = "history file", "history rows", "history unit", "history takes", "history column"
_WRONG = "history problems"
MOST_ROWS = 6  # Of a table that stands open: the orders, but neither all limits nor all quarters.
LARGEST = 5  # MB of a file: ten years by the hour.
MOST_PASTED = 100_000  # Characters.
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
    take_unheard(session)
    _show_past(session, scenario, scenario.demand)
    if scenario.growth is None:
        return
    ticket = start_growth(shared_desk(), session.owner, scenario)
    if is_answered(ticket, "Answering", key="growing"):
        found = ticket.answer
        if isinstance(found, Unavailable):
            st.error(with_code(found.reason))
        else:
            show_blocks(growth_blocks(found), most_rows=MOST_ROWS)
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
    # The first question alone leaves no row of empty fields on a phone.
    places = st.columns(len(asked)) if growth is not None else st.columns([1, len(_QUESTIONS) - 1])
    for place, path in zip(places, asked, strict=False):
        label, helped, usual = growth_page.QUESTIONS[path]
        stands = session.changes.get(path) or value_text(scenario, path)
        how: dict[str, Any] = {"value": stands, "help": helped, "placeholder": usual, "max_chars": 40}
        how["origin"] = origin_of(session, path, stands)
        with place:
            show_value(session, st.text_input, f"growth {path}", stands, partial(_change, session, path), label, **how)


def _show_past(session: BrowserSession, scenario: Scenario, demand: Demand) -> None:
    """What the demand has been, where the plan states it; else fields that take it."""
    history = scenario.growth.history if scenario.growth is not None else None
    if history is not None and history.since is not None:
        first, months = parse_month(history.since), len(history.months)
        st.text(growth_page.rests_on(months, month_text(first), month_text(first + months - 1)))
        if GROWTH in session.changes:
            show_button(session, st.button, "forget history", partial(_forget, session), label=growth_page.FORGET)
        return
    with st.expander(growth_page.PAST, icon=":material/query_stats:", expanded=_WRONG in st.session_state):
        st.text(growth_page.PAST_ABOUT)
        st.file_uploader(growth_page.FILE, key=_FILE, max_upload_size=LARGEST)
        st.text_area(growth_page.PASTED, key=_ROWS, placeholder=growth_page.ROWS, max_chars=MOST_PASTED)
        unit, takes, column = st.columns(3)
        units = units_of(demand)
        usual = next((place for place, each in enumerate(units) if demand.stated.endswith(f" {each}")), len(units) - 1)
        unit.selectbox(growth_page.UNIT, units, index=usual, key=_UNIT)
        counted = (VOLUME,) if demand.way == "volume_a_day" else (PEAK, P95, MEAN)
        takes.selectbox(growth_page.TAKES, counted, key=_TAKES, help=growth_page.TAKES_HELP)
        column.text_input(growth_page.COLUMN, key=_COLUMN, help=growth_page.COLUMN_HELP, placeholder=ONLY)
        use = partial(_use_history, session, demand)
        show_button(session, st.button, "use history", use, label=growth_page.USE, type="primary")
        for problem in st.session_state.pop(_WRONG, ()):
            st.error(with_code(str(problem)))


def _use_history(session: BrowserSession, demand: Demand) -> None:
    """Takes what was sent as the growth of the plan, in place of what it states."""
    state = st.session_state
    sent, rows = state.get(_FILE), str(state.get(_ROWS) or "")
    column = str(state.get(_COLUMN) or "").strip() or ONLY
    try:
        if sent is None and not rows.strip():
            raise history_error(NAME, 0, "", *growth_page.NOTHING_SENT)
        content = rows.encode("utf-8", "replace") if sent is None else sent.getvalue()
        growth, start = session.readable.growth, f"{today():%Y-%m}"
        stated = stated_growth(content, state[_UNIT], state[_TAKES], column, demand, growth, start)
    except ScenarioError as error:
        state[_WRONG] = error.problems
        return
    session.change_all({**_no_growth(session), GROWTH: stated})


def _forget(session: BrowserSession) -> None:
    session.change_all(_no_growth(session))


def _no_growth(session: BrowserSession) -> dict[str, str]:
    """The growth of a plan without its changes."""
    return {path: "" for path in session.changes if path.partition(".")[0] == GROWTH}


def _change(session: BrowserSession, path: str, text: str) -> None:
    """Takes an answer as a change of the plan; the first also says when the growth begins."""
    typed = text.strip()
    changes = {path: typed}
    if typed and session.readable.growth is None:
        changes = {START: f"{today():%Y-%m}", path: typed}
    elif not typed and path == "growth.a_year":
        changes |= _no_growth(session)
    session.change_all(changes)
