"""The form of the plan: which scenario, and its knobs. What is wrong is told at the knob, and a change can be reset."""

from collections.abc import Mapping, Sequence

import streamlit as st

from models.errors import Problem
from models.scenario import Scenario
from simulator.ui.address import LONGEST
from simulator.ui.knobs import GROUPS, Knob, knobs
from simulator.ui.library import shipped
from simulator.ui.own_costs import own_costs
from simulator.ui.session import OWN_FILE, BrowserSession, here, value_text
from simulator.ui.shown.blocks import escaped

SCENARIO = "scenario"
OPEN = ("Demand", "Server", "Unit")  # Groups that are open from the start.


def show_form(session: BrowserSession, scenario: Scenario, wrong: Mapping[str, Sequence[Problem]]) -> None:
    """The form of a session whose last good version is `scenario`; `wrong`: what is wrong, by the path of a knob."""
    _choose_scenario(session)
    for group, shown in knobs(scenario).items():
        touched = any(knob.path in session.changes or knob.path in wrong for knob in shown)
        with st.expander(group, expanded=group in OPEN or touched):
            for knob in shown:
                _show_knob(session, scenario, knob)
                for problem in wrong.get(knob.path, ()):
                    st.error(escaped(told(problem)))
                if knob.path in session.changes:
                    _reset(session, knob)
                if knob.path == "server.price":
                    _own_costs(session, scenario)


def told(problem: Problem) -> str:
    """What is wrong, for people who see where: the value, the message and the remedy."""
    where = "in the baseline: " if problem.path.startswith("baseline.") else ""
    value = f"{problem.value}: " if problem.value else ""
    remedy = f"; {problem.remedy}" if problem.remedy else ""
    return f"{where}{value}{problem.message}{remedy}"


def _choose_scenario(session: BrowserSession) -> None:
    """The scenarios that are shipped, and the planner's own if there is one."""
    _hold(SCENARIO, session.name)
    names = [*shipped(), *([OWN_FILE] if session.text else [])]
    described = "What is planned for. The page Scenario shows its text, and takes one of your own."
    st.selectbox("Scenario", names, names.index(session.name), key=SCENARIO, on_change=_taken, help=described)
    count = len(session.changes)
    label = f"Reset {count} change{'' if count == 1 else 's'}" if count else "Nothing is changed"
    icon = ":material/restart_alt:"
    st.button(label, key="reset", on_click=session.reset, disabled=not count, icon=icon, width="stretch")


def _show_knob(session: BrowserSession, scenario: Scenario, knob: Knob) -> None:
    """The knob, holding what has been changed, else what the scenario says."""
    key = f"knob {knob.path}"
    stands = session.changes.get(knob.path) or value_text(scenario, knob.path)
    shown = stands.removeprefix("[").removesuffix("]") if knob.kind == "list" else stands
    told_by = {"key": key, "help": knob.help, "on_change": _moved, "args": (knob,)}
    if knob.kind == "number":
        number = int(float(shown.replace(",", "")))
        _hold(key, number)
        st.number_input(knob.label, knob.minimum, knob.maximum, number, step=1, **told_by)
        return
    _hold(key, shown)
    if knob.kind == "choice":
        choices = knob.choices_with(shown)
        st.selectbox(knob.label, choices, choices.index(shown), **told_by)
    else:
        st.text_input(knob.label, shown, max_chars=LONGEST, **told_by)


def _reset(session: BrowserSession, knob: Knob) -> None:
    """Takes the change of a knob away, and says what stands there then."""
    stands = session.shown_without(knob.path)
    label = f"Reset to {escaped(stands)}" if stands else "Reset"
    act = {"on_click": session.change, "args": (knob.path, "")}
    st.button(label, key=f"reset {knob.path}", type="tertiary", icon=":material/undo:", **act)


def _own_costs(session: BrowserSession, scenario: Scenario) -> None:
    """What was added to the server by its knobs: its price in the catalogue, which can be added to the server's."""
    found = own_costs(session, scenario)
    for each in found.added:
        st.caption(escaped(f"Added: {each}, in the catalogue."))
    if found.unpriced:
        labels = ", ".join(GROUPS["Server"][path] for path in found.unpriced)
        st.caption(escaped(f"{labels}: the catalogue has no price for this; write that of a server with it."))
    if found.changes:
        label = escaped(f"Add it: {found.changes.get('server.price', 'price')} a server")
        st.button(label, key="own costs", icon=":material/add:", on_click=_add, args=(found.changes,), width="stretch")


def _add(changes: Mapping[str, str]) -> None:
    for path, text in changes.items():
        here().change(path, text)


def _hold(key: str, value: object) -> None:
    """Lets a widget that is there hold another value. Only if it does not: what somebody types would be lost.

    A new one begins with its own: a busy browser may never be told what is set beside, takes the first choice or the
    least number for it, and sends that back as if somebody had chosen it.
    """
    if st.session_state.get(key, value) != value:
        st.session_state[key] = value


def _moved(knob: Knob) -> None:
    here().change(knob.path, knob.as_change(str(st.session_state[f"knob {knob.path}"]).strip()))


def _taken() -> None:
    name = st.session_state[SCENARIO]
    if name != here().name:
        here().take(name)
