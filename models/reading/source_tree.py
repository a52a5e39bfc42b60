"""What a file says, before anybody judges it: plain values in a tree, each with its place and its source.

A file says what a value is based on in a group, `{value: 9 ms, assumed: "6 ms to 10 ms", why: "..."}`, or what it was
measured to be, `{value: 9 ms, kind: measured, source: "...", interval: "8.7 ms to 9.3 ms"}`: `take_sources` makes of
each such group the value with its source.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, get_args

from models.errors import Problem
from models.messages import stated_sources
from models.quantities.declarations import nested_part_fields
from models.quantities.fields import Part
from models.quantities.provenance import SourceKind

Path = tuple[str | int, ...]
# What stands beside a value that says what it is based on.
_KEYS = frozenset({"value", "source", "kind", "assumed", "why", "interval"})


@dataclass(frozen=True)
class Place:
    """Where a value stands (file as the user gave it, line from 1) and what it is based on; its range may stand in
    another line."""

    file: str
    line: int
    kind: SourceKind
    source: str
    low: str | None = None
    high: str | None = None
    range_line: int = 0


@dataclass(frozen=True, eq=False)
class SourceNode:
    """A value as written: a scalar, a mapping of keys to Written, or a list of Written.

    text: the scalar's own spelling. whole: it replaces what it overrides instead of merging with it, because
    it was written as a plain value or name. one_of: the keys of which one above takes the place of another one below,
    each with those that only go with it. A tree equals itself only, so that what is made of one can be kept by it.
    """

    value: Any
    origin: Place
    text: str = ""
    whole: bool = False
    one_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return isinstance(self.value, dict)

    @property
    def children(self) -> Iterator[tuple[str | int, "SourceNode"]]:
        """Keys or positions with what stands there; nothing for a scalar."""
        if isinstance(self.value, dict):
            yield from self.value.items()
        elif isinstance(self.value, list):
            yield from enumerate(self.value)

    def child(self, step: str | int) -> "SourceNode | None":
        """What stands at a key or a position; None where nothing does."""
        if isinstance(self.value, dict):
            return self.value.get(step)
        inside = isinstance(self.value, list) and isinstance(step, int) and 0 <= step < len(self.value)
        return self.value[step] if inside else None

    def way(self, path: Path) -> list["SourceNode"]:
        """The values that exist on the way along `path`, this one first."""
        met = [self]
        for step in path:
            child = met[-1].child(step)
            if child is None:
                break
            met.append(child)
        return met

    def at(self, path: Path) -> "SourceNode | None":
        """What stands at the end of `path`; None where nothing does."""
        met = self.way(path)
        return met[-1] if len(met) > len(path) else None

    def with_value(self, value: Any) -> "SourceNode":
        """The same place with another value."""
        return SourceNode(value, self.origin, self.text, self.whole, self.one_of)

    def with_origin(self, origin: Place) -> "SourceNode":
        """The same value at another place, or of another source."""
        return SourceNode(self.value, origin, self.text, self.whole, self.one_of)

    def with_changes(self, changes: Mapping[str, "SourceNode"]) -> "SourceNode":
        """The same place with other values at some of its keys; itself where there are none."""
        return self.with_value({**self.value, **changes}) if changes else self

    def with_children(self, children: Sequence[tuple[str | int, "SourceNode"]]) -> "SourceNode":
        """The same place with other contents of a mapping or a list; itself where they are the same, as of a scalar."""
        if all(child is before for (_, child), (_, before) in zip(children, self.children, strict=True)):
            return self
        return self.with_value(dict(children) if self.is_mapping else [child for _, child in children])


class ReportedValue:
    """Stands for a value whose problem is reported already, so that it is not reported again."""


def plain(written: SourceNode) -> Any:
    """The tree as plain dicts, lists and scalars."""
    if written.is_mapping:
        return {key: plain(child) for key, child in written.value.items()}
    if isinstance(written.value, list):
        return [plain(child) for child in written.value]
    return written.value


@lru_cache(maxsize=4096)
def dotted(path: Path) -> str:
    """`("server", "cards", 0, "rate")` as people write it: server.cards[0].rate."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def merge(below: SourceNode, above: SourceNode) -> SourceNode:
    """`above` over `below`: groups of keys merge deeply, everything else replaces.

    A plain value, a list, and a group that names a model replace as a whole: who writes `operating_system:
    windows-2003-x86` wants it as the catalogue has it, not with leftovers of another one. Where one key of several is
    stated, another one of them above takes its place.
    """
    if not (below.is_mapping and above.is_mapping) or above.whole or "model" in above.value:
        return above
    merged = _without_other_ways(below, above)
    for key, value in above.value.items():
        merged[key] = merge(merged[key], value) if key in merged else value
    return below.with_value(merged)


def _without_other_ways(below: SourceNode, above: SourceNode) -> dict[str, SourceNode]:
    """What stands below, without that of which `above` states another one, and without what only goes with it; that
    there is none of one says nothing of the others."""
    stated = {key for key in above.one_of.keys() & above.value.keys() if above.value[key].value != "none"}
    others = above.one_of.keys() - stated if stated else set()
    gone = {each for key in others & below.value.keys() for each in (key, *above.one_of[key])}
    return {key: value for key, value in below.value.items() if key not in gone}


def take_sources(written: SourceNode, problems: list[Problem], path: Path = ()) -> SourceNode:
    """The tree with every `{value: ..., source: ...}` replaced by its value, which keeps the source.

    Appends to `problems` where such a group is incomplete or has other keys.
    """
    if written.is_mapping and "value" in written.value:
        return _sourced(written, problems, path)
    if not isinstance(written.value, dict | list):
        return written  # Most of a file, and nothing is within it.
    return written.with_children([(key, take_sources(each, problems, (*path, key))) for key, each in written.children])


def file_origin(written: SourceNode, problems: list[Problem]) -> SourceNode:
    """A catalogue file's values with the file's own `kind` and `source`, which are taken out of it."""
    values = dict(written.value)
    kind, source = values.pop("kind", None), values.pop("source", None)
    origin = replace(written.origin, source=_on_one_line(source) if source else "")
    if kind is not None:
        origin = replace(origin, kind=_kind(kind, problems, ("kind",)))
    return _with_origin(written.with_value(values), origin)


def _sourced(written: SourceNode, problems: list[Problem], path: Path) -> SourceNode:
    keys = written.value
    value = take_sources(keys["value"], problems, path)
    for key in keys.keys() - _KEYS:
        _report(problems, keys[key], (*path, key), *stated_sources.unknown_beside_value(", ".join(sorted(_KEYS))))
    if "assumed" in keys:
        origin = _assumption(keys, problems, path, written.origin)
    elif "source" in keys:
        kind: SourceKind = "published" if written.origin.kind == "scenario" else written.origin.kind
        if "kind" in keys:
            kind = _kind(keys["kind"], problems, (*path, "kind"))
        origin = replace(written.origin, kind=kind, source=_on_one_line(keys["source"]))
        if "interval" in keys:
            origin = _measured(keys["interval"], problems, path, origin)
    else:
        _report(problems, written, path, *stated_sources.NO_SOURCE)
        origin = written.origin
    return _with_origin(value, origin)


def _measured(interval: SourceNode, problems: list[Problem], path: Path, origin: Place) -> Place:
    """A measured value with the ends of its interval."""
    low, separator, high = interval.text.partition(" to ")
    at = (*path, "interval")
    if not (separator and low.strip() and high.strip()):
        _report(problems, interval, at, *stated_sources.INTERVAL_WITHOUT_ENDS)
    if origin.kind != "measured":
        _report(problems, interval, at, *stated_sources.INTERVAL_NOT_MEASURED)
    return replace(origin, low=low.strip(), high=high.strip(), range_line=interval.origin.line)


def _assumption(keys: dict[str, SourceNode], problems: list[Problem], path: Path, origin: Place) -> Place:
    low, separator, high = keys["assumed"].text.partition(" to ")
    if not (separator and low.strip() and high.strip()):
        _report(problems, keys["assumed"], (*path, "assumed"), *stated_sources.ASSUMPTION_WITHOUT_RANGE)
    if "why" not in keys:
        _report(problems, keys["assumed"], path, *stated_sources.ASSUMPTION_WITHOUT_REASON)
    why = _on_one_line(keys["why"]) if "why" in keys else ""
    line = keys["assumed"].origin.line
    return replace(origin, kind="assumed", source=why, low=low.strip(), high=high.strip(), range_line=line)


def _with_origin(written: SourceNode, origin: Place) -> SourceNode:
    """The tree with another source for every value; every value keeps its own line."""
    own = replace(origin, file=written.origin.file, line=written.origin.line)
    children = [(key, _with_origin(child, origin)) for key, child in written.children]
    return written.with_children(children).with_origin(own)


def _on_one_line(written: SourceNode) -> str:
    """A text that may have been written over several lines."""
    return " ".join(written.text.split())


def _kind(written: SourceNode, problems: list[Problem], path: Path) -> SourceKind:
    allowed: list[SourceKind] = [kind for kind in get_args(SourceKind) if kind not in ("default", "scenario")]
    for kind in allowed:
        if written.value == kind:
            return kind
    _report(problems, written, path, *stated_sources.no_kind_of_source(", ".join(allowed)))
    return "published"


def _report(problems: list[Problem], at: SourceNode, path: Path, message: str, remedy: str) -> None:
    problems.append(Problem(at.origin.file, at.origin.line, dotted(path), "", message, remedy))


# What becomes of a part that is written at a path.
PartChange = Callable[[SourceNode, type[Part], Path], SourceNode]


def change_parts(written: SourceNode, part: type[Part], path: Path, change: PartChange) -> SourceNode:
    """A group of keys with each part within it changed, and each item of a list of parts.

    What stays is the same object, so that a tree in which nothing changes costs no copy.
    """
    held = nested_part_fields(part)
    changes = {}
    for key, child in written.value.items():
        if key in held:
            nested, is_list = held[key]
            at = (*path, key)
            found = _items(child, nested, at, change) if is_list else change(child, nested, at)
            if found is not child:
                changes[key] = found
    return _with_changes(written, tuple(changes.items())) if changes else written


def _items(written: SourceNode, part: type[Part], path: Path, change: PartChange) -> SourceNode:
    if not isinstance(written.value, list):
        return written
    found = [change(item, part, (*path, position)) for position, item in enumerate(written.value)]
    same = all(after is before for after, before in zip(found, written.value, strict=True))
    return written if same else _with_items(written, tuple(found))


# For the same changes the same tree, so that what is made of it can be kept by it.
@lru_cache(maxsize=1_024)
def _with_changes(written: SourceNode, changes: tuple[tuple[str, SourceNode], ...]) -> SourceNode:
    return written.with_changes(dict(changes))


@lru_cache(maxsize=1_024)
def _with_items(written: SourceNode, items: tuple[SourceNode, ...]) -> SourceNode:
    return written.with_value(list(items))
