"""The type that a checker reads of a parameter is the one of the values that its declaration lets in."""

from collections.abc import Iterator

import pytest
from pydantic.fields import FieldInfo

from models.quantities.declarations import declarations, part_type
from models.quantities.fields import Absent, Numeric, Part, Quantity, Words
from models.scenario import FarmParts
from models.variations.upgrade import Upgrade


def _fields(part: type[Part], path: str) -> Iterator[tuple[str, FieldInfo]]:
    for key, field in part.model_fields.items():
        yield f"{path}.{key}", field
        inner, _ = part_type(field.annotation)
        if inner is not None:
            yield from _fields(inner, f"{path}.{key}")


DECLARED = dict([*_fields(FarmParts, "farm"), *_fields(Upgrade, "upgrade")])


def _type_of(item: object) -> type:
    match item:
        case Quantity():
            return float
        case Numeric(whole=whole):
            return int if whole else float
        case _:
            return str


@pytest.mark.parametrize("path", DECLARED)
def test_a_type_is_what_the_declaration_lets_in(path):
    field = DECLARED[path]
    items = declarations(field)
    read = [_type_of(item) for item in items if isinstance(item, Quantity | Numeric | Words)]
    may_be_absent = any(isinstance(item, Absent) for item in items)
    assert may_be_absent == (type(None) in getattr(field.annotation, "__args__", ()))
    if read:
        assert [field.annotation] == [each | None if may_be_absent else each for each in read]


def test_every_kind_of_declaration_is_among_them():
    kinds = {type(item) for field in DECLARED.values() for item in declarations(field)}
    assert {Quantity, Numeric, Words, Absent} <= kinds
