"""The provenance of every parameter of a resolved scenario."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from pydantic.fields import FieldInfo

from models.quantities.declarations import nested_part_fields
from models.quantities.fields import Part
from models.quantities.provenance import Provenance, SourceKind
from models.reading.source_tree import Path, SourceNode, dotted
from models.scenario import FarmParts


class _Field(NamedTuple):
    """A field of a kind of part; is_way: it is one of several of which one is stated; holds: it may hold parts."""

    name: str
    declared: FieldInfo
    is_way: bool
    holds: bool


def parameters(
    part: Part, path: Path = (), within: Collection[str] | None = None
) -> Iterator[tuple[Path, FieldInfo, object]]:
    """Path, declaration and value of every parameter in a part and the parts within it; of the fields `within` only,
    where they are named."""
    for name, field, is_way, holds in _fields(_kind(part)):
        if within is not None and name not in within:
            continue
        value = getattr(part, name)
        if value is None and is_way:
            continue
        if holds:
            yield from _inside(value, field, (*path, name))
        else:
            yield (*path, name), field, value


def _inside(value: object, field: FieldInfo, path: Path) -> Iterator[tuple[Path, FieldInfo, object]]:
    """The same of a field at a path that may hold parts."""
    if isinstance(value, Part):
        yield from parameters(value, path)
    elif isinstance(value, tuple) and value:
        for position, item in enumerate(value):
            yield from parameters(item, (*path, position))
    else:
        yield path, field, value


def _kind(part: Part) -> type[Part]:
    """A scenario's baseline and its sources describe parameters; they are none themselves."""
    return FarmParts if isinstance(part, FarmParts) else type(part)


@cache
def _fields(kind: type[Part]) -> tuple[_Field, ...]:
    ways = frozenset(each for key, others in kind.one_of.items() for each in (key, *others))
    held = nested_part_fields(kind)
    return tuple(_Field(key, field, key in ways, key in held) for key, field in kind.model_fields.items())


class _Same:
    """A value that is no other one, even if it equals it: to compare what is in a part takes longer than to walk it."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def parameter_values(farm: FarmParts) -> dict[str, object]:
    """Dotted path -> value of every parameter of a farm."""
    return {path: value for name in FarmParts.model_fields for path, value in field_values(farm, name).items()}


def field_values(farm: FarmParts, name: str) -> Mapping[str, object]:
    """The same of one field of a farm, such as its server: for a part that is in two farms, the same object."""
    return _values(_Same(getattr(farm, name)), name)


# A variation of a scenario has most of its parts in common with it, and nobody changes a part.
@lru_cache(maxsize=1_024)
def _values(held: _Same, name: str) -> Mapping[str, object]:
    return {dotted(path): value for path, _, value in _inside(held.value, FarmParts.model_fields[name], (name,))}


def parameter_sources(farm: FarmParts, written: SourceNode) -> Mapping[str, Provenance]:
    """Dotted path -> provenance of each parameter: as written, or its declared default."""
    found: dict[str, Provenance] = {}
    for name in FarmParts.model_fields:
        found |= _sources_in(_Same(getattr(farm, name)), written.child(name), name)
    return found


def part_sources(part: Part, written: SourceNode) -> Mapping[str, Provenance]:
    """The same of a part that stands alone, such as a model of the catalogue; the paths begin in the part."""
    return dict(_sources(part, written, ""))


@lru_cache(maxsize=512)
def _sources_in(held: _Same, written: SourceNode | None, name: str) -> Mapping[str, Provenance]:
    """The same of one field of a farm."""
    return dict(_stated_provenance(FarmParts, name, held.value, written, name))


def _sources(part: Part, written: SourceNode | None, above: str) -> Iterator[tuple[str, Provenance]]:
    """The same of a part, beside what is written of it; the paths of its fields begin with `above`."""
    kind = _kind(part)
    for name, _, is_way, holds in _fields(kind):
        value = getattr(part, name)
        if value is None and is_way:
            continue
        path, at = above + name, written.child(name) if written is not None else None
        if holds:
            yield from _stated_provenance(kind, name, value, at, path)
        else:
            yield path, _default(kind, name) if at is None else _stated(at, value)


def _stated_provenance(
    kind: type[Part], name: str, value: object, at: SourceNode | None, path: str
) -> Iterator[tuple[str, Provenance]]:
    """The same of a field at a path that may hold parts."""
    if isinstance(value, Part):
        yield from _sources(value, at, f"{path}.")
    elif isinstance(value, tuple) and value:
        for position, item in enumerate(value):
            yield from _sources(item, at.child(position) if at is not None else None, f"{path}[{position}].")
    else:
        yield path, _default(kind, name) if at is None else _stated(at, value)


def default_text(field: FieldInfo) -> str:
    """The declared default of a parameter as a file has it."""
    if isinstance(field.default, bool):
        return str(field.default).lower()
    return "[]" if field.default == () else str(field.default)


def _stated(at: SourceNode, value: object) -> Provenance:
    origin = at.origin
    text = at.text or ("[]" if value == () else str(value))
    return _made(text, origin.kind, origin.source, origin.low, origin.high)


@cache
def _default(kind: type[Part], name: str) -> Provenance:
    field = kind.model_fields[name]
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    declared = {key: str(extra.get(key) or "") for key in ("source", "low", "high")}
    source = declared["source"] or "the program's default"
    return _made(default_text(field), "default", source, declared["low"] or None, declared["high"] or None)


# The variants of a portfolio have most of their parameters in common, and each some 125.
@lru_cache(maxsize=8_192)
def _made(text: str, kind: SourceKind, source: str, low: str | None, high: str | None) -> Provenance:
    return Provenance(value_text=text, kind=kind, source=source, low=low, high=high)
