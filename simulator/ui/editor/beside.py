"""Makes an editor of a field of text: words offered at the cursor, and what is wrong beside its line."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from models.errors import Problem
from simulator.ui.editor.words import words
from simulator.ui.shown.problems import in_words
from simulator.ui.uploads import SHOWN, line_of

_PROGRAM = (Path(__file__).parent / "editor.js").read_text(encoding="utf-8")
_NAME = "scenario_editor"


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
