"""From YAML text to a Written tree, with the line of every value.

PyYAML composes the node graph; constructing objects from it would lose the lines and let a file do more than
say values. Merge keys and tags are refused: a scenario needs neither.
"""

import re
from functools import lru_cache
from pathlib import Path as FilePath

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from models.errors import Problem, ScenarioError
from models.messages import files, yaml_text
from models.quantities.provenance import SourceKind
from models.reading.read_file import read_text
from models.reading.source_tree import Path, Place, SourceNode, dotted
from models.reading.yaml_nodes import compose_nodes
from models.visible import is_text, shortened

_LONGEST_KEY = 80
_TAG = "tag:yaml.org,2002:"
_GROUP, _LIST = frozenset({_TAG + "map"}), frozenset({_TAG + "seq"})
_PLAIN = frozenset(_TAG + name for name in ("str", "int", "float", "bool", "null", "timestamp", "value", "merge"))
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}")


def read_yaml(
    path: FilePath, shown: str, kind: SourceKind, problems: list[Problem], text: str | None = None
) -> SourceNode:
    """The mapping in a YAML file, or in a `text` in its place; all values get `kind` and the place as their source.

    Appends to `problems` what does not keep the rest from being read, such as a key that is there twice.
    Raises ScenarioError, with `problems` too, when there is no mapping to be had.
    """
    text = read_text(path, shown) if text is None else text
    try:
        tree, found = _read(text, shown, kind)
    except ScenarioError as error:
        raise ScenarioError((*problems, *error.problems)) from None
    problems += found
    return tree


# A sweep reads the same files thousands of times. What counts is their text, not when they were written: a file that is
# changed is read anew. Nobody changes a tree; what is laid over one makes another.
@lru_cache(maxsize=128)
def _read(text: str, shown: str, kind: SourceKind) -> tuple[SourceNode, tuple[Problem, ...]]:
    """The mapping that a text says, and what is wrong with it."""
    root = compose_nodes(text, shown)
    if not isinstance(root, MappingNode):
        raise ScenarioError((Problem(shown, 1, "", "", *yaml_text.NO_GROUP_OF_LINES),))
    reader = _Reader(shown, kind, [], [])
    tree = reader.read(root, ())
    if reader.no_texts:
        raise ScenarioError((*reader.problems, *reader.no_texts))
    return tree, tuple(reader.problems)


class _Reader:
    """Turns the nodes of one file into Written values; `no_texts` are what nothing can be made of."""

    def __init__(self, shown: str, kind: SourceKind, problems: list[Problem], no_texts: list[Problem]) -> None:
        self.shown = shown
        self.kind = kind
        self.problems = problems
        self.no_texts = no_texts

    def read(self, node: Node, path: Path, line: int = 0) -> SourceNode:
        line = line or node.start_mark.line + 1
        origin = Place(self.shown, line, self.kind, f"{self.shown}, line {line}")
        if isinstance(node, MappingNode):
            self._refuse_tag(node, path, _GROUP)
            return SourceNode(self._mapping(node, path), origin)
        if isinstance(node, SequenceNode):
            self._refuse_tag(node, path, _LIST)
            items = [self.read(item, (*path, position)) for position, item in enumerate(node.value)]
            return SourceNode(items, origin)
        self._refuse_tag(node, path, _PLAIN)
        self._refuse_no_text(node, path, line)
        return SourceNode(_scalar(node), origin, text=node.value)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, SourceNode]:
        values: dict[str, SourceNode] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            key = self._key(key_node, path)
            if key in values:
                first = values[key].origin.line
                keep = yaml_text.COMMA_IN_BRACES if key[:1].isdigit() else yaml_text.keep_one_of_lines(first)
                self._report(line, (*path, key), yaml_text.KEY_TWICE, keep)
            elif key:
                values[key] = self.read(value_node, (*path, key), line)
        return values

    def _key(self, node: Node, path: Path) -> str:
        """The key as text, or an empty text after a report."""
        line = node.start_mark.line + 1
        if not isinstance(node, ScalarNode) or node.tag != _TAG + "str":
            shown = repr(node.value)[:60] if isinstance(node, ScalarNode) else "a group or list"
            merge_key = yaml_text.NO_MERGE_KEYS
            message = merge_key if node.value == "<<" else yaml_text.key_is_no_word(shown)
            self._report(line, path, message, "write `word: value`")
            return ""
        self._refuse_no_text(node, path, line)
        key: str = node.value
        if not key or len(key) > _LONGEST_KEY:
            self._report(line, path, *yaml_text.KEY_TOO_LONG)
            return ""
        return key

    def _refuse_tag(self, node: Node, path: Path, usual: frozenset[str]) -> None:
        if node.tag not in usual:
            tag = node.tag.replace(_TAG, "!!")
            self._report(node.start_mark.line + 1, path, *yaml_text.tag_not_used(tag))

    def _refuse_no_text(self, node: ScalarNode, path: Path, line: int) -> None:
        """Such a value could name no file and be written nowhere."""
        if not is_text(node.value):
            value = f'"{shortened(node.value)}"'
            self.no_texts.append(Problem(self.shown, line, dotted(path), value, *files.NO_TEXT))

    def _report(self, line: int, path: Path, message: str, remedy: str) -> None:
        self.problems.append(Problem(self.shown, line, dotted(path), "", message, remedy))


def _scalar(node: ScalarNode) -> str | int | float | bool | None:
    """The value of a scalar. What YAML makes of 1:30 or 2006-01-01 stays the text that was written."""
    text: str = node.value
    name = node.tag.removeprefix(_TAG)
    if name == "null":
        return None
    if name == "bool" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if name == "int" and _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if name == "float":
        try:
            return float(text.lower().replace(".nan", "nan").replace(".inf", "inf"))
        except ValueError:
            return text
    return text
