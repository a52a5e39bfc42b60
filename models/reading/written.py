"""What a file says, before anybody judges it: plain values in a tree, each with its place and its source."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from models.quantities.provenance import SourceKind

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """Where a value stands (file as the user gave it, line from 1) and what it is based on."""

    file: str
    line: int
    kind: SourceKind
    source: str
    low: str | None = None
    high: str | None = None


@dataclass(frozen=True, eq=False)
class Written:
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
    def children(self) -> Iterator[tuple[str | int, "Written"]]:
        """Keys or positions with what stands there; nothing for a scalar."""
        if isinstance(self.value, dict):
            yield from self.value.items()
        elif isinstance(self.value, list):
            yield from enumerate(self.value)

    def child(self, step: str | int) -> "Written | None":
        """What stands at a key or a position; None where nothing does."""
        if isinstance(self.value, dict):
            return self.value.get(step)
        inside = isinstance(self.value, list) and isinstance(step, int) and 0 <= step < len(self.value)
        return self.value[step] if inside else None

    def way(self, path: Path) -> list["Written"]:
        """The values that exist on the way along `path`, this one first."""
        met = [self]
        for step in path:
            child = met[-1].child(step)
            if child is None:
                break
            met.append(child)
        return met

    def at(self, path: Path) -> "Written | None":
        """What stands at the end of `path`; None where nothing does."""
        met = self.way(path)
        return met[-1] if len(met) > len(path) else None

    def with_value(self, value: Any) -> "Written":
        """The same place with another value."""
        return Written(value, self.origin, self.text, self.whole, self.one_of)

    def with_origin(self, origin: Place) -> "Written":
        """The same value at another place, or of another source."""
        return Written(self.value, origin, self.text, self.whole, self.one_of)

    def with_changes(self, changes: Mapping[str, "Written"]) -> "Written":
        """The same place with other values at some of its keys; itself where there are none."""
        return self.with_value({**self.value, **changes}) if changes else self

    def with_children(self, children: Sequence[tuple[str | int, "Written"]]) -> "Written":
        """The same place with other contents of a mapping or a list; itself where they are the same, as of a scalar."""
        if all(child is before for (_, child), (_, before) in zip(children, self.children, strict=True)):
            return self
        return self.with_value(dict(children) if self.is_mapping else [child for _, child in children])


class Unresolved:
    """Stands for a value whose problem is reported already, so that it is not reported again."""


def plain(written: Written) -> Any:
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


def merge(below: Written, above: Written) -> Written:
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


def _without_other_ways(below: Written, above: Written) -> dict[str, Written]:
    """What stands below, without that of which `above` states another one, and without what only goes with it."""
    stated = above.one_of.keys() & above.value.keys()
    others = above.one_of.keys() - stated if stated else set()
    gone = {each for key in others & below.value.keys() for each in (key, *above.one_of[key])}
    return {key: value for key, value in below.value.items() if key not in gone}
