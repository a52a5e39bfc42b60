"""Variations of the open plan: what differs is chosen by the same fields as on the page Plan."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import streamlit as st

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.messages.page import compare_page
from simulator.ui.address import order_changes
from simulator.ui.inputs.form import parameter, paths, problem_text, show_field
from simulator.ui.inputs.value_input import take_unheard
from simulator.ui.parameters import parameter_label
from simulator.ui.session import BrowserSession, value_text
from simulator.ui.widgets.blocks import escaped, with_code

# What farms differ in that are compared; any other value stands in a fold.
KNOBS = (
    "server",
    "demand",
    "unit.nodes",
    "unit.spare_nodes",
    "server.cards",
    "server.ram",
    "web_server.file_cache.size",
    "spare_units",
)
_IN_A_ROW, MOST = 4, 4
_HELD = "variations"
# All are run alike, or their runs would be no pairs.
_NOT_VARIED = re.compile(r"run\..*|(?:server|demand)$")


@dataclass
class Variation:
    """A variation of the open plan.

    changes: dotted path to value, as after `--set`; more: paths of the other values
    that were chosen for it; first: those of them that its field began with.
    """

    number: int
    changes: dict[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    first: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What it is called: by its number, and by what differs in it."""
        told = (text if path == "server" else f"{parameter_label(path)} {text}" for path, text in self.changes.items())
        return f"{self.number}: {', '.join(told) or compare_page.NOTHING_DIFFERS}"

    def scenario(self, session: BrowserSession) -> Scenario:
        """The open plan with what differs. Raises ScenarioError."""
        changes = order_changes({**session.kept_changes, **self.changes})
        return session.read(replace(session.plan, changes=changes))

    def text_without(self, session: BrowserSession, path: str) -> str:
        """What stands at a path without a change there, as people write it: another server brings its own cards and
        RAM. Where the other changes cannot be read, it is what the open plan has."""
        others = replace(self, changes={key: text for key, text in self.changes.items() if key != path})
        try:
            return value_text(others.scenario(session), path)
        except ScenarioError:
            return value_text(session.readable, path)


def held_variations() -> list[Variation]:
    """The variations of this browser session: one that nothing differs in yet, to begin with."""
    held: list[Variation] = st.session_state.setdefault(_HELD, [Variation(1)])
    return held


def show_variations(session: BrowserSession, wrong: Mapping[int, Sequence[Problem]]) -> None:
    """A card for each variation, with its fields, and what adds another one. wrong: what is wrong with them, by
    number."""
    held = held_variations()
    for each in held:
        with st.container(border=True, key=f"variation-{each.number}"):
            _show_head(held, each)
            for problem in wrong.get(each.number, ()):
                st.error(with_code(problem_text(problem)))
            _show_knobs(session, each)
    icon, full = ":material/add:", len(held) >= MOST
    st.button(compare_page.ADD, key="add variation", icon=icon, on_click=_add, args=(held,), disabled=full)
    take_unheard(session)


def _show_head(held: list[Variation], variation: Variation) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"**{escaped(variation.label)}**", width="content")
        act: dict[str, Any] = {"on_click": held.remove, "args": (variation,), "icon": ":material/delete:"}
        st.button(compare_page.TAKE_AWAY, key=f"take away {variation.number}", type="tertiary", **act)


def _show_knobs(session: BrowserSession, variation: Variation) -> None:
    knobs = [path for path in KNOBS if path != "unit.nodes" or session.readable.unit.pods is None]
    asked = {"demand", *variation.changes}
    there = [path for path in knobs if path in asked or variation.text_without(session, path)]
    _show_rows(session, variation, there)
    with st.expander(compare_page.ANY_OTHER, expanded=bool(variation.more)):
        others = [path for path in paths() if path not in KNOBS and not _NOT_VARIED.fullmatch(path)]
        key = f"others {variation.number}"
        if key not in st.session_state:
            variation.first = variation.more
        st.multiselect(
            compare_page.ANY_OTHER, others, default=list(variation.first), key=key, format_func=parameter_label,
            label_visibility="collapsed", placeholder=compare_page.CHOOSE_VALUES,
            on_change=_choose, args=(variation, key),
        )  # fmt: skip
        _show_rows(session, variation, variation.more)


def _choose(variation: Variation, key: str) -> None:
    """Other values to vary; one that is not chosen any more is as in the open plan."""
    variation.more = tuple(st.session_state[key])
    for path in set(variation.changes) - {*KNOBS, *variation.more}:
        del variation.changes[path]


def _show_rows(session: BrowserSession, variation: Variation, there: Sequence[str]) -> None:
    for start in range(0, len(there), _IN_A_ROW):
        row = there[start : start + _IN_A_ROW]
        for column, path in zip(st.columns(_IN_A_ROW), row, strict=False):
            with column:
                _show(session, variation, path)


def _show(session: BrowserSession, variation: Variation, path: str) -> None:
    planned = variation.text_without(session, path)
    stands = variation.changes.get(path) or planned
    take = partial(_change, session, variation, path)
    show_field(session, parameter(path), stands, f"vary {variation.number} {path}", take, planned)


def _change(session: BrowserSession, variation: Variation, path: str, text: str) -> None:
    """Another value; the one that stands there without a change, or nothing, takes the change away."""
    stands = variation.text_without(session, path)
    variation.changes.pop(path, None)
    if text and text not in (stands, f"[{stands}]"):
        variation.changes[path] = text


def _add(held: list[Variation]) -> None:
    held.append(Variation(1 + max((each.number for each in held), default=0)))
