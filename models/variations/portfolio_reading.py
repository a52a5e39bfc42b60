"""The keys of a portfolio file: what they must be, and a problem with its place where they are not."""

import json
from collections.abc import Iterable, Mapping, Sequence

from models.errors import Problem
from models.messages import portfolios, validation
from models.reading.source_tree import SourceNode
from models.suggest import did_you_mean

_LONGEST_VALUE = 60


class Reading:
    """One portfolio file being read: `shown` is its path as the user gave it; problems are collected."""

    def __init__(self, shown: str, problems: list[Problem]) -> None:
        self.shown = shown
        self.problems = problems

    def report(self, line: int, path: str, message: str, remedy: str, value: str = "") -> None:
        """Notes a problem at a line, 0 for the file as a whole."""
        self.problems.append(Problem(self.shown, line, path, value, message, remedy))

    def wrong(self, written: SourceNode, path: str, message: str, remedy: str) -> None:
        """Notes a problem with what is written at a path."""
        self.report(written.origin.line, path, message, remedy, _quoted(written))

    def refuse_unknown(self, keys: Mapping[str, SourceNode], allowed: Iterable[str], within: str = "") -> None:
        """Notes every key that nobody reads."""
        for key, written in keys.items():
            if key not in allowed:
                path = f"{within}.{key}".removeprefix(".")
                self.report(written.origin.line, path, "unknown key", did_you_mean(key, allowed))

    def text(self, written: SourceNode, path: str, remedy: str) -> str:
        """A text that is not empty, else "" after a report."""
        if isinstance(written.value, str) and written.value.strip():
            return written.value.strip()
        self.wrong(written, path, "expected a text", remedy)
        return ""

    def switch(self, written: SourceNode | None, path: str) -> bool:
        """True or false; false where nothing is written."""
        if written is None or isinstance(written.value, bool):
            return written is not None and written.value
        self.wrong(written, path, *portfolios.NO_SWITCH)
        return False

    def group(self, written: SourceNode | None, path: str, empty: str, remedy: str) -> Mapping[str, SourceNode]:
        """The keys of a group, which has at least one; none where nothing is written or after a report."""
        if written is None:
            return {}
        if isinstance(written.value, dict) and written.value:
            return written.value
        self.wrong(written, path, empty if not written.value else validation.GROUP_EXPECTED, remedy)
        return {}

    def items(self, written: SourceNode | None, path: str, empty: str, remedy: str) -> Sequence[SourceNode]:
        """The items of a list, which has at least one; none where nothing is written or after a report."""
        if written is None:
            return []
        if isinstance(written.value, list) and written.value:
            return written.value
        self.wrong(written, path, empty if not written.value else "expected a list", remedy)
        return []


def _quoted(written: SourceNode) -> str:
    if isinstance(written.value, dict | list) or written.value is None:
        return ""
    text = written.text[:_LONGEST_VALUE]
    return json.dumps(text, ensure_ascii=False) if isinstance(written.value, str) else text
