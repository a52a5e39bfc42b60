"""The types that parameters are declared with, each carrying its unit and range for schemas and forms.

In Python a parameter takes SI numbers (30_000.0) or text ("30 kB"). In a file it needs its unit, because a
bare 30 may mean bytes to one reader and kilobytes to the next: `load` validates with the context `WRITTEN`.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from models.quantities import units as quantities
from models.quantities.units import NUMBER, Kind, QuantityError, check_range, format_quantity, parse_quantity
from models.suggest import did_you_mean

WRITTEN: Mapping[str, bool] = {"units_required": True}
_NUMBER = re.compile(NUMBER)
_MISSING = object()


class Part(BaseModel):
    """A part of a scenario: immutable, and without room for a key that nobody reads.

    shorthand: the field that a plain value stands for (`size: 30 kB` is `size: {mean: 30 kB}`).
    shorthands: other fields that it stands for where it has their unit (`demand: 500 sessions/s`).
    one_of: the fields of which one is stated, each with those that only go with it. One that overrides another one
    takes its place, and those that are not stated are no parameters of a scenario.
    catalogue_folder: the folder that a plain name is looked up in (`server: dl585-2.2ghz-4gb`).
    spellings: other keys for a field, which switch on another one (`up_to` is a size, made to fit).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
    shorthand: ClassVar[str] = ""
    shorthands: ClassVar[tuple[str, ...]] = ()
    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    catalogue_folder: ClassVar[str] = ""
    spellings: ClassVar[Mapping[str, "Spelling"]] = {}


@dataclass(frozen=True)
class Spelling:
    """Another key of a part: the field it sets, and the field that is set to true along with it."""

    field: str
    switches_on: str


@dataclass(frozen=True)
class Quantity:
    """Metadata of a quantity field: its kind, and the allowed range in the kind's stored unit."""

    kind: Kind
    minimum: float
    maximum: float


@dataclass(frozen=True)
class Numeric:
    """Metadata of a plain number: whether it is whole, and its allowed range."""

    whole: bool
    minimum: float
    maximum: float


@dataclass(frozen=True)
class Words:
    """Metadata of a field that takes one of a few words."""

    allowed: tuple[str, ...]


@dataclass(frozen=True)
class Absent:
    """Metadata of a field that may be absent; `word` is how a file says so, such as "none"."""

    word: str


def parameter(description: str, *, default: Any = _MISSING, source: str = "", low: str = "", high: str = "") -> Any:
    """Declares a parameter: meaning, default as people write it, source, range of an assumption."""
    extra = {"source": source, "low": low, "high": high}
    if default is _MISSING:
        return Field(description=description, json_schema_extra=extra)
    return Field(default=default, description=description, json_schema_extra=extra)


def problem(message: str, remedy: str = "") -> PydanticCustomError:
    """A validation error in our own words; `load` adds file, line, path and value."""
    return PydanticCustomError("headroom", "{message}; {remedy}", {"message": message, "remedy": remedy})


def quantity(kind: Kind, minimum: str = "", maximum: str = "") -> Any:
    """The type of a quantity of one kind, stored as float in `kind.unit`, narrowed to minimum..maximum."""
    low = parse_quantity(minimum, kind) if minimum else kind.minimum
    high = parse_quantity(maximum, kind) if maximum else kind.maximum

    def read(value: Any, info: ValidationInfo) -> float:
        units_required = bool(info.context and info.context.get("units_required"))
        try:
            return check_range(_amount(value, kind, units_required), kind, low, high)
        except QuantityError as error:
            raise problem(error.message, error.remedy) from None

    return Annotated[float, BeforeValidator(read), Quantity(kind, low, high)]


def _amount(value: Any, kind: Kind, units_required: bool) -> float:
    if isinstance(value, str):
        return parse_quantity(value, kind)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise QuantityError(f"expected {kind.name}, got {_what(value)}", f'write e.g. "{kind.example}"')
    if units_required and not kind.counts:
        is_fraction = kind is quantities.SHARE and 0 < value < 1
        example = format_quantity(float(value), kind) if is_fraction else kind.example
        raise QuantityError(f"which unit? {kind.name} needs one", f'write e.g. "{example}"')
    try:
        return float(value)
    except OverflowError:  # A whole number of more than 308 digits.
        return math.inf


def whole(minimum: int = 0, maximum: int = 1_000_000_000) -> Any:
    """The type of a whole number within minimum..maximum."""
    return Annotated[
        int, BeforeValidator(_number_reader(Numeric(True, minimum, maximum))), Numeric(True, minimum, maximum)
    ]


def number(minimum: float, maximum: float) -> Any:
    """The type of a plain number without a unit, within minimum..maximum."""
    return Annotated[
        float,
        BeforeValidator(_number_reader(Numeric(False, minimum, maximum))),
        Numeric(False, minimum, maximum),
    ]


def _number_reader(limits: Numeric) -> Callable[[Any], float]:
    noun = "a whole number" if limits.whole else "a number"
    allowed = f"allowed is {limits.minimum:,} to {limits.maximum:,}"

    def read(value: Any) -> float:
        plain = _plain_number(value)
        if plain is None:
            raise problem(f"expected {noun} without a unit, got {_what(value)}", allowed)
        if limits.whole and plain != int(plain):
            raise problem(f"expected {noun}", allowed)
        if not limits.minimum <= plain <= limits.maximum:
            raise problem("too small" if plain < limits.minimum else "too large", allowed)
        return int(plain) if limits.whole else float(plain)

    return read


def _plain_number(value: Any) -> int | float | Decimal | None:
    """The value as a finite number, exactly as it was written, or None when it is something else.

    A float keeps 53 bits, and a seed has 63: beyond 2**53 neighbours would become one.
    """
    if isinstance(value, str) and len(value) <= 40 and _NUMBER.fullmatch(value) and re.search(r"\d", value):
        try:
            value = Decimal(value.replace(",", ""))
        except InvalidOperation:  # such as ".e5", which the pattern lets through
            return None
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal) or value != value or abs(value) > 1e300:
        return None
    return value


def words(*allowed: str) -> Any:
    """The type of a text that is one of a few words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            shown = value if isinstance(value, str) else _what(value)
            raise problem("not one of the words that are known here", did_you_mean(str(shown), allowed))
        return value

    return Annotated[str, BeforeValidator(read), Words(allowed)]


def optional(inner: Any, word: str = "none") -> Any:
    """`inner`, or None, which a file writes as `word`: "no limit" is a statement, not an empty value."""
    measured = any(isinstance(each, Quantity | Numeric) for each in getattr(inner, "__metadata__", ()))

    def read(value: Any) -> Any:
        if value == word:
            return None
        if measured and isinstance(value, str) and get_close_matches(value.lower()[:40], [word]):
            raise problem(f'neither an amount nor "{word}"', f'did you mean "{word}"?')
        return value

    return Annotated[inner | None, BeforeValidator(read), Absent(word)]


def declared(field: FieldInfo) -> list[object]:
    """The metadata of a field, with that of the type inside an optional one: its Quantity, Numeric or Words.

    Pydantic takes the metadata of an annotation apart only at its outermost level, so `optional` nests it.
    """
    found = list(field.metadata)
    for choice in getattr(field.annotation, "__args__", ()):
        found += getattr(choice, "__metadata__", ())
    return found


def absent_word(metadata: Iterable[object]) -> str:
    """How a file says that a field with this metadata is absent, such as "none"; empty when it may not be absent."""
    return next((item.word for item in metadata if isinstance(item, Absent)), "")


def _read_name(value: Any) -> str:
    if not isinstance(value, str):
        raise problem(f"expected a name, got {_what(value)}", "put it in quotes when it is meant as a text")
    if not value.strip() or len(value) > 120 or not value.isprintable():
        raise problem("not a usable name", "write one line of 1 to 120 printable characters")
    return value.strip()


def _read_switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise problem(f"expected true or false, got {_what(value)}", "write true or false")
    return value


def _what(value: Any) -> str:
    """What a file reader would call a value of the wrong type."""
    if value is None:
        return "nothing"
    if isinstance(value, float) and not math.isfinite(value):
        return "a number that is not finite"
    names = {bool: "true or false", str: "a text", dict: "a group of keys", list: "a list", tuple: "a list"}
    return names.get(type(value), "a bare number" if isinstance(value, int | float) else "something else")


Name = Annotated[str, BeforeValidator(_read_name)]
Switch = Annotated[bool, BeforeValidator(_read_switch)]
Size = quantity(quantities.SIZE)
DataRate = quantity(quantities.DATA_RATE)
Duration = quantity(quantities.DURATION)
Frequency = quantity(quantities.FREQUENCY)
Share = quantity(quantities.SHARE)
Power = quantity(quantities.POWER)
Money = quantity(quantities.MONEY)
RequestRate = quantity(quantities.REQUEST_RATE)
Count = whole()
