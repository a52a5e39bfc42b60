"""The plan: knobs on the left; the answer first, then why, and what could be done about it."""

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote, urlencode, urlsplit

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from models.errors import Problem
from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.questions.plan.sections import costs, limits, over_time, response_times
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Chart, Charts, Table, Text
from simulator.report.language.decision import at_work
from simulator.report.language.sentences import what_binds
from simulator.report.pictures import PLAN, Bar, Bars
from simulator.rollup.outcome import Outcome
from simulator.service import answers
from simulator.service.ticket import FIRST_ANSWERS
from simulator.ui.answer import show_answer
from simulator.ui.asking.form import show_form, shown_paths
from simulator.ui.asking.front_door import show_front_door
from simulator.ui.knobs import by_knob
from simulator.ui.on_request import in_full, show_curve, show_day, show_failure, show_helps, show_in_full
from simulator.ui.plans import link
from simulator.ui.plans.following import why_not_kept
from simulator.ui.session import BrowserSession, desk, here
from simulator.ui.shown.blocks import escaped
from simulator.ui.shown.blocks import show as show_blocks

FARTHEST = 4.0  # Times the load at which the first one binds: what binds beyond that would only flatten the picture.
BITES = "Load at which each limit binds, in times the present load"

TITLE = "Plan"
ICON = ":material/dns:"


def show() -> None:
    """The page. Where the scenario has something wrong in it, the answer to its last good version stays."""
    session = here()
    with FIRST_ANSWERS.turn():
        outcome = _show_first(session)
    FIRST_ANSWERS.let_pass()
    _show_reasons(session, session.readable, outcome)


def _show_first(session: BrowserSession) -> Outcome | None:
    """The knobs and the answer."""
    found = session.current()
    problems = () if isinstance(found, Scenario) else found
    at_knobs, elsewhere = by_knob(problems, shown_paths())
    with st.sidebar:
        show_form(session, session.readable, at_knobs)
    with st.container(key="top", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title("Plan", anchor=False, width="content")
        st.text(session.readable.name, width="content")
        _show_steps(session)
        show_share(session)
    show_front_door(session)
    with st.container(key="wrong"):  # There without a problem too: else one that comes pushes the answer off its place.
        _show_problems(session, problems, elsewhere)
    return _show_answer(session, session.readable)


def _show_steps(session: BrowserSession) -> None:
    """What takes the last step back, and takes it again."""
    with st.container(key="steps", horizontal=True, width="content", gap="small"):
        undo, redo = ":material/undo:", ":material/redo:"
        st.button("Undo", key="undo", icon=undo, on_click=session.undo, disabled=not session.past)
        st.button("Redo", key="redo", icon=redo, on_click=session.redo, disabled=not session.future)


def _show_problems(session: BrowserSession, problems: Sequence[Problem], elsewhere: Sequence[Problem]) -> None:
    """What is wrong with the address, and what is wrong with the changes but stands at no knob; why nothing is kept."""
    if why := why_not_kept():
        st.caption(escaped(why))
    for problem in session.refused:
        st.error(f"Nothing in the address was followed. {escaped(str(problem))}")
    for problem in elsewhere:
        st.error(escaped(str(problem)))
    if problems:
        st.warning("A change is not possible: the reason stands at its knob. Below is the answer from before it.")


def _show_answer(session: BrowserSession, scenario: Scenario) -> Outcome | None:
    theory = answers.theory(scenario, session.kept_changes)
    whole = in_full(session, scenario)
    ticket = whole or answers.simulate(desk(), session.owner, scenario, session.kept_changes)
    if ticket.state == "done" and not isinstance(ticket.result, answers.NoFarm):
        session.simulated = ticket.result
    return show_answer(scenario, theory, ticket, "" if whole else answers.shortened(scenario))


def _show_reasons(session: BrowserSession, scenario: Scenario, outcome: Outcome | None) -> None:
    show_in_full(session, scenario)
    show_bites(outcome)
    show_helps(session, scenario)
    show_failure(session, scenario)
    show_day(session, scenario)
    show_curve(session, scenario)
    left, right = st.columns(2)
    with left:
        show_use(outcome)
    with right:
        show_response(outcome)
    show_costs(outcome)
    show_over_time(outcome)


def show_share(session: BrowserSession) -> None:
    """A field with the address that opens this scenario with these changes in another browser."""
    with st.popover("Share", icon=":material/link:"):
        if not link.written(session.plan):
            st.text("This text is too long for an address: download it on the page Scenario and send it along.")
            return
        st.text("Whoever opens this address sees this scenario with these changes:")
        st.code(address_of(session, st.context.url or ""), language=None, wrap_lines=True)


def address_of(session: BrowserSession, page: str) -> str:
    """The address of a page with the session's plan."""
    query = urlencode(link.written(session.plan), quote_via=quote)
    return f"{page}?{query}" if urlsplit(page).path else f"{page}/?{query}"


def show_bites(outcome: Outcome | None) -> None:
    """Which limit bites first, as a picture: the shortest bar."""
    with _section("bites", "Which limit bites first"):
        if outcome is None:
            _to_come()
            return
        st.text(at_work(outcome) or what_binds(outcome))
        show_blocks(bites(outcome))
        with st.expander("The figures"):
            show_blocks(_of(limits.section(outcome), Table))


def bites(outcome: Outcome) -> list[Block]:
    """The load at which each limit binds, as a chart; nothing where none of them grows with the load."""
    found = bite_bars(outcome)
    if not found:
        return []
    title = f"{BITES}; the dashed line is the present one, and the shortest bar bites first"
    return [Chart(title, Bars(tuple(found), "times the present load", rule=1.0), f"{BITES}, as bars with intervals.")]


def bite_bars(outcome: Outcome) -> list[Bar]:
    """The growth until each limit binds, that of the plan which binds first on top; without what is far beyond it, and
    without what does not grow with the load."""
    found = [
        Bar(limit.name, side, limit.growth.value, limit.growth.half_width)
        for side, one in sides(outcome).items()
        for limit in one.limits
        if isinstance(limit.growth, Estimate)
    ]
    farthest = FARTHEST * max((_first(found, side) for side in sides(outcome)), default=0.0)
    near = [bar for bar in found if bar.value <= farthest]
    return sorted(near, key=lambda bar: (bar.side != PLAN, bar.value))


def _first(found: Iterable[Bar], side: str) -> float:
    """The growth until the first limit of a side binds; 0 if none grows."""
    return min((bar.value for bar in found if bar.side == side), default=0.0)


def show_use(outcome: Outcome | None) -> None:
    """How much of each limit of a server is in use."""
    with _section("use", "Use of each resource"):
        _show_or_wait(_of(limits.section(outcome), Chart) if outcome else None)


def show_response(outcome: Outcome | None) -> None:
    """How long clients wait: mean and percentiles."""
    with _section("response", "Response times"):
        if outcome is None or not outcome.results.series:
            _show_or_wait(_of(response_times.section(outcome), Chart) if outcome else None)
            st.text("Percentiles come with the simulation.")
        else:
            show_blocks(_of(response_times.section(outcome), Chart, Text))


def show_costs(outcome: Outcome | None) -> None:
    """What the farm costs a month; nothing without a demand."""
    if outcome is None or outcome.cost is None:
        return
    with _section("costs", "Costs"):
        show_blocks(_of(costs.section(outcome), Chart))
        with st.expander("The bill"):
            show_blocks(_of(costs.section(outcome), Table))


def show_over_time(outcome: Outcome | None) -> None:
    """Traffic, connections, memory and CPU over time, which only a simulation has."""
    with _section("over_time", "Over time"):
        _show_or_wait(_of(over_time.section(outcome), Text, Charts) if outcome else None)


def _section(key: str, title: str) -> DeltaGenerator:
    """A part of the page whose room is kept while it is empty (see style.css)."""
    part = st.container(key=key)
    part.subheader(title, anchor=False)
    return part


def _show_or_wait(blocks: Iterable[Block] | None) -> None:
    found = list(blocks or ())
    if found:
        show_blocks(found)
    else:
        _to_come()


def _to_come() -> None:
    st.text("Comes with the simulation.")


def _of(blocks: Iterable[Block], *kinds: type[Block]) -> Iterator[Block]:
    return (block for block in blocks if isinstance(block, kinds))
