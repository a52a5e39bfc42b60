"""The scenario as text: edited, uploaded, downloaded, and described as the queueing network that it becomes.

The field of text is an editor: words are offered at the cursor, by the JSON Schema of a scenario, and what is wrong
stands beside its line.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from models.description.schema import Schema, scenario_schema
from models.errors import Problem, ScenarioError
from models.node_groups import rated_scenarios
from models.scenario import Scenario
from simulator.messages.description.describe import describe_network
from simulator.messages.page import scenario_page
from simulator.translate.translate import translate
from simulator.ui.inputs.day_shapes import change_text
from simulator.ui.inputs.value_input import show_value, take_unheard
from simulator.ui.library import shipped
from simulator.ui.parameters import parameter_label
from simulator.ui.plans.browser_shelf import use_shelf
from simulator.ui.plans.file_names import file_name
from simulator.ui.session import BrowserSession, Problems, current_session
from simulator.ui.uploads import LARGEST, SHOWN, decode_upload, line_count, line_of, scenario_text
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.problems import problem_words, require_scenario, show_problems

_PROGRAM = (Path(__file__).parent / "editor.js").read_text(encoding="utf-8")
_NAME = "scenario_editor"
ROOT = "#"
_REFERENCE = "#/$defs/"
_SOURCED = "sourced"  # A value written with its source, which may stand anywhere and is offered nowhere.
_LONGEST = 70  # Characters that are told of a key.

# A key: what it means, the words that its value may be, and the name of the group that it may hold.
OfferedWord = dict[str, Any]
OfferedWords = dict[str, dict[str, OfferedWord]]

TITLE = "Scenario"
ICON = ":material/edit_note:"

# Names in the state of a browser session.
_DRAFT, _OF, _WRONG = "draft", "draft of", "draft problems"
_AREA, _FILE = "scenario text", "scenario file"
_MOST_LINES = 30
_LINE = 24  # Pixels.


def show() -> None:
    """The page."""
    session = current_session()
    st.title(TITLE, anchor=False)
    _keep_up(session)
    _editor(session)
    _files(session)
    _network(session)


def network_description(scenario: Scenario) -> str:
    """The queueing network of a scenario, in words."""
    apart = rated_scenarios(scenario)
    found = [(translate(each), each.workload.states_a_load) for each in apart]
    told = [describe_network(translation.network, translation.origins, stated) for translation, stated in found]
    if len(apart) == 1:
        return told[0]
    named = zip((group.name for group in scenario.unit.paths), told, strict=True)
    return "\n\n".join(f"Nodes of {name}\n\n{text}" for name, text in named)


def _keep_up(session: BrowserSession) -> None:
    """Begins with the text of the plan when another one, or another change of it, has been chosen since; or with what
    somebody has typed in its place and not used, before they went elsewhere or loaded the page again."""
    of = (session.name, session.text, tuple(session.kept_changes.items()))
    state = st.session_state
    if state.get(_OF) != of:
        typed, _ = use_shelf(lambda there: there.draft(session.plan), "")
        state[_OF] = of
        state[_DRAFT] = typed or _own(session)
        _judge(state[_DRAFT]) if typed else _judged()


def _own(session: BrowserSession) -> str:
    """The text of the plan as it is."""
    return session.text or scenario_text(session.name, session.kept_changes)


def _editor(session: BrowserSession) -> None:
    st.text(scenario_page.this_is(_what(session)))
    # A shipped text states its changes, unless one of them reaches into a list.
    if session.kept_changes and (session.text or any("[" in path for path in session.kept_changes)):
        st.text(scenario_page.LAID_OVER)
        st.markdown("\n".join(_changed(path, text) for path, text in session.kept_changes.items()))
    draft = st.session_state[_DRAFT]
    height = _LINE * min(_MOST_LINES, 2 + line_count(draft))
    how = {"value": draft, "height": height, "max_chars": LARGEST, "help": scenario_page.KEYS, "origin": _own(session)}
    field = show_value(session, st.text_area, _AREA, draft, _judge_draft, scenario_page.AREA, **how)
    take_unheard(session)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Use this text", type="primary", on_click=_use_draft)
        if st.session_state[_DRAFT] != _own(session):
            st.button(scenario_page.DROP, on_click=_drop_draft)
            st.text(scenario_page.NOT_USED, width="content")
    if st.session_state[_WRONG]:
        show_problems(st.session_state[_WRONG], st.session_state[_DRAFT])
        st.text(scenario_page.OTHERS_GO_ON)
    show_editor(field, st.session_state[_WRONG], st.session_state[_DRAFT])


def _changed(path: str, text: str) -> str:
    """A change as on the page Plan, and the key that it would be in the text."""
    return f"- {escaped(parameter_label(path))}: {escaped(change_text(path, text))} (`{path}`)"


def _what(session: BrowserSession) -> str:
    if session.answers:
        return scenario_page.OF_ANSWERS
    if session.text:
        return "your own scenario"
    changed = scenario_page.CHANGED if session.kept_changes else ""
    return f"scenarios/{session.name}.yaml{changed}"


def _judge_draft(text: str) -> None:
    """Keeps what has been typed, wherever somebody goes from here, and finds what is wrong with it."""
    _keep_draft("" if text == _own(current_session()) else text)
    st.session_state[_DRAFT] = text
    _judge(text)


def _judge(text: str) -> None:
    try:
        current_session().judge(text)
    except ScenarioError as error:
        _judged(error.problems)
        return
    _judged()


def _judged(problems: Problems = ()) -> None:
    st.session_state[_WRONG] = problems


def _keep_draft(text: str) -> None:
    plan = current_session().plan
    use_shelf(lambda there: there.keep_draft(plan, text), None)


def _drop_draft() -> None:
    _keep_draft("")
    st.session_state[_DRAFT] = _own(current_session())
    _judged()


def _use_draft() -> None:
    _use(st.session_state[_DRAFT])


def _use(text: str) -> None:
    """Makes a text the scenario of all pages, or keeps what is wrong with it to be shown."""
    session = current_session()
    before = session.plan
    try:
        session.take_text(text)
    except ScenarioError as error:
        _judged(error.problems)
        return
    use_shelf(lambda there: there.keep_draft(before, ""), None)
    _judged()


def _files(session: BrowserSession) -> None:
    down, up = st.columns(2)
    name, text = file_name(session.title, ".yaml"), st.session_state[_DRAFT].encode("utf-8", "replace")
    down.download_button("Download this text", text, name, "application/yaml", on_click="ignore")
    down.text(scenario_page.SAME_THERE)
    up.file_uploader(
        scenario_page.upload(LARGEST // 1000),
        ["yaml", "yml"],
        key=_FILE,
        on_change=_take_upload,
        max_upload_size=1,
    )


def _take_upload() -> None:
    """An uploaded file becomes the draft, and the scenario if it is one; what is no text becomes neither."""
    state = st.session_state
    file = state[_FILE]
    if file is None:
        return
    try:
        text = decode_upload(file.getvalue())
    except ScenarioError as error:
        state[_WRONG] = error.problems
        return
    state[_DRAFT] = text
    _keep_draft(text)
    _use(text)


def _network(session: BrowserSession) -> None:
    st.header("The queueing network", anchor=False)
    st.code(network_description(require_scenario(session)), language=None, wrap_lines=True)


def show_editor(field: str, problems: Sequence[Problem], text: str) -> None:
    """Adds to a field of text, by its key, what an editor of scenarios has. problems: what is wrong with `text`."""
    editor = st.components.v2.component(_NAME, js=_PROGRAM, isolate_styles=False)
    # Apart, for the words stay the same, and a browser that has them is not sent them again.
    editor(data={"words": editor_words()}, key="editor words", height=1)
    name = re.sub(r"[^\w-]", "-", field)  # As Streamlit makes a class of a key.
    editor(data={"field": name, "problems": editor_marks(problems, text)}, key="editor problems", height=1)


def editor_marks(problems: Sequence[Problem], text: str) -> list[dict[str, object]]:
    """What is wrong at which line of a text, with the line as it was when that was found."""
    at_lines: dict[int, list[str]] = {}
    for problem in problems:
        if problem.file == SHOWN and problem.line:
            at_lines.setdefault(problem.line, []).append(problem_words(problem))
    found = sorted(at_lines.items())
    return [{"line": line, "said": "; ".join(said), "quoted": line_of(text, line)} for line, said in found]


@cache
def editor_words() -> OfferedWords:
    """Group -> key -> {"about", "values", "group"}; ROOT is the file itself."""
    schema, found = scenario_schema(), OfferedWords()
    _take(ROOT, [schema], schema["$defs"], found)
    found[ROOT]["extends"]["values"] = [f"{name}.yaml" for name in shipped()]
    return found


def _take(group: str, forms: list[Schema], defs: Schema, offered_words: OfferedWords) -> None:
    """The keys of a group, which is written in any of some forms, and of all groups that those may hold."""
    keys: dict[str, OfferedWord] = {}
    offered_words[group] = keys
    for key, schema in [pair for form in forms for pair in form["properties"].items()]:
        about, inner, values, named = "", [], [], ""
        for name, form in _forms(schema, defs):
            about = about or str(form.get("description", ""))
            values += _values(form)
            if "properties" in form:
                inner.append(form)
                named = name
        # A group that stands in many places has one name; one that is written in several ways is one of its own.
        below = "" if not inner else named if len(inner) == 1 and named else f"{group}.{key}"
        keys[key] = {"about": _short(about), "values": list(dict.fromkeys(values)), "group": below}
        if below and below not in offered_words:
            _take(below, inner, defs, offered_words)


def _forms(schema: Any, defs: Schema, name: str = "") -> Iterator[tuple[str, Schema]]:
    """Every form in which something may be written, with the name of its definition where it has one."""
    reference = str(schema.get("$ref", "")).removeprefix(_REFERENCE) if isinstance(schema, dict) else _SOURCED
    if reference == _SOURCED:
        return
    yield name, schema
    if reference:
        yield from _forms(defs[reference], defs, reference)
    for form in (*schema.get("anyOf", ()), schema.get("items")):
        yield from _forms(form, defs, name)


def _values(form: Schema) -> list[str]:
    if form.get("type") == "boolean":
        return ["true", "false"]
    given = [*form.get("enum", ()), *([form["const"]] if "const" in form else [])]
    return [str(each).lower() if isinstance(each, bool) else str(each) for each in given if each is not None]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rsplit(' ', 1)[0]} ..."
