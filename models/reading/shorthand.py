"""Shorthands written out, guided by the parts: `size: 30 kB` becomes `size: {mean: 30 kB}`."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from models.quantities.decimals import parse_number
from models.quantities.declarations import absent_word, declarations, nested_part_fields, quantity_kind
from models.quantities.fields import FormerKey, Part
from models.quantities.points import QuantilePoints
from models.quantities.units import QuantityError, QuantityKind, has_unit, parse_quantity
from models.reading.from_to import with_ranges
from models.reading.source_tree import SourceNode

# What is written at the keys of a part.
KeyValues = Mapping[str, SourceNode]


def expand_shorthands(written: SourceNode, part: type[Part]) -> SourceNode:
    """The tree without shorthands. What is not understood is left as it stands, for validation to judge."""
    if part.ranged:
        written = with_ranges(written, partial(_kind_at, part))
    if not written.is_mapping:
        key = "model" if part.catalogue_folder and _is_name(written.value, part) else _meant(written.value, part)
        if not key or written.value is None or isinstance(written.value, list):
            return written
        written = SourceNode({key: written}, written.origin, whole=True)
    respelt = _respelt(written.value, part)
    values = _of_today(_ungrouped(respelt, part), part)
    fields = {key: _field(child, part, key) for key, child in values.items()}
    whole = written.whole or respelt is not written.value
    return SourceNode(fields, written.origin, written.text, whole, {**part.one_of, **part.exclusive})


def _is_name(value: Any, part: type[Part]) -> bool:
    """Whether a plain value names an entry of the catalogue: a text, but for a number where the part has a field for
    one, which an option of the command line writes as a text too."""
    return isinstance(value, str) and not (part.shorthand and parse_number(value) is not None)


def _meant(value: Any, part: type[Part]) -> str:
    """The field that a plain value stands for: of several, the first that has its unit, the usual one before others;
    without a unit the usual one."""
    if not part.shorthands:
        return part.shorthand
    named = ((key, quantity_kind(part.model_fields[key])) for key in (part.shorthand, *part.shorthands))
    return next((key for key, kind in named if _is_of(str(value), kind)), part.shorthand)


def _kind_at(part: type[Part], key: str, text: str) -> QuantityKind | None:
    """What a text is a quantity of at a key of a part, or where a plain value stands for the part."""
    field = part.model_fields.get(key or _meant(text, part))
    return quantity_kind(field) if field else None


def _is_of(text: str, kind: QuantityKind | None) -> bool:
    """Whether a text is a quantity of a kind and says so by its unit."""
    try:
        return kind is not None and has_unit(text) and parse_quantity(text, kind) is not None
    except QuantityError:
        return False


def _field(written: SourceNode, part: type[Part], key: str) -> SourceNode:
    if key in _quantiles(part):
        return replace(written, whole=True)  # Quantiles of two tables are none together.
    nested, is_list = nested_part_fields(part).get(key, (None, False))
    if nested is None or written.value is None or written.value == absent_word(part.model_fields[key].metadata):
        return written
    if not is_list:
        return expand_shorthands(written, nested)
    items = written.value if isinstance(written.value, list) else [written]
    return SourceNode([expand_shorthands(item, nested) for item in items], written.origin, whole=True)


@cache
def _quantiles(part: type[Part]) -> frozenset[str]:
    """The fields that hold quantiles."""
    fields = part.model_fields.items()
    return frozenset(
        key for key, field in fields if any(isinstance(item, QuantilePoints) for item in declarations(field))
    )


def _respelt(values: KeyValues, part: type[Part]) -> KeyValues:
    """With the first other spelling of a part replaced by the fields that it stands for; itself where none is used."""
    for key, spelling in part.spellings.items():
        if key in values and not values.keys() & {spelling.field, spelling.switches_on}:
            given = values[key]
            others = {name: child for name, child in values.items() if name != key}
            # Where a range is stated, it is that of the amount.
            limit = "true" if given.origin.low else None
            on = SourceNode(True, replace(given.origin, low=limit, high=limit), text="true")
            return {**others, spelling.field: given, spelling.switches_on: on}
    return values


def _ungrouped(values: KeyValues, part: type[Part]) -> KeyValues:
    """With fields that are written together beside one another; a key that is none of them keeps the group's before it,
    so that it is told as unknown at its place."""
    groups = {key: values[key].value for key in part.groups if key in values and values[key].is_mapping}
    beside = {key: child for key, child in values.items() if key not in groups}
    for key, group in groups.items():
        beside |= {part.groups[key].get(name, f"{key}.{name}"): child for name, child in group.items()}
    return beside


def _of_today(values: KeyValues, part: type[Part]) -> KeyValues:
    """With the keys of earlier formats as they are called now, unless both are written."""
    found = dict(values)
    for key, now in part.former.items():
        if key in found and now.field not in found:
            given = found.pop(key)
            word = {True: now.true, False: now.false}.get(given.value) if isinstance(given.value, bool) else None
            found[now.field] = given if word is None else _in_todays_words(given, word, now)
    return found


def _in_todays_words(given: SourceNode, word: str, now: FormerKey) -> SourceNode:
    """A switch of an earlier format as the word that it is now, and so the ends of its range."""
    said = {"true": now.true, "false": now.false}
    low, high = (end and said.get(end, end) for end in (given.origin.low, given.origin.high))
    return replace(given, value=word, text=word, origin=replace(given.origin, low=low, high=high))
