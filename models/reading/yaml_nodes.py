"""From YAML text to its nodes, or to the one problem of a text that is no YAML: the mistake, in the words of who wrote
it, and the line where it begins.

PyYAML names the place where the text stopped making sense. What is not closed began before that, often many lines.
Anchors and aliases are refused: a scenario needs none of them, and a few nested aliases expand to more memory than any
machine has.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import yaml
from yaml.composer import Composer
from yaml.nodes import Node
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.resolver import Resolver
from yaml.scanner import Scanner
from yaml.tokens import (
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
    Token,
)

from models.errors import Problem, ScenarioError
from models.messages import yaml_text

_DEEPEST = 20
# Reading takes time in proportion to the entries, and 1 MiB has room for half a million of them. The one with the most
# that is shipped has 156 lines and commas; the largest portfolio that runs without being asked twice has 10,000 values.
MOST_ENTRIES = 20_000
LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # As YAML 1.1, section 5.4, has it.
_LONGEST = 120
# A word with brackets in its midst.
_WORD = re.compile(r"[\w.]+(?:\[\w*\][\w.]*)+")
_BRACKETS = {FlowMappingStartToken: "{", FlowSequenceStartToken: "["}
_ENDS = (FlowMappingEndToken, FlowSequenceEndToken)


class UnsupportedYaml(yaml.MarkedYAMLError):
    """A construct that YAML has and a scenario has not."""


class _Composer(Composer, Resolver):
    """Composes nodes, refusing what could expand or nest without end before it does. A parser brings the events."""

    depth = 0

    def __init__(self) -> None:
        Composer.__init__(self)
        Resolver.__init__(self)

    def compose_node(self, parent: Node | None, index: object) -> Node | None:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise UnsupportedYaml(None, None, yaml_text.NO_ANCHORS, event.start_mark)
        if self.depth >= _DEEPEST:
            raise UnsupportedYaml(None, None, yaml_text.nested_too_deep(_DEEPEST), event.start_mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


class _Careful(_Composer, Reader, Scanner, Parser):
    """Reads in Python, and so says best what is wrong."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        super().__init__()


if yaml.__with_libyaml__:
    from yaml.cyaml import CParser

    class _Compiled(_Composer, CParser):
        """Reads in C, ten times as fast."""

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            super().__init__()

    _FASTEST: Callable[[str], _Composer] = _Compiled
else:
    _FASTEST = _Careful


def compose_nodes(text: str, shown: str) -> Node | None:
    """The nodes of a text; `shown` is what its file is called. Raises ScenarioError for a text with too many entries,
    and for one that is no YAML."""
    _check_entries(text, shown)
    try:
        return _compose(text)
    except yaml.YAMLError as error:
        raise ScenarioError((_syntax_problem(error, text, shown),)) from None


def entry_count(text: str) -> int:
    """How many entries a text has at most, without reading it: every one but the first follows a line's end or a comma.

    Lines of comment have none.
    """
    return sum(1 + line.count(",") for line in LINE_END.split(text) if not line.lstrip().startswith("#"))


def _check_entries(text: str, shown: str) -> None:
    found = entry_count(text)
    if found > MOST_ENTRIES:
        message, remedy = yaml_text.too_many_entries(found, MOST_ENTRIES)
        raise ScenarioError((Problem(shown, 0, "", "", message, remedy),))


def _compose(text: str) -> Node | None:
    try:
        return _FASTEST(text).get_single_node()
    except yaml.YAMLError:
        return _Careful(text).get_single_node()


@dataclass
class _Open:
    """What is open where a text stops making sense: brackets with their lines, and the last quotation over several
    lines, with the lines where it begins and ends; the same of words without quotes."""

    brackets: list[tuple[str, int]] = field(default_factory=list)
    quotation: tuple[int, int] | None = None
    plain: tuple[int, int] | None = None


def _syntax_problem(error: yaml.YAMLError, text: str, shown: str) -> Problem:
    """The one problem of a text that PyYAML refuses with `error`."""
    if isinstance(error, ReaderError):
        return _no_character(error, text, shown)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 0
    said = str(getattr(error, "problem", None) or error).splitlines()[0]
    if isinstance(error, UnsupportedYaml):
        return Problem(shown, line, "", "", said, yaml_text.WRITE_OUT)
    for begun, message, remedy in _begun_before(error, text, line):
        return Problem(shown, begun, "", "", message, remedy)
    for fragment, message, remedy in yaml_text.MISTAKES:
        if fragment in str(error):
            return Problem(shown, line, "", "", message, remedy)
    remedy = yaml_text.CHECK_YAML
    return Problem(shown, line, "", "", yaml_text.not_yaml(said[:_LONGEST]), remedy)


def _no_character(error: ReaderError, text: str, shown: str) -> Problem:
    """A character that no YAML has, such as one that steers a terminal."""
    line = text.count("\n", 0, error.position) + 1
    letter = error.character if isinstance(error.character, str) else chr(error.character)
    message = yaml_text.character_of_no_text(letter)
    return Problem(shown, line, "", "", message, "remove it")


def _begun_before(error: yaml.YAMLError, text: str, line: int) -> Iterator[tuple[int, str, str]]:
    """The line where what is not closed begins, the message and the remedy; nothing where all is closed."""
    if getattr(error, "context", None) == yaml_text.WITHIN_A_QUOTATION:
        begun = error.context_mark.line + 1
        yield begun, *yaml_text.quotation_not_closed(_until(begun, line))
        return
    found, mark = _open_at(error, text), getattr(error, "context_mark", None)
    if yaml_text.COLON_EXPECTED in str(error) and mark is not None:
        yield mark.line + 1, "a key without a colon", "write `key: value`"
    elif yaml_text.COLON_UNEXPECTED in str(error) and found.plain is not None and found.plain[1] == line:
        yield found.plain[0], "a key without a colon", "write `key: value`"
    elif found.brackets and (word := _bracketed_word(error, text)):
        yield line, yaml_text.BRACKET_IN_A_WORD, f'quote it: "{word}"'
    elif found.quotation is not None and found.quotation[1] == line:
        begun = found.quotation[0]
        yield begun, *yaml_text.quotation_ends_late(line)
    elif found.brackets:
        bracket, begun = found.brackets[-1]
        yield begun, *yaml_text.bracket_not_closed(bracket, _until(begun, line))


def _bracketed_word(error: yaml.YAMLError, text: str) -> str:
    """The word in the midst of which a bracket opens, as in `{tiers[0].servers: 2}`; "" where there is none."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return ""
    return next((word.group() for word in _WORD.finditer(text) if word.start() < mark.index < word.end()), "")


def _until(begun: int, line: int) -> str:
    return yaml_text.until_line(line) if line > begun else ""


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
