"""From YAML text to its nodes, or to the one problem of a text that is no YAML: the mistake, in the words of who wrote
it, and the line where what is not closed begins.

Anchors and aliases are refused: a scenario needs none of them, and a few nested aliases expand to more memory than any
machine has.
"""

import re
from collections.abc import Callable

import yaml
from yaml.composer import Composer
from yaml.nodes import Node
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.resolver import Resolver
from yaml.scanner import Scanner

from models.errors import Problem, ScenarioError
from models.messages import yaml_text

_DEEPEST = 20
# Reading takes time in proportion to the entries, and 1 MiB has room for half a million of them. The one with the most
# that is shipped has 156 lines and commas; the largest portfolio that runs without being asked twice has 10,000 values.
MOST_ENTRIES = 20_000
LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # As YAML 1.1, section 5.4, has it.
_LONGEST = 120


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


def _syntax_problem(error: yaml.YAMLError, text: str, shown: str) -> Problem:
    """The one problem of a text that PyYAML refuses with `error`."""
    if isinstance(error, ReaderError):
        return _no_character(error, text, shown)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 0
    said = str(getattr(error, "problem", None) or error).splitlines()[0]
    if isinstance(error, UnsupportedYaml):
        return Problem(shown, line, "", "", said, yaml_text.WRITE_OUT)
    is_open = str(getattr(error, "context", None)).startswith(yaml_text.LEFT_OPEN)
    begun = error.context_mark.line + 1 if is_open else line
    until = yaml_text.until_line(line) if line > begun else ""
    for fragment, message, remedy in yaml_text.MISTAKES:
        if fragment in str(error):
            return Problem(shown, begun, "", "", f"{message}{until}", remedy)
    remedy = yaml_text.CHECK_YAML
    return Problem(shown, line, "", "", yaml_text.not_yaml(said[:_LONGEST]), remedy)


def _no_character(error: ReaderError, text: str, shown: str) -> Problem:
    """A character that no YAML has, such as one that steers a terminal."""
    line = text.count("\n", 0, error.position) + 1
    letter = error.character if isinstance(error.character, str) else chr(error.character)
    message = yaml_text.character_of_no_text(letter)
    return Problem(shown, line, "", "", message, "remove it")
