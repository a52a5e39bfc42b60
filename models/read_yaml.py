"""From YAML text to a Written tree, with the line of every value.

PyYAML composes the node graph; constructing objects from it would lose the lines and let a file do more than
say values. Anchors, aliases, merge keys and tags are refused: a scenario needs none of them, and a few nested
aliases expand to more memory than any machine has.
"""

import re
from functools import lru_cache
from pathlib import Path as FilePath

import yaml
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import Resolver
from yaml.scanner import Scanner

from models.errors import Problem, ScenarioError
from models.provenance import SourceKind
from models.read_file import read_text
from models.written import Origin, Path, Written, dotted

_DEEPEST = 20
_LONGEST_KEY = 80
_TAG = "tag:yaml.org,2002:"
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}")
# PyYAML speaks of tokens and nodes; these are the mistakes behind its most frequent messages.
_IN_OUR_WORDS = (
    ("'\\t'", "a tab is used for indenting", "indent with spaces"),
    (
        "mapping values are not allowed",
        "a colon stands where no key can be",
        "check the indentation, or quote it",
    ),
    ("could not find expected ':'", "a key without a colon", "write `key: value`"),
    ("expected <block end>", "the indentation does not line up", "keys of one group start in one column"),
    ("expected ',' or", "a bracket is not closed", "close it, and separate the entries with commas"),
    ("end of stream", "a quote or bracket is not closed", "close it"),
    ("expected a single document", "more than one document", "remove the line ---"),
)


class _Refusal(yaml.MarkedYAMLError):
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
            raise _Refusal(None, None, "anchors (&) and aliases (*) are not used here", event.start_mark)
        if self.depth >= _DEEPEST:
            raise _Refusal(None, None, f"groups are nested more than {_DEEPEST} deep", event.start_mark)
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

    class _Fast(_Composer, CParser):
        """Reads in C, ten times as fast."""

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            super().__init__()

else:
    _Fast = _Careful


def read_yaml(path: FilePath, shown: str, kind: SourceKind, problems: list[Problem]) -> Written:
    """The mapping in a YAML file; all values get `kind` and the place as their source.

    Appends to `problems` what does not keep the rest from being read, such as a key that is there twice.
    Raises ScenarioError, with `problems` too, when there is no mapping to be had.
    """
    text = read_text(path, shown)
    try:
        tree, found = _read(text, shown, kind)
    except ScenarioError as error:
        raise ScenarioError((*problems, *error.problems)) from None
    problems += found
    return tree


# A sweep reads the same files thousands of times. What counts is their text, not when they were written: a file that is
# changed is read anew. Nobody changes a tree; what is laid over one makes another.
@lru_cache(maxsize=128)
def _read(text: str, shown: str, kind: SourceKind) -> tuple[Written, tuple[Problem, ...]]:
    """The mapping that a text says, and what is wrong with it."""
    try:
        root = _compose(text)
    except yaml.YAMLError as error:
        raise ScenarioError((_syntax_problem(error, shown),)) from None
    if not isinstance(root, MappingNode):
        remedy = "start with `scenario: NAME`"
        raise ScenarioError((Problem(shown, 1, "", "", "the file is not a group of `key: value` lines", remedy),))
    problems: list[Problem] = []
    return _Reader(shown, kind, problems).read(root, ()), tuple(problems)


def _compose(text: str) -> Node | None:
    try:
        return _Fast(text).get_single_node()
    except yaml.YAMLError:
        return _Careful(text).get_single_node()


class _Reader:
    """Turns the nodes of one file into Written values."""

    def __init__(self, shown: str, kind: SourceKind, problems: list[Problem]) -> None:
        self.shown = shown
        self.kind = kind
        self.problems = problems

    def read(self, node: Node, path: Path, line: int = 0) -> Written:
        line = line or node.start_mark.line + 1
        origin = Origin(self.shown, line, self.kind, f"{self.shown}, line {line}")
        if isinstance(node, MappingNode):
            self._refuse_tag(node, path, "map")
            return Written(self._mapping(node, path), origin)
        if isinstance(node, SequenceNode):
            self._refuse_tag(node, path, "seq")
            items = [self.read(item, (*path, position)) for position, item in enumerate(node.value)]
            return Written(items, origin)
        self._refuse_tag(node, path, "str", "int", "float", "bool", "null", "timestamp", "value", "merge")
        return Written(_scalar(node), origin, text=node.value)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, Written]:
        values: dict[str, Written] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            key = self._key(key_node, path)
            if key in values:
                first = values[key].origin.line
                self._report(
                    line, (*path, key), "this key is there twice", f"keep this or the one in line {first}"
                )
            elif key:
                values[key] = self.read(value_node, (*path, key), line)
        return values

    def _key(self, node: Node, path: Path) -> str:
        """The key as text, or an empty text after a report."""
        line = node.start_mark.line + 1
        if not isinstance(node, ScalarNode) or node.tag != _TAG + "str":
            shown = repr(node.value)[:60] if isinstance(node, ScalarNode) else "a group or list"
            merge_key = "merge keys (<<) are not used here"
            message = merge_key if node.value == "<<" else f"a key must be a word, not {shown}"
            self._report(line, path, message, "write `word: value`")
            return ""
        if not node.value or len(node.value) > _LONGEST_KEY:
            self._report(line, path, "a key must have 1 to 80 characters", "write `word: value`")
            return ""
        return node.value

    def _refuse_tag(self, node: Node, path: Path, *usual: str) -> None:
        if node.tag not in {_TAG + name for name in usual}:
            tag = node.tag.replace(_TAG, "!!")
            self._report(node.start_mark.line + 1, path, f"the tag {tag} is not used here", "remove it")

    def _report(self, line: int, path: Path, message: str, remedy: str) -> None:
        self.problems.append(Problem(self.shown, line, dotted(path), "", message, remedy))


def _scalar(node: ScalarNode) -> str | int | float | bool | None:
    """The value of a scalar. What YAML makes of 1:30 or 2006-01-01 stays the text that was written."""
    name = node.tag.removeprefix(_TAG)
    if name == "null":
        return None
    if name == "bool" and node.value.lower() in ("true", "false"):
        return node.value.lower() == "true"
    if name == "int" and _WHOLE_NUMBER.fullmatch(node.value):
        return int(node.value)
    if name == "float":
        try:
            return float(node.value.lower().replace(".nan", "nan").replace(".inf", "inf"))
        except ValueError:
            return node.value
    return node.value


def _syntax_problem(error: yaml.YAMLError, shown: str) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 0
    said = str(getattr(error, "problem", None) or error).splitlines()[0]
    if isinstance(error, _Refusal):
        return Problem(shown, line, "", "", said, "write the values out")
    for fragment, message, remedy in _IN_OUR_WORDS:
        if fragment in str(error):
            return Problem(shown, line, "", "", message, remedy)
    return Problem(
        shown, line, "", "", f"this is not YAML ({said[:120]})", "check quotes, colons and indentation"
    )
