"""What PyYAML says of a text that is no YAML, in the words of who wrote it: the mistake, and the line where it begins.

PyYAML names the place where the text stopped making sense. What is not closed began before that, often many lines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml
from yaml.reader import ReaderError
from yaml.tokens import (
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
    Token,
)

from models.errors import Problem

_LONGEST = 120
# PyYAML speaks of tokens and nodes; these are the mistakes behind its most frequent messages.
_IN_OUR_WORDS = (
    ("'\\t'", "a tab is used for indenting", "indent with spaces"),
    (
        "mapping values are not allowed",
        "a colon stands where no key can be",
        "check the indentation, or quote it",
    ),
    ("expected <block end>", "the indentation does not line up", "keys of one group start in one column"),
    ("expected ',' or", "a bracket is not closed", "close it, and separate the entries with commas"),
    ("end of stream", "a quote or bracket is not closed", "close it"),
    ("expected a single document", "more than one document", "remove the line ---"),
)
# A word with brackets in its midst.
_WORD = re.compile(r"[\w.]+(?:\[\w*\][\w.]*)+")
_BRACKETS = {FlowMappingStartToken: "{", FlowSequenceStartToken: "["}
_ENDS = (FlowMappingEndToken, FlowSequenceEndToken)


class UnsupportedYaml(yaml.MarkedYAMLError):
    """A construct that YAML has and a scenario has not."""


@dataclass
class _Open:
    """What is open where a text stops making sense: brackets with their lines, and the last quotation over several
    lines, with the lines where it begins and ends; the same of words without quotes."""

    brackets: list[tuple[str, int]] = field(default_factory=list)
    quotation: tuple[int, int] | None = None
    plain: tuple[int, int] | None = None


def syntax_problem(error: yaml.YAMLError, text: str, shown: str) -> Problem:
    """The one problem of a text that PyYAML refuses with `error`; `shown` is what its file is called."""
    if isinstance(error, ReaderError):
        return _no_character(error, text, shown)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 0
    said = str(getattr(error, "problem", None) or error).splitlines()[0]
    if isinstance(error, UnsupportedYaml):
        return Problem(shown, line, "", "", said, "write the values out")
    for begun, message, remedy in _begun_before(error, text, line):
        return Problem(shown, begun, "", "", message, remedy)
    for fragment, message, remedy in _IN_OUR_WORDS:
        if fragment in str(error):
            return Problem(shown, line, "", "", message, remedy)
    remedy = "check quotes, colons and indentation"
    return Problem(shown, line, "", "", f"this is not YAML ({said[:_LONGEST]})", remedy)


def _no_character(error: ReaderError, text: str, shown: str) -> Problem:
    """A character that no YAML has, such as one that steers a terminal."""
    line = text.count("\n", 0, error.position) + 1
    letter = error.character if isinstance(error.character, str) else chr(error.character)
    message = f"this is not YAML, for it has a character that no text can have ({letter})"
    return Problem(shown, line, "", "", message, "remove it")


def _begun_before(error: yaml.YAMLError, text: str, line: int) -> Iterator[tuple[int, str, str]]:
    """The line where what is not closed begins, the message and the remedy; nothing where all is closed."""
    if getattr(error, "context", None) == "while scanning a quoted scalar":
        begun = error.context_mark.line + 1
        yield begun, f"a quote or bracket is not closed: a quotation that begins here{_until(begun, line)}", "close it"
        return
    found, mark = _open_at(error, text), getattr(error, "context_mark", None)
    if "could not find expected ':'" in str(error) and mark is not None:
        yield mark.line + 1, "a key without a colon", "write `key: value`"
    elif "mapping values are not allowed" in str(error) and found.plain is not None and found.plain[1] == line:
        yield found.plain[0], "a key without a colon", "write `key: value`"
    elif found.brackets and (word := _bracketed_word(error, text)):
        yield line, "a word with a bracket in it stands between brackets", f'quote it: "{word}"'
    elif found.quotation is not None and found.quotation[1] == line:
        begun = found.quotation[0]
        message = f"a quotation that begins here ends in line {line}, where the file makes no sense any more"
        yield begun, message, "close it where it should end; a quote within it is written twice"
    elif found.brackets:
        bracket, begun = found.brackets[-1]
        message = f"a bracket is not closed: `{bracket}` begins here{_until(begun, line)}"
        yield begun, message, "close it, and separate the entries with commas"


def _bracketed_word(error: yaml.YAMLError, text: str) -> str:
    """The word in the midst of which a bracket opens, as in `{tiers[0].servers: 2}`; "" where there is none."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return ""
    return next((word.group() for word in _WORD.finditer(text) if word.start() < mark.index < word.end()), "")


def _until(begun: int, line: int) -> str:
    return f", and in line {line} the file makes no sense any more" if line > begun else ""


def _open_at(error: yaml.YAMLError, text: str) -> _Open:
    """What is open at the place of an error."""
    mark = getattr(error, "problem_mark", None)
    found = _Open()
    if mark is None:
        return found
    try:
        for token in yaml.scan(text):
            if token.start_mark.index >= mark.index:
                break
            _follow(token, found)
    except yaml.YAMLError:
        pass  # It is the same one.
    return found


def _follow(token: Token, found: _Open) -> None:
    bracket = _BRACKETS.get(type(token))
    if bracket is not None:
        found.brackets.append((bracket, token.start_mark.line + 1))
    elif isinstance(token, _ENDS) and found.brackets:
        found.brackets.pop()
    elif isinstance(token, ScalarToken) and token.start_mark.line < token.end_mark.line:
        lines = token.start_mark.line + 1, token.end_mark.line + 1
        if token.plain:
            found.plain = lines
        elif token.style in ("'", '"'):
            found.quotation = lines
