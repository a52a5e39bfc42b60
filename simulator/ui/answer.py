"""The answer first: what theory says at once, replaced by what is simulated, and how far the two lie apart."""

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.decision import other_units, too_large
from simulator.messages.page import plan_page
from simulator.messages.plan.theory import theory_error, theory_sentence
from simulator.messages.run_length import run_length_text
from simulator.output.blocks import Block, KeyFigure, KeyFigures, Text
from simulator.output.sections import Output, blocks_for
from simulator.service.answers import NoFarm
from simulator.service.ticket import Ticket
from simulator.studies.plan.document import SECTIONS, Plan
from simulator.studies.plan.sections.answer import FARM, SERVER
from simulator.ui.inputs.value_input import show_button
from simulator.ui.session import BrowserSession
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import show_card, show_text, with_code
from simulator.ui.widgets.farm_picture import show_farm
from simulator.ui.widgets.progress import is_pending, show_progress
from simulator.ui.widgets.tickets import RUNS

IN_THEORY, SIMULATED, NOT_YET = "In theory", "Simulated", "Not known yet"
BADGES: dict[str, Literal["orange", "green", "gray"]] = {IN_THEORY: "orange", SIMULATED: "green", NOT_YET: "gray"}
UNKNOWN = "\N{HORIZONTAL ELLIPSIS}"


def show_answer(
    session: BrowserSession,
    scenario: Scenario,
    theory: Outcome | Unavailable,
    ticket: Ticket[Any],
    cut: str,
    is_old: bool = False,
) -> Outcome | None:
    """Shows the best answer that there is, and returns it: the simulated one, else that of theory, else None.

    cut: what was shortened to simulate at once; "" for nothing. is_old: whether something has been refused since.
    """
    found, standing = best_answer(theory, ticket)
    outcome = None if isinstance(found, NoFarm) else found
    with st.container(key="answer"):
        with st.container(key="old-standing" if is_old else "standing", horizontal=True, gap="small"):
            st.badge(standing, color=BADGES[standing])
            if is_old:
                st.badge(plan_page.OLD, color="red", icon=":material/history:")
        show_told(session)
        with st.container(key="headline"):
            _show_headline(found, theory)
        if outcome is not None:
            _show_fitting(session, outcome)
        with st.container(key="figures", horizontal=True, gap="small"):
            for card in cards(outcome, scenario.demand is not None):
                show_card(card, "" if outcome else UNKNOWN)
        picture, said = st.columns([5, 6], gap="medium")
        with said, st.container(key="stops"):
            _show_reasons(session, outcome)
        with picture, st.container(key="picture"):
            if outcome is not None:
                show_farm(outcome)
        with st.container(key="progress"):
            show_progress(ticket, "Simulating", _done(ticket), "simulating", RUNS)
        with st.container(key="about"):
            show_text(_about(theory, ticket, cut))
        if ticket.state in ("failed", "cancelled"):
            st.error(with_code(ticket.error or plan_page.STOPPED_CHANGE))
        show_blocks(plan_part(outcome, "targets"))
    if standing != SIMULATED and ticket.state == "done":
        st.rerun()  # It has ended while this was drawn: no bar moves any more that would tell.
    return outcome


def show_told(session: BrowserSession) -> None:
    """What was done last to the plan, or why it was not; read out, as an alert is."""
    if session.told:
        (st.warning if session.is_undone else st.info)(with_code(session.told))


def best_answer(theory: Outcome | Unavailable, ticket: Ticket[Any]) -> tuple[Outcome | NoFarm | None, str]:
    """The best answer there is, and what it stands on."""
    if ticket.state == "done":
        return ticket.result, SIMULATED
    return (None, NOT_YET) if isinstance(theory, Unavailable) else (theory, IN_THEORY)


def plan_part(outcome: Outcome | None, key: str) -> list[Block]:
    """What the page shows of a plan at one of its places; nothing as long as there is no answer."""
    if outcome is None:
        return []
    return blocks_for([each for each in SECTIONS if each.key == key], Plan(outcome), Output.PAGE)


def _show_headline(found: Outcome | NoFarm | None, theory: Outcome | Unavailable) -> None:
    """What to buy, or why nothing; what theory says of that where there is no other answer."""
    if isinstance(found, NoFarm):
        told: list[Block] = [Text(plan_page.no_farm(found.reason))]
    else:
        told = plan_part(found, "headline")
    if found is None and isinstance(theory, Unavailable):
        told = [Text(theory_sentence(theory))]
    st.markdown(f"## {with_code(' '.join(block.text for block in told if isinstance(block, Text)))}")


def _show_fitting(session: BrowserSession, outcome: Outcome) -> None:
    """The farm that fits where the plan's is far too large, and what takes it; a form of answers has that itself."""
    if session.answers is not None or outcome.fits is None or not outcome.is_far_too_large:
        return
    with st.container(key="fits", horizontal=True, vertical_alignment="center", gap="small"):
        st.warning(with_code(too_large(outcome)))
        _show_taking(session, outcome, plan_page.TAKE_CHEAPEST)


def _show_reasons(session: BrowserSession, outcome: Outcome | None) -> None:
    """What else one must know, with what takes the units and volumes that cost less below their sentence."""
    cheaper = "" if outcome is None else other_units(outcome)
    for block in plan_part(outcome, "reasons"):
        show_blocks([block])
        if outcome is not None and isinstance(block, Text) and block.text == cheaper:
            _show_taking(session, outcome, plan_page.TAKE_CHEAPER)


def _show_taking(session: BrowserSession, outcome: Outcome, label: str) -> None:
    """What makes the plan the farm that fits better, where there is one."""
    if outcome.fits is not None:
        show_button(session, st.button, "take fitting", session.change_all, outcome.changes_to_fit, label=label)


def cards(outcome: Outcome | None, farm: bool) -> Sequence[KeyFigure]:
    """The key figures of an answer; without figures as long as there is none."""
    if outcome is None:
        return [KeyFigure(label, UNKNOWN) for label in (FARM if farm else SERVER)]
    return [card for block in plan_part(outcome, "figures") if isinstance(block, KeyFigures) for card in block.cards]


def _done(ticket: Ticket[Any]) -> str:
    if ticket.state != "done":
        return "Not simulated"
    found = ticket.answer
    return "Simulated" if isinstance(found, NoFarm) else f"Simulated: {run_length_text(found.results)}"


def _about(theory: Outcome | Unavailable, ticket: Ticket[Any], cut: str) -> str:
    """How far theory was off once that is known; else what the simulation is going to bring."""
    if ticket.state == "done" and isinstance(ticket.result, NoFarm):
        return cut
    if ticket.state == "done":
        return " ".join(said for said in (theory_error(theory, ticket.answer), cut) if said) or theory_sentence(theory)
    if is_pending(ticket):
        return plan_page.simulation_brings(after_theory=not isinstance(theory, Unavailable))
    return ""
