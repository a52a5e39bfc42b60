"""What a field of a part is declared to hold: a part or a list of them, a quantity, something that may be absent."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from models.quantities.fields import Absent, Part, Quantity
from models.quantities.units import QuantityKind


def part_type(annotation: Any) -> tuple[type[Part] | None, bool]:
    """The part that a field's annotation holds, if any, and whether it holds a list of them."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation, False
    if get_origin(annotation) is tuple:
        return part_type(get_args(annotation)[0])[0], True
    if get_origin(annotation) in (Union, UnionType):
        return next((part_type(choice) for choice in get_args(annotation) if choice is not type(None)), (None, False))
    return None, False


@cache
def nested_part_fields(part: type[Part]) -> Mapping[str, tuple[type[Part], bool]]:
    """The fields of a part that hold parts: which, and whether a list of them."""
    held = {key: part_type(field.annotation) for key, field in part.model_fields.items()}
    return {key: (nested, is_list) for key, (nested, is_list) in held.items() if nested is not None}


def declarations(field: FieldInfo) -> list[object]:
    """What a field is declared with: its Quantity, Numeric, Words or the like, its Absent, and what that holds."""
    inner = [item.inner for item in field.metadata if isinstance(item, Absent) and item.inner is not None]
    return [*field.metadata, *inner]


def quantity_kind(field: FieldInfo) -> QuantityKind | None:
    """The kind of quantity that a field holds, if it holds one that may be absent or not."""
    return next((item.kind for item in declarations(field) if isinstance(item, Quantity)), None)


def absent_word(metadata: Iterable[object]) -> str:
    """How a file says that a field with this metadata is absent, such as "none"; empty when it may not be absent."""
    return next((item.word for item in metadata if isinstance(item, Absent)), "")


def is_setting(field: FieldInfo) -> bool:
    """Whether a parameter is chosen, and costs nothing."""
    extra = field.json_schema_extra
    return isinstance(extra, dict) and extra.get("setting") is True
