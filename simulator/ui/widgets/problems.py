"""What is wrong with a scenario, on a page: each problem at its line, with the line itself and the remedy."""

from collections.abc import Sequence

import streamlit as st

from models.errors import Problem
from models.scenario import Scenario
from models.visible import visible
from simulator.messages.page import plan_page
from simulator.ui.session import BrowserSession
from simulator.ui.uploads import SHOWN, line_of
from simulator.ui.widgets.blocks import show_text

MOST = 30  # Problems that are shown: who mends so many needs to look again anyway.
_LONGEST = 200  # Characters of a quoted line.


def show_problems(problems: Sequence[Problem], text: str = "") -> None:
    """Shows problems one below the other. `text` is that of the file SHOWN, of which lines are quoted."""
    many = plan_page.first_problems(MOST) if len(problems) > MOST else ""
    st.text(f"{_counted(len(problems))}{many}:")
    for problem in problems[:MOST]:
        with st.container(border=True):
            _show(problem, text)


def require_scenario(session: BrowserSession) -> Scenario:
    """The scenario of a browser session, or after telling what is wrong with it the last version that could be read."""
    if session.refused:
        st.text(plan_page.NOTHING_FOLLOWED)
        show_problems(session.refused)
    found = session.current()
    if not isinstance(found, Scenario):
        show_problems(found, session.text)
        st.text(plan_page.AS_BEFORE)
    return session.readable


def problem_words(problem: Problem) -> str:
    """A problem without its place."""
    subject = " = ".join(part for part in (problem.path, problem.value) if part)
    said = f"{problem.message}; {problem.remedy}" if problem.remedy else problem.message
    return f"{subject}: {said}" if subject else said


def _show(problem: Problem, text: str) -> None:
    own = problem.file == SHOWN
    place = f"Line {problem.line}" if own and problem.line else "" if own else _elsewhere(problem)
    if place:
        st.text(place)
    quoted = line_of(text, problem.line) if own else ""
    if quoted.strip():
        st.code(visible(quoted if len(quoted) <= _LONGEST else f"{quoted[:_LONGEST]} ..."), language=None)
    show_text(problem_words(problem))


def _elsewhere(problem: Problem) -> str:
    return f"{problem.file}, line {problem.line}" if problem.line else problem.file


def _counted(number: int) -> str:
    return "1 problem" if number == 1 else f"{number:,} problems"
