"""Shapes of a day, for a plan that says nothing of its hours: one of them becomes a part of the plan, and can be taken
back or changed as any other."""

from collections.abc import Mapping

import streamlit as st
import yaml

from models.scenario import Scenario
from simulator.messages.page import growth_page, plan_page
from simulator.ui.session import BrowserSession

PATH = "workload.day"
GROWTH = "growth"
_LONGEST = 80  # Characters of a value that is no name.
NONE = "none"  # What no day is called beside the shapes.
# At each full hour, midnight first: of people at home, as scenarios/release_day.yaml has it, and of people at work.
# Both are the program's own guesses, which a planner replaces by the hours of a log (`headroom calibrate log`).
_EVENING = [30, 22, 16, 13, 12, 13, 18, 30, 45, 55, 60, 64, 68, 66, 64, 62, 62, 66, 74, 86, 97, 100, 80, 50]
_AT_WORK = [12, 9, 8, 7, 7, 9, 16, 36, 70, 92, 98, 97, 84, 90, 100, 98, 93, 80, 58, 44, 37, 30, 23, 16]
_MATCH = {"at": "20 h", "lasts": "105 min", "times": 1.5, "rise": "10 min"}


def _written(**day: object) -> str:
    return str(yaml.safe_dump(day, default_flow_style=True, width=10_000, sort_keys=False)).strip()


SHAPES: Mapping[str, str] = {
    "weekday": _written(hours=_AT_WORK, weekdays=[100, 100, 100, 100, 92, 40, 38]),
    "evening": _written(hours=_EVENING),
    "release": _written(hours=_EVENING, release={"at": "14 h", "requests": 0.25}),
    "match": _written(hours=_EVENING, crowds=[_MATCH]),
}


def change_text(path: str, text: str) -> str:
    """What a change of the plan sets, as its planner chose it: a day by the name of its shape, a history that was sent
    by its being one, all else as written, as far as it is no longer than a line or two."""
    shape = next((name for name, day in SHAPES.items() if path == PATH and day == text), "")
    if path == GROWTH and "history" in text:
        return growth_page.HISTORY
    return plan_page.SHAPES.get(shape, text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}")


def is_open(session: BrowserSession, scenario: Scenario) -> bool:
    """Whether the shape of the day is the planner's to choose: the plan states none, or one of these was chosen."""
    return scenario.workload.day is None or session.changes.get(PATH) in SHAPES.values()


def show_shapes(session: BrowserSession, is_metered: bool) -> None:
    """A button for each shape and one for none, with a mark at that which is chosen.

    is_metered: whether the farm pays by the GB, which a day makes less of.
    """
    st.text(plan_page.CHOOSE_METERED_DAY if is_metered else plan_page.CHOOSE_DAY)
    with st.container(key="shapes", horizontal=True, gap="small"):
        for name, day in {NONE: "", **SHAPES}.items():
            icon = ":material/check:" if session.changes.get(PATH, "") == day else None
            key = f"shape {name}"
            st.button(plan_page.SHAPES[name], key=key, icon=icon, on_click=_choose, args=(session, day))


def _choose(session: BrowserSession, day: str) -> None:
    """Another day in place of all that the plan changes of its day, in one step."""
    session.change_all({path: "" for path in session.changes if path.startswith(f"{PATH}.")} | {PATH: day})
