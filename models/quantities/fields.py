"""What parameters are declared with: `ram: Annotated[float, quantity(SIZE, "64 MiB", "64 TiB")]`.

The type is what the program computes with; what stands beside it reads a value, and carries unit and range for schemas
and forms. In Python a parameter takes SI numbers (30_000.0) or text ("30 kB"). In a file it needs its unit, because a
bare 30 may mean bytes to one reader and kilobytes to the next: `load` validates with the context `WRITTEN`.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, ValidationInfo
from pydantic.config import JsonDict
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from models.messages import amounts
from models.quantities import units as quantities
from models.quantities.units import (
    NUMBER,
    QuantityError,
    QuantityKind,
    format_bits,
    format_quantity,
    parse_quantity,
    require_range,
    with_decimal_point,
)
from models.suggest import did_you_mean

WRITTEN: Mapping[str, bool] = {"units_required": True}
_NUMBER = re.compile(NUMBER)
MILLICORES = re.compile(r"(\d{1,9})m")
_MISSING = object()


class Part(BaseModel):
    """A part of a scenario: immutable, and without room for a key that nobody reads.

    shorthand: the field that a plain value stands for (`size: 30 kB` is `size: {mean: 30 kB}`).
    shorthands: other fields that it stands for where it has their unit (`demand: 500 sessions/s`).
    one_of: the fields of which one is stated, each with those that only go with it. One that overrides another one
    takes its place, and those that are not stated are no parameters of a scenario.
    exclusive: the fields of which one that overrides another one takes its place, none of them stated or one.
    implied: a key that may be there -> other keys and what they are then, where they are not written.
    catalogue_folder: the folder that a plain name is looked up in (`server: dl585-2.2ghz-4gb`).
    reads_own_fields: whether it reads its own fields only of an entry of the catalogue, which describes more.
    spellings: other keys for a field, which switch on another one (`up_to` is a size, made to fit).
    groups: fields that may be written together, as a group under the key of the first (`cpu: {each: 1 ms, per_byte:
    1 ns}`): by that key, the keys within it and the fields that they are.
    former: keys of earlier formats, each with the field that has taken its place.
    ranged: whether an amount of it may be written as a range, `{from: 1 Gbps, to: 4 Gbps, likely: 2 Gbps}`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
    shorthand: ClassVar[str] = ""
    shorthands: ClassVar[tuple[str, ...]] = ()
    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    exclusive: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    implied: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    catalogue_folder: ClassVar[str] = ""
    reads_own_fields: ClassVar[bool] = False
    spellings: ClassVar[Mapping[str, "Spelling"]] = {}
    groups: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    former: ClassVar[Mapping[str, "FormerKey"]] = {}
    ranged: ClassVar[bool] = False

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The part with other values of some fields, which are not checked.

        A plan copies parts some ten thousand times: pydantic copies what no part has, private and further fields.
        """
        if deep:
            return super().model_copy(update=update, deep=True)
        copy, fill = object.__new__(type(self)), object.__setattr__
        fill(copy, "__dict__", {**self.__dict__, **(update or {})})
        fill(copy, "__pydantic_fields_set__", self.__pydantic_fields_set__.union(update or ()))
        fill(copy, "__pydantic_extra__", None)
        fill(copy, "__pydantic_private__", None)
        return copy


@dataclass(frozen=True)
class Spelling:
    """Another key of a part: the field it sets, and the field that is set to true along with it."""

    field: str
    switches_on: str


@dataclass(frozen=True)
class FormerKey:
    """What an earlier key is now: the field, and what it says for true and for false."""

    field: str
    true: str
    false: str


@dataclass(frozen=True)
class Declaration:
    """What stands beside the type of a parameter: it reads what is written, before pydantic looks at its type."""

    def read(self, value: Any, info: ValidationInfo) -> object:
        """The value in the stored unit. Raises a validation error, with its remedy, for what is none."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self.read, handler(source))


@dataclass(frozen=True)
class Quantity(Declaration):
    """A quantity: its kind, and the allowed range in the kind's stored unit.

    in_bits: whether it is a rate of a network, which is spoken of in bits.
    """

    kind: QuantityKind
    minimum: float
    maximum: float
    in_bits: bool = False

    def read(self, value: Any, info: ValidationInfo) -> float:
        """The value as a float in the stored unit."""
        units_required = bool(info.context and info.context.get("units_required"))
        try:
            return require_range(_amount(value, self.kind, units_required), self.kind, self.minimum, self.maximum)
        except QuantityError as error:
            raise problem(error.message, error.remedy) from None

    def written(self, value: float) -> str:
        """The shortest text that is read back as exactly a value in the stored unit."""
        return format_bits(value) if self.in_bits else format_quantity(value, self.kind)


@dataclass(frozen=True)
class Priced(Quantity):
    """A price of a list, in the currency that the list names before it."""

    def read(self, value: Any, info: ValidationInfo) -> float:
        """The value as a float in the currency of the list, which a text names too."""
        require_currency(value, info.data.get("currency", quantities.USD))
        return super().read(value, info)


@dataclass(frozen=True)
class PricedInside(Priced):
    """A price of an item within a list of prices, in the currency of the list, which sees to that: an item knows its
    own fields only."""

    def read(self, value: Any, info: ValidationInfo) -> float:
        """The value as a float in the currency of the list."""
        return Quantity.read(self, value, info)


@dataclass(frozen=True)
class Numeric(Declaration):
    """A plain number: whether it is whole, and its allowed range."""

    whole: bool
    minimum: float
    maximum: float

    def read(self, value: Any, info: ValidationInfo) -> float:
        """The value as an int where it is whole, else as a float."""
        plain = _plain_number(value)
        pointed = with_decimal_point(value) if isinstance(value, str) else ""
        if plain is None and pointed:
            raise problem(*amounts.comma_in_number(self._noun, pointed))
        if plain is None:
            raise problem(amounts.number_has_no_unit(self._noun, _what(value)), self._range)
        if self.whole and plain != int(plain):
            raise problem(f"expected {self._noun}", self._range)
        number = int(plain) if self.whole else float(plain)  # 0.001 as a text is below the float of that name.
        if not self.minimum <= number <= self.maximum:
            raise problem("too small" if number < self.minimum else "too large", self._range)
        return number

    @property
    def _noun(self) -> str:
        return "a whole number" if self.whole else "a number"

    @property
    def _range(self) -> str:
        return f"allowed is {self.minimum:,} to {self.maximum:,}"


class ThreadCount(Numeric):
    """A number of hardware threads, which may be written in thousandths of one as Kubernetes does: 500m is 0.5."""

    def read(self, value: Any, info: ValidationInfo) -> float:
        """The value as a float."""
        milli = MILLICORES.fullmatch(value) if isinstance(value, str) else None
        return super().read(str(Decimal(milli[1]) / 1000) if milli else value, info)


@dataclass(frozen=True)
class Words(Declaration):
    """A text that is one of a few words, those of more than one joined by hyphens; by underscores they are read too."""

    allowed: tuple[str, ...]

    def read(self, value: Any, info: ValidationInfo) -> str:
        """The word."""
        if isinstance(value, str) and value.replace("_", "-") in self.allowed:
            return value.replace("_", "-")
        if not isinstance(value, str) or value not in self.allowed:
            shown = value if isinstance(value, str) else _what(value)
            raise problem(amounts.NO_SUCH_WORD, did_you_mean(str(shown), self.allowed))
        return value


@dataclass(frozen=True)
class Absent(Declaration):
    """A value that may be absent, which a file says as `word`: "no limit" is a statement, and no empty value.

    inner: how the value is read where it is there; None where its type says enough.
    """

    word: str
    inner: Declaration | None = None

    def read(self, value: Any, info: ValidationInfo) -> object:
        """None for the word, else the value as `inner` reads it."""
        if value is None or value == self.word:
            return None
        if self.inner is None:
            return value
        if isinstance(value, str) and _is_nearly(value.lower()[:40], self.word):
            raise problem(*amounts.neither_amount_nor(self.word))
        return self.inner.read(value, info)


@lru_cache(maxsize=4_096)
def _is_nearly(text: str, word: str) -> bool:
    return bool(get_close_matches(text, [word]))


def parameter(
    description: str,
    *,
    default: Any = _MISSING,
    source: str = "",
    low: str = "",
    high: str = "",
    setting: bool = False,
) -> Any:
    """Declares a parameter: meaning, default as people write it, source, range of an assumption; setting: whether it is
    chosen and costs nothing, so that what others choose says nothing about what is not known of it."""
    extra: JsonDict = {"source": source, "low": low, "high": high, "setting": setting}
    if default is _MISSING:
        return Field(description=description, json_schema_extra=extra)
    return Field(default=default, description=description, json_schema_extra=extra)


def problem(message: str, remedy: str = "") -> PydanticCustomError:
    """A validation error in our own words; `load` adds file, line, path and value."""
    return PydanticCustomError("headroom", "{message}; {remedy}", {"message": message, "remedy": remedy})


def quantity(kind: QuantityKind, minimum: str = "", maximum: str = "") -> Quantity:
    """Of a float: a quantity of one kind, stored in `kind.unit`, narrowed to minimum..maximum.

    A rate whose maximum is in bits is told in bits.
    """
    low = parse_quantity(minimum, kind) if minimum else kind.minimum
    high = parse_quantity(maximum, kind) if maximum else kind.maximum
    return Quantity(kind, low, high, in_bits=kind is quantities.DATA_RATE and maximum.endswith("bps"))


def price(kind: QuantityKind, minimum: str = "", maximum: str = "") -> Priced:
    """Of a float: a price in the currency of its list, stored in that currency."""
    narrowed = quantity(kind, minimum, maximum)
    return Priced(narrowed.kind, narrowed.minimum, narrowed.maximum)


def inside_price(kind: QuantityKind, minimum: str = "", maximum: str = "") -> PricedInside:
    """Of a float: a price of an item within a list of prices, stored in the currency of the list."""
    narrowed = quantity(kind, minimum, maximum)
    return PricedInside(narrowed.kind, narrowed.minimum, narrowed.maximum)


def require_currency(value: object, currency: str) -> None:
    """Raises a validation error for a text that names another currency than that of the list of prices."""
    written = next((each for each in quantities.CURRENCIES if isinstance(value, str) and each in value), currency)
    if written != currency:
        raise problem(*amounts.other_currency(currency, written, str(value).replace(written, currency)))


def _amount(value: Any, kind: QuantityKind, units_required: bool) -> float:
    if isinstance(value, str):
        return parse_quantity(value, kind)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise QuantityError(f"expected {kind.name}, got {_what(value)}", f'write e.g. "{kind.example}"')
    if units_required and not kind.counts:
        is_fraction = kind is quantities.SHARE and 0 < value < 1
        example = format_quantity(float(value), kind) if is_fraction else kind.example
        raise QuantityError(amounts.which_unit(kind.name), f'write e.g. "{example}"')
    try:
        return float(value)
    except OverflowError:  # A whole number of more than 308 digits.
        return math.inf


def whole(minimum: int = 0, maximum: int = 1_000_000_000) -> Numeric:
    """Of an int: a whole number within minimum..maximum."""
    return Numeric(True, minimum, maximum)


def number(minimum: float, maximum: float) -> Numeric:
    """Of a float: a plain number without a unit, within minimum..maximum."""
    return Numeric(False, minimum, maximum)


def threads(minimum: float, maximum: float) -> ThreadCount:
    """Of a float: a number of hardware threads within minimum..maximum, plain or as 500m."""
    return ThreadCount(False, minimum, maximum)


def _plain_number(value: Any) -> int | float | Decimal | None:
    """The value as a finite number, exactly as it was written, or None when it is something else.

    A float keeps 53 bits, and a seed has 63: beyond 2**53 neighbours would become one.
    """
    number: object = value
    if isinstance(value, str) and len(value) <= 40 and _NUMBER.fullmatch(value) and re.search(r"\d", value):
        try:
            number = Decimal(value.replace(",", ""))
        except InvalidOperation:  # such as ".e5", which the pattern lets through
            return None
    if isinstance(number, bool) or not isinstance(number, int | float | Decimal):
        return None
    is_finite = -1e300 <= number <= 1e300  # Of what is no number nothing is true.
    return number if is_finite else None


def words(*allowed: str) -> Words:
    """Of a str: one of a few words."""
    return Words(allowed)


def optional(inner: Declaration | None = None, word: str = "none") -> Absent:
    """Of a type that may be None too: a value that may be absent, which a file writes as `word`."""
    return Absent(word, inner)


def _read_name(value: Any) -> str:
    if not isinstance(value, str):
        raise problem(*amounts.name_expected(_what(value)))
    if not value.strip() or len(value) > 120 or not value.isprintable():
        raise problem(*amounts.NO_USABLE_NAME)
    return value.strip()


def _read_switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise problem(*amounts.switch_expected(_what(value)))
    return value


def _what(value: Any) -> str:
    """What a file reader would call a value of the wrong type."""
    if value is None:
        return "nothing"
    if isinstance(value, float) and not math.isfinite(value):
        return amounts.NOT_FINITE
    names = {bool: "true or false", str: "a text", dict: "a group of keys", list: "a list", tuple: "a list"}
    return names.get(type(value), "a bare number" if isinstance(value, int | float) else "something else")


Name = Annotated[str, BeforeValidator(_read_name)]
Switch = Annotated[bool, BeforeValidator(_read_switch)]
