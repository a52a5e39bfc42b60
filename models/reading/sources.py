"""The provenance of every parameter of a resolved scenario."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache

from pydantic.fields import FieldInfo

from models.quantities.fields import Part
from models.quantities.provenance import Provenance, SourceKind
from models.reading.written import Path, Written, dotted
from models.scenario import FarmParts


def leaves(
    part: Part, path: Path = (), within: Collection[str] | None = None
) -> Iterator[tuple[Path, FieldInfo, object]]:
    """Path, declaration and value of every parameter in a part and the parts within it; of the fields `within` only,
    where they are named."""
    # A scenario's baseline and its sources describe parameters; they are none themselves.
    fields, ways = _declared(FarmParts if isinstance(part, FarmParts) else type(part))
    for name, field in fields:
        if within is not None and name not in within:
            continue
        value = getattr(part, name)
        if value is None and name in ways:
            continue
        if isinstance(value, Part):
            yield from leaves(value, (*path, name))
        elif isinstance(value, tuple) and value and isinstance(value[0], Part):
            for position, item in enumerate(value):
                yield from leaves(item, (*path, name, position))
        else:
            yield (*path, name), field, value


@cache
def _declared(kind: type[Part]) -> tuple[tuple[tuple[str, FieldInfo], ...], frozenset[str]]:
    """The fields of a kind of part, and those of which only one is stated."""
    ways = frozenset(each for key, others in kind.one_of.items() for each in (key, *others))
    return tuple(kind.model_fields.items()), ways


def sources_of(farm: FarmParts, written: Written) -> Mapping[str, Provenance]:
    """Dotted path -> provenance of each parameter: as written, or its declared default."""
    return {dotted(path): _provenance(path, field, value, written) for path, field, value in leaves(farm)}


def default_text(field: FieldInfo) -> str:
    """The declared default of a parameter as a file has it."""
    if isinstance(field.default, bool):
        return str(field.default).lower()
    return "[]" if field.default == () else str(field.default)


def _provenance(path: Path, field: FieldInfo, value: object, written: Written) -> Provenance:
    at = written.at(path)
    if at is not None:
        origin = at.origin
        text = at.text or ("[]" if value == () else str(value))
        return _made(text, origin.kind, origin.source, origin.low, origin.high)
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    declared = {key: str(extra.get(key) or "") for key in ("source", "low", "high")}
    source = declared["source"] or "the program's default"
    return _made(default_text(field), "default", source, declared["low"] or None, declared["high"] or None)


# The variants of a portfolio have most of their parameters in common, and each some 125.
@lru_cache(maxsize=8_192)
def _made(text: str, kind: SourceKind, source: str, low: str | None, high: str | None) -> Provenance:
    return Provenance(value_text=text, kind=kind, source=source, low=low, high=high)
