"""The form of a plan: its knobs. What is wrong is told at the knob, and a change can be reset."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import streamlit as st

from models.errors import Problem
from models.quantities.declarations import part_type
from models.quantities.fields import Part
from models.quantities.formatting import count_text
from models.scenario import FarmParts, Scenario
from simulator.messages.page import form_labels
from simulator.messages.page.form_labels import GROUPS
from simulator.ui.address import LONGEST
from simulator.ui.inputs.day_shapes import change_text
from simulator.ui.inputs.value_input import show_button, show_value
from simulator.ui.parameters import (
    PATHS,
    FormParameter,
    form_parameters,
    own_costs,
    parameter_at,
    parameter_label,
)
from simulator.ui.session import BrowserSession, leaf_of, value_text
from simulator.ui.widgets.blocks import escaped, with_code

OPEN = ("Demand", "Server", "Unit")  # Groups that are open from the start.
ASKED_AT_THE_DOOR = ("demand", "server", "datacenter.prices")
_SHOWN, _GROUP = "shown parts", "shown part"
_BACK = ":material/undo:"
MOST = 8  # Knobs that a search shows; who finds more writes more.
# What is no quantity of a farm: its name, files, which a page cannot reach, and what the page decides by itself.
_LEFT_OUT = re.compile("|".join(("name", r"run\.threads", r"workload\.trace(\..*)?", r".*\.(csv|file)")))


def show_form(session: BrowserSession, scenario: Scenario, wrong: Mapping[str, Sequence[Problem]]) -> None:
    """The form of a session whose last good version is `scenario`; `wrong`: what is wrong, by the path of a knob."""
    with st.container(border=bool(session.changes), key="changed"):  # There without one too: the knobs stay in place.
        _changed(session)
    shown = _matching_paths(session, scenario, wrong)
    for group, held in form_parameters(scenario).items():
        there = [knob for knob in held if knob.path not in shown and not _start_form_paths(session, knob.path)]
        touched = any(knob.path in session.changes or knob.path in wrong for knob in there)
        if there:
            with st.expander(group, expanded=group in OPEN or touched):
                for knob in there:
                    _show_with_problems(session, scenario, knob, wrong)


def shown_paths() -> tuple[str, ...]:
    """The paths at which there is a knob on the page, or would be in an open group."""
    return tuple(dict.fromkeys((*PATHS, *st.session_state.get(_SHOWN, ()))))


def _start_form_paths(session: BrowserSession, path: str) -> bool:
    """Whether a question of the front door is the knob of a parameter already."""
    return session.answers is not None and path in ASKED_AT_THE_DOOR and path not in session.changes


def _matching_paths(
    session: BrowserSession, scenario: Scenario, wrong: Mapping[str, Sequence[Problem]]
) -> tuple[str, ...]:
    """The knobs of what was looked for, by a word or by its group; their paths."""
    words = st.text_input(form_labels.FIND, key="find", placeholder=form_labels.EXAMPLES, max_chars=60)
    matches = find_parameters(words, scenario)
    if words and not matches:
        st.caption(form_labels.NOTHING_FOUND)
    for path in matches[:MOST]:
        _show_with_problems(session, scenario, parameter(path), wrong, sourced=True)
    if len(matches) > MOST:
        st.caption(form_labels.more_matches(len(matches) - MOST))
    shown = list(matches[:MOST])
    with st.expander(form_labels.every_part(len(paths())), expanded=bool(st.session_state.get(_GROUP))):
        names = list(groups())
        group = st.selectbox(
            "Part",
            names,
            index=None,
            key=_GROUP,
            placeholder="Choose a part",
            format_func=lambda name: name.replace("_", " ").replace(".", ", ") or "the farm itself",
        )
        for path in groups()[group] if group is not None else ():
            if path not in shown:
                shown.append(path)
                _show_with_problems(session, scenario, parameter(path), wrong, sourced=True)
    st.session_state[_SHOWN] = tuple(shown)
    return tuple(shown)


def _show_with_problems(
    session: BrowserSession,
    scenario: Scenario,
    knob: FormParameter,
    wrong: Mapping[str, Sequence[Problem]],
    sourced: bool = False,
) -> None:
    """A knob, what is wrong there, and what takes its change back; where its value comes from, if that is asked."""
    with st.container():  # What comes below a knob pushes no other one off its place, which could lose the focus.
        _show_knob(session, scenario, knob)
        for problem in wrong.get(knob.path, ()):
            st.error(with_code(problem_text(problem)))
        if knob.path in session.changes and knob.path not in wrong and _is_cut(scenario, knob):
            st.caption(with_code(form_labels.in_force(value_text(scenario, knob.path))))
        if sourced:
            st.caption(with_code(value_origin(scenario, knob.path) or form_labels.NOT_THERE))
        if knob.path in session.changes:
            _reset(session, knob)
        if knob.path == "server.price":
            _own_costs(session, scenario)


def _is_cut(scenario: Scenario, knob: FormParameter) -> bool:
    """Whether less is in force than was asked for at a knob, as of a cache for which there is no room."""
    leaf = leaf_of(scenario, knob.path)
    return bool(leaf) and scenario.sources[leaf].value_text != value_text(scenario, knob.path)


def problem_text(problem: Problem) -> str:
    """What is wrong, for people who see where: the value, the message and the remedy."""
    where = "in the baseline: " if problem.path.startswith("baseline.") else ""
    value = f"{problem.value}: " if problem.value else ""
    remedy = f"; {problem.remedy}" if problem.remedy else ""
    return f"{where}{value}{problem.message}{remedy}"


def _changed(session: BrowserSession) -> None:
    """What is changed, each with what resets it, and all at once."""
    count = len(session.changes)
    if not count:
        return
    st.markdown(f"**{count_text(count, 'change')}**")
    for path, text in session.changes.items():
        label = f"{escaped(parameter_label(path))}: {escaped(change_text(path, text))}"
        how: dict[str, Any] = {"label": label, "type": "tertiary", "icon": _BACK, "help": form_labels.RESET}
        show_button(session, st.button, f"take back {path}", session.change, path, "", **how)
    if count > 1:
        label = form_labels.reset_all(count_text(count, "change"))
        how = {"label": label, "icon": ":material/restart_alt:", "width": "stretch"}
        show_button(session, st.button, "reset", session.reset, **how)


def _show_knob(session: BrowserSession, scenario: Scenario, knob: FormParameter) -> None:
    """The knob, holding what has been changed, else what the scenario says."""
    stands = session.changes.get(knob.path) or value_text(scenario, knob.path)
    take = partial(session.change, knob.path)
    show_field(session, knob, stands, f"knob {knob.path}", take, origin_of(session, knob.path, stands))


def show_field(
    session: BrowserSession, knob: FormParameter, stands: str, name: str, take: Callable[[str], None], origin: str
) -> None:
    """The widget of a parameter, holding what stands there; `take` is called with another value, as it follows `--set`.

    origin: what would stand there without what the planner has changed there.
    """
    shown = stands.removeprefix("[").removesuffix("]") if knob.kind == "list" else stands
    given: dict[str, Any] = {"help": knob.help, "origin": origin}

    def take_typed(typed: object) -> None:
        take(knob.as_change(str(typed).strip()))

    if knob.kind == "number" and shown:
        number = int(float(shown.replace(",", "")))
        how: dict[str, Any] = {"min_value": knob.minimum, "max_value": knob.maximum, "value": number, "step": 1}
        show_value(session, st.number_input, name, number, take_typed, knob.label, **how, **given)
    elif knob.kind == "choice":
        choices = knob.choices_with(shown) if shown else ("", *knob.choices)
        how = {"options": choices, "index": choices.index(shown)}
        show_value(session, st.selectbox, name, shown, take_typed, knob.label, **how, **given)
    else:
        how = {"value": shown, "max_chars": LONGEST}
        show_value(session, st.text_input, name, shown, take_typed, knob.label, **how, **given)


def origin_of(session: BrowserSession, path: str, stands: str) -> str:
    """What stands at a path without a change of it."""
    return session.shown_without(path) if path in session.changes else stands


def _reset(session: BrowserSession, knob: FormParameter) -> None:
    """Takes the change of a knob away, and says what stands there then."""
    stands = session.shown_without(knob.path)
    label = escaped(form_labels.reset_to(stands)) if stands else form_labels.RESET
    how: dict[str, Any] = {"label": label, "type": "tertiary", "icon": _BACK}
    show_button(session, st.button, f"reset {knob.path}", session.change, knob.path, "", **how)


def _own_costs(session: BrowserSession, scenario: Scenario) -> None:
    """What was added to the server by its knobs: its price in the catalogue, which can be added to the server's."""
    found = own_costs(session, scenario)
    for each in found.added:
        st.caption(with_code(form_labels.added(each)))
    if found.unpriced:
        labels = ", ".join(GROUPS["Server"][path] for path in found.unpriced)
        st.caption(with_code(form_labels.unpriced(labels)))
    if found.changes:
        price = found.changes.get("server.price", "")
        label = form_labels.new_price(price) if price else form_labels.new_power(found.changes["server.power"])
        how: dict[str, Any] = {"label": escaped(label), "icon": ":material/add:", "width": "stretch"}
        show_button(session, st.button, "own costs", session.change_all, found.changes, **how)


@cache
def paths() -> tuple[str, ...]:
    """The path of every parameter that stands in no list, in the order in which a scenario has them."""
    return tuple(path for path in _within(FarmParts, "") if not _LEFT_OUT.fullmatch(path))


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The parts of a scenario by their path, each with its parameters; "" holds those of the farm itself."""
    found: dict[str, list[str]] = {}
    for path in paths():
        found.setdefault(path.rpartition(".")[0], []).append(path)
    return {group: tuple(held) for group, held in found.items()}


@lru_cache(maxsize=2_000)
def parameter(path: str) -> FormParameter:
    """The knob of a parameter, with its place in the scenario."""
    return parameter_at(path, parameter_label(path))


def listed(scenario: Scenario) -> tuple[str, ...]:
    """The parameters of a scenario that stand in its lists, such as `workload.clients[0].rate`."""
    return tuple(path for path in scenario.sources if "[" in path)


def find_parameters(words: str, scenario: Scenario) -> tuple[str, ...]:
    """The parameters that all of some words are told of, by label, path or meaning: the nearest first."""
    wanted = re.findall(r"[a-z0-9]+", words.lower())
    if not wanted:
        return ()
    places = {path: _rank(path, wanted) for path in (*paths(), *listed(scenario))}
    return tuple(sorted((path for path, rank in places.items() if rank < 3), key=lambda path: places[path]))


def value_origin(scenario: Scenario, path: str) -> str:
    """Where the value at a path comes from, with its range where it is a guess; "" where nothing stands there."""
    known = scenario.sources.get(leaf_of(scenario, path))
    if known is None:
        is_group = any(leaf.startswith((f"{path}.", f"{path}[")) for leaf in scenario.sources)
        return form_labels.WRITTEN_OUT if is_group else ""
    ranged = f", {known.low} to {known.high}" if known.low and known.high else ""
    return f"{known.kind}{ranged}: {known.source}" if known.source else f"{known.kind}{ranged}"


def _rank(path: str, wanted: list[str]) -> int:
    """0 where every word begins one of the label, 1 where it is in the path, 2 where it is in the meaning, else 3."""
    label = re.findall(r"[a-z0-9]+", parameter(path).label.lower())
    if all(any(word.startswith(each) for word in label) for each in wanted):
        return 0
    if all(each in path for each in wanted):
        return 1
    return 2 if all(each in f"{path} {parameter(path).help.lower()}" for each in wanted) else 3


def _within(part: type[Part], above: str) -> Iterator[str]:
    for key, field in part.model_fields.items():
        inner, is_list = part_type(field.annotation)
        if inner is None or inner.shorthand or inner.catalogue_folder:
            yield f"{above}{key}"
        if inner is not None and not is_list and inner is not part:
            yield from _within(inner, f"{above}{key}.")
