"""Published measurements against simulated ones, a case at a time, and what published tables say about themselves."""

from collections.abc import Callable, Mapping

import streamlit as st

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.messages import validation
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.validate.audit import audit_tables
from simulator.studies.validate.document import case_title, published_blocks, validation_page
from simulator.studies.validate.published import PublishedFigure, figure_systems, published_figures
from simulator.studies.validate.rows import AuditTable, ValidationRow, validation_rows
from simulator.studies.validate.scenarios import scenarios_to_run, system_scenarios
from simulator.studies.validate.simulations import simulate_systems, simulation_steps
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.tickets import RUNS, is_answered

TITLE = "Validation"
ICON = ":material/fact_check:"

_CASE = "validation case"  # Names in the state of a browser session.
_TICKETS = "validations"
SLOT = "validation"


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    st.text(validation.ROLES)
    case = st.selectbox("Published case", case_names(), key=_CASE, format_func=case_title)
    _simulated(current_session(), case)
    show_blocks(validation_page((), tables_of(case)))


def _simulated(session: BrowserSession, case: str) -> None:
    """The figures of a case: as published until somebody asks what is simulated, then both."""
    tickets = st.session_state.setdefault(_TICKETS, {})
    place = st.container()
    if case not in tickets or tickets[case].state in ("failed", "cancelled"):
        st.button("Simulate this case", type="primary", on_click=_ask, args=(session, case))
    with place:
        if case in tickets and is_answered(tickets[case], "Simulating", "validating", RUNS):
            show_blocks(validation_page(tickets[case].result))
        else:
            show_blocks(published_blocks(figures_of(case)))


def _ask(session: BrowserSession, case: str) -> None:
    st.session_state[_TICKETS][case] = validate(shared_desk(), session.owner, case)


def case_names() -> tuple[str, ...]:
    """The published cases, in the order of their file."""
    return tuple(dict.fromkeys(figure.case for figure in published_figures()))


def validate(desk: Desk, owner: str, case: str) -> Ticket[tuple[ValidationRow, ...]]:
    """Asks for the rows of a case, simulated as long and as often as its scenarios say. Raises ScenarioError."""
    figures = figures_of(case)
    scenarios = system_scenarios(figure_systems(figures))
    running = scenarios_to_run(figures, scenarios)

    def work(engine: Engine, progress: Callable[[], None]) -> tuple[ValidationRow, ...]:
        outcomes = simulate_systems(running, engine, today(), progress)
        return validation_rows(figures, outcomes, scenarios)

    return desk.ask(owner, SLOT, f"validate {case}", _requests(running), work, simulation_steps(running))


def figures_of(case: str) -> tuple[PublishedFigure, ...]:
    """The published figures of a case."""
    return tuple(figure for figure in published_figures() if figure.case == case)


def tables_of(case: str) -> tuple[AuditTable, ...]:
    """What follows from the published tables of a case."""
    return tuple(table for table in audit_tables() if table.case == case)


def _requests(scenarios: Mapping[str, Scenario]) -> float:
    """About how many requests it takes to simulate some scenarios."""
    return sum(map(_of_one, scenarios.values()))


def _of_one(scenario: Scenario) -> float:
    run = scenario.run
    seconds = run.seconds + (run.seconds if run.warm_up is None else run.warm_up)
    own = (scenario.workload.offered_rate or 0.0) * scenario.unit.nodes * seconds * (run.replications or 1)
    return own + (_of_one(scenario.baseline) if scenario.baseline else 0.0)
