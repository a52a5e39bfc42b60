"""Makes an editor of a field of text: words offered at the cursor, by the JSON Schema of a scenario, and what is wrong
beside its line."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from models.describing.schema import Schema, scenario_schema
from models.errors import Problem
from simulator.ui.library import shipped
from simulator.ui.shown.problems import in_words
from simulator.ui.uploads import SHOWN, line_of

_PROGRAM = (Path(__file__).parent / "editor.js").read_text(encoding="utf-8")
_NAME = "scenario_editor"
ROOT = "#"
_REFERENCE = "#/$defs/"
_SOURCED = "sourced"  # A value written with its source, which may stand anywhere and is offered nowhere.
_LONGEST = 120  # Characters that are told of a key.

# A key: what it means, the words that its value may be, and the name of the group that it may hold.
OfferedWord = dict[str, Any]
OfferedWords = dict[str, dict[str, OfferedWord]]


def show_editor(field: str, problems: Sequence[Problem], text: str) -> None:
    """Adds to a field of text, by its key, what an editor of scenarios has. problems: what is wrong with `text`."""
    editor = st.components.v2.component(_NAME, js=_PROGRAM, isolate_styles=False)
    name = field.replace(" ", "-")
    # Apart, for the words stay the same, and a browser that has them is not sent them again.
    editor(data={"field": name, "words": words()}, key="editor words", height=1)
    editor(data={"field": name, "problems": marks(problems, text)}, key="editor problems", height=1)


def marks(problems: Sequence[Problem], text: str) -> list[dict[str, object]]:
    """What is wrong at which line of a text, with the line as it was when that was found."""
    at_lines: dict[int, list[str]] = {}
    for problem in problems:
        if problem.file == SHOWN and problem.line:
            at_lines.setdefault(problem.line, []).append(in_words(problem))
    found = sorted(at_lines.items())
    return [{"line": line, "said": "; ".join(said), "quoted": line_of(text, line)} for line, said in found]


@cache
def words() -> OfferedWords:
    """Group -> key -> {"about", "values", "group"}; ROOT is the file itself."""
    schema, found = scenario_schema(), OfferedWords()
    _take(ROOT, [schema], schema["$defs"], found)
    found[ROOT]["extends"]["values"] = [f"{name}.yaml" for name in shipped()]
    return found


def _take(group: str, forms: list[Schema], defs: Schema, found: OfferedWords) -> None:
    """The keys of a group, which is written in any of some forms, and of all groups that those may hold."""
    keys: dict[str, OfferedWord] = {}
    found[group] = keys
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
        if below and below not in found:
            _take(below, inner, defs, found)


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
