"""The demand: what the whole farm must carry, in any of the ways in which planners know it."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import ValidationInfo, field_validator, model_validator

from models.messages import demands, yaml_text
from models.quantities.fields import Part, number, optional, parameter, problem, quantity
from models.quantities.units import (
    DATA_RATE,
    REQUEST_RATE,
    SESSION_RATE,
    SIZE,
    USERS,
    QuantityError,
    QuantityKind,
    UnitError,
    format_bits,
    format_quantity,
    parse_quantity,
    require_range,
)

OTHERWISE = "stated in another way"
EXAMPLE_OF_RANGE = "write e.g. {from: 250 Gbps, to: 400 Gbps, likely: 300 Gbps}"
EXAMPLES = 'write e.g. "12 Gbps", "20,000 requests/s", "500 sessions/s" or "100,000 users"'


class Demand(Part):
    """What a farm must carry at its peak, stated in exactly one way; an amount or a range of them.

    Raises a validation error where it is stated in no way or in several, and where a volume a day has no ratio of peak
    to mean.
    """

    shorthand: ClassVar[str] = "wire"
    shorthands: ClassVar[tuple[str, ...]] = ("requests", "sessions", "users", "volume_a_day")
    ranged: ClassVar[bool] = True
    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wire": (), "payload": (), "requests": (), "sessions": (), "users": (), "volume_a_day": ("peak_to_mean",)
    }  # fmt: skip

    wire: Annotated[float | None, optional(quantity(DATA_RATE, "1 kbps", "1000 Tbps"))] = parameter(
        "Traffic in bytes per second on the wire, framing included.", default="none", source=OTHERWISE
    )
    payload: Annotated[float | None, optional(quantity(DATA_RATE, "1 kbps", "1000 Tbps"))] = parameter(
        "Traffic in bytes per second of payload, without headers and framing.", default="none", source=OTHERWISE
    )
    requests: Annotated[float | None, optional(quantity(REQUEST_RATE, "0.001 /s", "1,000,000,000 /s"))] = parameter(
        "Requests per second.", default="none", source=OTHERWISE
    )
    sessions: Annotated[float | None, optional(quantity(SESSION_RATE, "0.001 /s", "1,000,000,000 /s"))] = parameter(
        "New sessions per second.", default="none", source=OTHERWISE
    )
    users: Annotated[float | None, optional(quantity(USERS, "1", "1,000,000,000"))] = parameter(
        "Users at once: sessions that are open at the same time.", default="none", source=OTHERWISE
    )
    volume_a_day: Annotated[float | None, optional(quantity(SIZE, "1 kB", "1000 PB"))] = parameter(
        "Bytes of payload in 24 hours; `peak_to_mean` says how much of it falls into the busiest time.",
        default="none",
        source=OTHERWISE,
    )
    peak_to_mean: Annotated[float | None, optional(number(1.0, 1000.0))] = parameter(
        "Traffic at the peak, in times the mean of the 24 hours: a volume a day is carried at its peak, and what is"
        " paid by the GB is billed by the mean.",
        default="none",
        source="what is paid by the GB is billed as if the peak were there all month",
    )

    @property
    def way(self) -> str:
        """The field in which the demand is stated."""
        return next(key for key in self.one_of if getattr(self, key) is not None)

    @property
    def is_in_bytes(self) -> bool:
        """Whether it is stated in bytes, and not in requests or people."""
        return self.way in ("wire", "payload", "volume_a_day")

    @property
    def stated(self) -> str:
        """The demand as a person says it, e.g. "10 Gbps of payload" or "100,000 users at once"."""
        amount = getattr(self, self.way)
        match self.way:
            case "wire" | "payload":
                rate = format_bits(amount)
                return rate if self.way == "wire" else f"{rate} of payload"
            case "volume_a_day":
                return f"{format_quantity(amount, SIZE)} a day at {self.peak_to_mean:g} times its mean"
            case "users":
                return f"{_counted(amount, USERS)} at once"
            case way:
                return _counted(amount, REQUEST_RATE if way == "requests" else SESSION_RATE)

    def roughly(self, amount: float) -> str:
        """Another amount of the same way, in its stored unit, to three digits: "19.7 Gbps", "20,100 requests/s"."""
        kind = KINDS[self.way]
        if kind.counts or kind in (REQUEST_RATE, SESSION_RATE):
            return _counted(float(f"{amount:.3g}"), kind)
        return format_bits(amount, digits=3) if kind is DATA_RATE else format_quantity(amount, kind, digits=3)

    @property
    def on_a_line(self) -> str:
        """The demand as it follows `demand:` in a file."""
        kind, stated = KINDS[self.way], getattr(self, self.way)
        amount = format_bits(stated) if kind is DATA_RATE else format_quantity(stated, kind)
        if self.peak_to_mean is not None:
            return f"{{{self.way}: {amount}, peak_to_mean: {self.peak_to_mean:.15g}}}"
        return f"{{payload: {amount}}}" if self.way == "payload" else amount

    @field_validator("wire", mode="before")
    @classmethod
    def _has_a_unit(cls, value: Any, info: ValidationInfo) -> Any:
        """A plain number may be meant in several ways; in Python it is bytes per second."""
        in_a_file = bool(info.context) and isinstance(value, int | float) and not isinstance(value, bool)
        if in_a_file or (isinstance(value, str) and value[:1].isdigit() and not re.search(r"[^\d\s.,]", value)):
            raise problem(demands.NO_UNIT, EXAMPLES)
        try:
            if isinstance(value, str) and "/" in value:
                parse_quantity(value, DATA_RATE)
        except UnitError:
            raise problem(demands.NO_SUCH_UNIT, EXAMPLES) from None
        except QuantityError:
            pass  # It is told where the value is read.
        return value

    @model_validator(mode="before")
    @classmethod
    def _has_both_ends(cls, value: Any) -> Any:
        """A range that is whole has become an amount with its ends by now."""
        if isinstance(value, dict) and value.keys() & {"from", "to", "likely"}:
            if any(key[:1].isdigit() for key in value):
                raise problem(*yaml_text.CUT_AT_COMMA)
            raise problem(demands.TWO_ENDS, EXAMPLE_OF_RANGE)
        return value

    @model_validator(mode="after")
    def _is_stated_once(self) -> "Demand":
        ways = [key for key in self.one_of if getattr(self, key) is not None]
        if not ways:
            raise problem(*demands.not_stated(", ".join(self.one_of)))
        if len(ways) > 1:
            raise problem(*demands.stated_in_ways(len(ways), " and ".join(ways)))
        if self.volume_a_day is not None and self.peak_to_mean is None:
            raise problem(*demands.volume_without_peak(_or_a_rate(self.volume_a_day)))
        return self


def _or_a_rate(volume: float) -> str:
    """The rate that may be meant by a volume: "; or did you mean 20 Gbps?" of 20 GB."""
    amount, _, unit = format_quantity(volume, SIZE).partition(" ")
    rate = f"{unit.removesuffix('B')}bps"
    return f"; or did you mean {amount} {rate}?" if rate in DATA_RATE.units and "i" not in unit else ""


def _counted(amount: float, kind: QuantityKind) -> str:
    """An amount for people, with commas."""
    return f"1 {kind.counts}" if kind.counts and amount == 1.0 else f"{amount:,.15g} {kind.unit}"


KINDS: Mapping[str, QuantityKind] = {
    "wire": DATA_RATE, "payload": DATA_RATE, "requests": REQUEST_RATE, "sessions": SESSION_RATE, "users": USERS,
    "volume_a_day": SIZE,
}  # fmt: skip


def amount_of(text: str, way: str) -> float:
    """The amount of a demand that is stated in one way, in the stored unit. Raises QuantityError."""
    kind = KINDS[way]
    return require_range(parse_quantity(text, kind), kind, kind.minimum, kind.maximum)
