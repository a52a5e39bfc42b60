"""When to buy: demand and what carries it through the months ahead, what to order by when, and what that costs."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from models.load import load
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.experiment.results import Unavailable
from simulator.farm.stamp import fingerprint
from simulator.growth.growth_plan import GrowthPlan
from simulator.messages.page.growth_page import ABOUT
from simulator.output.blocks import Preformatted
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.grow.document import growth_blocks
from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
from simulator.ui.library import shipped
from simulator.ui.session import current_session, shared_desk
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.tickets import is_answered

TITLE = "Growth"
ICON = ":material/trending_up:"

_NAME = "growing scenario"
SLOT = "growth"


def show() -> None:
    """The page: a scenario that states its growth, answered by theory, and the command that simulates it."""
    st.title(TITLE, anchor=False)
    st.text(ABOUT)
    found = growing_scenarios(shipped())
    name = st.selectbox("Scenario", list(found), key=_NAME)
    show_blocks([Preformatted(command(name))])
    ticket = start_growth(shared_desk(), current_session().owner, found[name])
    if not is_answered(ticket, "Answering", key="growing"):
        return
    found_ahead = ticket.answer
    if isinstance(found_ahead, Unavailable):
        st.error(escaped(found_ahead.reason))
    else:
        show_blocks(growth_blocks(found_ahead))


def growing_scenarios(shipped: dict[str, Path]) -> dict[str, Scenario]:
    """The scenarios that state how their demand grows, by name."""
    found = {name: load(file) for name, file in shipped.items() if "growth:" in file.read_text(encoding="utf-8")}
    return {name: scenario for name, scenario in found.items() if scenario.growth is not None}


def start_growth(desk: Desk, owner: str, scenario: Scenario) -> Ticket[GrowthPlan | Unavailable]:
    """Asks for what theory says of the months ahead."""

    def work(engine: Engine, progress: Callable[[], None]) -> GrowthPlan | Unavailable:
        return forecast_growth_by_theory(scenario, closely=True)

    return desk.ask(owner, SLOT, f"grow {fingerprint(scenario)}", 0.0, work, 1)


def command(name: str) -> str:
    """What simulates the same."""
    return f"headroom grow scenarios/{name}.yaml"
