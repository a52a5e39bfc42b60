"""The ranges of assumed values and the intervals of measured ones, judged as they are read: both ends are values that
the parameter could have, the low one is not above the high one, and what is assumed lies between them."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from models.errors import Problem
from models.messages import value_ranges
from models.messages.default_sources import STATED_RANGE
from models.quantities.declarations import nested_part_fields
from models.quantities.fields import WRITTEN, Declaration, Part, Priced, Quantity
from models.quantities.units import CURRENCIES, USD
from models.reading.source_tree import Path, SourceNode, dotted

_SWITCH = {"true": True, "false": False}
_CURRENCY = re.compile("|".join(CURRENCIES))
_LONGEST = 60


@dataclass(frozen=True)
class _Info:
    """What a declaration reads a value with: units are required, as in a file, and prices have a currency."""

    data: dict[str, Any]
    context: Any = field(default_factory=lambda: WRITTEN)
    config: Any = None
    mode: Any = "python"
    field_name: str | None = None


@lru_cache(maxsize=512)
def range_problems(written: SourceNode, part: type[Part], path: Path = ()) -> tuple[Problem, ...]:
    """What is wrong with the ranges in a tree that describes a part; the tree is without shorthands."""
    # What stands in for something is judged where that is written.
    if not written.is_mapping or written.origin.kind == "default":
        return ()
    held = nested_part_fields(part)
    found: list[Problem] = []
    for key, child in written.value.items():
        at = (*path, key)
        if key in held:
            nested, is_list = held[key]
            items = list(child.children) if is_list else [(None, child)]
            for number, item in items:
                found += range_problems(item, nested, at if number is None else (*at, number))
        elif key in part.model_fields and child.origin.low and child.origin.high:
            found += _checked_range(child, part.model_fields[key], at)
    return tuple(found)


def _checked_range(written: SourceNode, declared: FieldInfo, path: Path) -> list[Problem]:
    """What is wrong with the range of one parameter."""
    reader, at = _reader(declared), written.origin
    if reader is None or isinstance(written.value, dict | list):
        return []
    low, high, ends = at.low or "", at.high or "", []
    for end in (low, high):
        try:
            ends.append(_read(reader, end, written.text))
        except PydanticCustomError as error:
            told = error.context or {}
            message = value_ranges.end_cannot_be(end[:_LONGEST], str(told.get("message", error)))
            return [_problem(written, path, message, str(told.get("remedy", "")))]
    if not all(isinstance(end, int | float) and not isinstance(end, bool) for end in ends):
        return []  # Choices, or an end without a limit, have no order.
    stated = at.source == STATED_RANGE
    if ends[0] > ends[1] and stated:
        return [_problem(written, path, *value_ranges.from_above_to(high, low))]
    if ends[0] > ends[1]:
        return [_problem(written, path, *value_ranges.low_above_high(high, low))]
    try:
        value = _read(reader, written.value, written.text)
    except PydanticCustomError:
        return []  # The value itself is told.
    if at.kind == "assumed" and (value is None or not ends[0] <= value <= ends[1]):
        if stated:
            return [_problem(written, path, *value_ranges.likely_outside(written.text[:_LONGEST], low, high))]
        held = f"{written.text} to {high}" if value is not None and value < ends[0] else f"{low} to {written.text}"
        return [_problem(written, path, *value_ranges.value_outside(written.text[:_LONGEST], held))]
    return []


def _reader(declared: FieldInfo) -> Declaration | None:
    """What reads the values of a parameter; None where any text will do, as of a name, or no text, as of a list."""
    if declared.annotation is bool:
        return _Switch()
    return next((item for item in declared.metadata if isinstance(item, Declaration)), None)


class _Switch(Declaration):
    """Reads true and false as a range has them."""

    def read(self, value: Any, info: ValidationInfo) -> object:
        """The switch. Raises a validation error for anything else."""
        word = str(value).lower()
        if word not in _SWITCH:
            told = {"message": value_ranges.NEITHER_TRUE_NOR_FALSE, "remedy": value_ranges.WRITE_BOTH_SWITCHES}
            raise PydanticCustomError("headroom", "{message}; {remedy}", told)
        return _SWITCH[word]


def _read(reader: Declaration, value: object, text: str) -> Any:
    """A value in the stored unit; a price is in the currency of what stands there."""
    currency = _CURRENCY.search(text)
    if currency is None:
        return reader.read(value, _Info({"currency": USD}))
    if isinstance(reader, Quantity) and not isinstance(reader, Priced) and isinstance(value, str):
        # Stored in dollars, and not converted yet: amounts in one currency stand in the same order in any.
        value = value.replace(currency[0], USD)
    return reader.read(value, _Info({"currency": currency[0]}))


def _problem(written: SourceNode, path: Path, message: str, remedy: str) -> Problem:
    at = written.origin
    if at.source == STATED_RANGE:
        return Problem(
            at.file, at.range_line, dotted(path), f'"{at.low} to {at.high}"'[: 2 * _LONGEST], message, remedy
        )
    key = "interval" if at.kind == "measured" else "assumed"
    value = f'"{at.low} to {at.high}"'[: 2 * _LONGEST]
    return Problem(at.file, at.range_line or at.line, dotted((*path, key)), value, message, remedy)
