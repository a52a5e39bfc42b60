"""The plan: knobs on the left; the answer first, then why, and what could be done about it."""

from collections.abc import Iterable, Sequence

import streamlit as st

from models.errors import Problem
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.grow.when_to_buy import answer as when_to_buy
from simulator.messages.page import plan_page, plans_page
from simulator.output.blocks import Block, Heading, Table, Text
from simulator.output.sections import Output, blocks_for
from simulator.service import answers
from simulator.service.answers import NoFarm
from simulator.service.budget import shortening_sentence
from simulator.service.desk import Desk
from simulator.service.ticket import FIRST_ANSWERS, Ticket
from simulator.studies.daily.document import SECTIONS as DAY
from simulator.studies.plan.document import SECTIONS
from simulator.studies.plan.sections import failure, load_curve
from simulator.ui.answer import plan_part, show_answer
from simulator.ui.draft import show_draft
from simulator.ui.inputs.day_shapes import is_open, show_shapes
from simulator.ui.inputs.form import show_form, shown_paths
from simulator.ui.inputs.option_list import show_options
from simulator.ui.inputs.start_form import show_start_form
from simulator.ui.inputs.value_input import take_unheard
from simulator.ui.pages.growth import start_growth
from simulator.ui.parameters import problems_by_parameter
from simulator.ui.plans import link
from simulator.ui.plans.address_sync import other_tab, unsaved_reason
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.track_record import show_record
from simulator.ui.widgets.blocks import show as show_below
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.tickets import is_answered, show_request

IN_FULL = "plan in full"
MOST_ROWS = 7  # Of a table of a day that stands open: days of the week, but not the hours, which a picture shows.

TITLE = "Plan"
ICON = ":material/dns:"


def show() -> None:
    """The page. Where the scenario has something wrong in it, the answer to its last good version stays."""
    session = current_session()
    with FIRST_ANSWERS.turn():
        outcome = _show_first(session)
    FIRST_ANSWERS.let_pass()
    _show_reasons(session, session.readable, outcome)


def _show_first(session: BrowserSession) -> Outcome | None:
    """The knobs and the answer."""
    found = session.current()
    problems = () if isinstance(found, Scenario) else found
    at_knobs, elsewhere = problems_by_parameter(problems, shown_paths())
    with st.sidebar:
        show_form(session, session.readable, at_knobs)
    with st.container(key="top", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title("Plan", anchor=False, width="content")
        if not show_draft(session):
            st.text(session.title, width="content")
        _show_steps(session)
        show_share(session)
    show_start_form(session)
    take_unheard(session)
    is_old = bool(problems or session.unusable)
    with st.container(key="wrong"):  # There without a problem too: else one that comes pushes the answer off its place.
        _show_problems(session, elsewhere, is_old)
    outcome = _show_answer(session, session.readable, is_old)
    show_record(session, outcome)
    return outcome


def _show_steps(session: BrowserSession) -> None:
    """What takes the last step back, and takes it again; and what begins another plan."""
    with st.container(key="steps", horizontal=True, width="content", gap="small"):
        undo, redo = ":material/undo:", ":material/redo:"
        st.button("Undo", key="undo", icon=undo, on_click=session.undo, disabled=not session.past)
        st.button("Redo", key="redo", icon=redo, on_click=session.redo, disabled=not session.future)
        st.button("New", key="new", icon=":material/add:", on_click=session.begin_anew, help=plans_page.BEGIN_ANEW)


def _show_problems(session: BrowserSession, elsewhere: Sequence[Problem], is_old: bool) -> None:
    """What is wrong with the address, and what is wrong with the changes but stands at no knob; why nothing is kept.

    is_old: whether the answer below is that from before something which cannot be used.
    """
    if why := unsaved_reason():
        st.caption(with_code(why))
    if told := other_tab():
        st.info(with_code(told))
    for problem in session.refused:
        st.error(f"{plan_page.NOTHING_FOLLOWED} {with_code(str(problem))}")
    for problem in elsewhere:
        st.error(with_code(str(problem)))
    if is_old:
        st.warning(plan_page.CANNOT_BE_USED)


def _show_answer(session: BrowserSession, scenario: Scenario, is_old: bool) -> Outcome | None:
    theory = answers.ask_theory(scenario, session.kept_changes)
    whole = full_plan(session, scenario)
    ticket = whole or answers.ask_simulation(shared_desk(), session.owner, scenario, session.kept_changes)
    if ticket.state == "done" and not isinstance(ticket.result, NoFarm):
        session.simulated = ticket.result
    return show_answer(session, scenario, theory, ticket, "" if whole else shortening_sentence(scenario), is_old)


def _show_reasons(session: BrowserSession, scenario: Scenario, outcome: Outcome | None) -> None:
    if scenario.baseline is not None:
        show_part(outcome, "compared")
    show_months_ahead(session, scenario)
    show_full_plan(session, scenario)
    show_part(outcome, "near")
    if scenario.tiers:
        show_part(outcome, "tiers")
    show_upgrades(session, scenario)
    show_failure(session, scenario)
    show_day(session, scenario, outcome)
    show_curve(session, scenario)
    left, right = st.columns(2)
    with left:
        show_part(outcome, "use")
    with right:
        show_part(outcome, "response")
    if scenario.demand is not None:
        show_part(outcome, "costs")
    show_part(outcome, "over_time")


def show_share(session: BrowserSession) -> None:
    """A field with the address that opens this scenario with these changes in another browser."""
    with st.popover("Share", icon=":material/link:"):
        if not link.to_parameters(session.plan):
            st.text(plan_page.TOO_LONG)
            return
        st.text(plan_page.SHARED)
        st.code(link.address_of(session.plan, st.context.url or ""), language=None, wrap_lines=True)


def show_full_plan(session: BrowserSession, scenario: Scenario) -> None:
    """Where a plan was shortened, the plan as its scenario states it, once asked for; its answer then stands above."""
    times = answers.full_length_factor(scenario)
    if times == 1:
        return
    label, how_long = plan_page.in_full(times)

    def ask(desk: Desk, owner: str, scenario: Scenario) -> Ticket[Outcome | NoFarm]:
        return answers.ask_simulation(desk, owner, scenario, session.kept_changes, in_full=True)

    with st.container(key="in_full"):
        show_request(session, scenario, IN_FULL, ask, label, how_long)
    whole = full_plan(session, scenario)
    if whole is not None and not isinstance(whole.answer, NoFarm) and whole.answer is not session.simulated:
        st.rerun()  # It has ended while the answer above was drawn: no bar moves any more that would tell.


def show_months_ahead(session: BrowserSession, scenario: Scenario) -> None:
    """What to order by when, where the plan says how its demand grows; the page Growth has the rest."""
    if scenario.growth is None or scenario.demand is None:
        return
    with st.container(key="ahead"):
        ticket = start_growth(shared_desk(), session.owner, scenario)
        if is_answered(ticket, "Answering", key="growing"):
            found = ticket.answer
            told = Text(found.reason) if isinstance(found, Unavailable) else Text(when_to_buy(found), lead=True)
            show_blocks([told])


def full_plan(session: BrowserSession, scenario: Scenario) -> Ticket[Outcome | NoFarm] | None:
    """The plan in full, if it was asked for this scenario and is done."""
    of, ticket = session.asked.get(IN_FULL, (None, None))
    return ticket if ticket is not None and of == scenario and ticket.state == "done" else None


def show_upgrades(session: BrowserSession, scenario: Scenario) -> None:
    """What would help: each option of the catalogue with its gain and its cost, once asked for."""
    with st.container(key="helps"):
        st.subheader("What would help", anchor=False)
        ticket = show_request(session, scenario, "helps", answers.ask_upgrades, *plan_page.UPGRADES)
        if ticket is not None:
            show_options(session, ticket.answer)


def show_failure(session: BrowserSession, scenario: Scenario) -> None:
    """A unit of the farm when a node of it fails, over time, once asked for."""
    if scenario.unit.nodes == 1:
        return
    with st.container(key="failure"):
        st.subheader("When a node fails", anchor=False)
        ticket = show_request(session, scenario, "failure", answers.ask_node_failure, *plan_page.FAILURE)
        if ticket is not None:
            show_blocks(failure.shown(ticket.answer))


def show_day(session: BrowserSession, scenario: Scenario, outcome: Outcome | None) -> None:
    """The shapes that a day may have, where the scenario states none; the day of the plan, hour by hour and with what
    happens in it, once asked for."""
    if scenario.demand is None:
        return
    with st.container(key="day"):
        st.subheader(plan_page.DAY, anchor=False)
        if is_open(session, scenario):
            show_shapes(session, outcome is not None and outcome.farm is not None and outcome.farm.is_metered)
        if scenario.workload.day is None:
            return
        ticket = show_request(session, scenario, "day", answers.ask_day, *plan_page.FOLLOW_DAY)
        if ticket is not None:
            show_blocks(blocks_for(DAY, ticket.answer, Output.PAGE)[1:], MOST_ROWS)


def show_curve(session: BrowserSession, scenario: Scenario) -> None:
    """The load curve of a server, with the knee and the present load marked, once asked for."""
    with st.container(key="curve"):
        st.subheader("Load curve", anchor=False)
        ticket = show_request(session, scenario, "capacity", answers.ask_capacity, *plan_page.CURVE)
        if ticket is not None:
            show_blocks(load_curve.searched(ticket.answer, scenario.workload.offered_rate))


def show_part(outcome: Outcome | None, key: str) -> None:
    """A section of the plan at its place, whose room is kept while it is empty (see style.css): what is drawn and said,
    and the tables below it for who opens them."""
    section = next(each for each in SECTIONS if each.key == key)
    with st.container(key=key):
        st.subheader(section.title, anchor=False)
        found = [block for block in plan_part(outcome, key) if not isinstance(block, Heading)]
        if not found:
            st.text(plan_page.COMES_LATER)
            return
        tables = [block for block in found if isinstance(block, Table)]
        show_blocks((block for block in found if not isinstance(block, Table)), heading=section.title)
        if tables:
            with st.expander(plan_page.FIGURES):
                show_blocks(tables, heading=section.title)


def show_blocks(blocks: Iterable[Block], most_rows: int | None = None, heading: str = "") -> None:
    """Shows blocks in a section of the page, under its heading; a table of more than `most_rows` for who opens it."""
    show_below(blocks, 2, most_rows, heading)
