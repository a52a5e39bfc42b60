"""Shorthands written out, guided by the parts: `size: 30 kB` becomes `size: {mean: 30 kB}`."""

from types import UnionType
from typing import Any, Union, get_args, get_origin

from models.fields import Part, absent_word
from models.written import Written


def part_of(annotation: Any) -> tuple[type[Part] | None, bool]:
    """The part that a field's annotation holds, if any, and whether it holds a list of them."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation, False
    if get_origin(annotation) is tuple:
        return part_of(get_args(annotation)[0])[0], True
    if get_origin(annotation) in (Union, UnionType):
        return next((part_of(choice) for choice in get_args(annotation) if choice is not type(None)), (None, False))
    return None, False


def write_out(written: Written, part: type[Part]) -> Written:
    """The tree without shorthands. What is not understood is left as it stands, for validation to judge."""
    if not written.is_mapping:
        key = "model" if part.catalogue_folder and isinstance(written.value, str) else part.shorthand
        if not key or written.value is None or isinstance(written.value, list):
            return written
        written = Written({key: written}, written.origin, whole=True)
    written = _respelt(written, part)
    return written.with_value({key: _field(child, part, key) for key, child in written.value.items()})


def _field(written: Written, part: type[Part], key: str) -> Written:
    field = part.model_fields.get(key)
    nested, is_list = part_of(field.annotation) if field else (None, False)
    if nested is None or written.value is None or written.value == absent_word(field.metadata):
        return written
    if not is_list:
        return write_out(written, nested)
    items = written.value if isinstance(written.value, list) else [written]
    return Written([write_out(item, nested) for item in items], written.origin, whole=True)


def _respelt(written: Written, part: type[Part]) -> Written:
    """With the other spellings of a part replaced by the fields that they stand for."""
    values = dict(written.value)
    for key, spelling in part.spellings.items():
        if key in values and not values.keys() & {spelling.field, spelling.switches_on}:
            given = values.pop(key)
            values |= {spelling.field: given, spelling.switches_on: Written(True, given.origin, text="true")}
            return Written(values, written.origin, whole=True)
    return written
