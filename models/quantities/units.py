"""Quantities with units: "30 kB", "1 Gbps", "4 GiB", "250 ms" <-> SI numbers, both ways.

Below this file all is bytes, bytes per second, seconds, hertz, watts, US dollars and fractions; a price list may be in
another currency, which it names, and its prices are stored in that one.
kB, MB and GB are powers of 1,000, KiB, MiB and GiB of 1,024; "KB" is read as kB. Bit rates and byte rates are
the same kind of quantity, because a card's "1 Gbps" and a client's "80 kB/s" meet in one calculation. "Gb/s", "gbps"
and "Gbit/s" are read as Gbps, for they mean nothing else; "gb/s" and "GBPS" mean bits to some and bytes to others,
and are refused.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from models.messages import amounts
from models.quantities.formatting import significant

# The currencies of a price list; the first is that of everything that is bought.
CURRENCIES = USD, EUR = ("USD", "EUR")
# The exponent is short on purpose: no quantity needs more, and a long one only serves to exhaust memory.
NUMBER = r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:[eE][+-]?\d{1,3})?"
_WRITTEN = re.compile(rf"\s*(?P<number>{NUMBER})\s*(?P<unit>[^\d\s.,+-].*?)?\s*")
# A comma where English has a point, and a point or a space between the thousands.
_DECIMAL_COMMA = re.compile(r"\s*(?P<whole>[+-]?(?:\d{1,3}(?:[.\s]\d{3})+|\d+)),(?P<part>\d+)(?P<unit>[^\d.,].*)?")
_LONGEST = 80
# What is written for an amount of data.
_OF_DATA = re.compile(r"[kmgtp]?(b|bits?)", re.IGNORECASE)
# Words that a number goes on in, which are read by people only.
_IN_WORDS = {"thousand": Decimal(10) ** 3, "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
# As they are shortened before what is counted: 20k rps, 5M users.
_IN_LETTERS = {"k": Decimal(10) ** 3, "K": Decimal(10) ** 3, "M": Decimal(10) ** 6}


class QuantityError(ValueError):
    """A quantity that cannot be understood or is out of range.

    message says what is wrong, remedy what to write instead.
    """

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message}; {remedy}")
        self.message = message
        self.remedy = remedy


class UnitError(QuantityError):
    """A text that is no quantity of the kind in question, nor of any other."""


@dataclass(frozen=True, eq=False)
class QuantityKind:
    """One kind of quantity: its units with their factors to the stored unit, and the widest allowed range.

    name: what an error message calls it, with its article. unit: the stored unit, as documentation shows it.
    units: spelling -> factor; the first spelling of a factor is the one that `format_quantity` writes.
    minimum, maximum: the widest range that makes sense, in the stored unit; a field may narrow it.
    usual: the units in which people read rounded values, smallest first; empty means all of them.
    counts: what is counted, in the singular, such as "user": its plain number says enough without a unit.
    """

    name: str
    unit: str
    units: Mapping[str, Decimal]
    example: str
    minimum: float
    maximum: float
    usual: tuple[str, ...] = ()
    counts: str = ""


def _factors(**factors: str) -> dict[str, Decimal]:
    return {spelling: Decimal(factor) for spelling, factor in factors.items()}


def _one(*spellings: str) -> dict[str, Decimal]:
    return dict.fromkeys(spellings, Decimal(1))


def _priced(per: str) -> dict[str, Decimal]:
    """The units of a price of a list, in the currency that the list names."""
    return _one(*(f"{currency}{per}" for currency in CURRENCIES))


_BYTES = {
    **_factors(B="1", kB="1e3", MB="1e6", GB="1e9", TB="1e12", PB="1e15"),
    **{f"{prefix}iB": Decimal(1024) ** power for power, prefix in enumerate("KMGTP", start=1)},
    **_factors(KB="1e3", byte="1", bytes="1"),
}
_BITS = {prefix: Decimal(1000) ** power / 8 for power, prefix in enumerate(("", "k", "M", "G", "T", "P"))}
_BITS_PER_SECOND = {f"{prefix}{spelling}": factor for spelling in ("bps", "bit/s") for prefix, factor in _BITS.items()}
# As people write them too. The case of "b" is trusted only beside a prefix in the right case: "gb/s" may be bytes.
_BITS_PER_SECOND_TOO = {
    **{f"{prefix.lower()}{spelling}": factor for spelling in ("bps", "bit/s") for prefix, factor in _BITS.items()},
    **{f"{prefix}b/s": factor for prefix, factor in _BITS.items()},
    **{f"K{spelling}": _BITS["k"] for spelling in ("bps", "bit/s", "b/s")},
}

# Ki, Mi, Gi and Ti as Kubernetes writes them.
_SIZES = _BYTES | {f"{prefix}i": Decimal(1024) ** power for power, prefix in enumerate("KMGT", start=1)}
SIZE = QuantityKind("a size", "B", _SIZES, "30 kB", 0.0, 1e18, ("B", "kB", "MB", "GB", "TB", "PB"))
DATA_RATE = QuantityKind(
    "a data rate", "B/s",
    {**_BITS_PER_SECOND, **{f"{unit}/s": factor for unit, factor in _BYTES.items()}, **_BITS_PER_SECOND_TOO},
    "1 Gbps", 0.0, 1e15, ("bps", "kbps", "Mbps", "Gbps", "Tbps", "Pbps"),
)  # fmt: skip
DURATION = QuantityKind(
    "a duration", "s",
    {
        **_factors(s="1", ms="1e-3", us="1e-6", ns="1e-9", min="60", h="3600", days="86400"),
        **{"µs": Decimal("1e-6"), "μs": Decimal("1e-6")},
        **_factors(day="86400", d="86400", sec="1", seconds="1", minutes="60", hours="3600", hour="3600"),
    },
    "250 ms", 0.0, 1e9, ("ns", "us", "ms", "s", "min", "h", "days"),
)  # fmt: skip
YEARS = QuantityKind("a number of years", "years", _one("years", "year"), "3 years", 0.0, 100.0)
MONTHS = QuantityKind(
    "a number of months", "months", _factors(months="1", month="1", years="12", year="12"), "24 months", 0.0, 2400.0
)
FREQUENCY = QuantityKind("a frequency", "Hz", _factors(Hz="1", kHz="1e3", MHz="1e6", GHz="1e9"), "2.2 GHz", 0.0, 1e12)
SHARE = QuantityKind("a share", "fraction", {"%": Decimal("0.01")}, "1 %", 0.0, 1.0)
GROWTH = QuantityKind("a growth", "fraction", {"%": Decimal("0.01")}, "40 %", -100.0, 100.0)
POWER = QuantityKind("a power", "W", _factors(W="1", kW="1e3", MW="1e6"), "600 W", 0.0, 1e9)
MONEY = QuantityKind(amounts.MONEY, "USD", _one("USD", "US$", "$"), "18,000 USD", 0.0, 1e12)
REQUEST_RATE = QuantityKind(
    "a request rate", "requests/s",
    _one("/s", "requests/s", "request/s", "req/s", "rps"), "3400 /s", 0.0, 1e9,
)  # fmt: skip
SESSION_RATE = QuantityKind(
    amounts.SESSION_RATE, "sessions/s", _one("sessions/s", "session/s", "/s"), "500 sessions/s", 0.0, 1e9
)
USERS = QuantityKind("a number of users", "users", _one("users", "user"), "100,000 users", 0.0, 1e9, counts="user")
USD_PER_KWH = QuantityKind("a price of energy", "USD/kWh", _priced("/kWh"), "0.07 USD/kWh", 0.0, 100.0)
USD_PER_KW_MONTH = QuantityKind(
    amounts.PRICE_OF_POWER, "USD/kW-month", _priced("/kW-month"), "150 USD/kW-month", 0.0, 1e5
)
USD_PER_U_MONTH = QuantityKind(amounts.PRICE_OF_SPACE, "USD/U-month", _priced("/U-month"), "12 USD/U-month", 0.0, 1e5)
USD_PER_MBPS_MONTH = QuantityKind(
    amounts.PRICE_OF_BANDWIDTH, "USD/Mbps-month",
    _priced("/Mbps-month"), "50 USD/Mbps-month", 0.0, 1e5
)  # fmt: skip
USD_PER_SERVER_MONTH = QuantityKind(
    amounts.PRICE_PER_SERVER, "USD/server-month",
    _priced("/server-month"), "80 USD/server-month", 0.0, 1e6
)  # fmt: skip

USD_PER_CORE_MONTH = QuantityKind(
    amounts.PRICE_PER_CORE, "USD/core-month",
    {"USD/core-month": Decimal(1), "USD/core-year": Decimal(1) / 12}, "40 USD/core-month", 0.0, 1e6
)  # fmt: skip
USD_PER_GB = QuantityKind("a price of traffic", "USD/GB", _priced("/GB"), "0.05 USD/GB", 0.0, 1e3)
USD_PER_GB_MONTH = QuantityKind(
    amounts.PRICE_OF_ROOM, "USD/GB-month", _one("USD/GB-month"), "0.08 USD/GB-month", 0.0, 1e3
)
USD_PER_IOPS_MONTH = QuantityKind(
    amounts.PRICE_OF_OPERATION, "USD/IOPS-month", _one("USD/IOPS-month"), "0.005 USD/IOPS-month", 0.0, 1e3
)
USD_PER_MBYTES_MONTH = QuantityKind(
    amounts.PRICE_OF_TRANSFER, "USD/MBps-month", _one("USD/MBps-month"), "0.04 USD/MBps-month", 0.0, 1e3
)
USD_PER_THOUSAND = QuantityKind(
    amounts.PRICE_OF_REQUESTS, "USD/thousand", _one("USD/thousand"), "0.0004 USD/thousand", 0.0, 1e3
)
USD_PER_HOUR = QuantityKind("a price per hour", "USD/h", _one("USD/h", "USD/hour"), "0.29 USD/h", 0.0, 1e6)
LIST_PRICE_PER_HOUR = QuantityKind(
    amounts.PRICE_OF_AN_HOUR, "USD/h", {**_priced("/h"), **_priced("/hour")}, "0.0225 USD/h", 0.0, 1e6
)
LINK_MONTH = QuantityKind(amounts.PRICE_OF_A_MONTH, "USD/month", _priced("/month"), "500 USD/month", 0.0, 1e9)
USD_PER_YEAR = QuantityKind("a price per year", "USD/year", _one("USD/year"), "4,842 USD/year", 0.0, 1e9)
CARBON = QuantityKind(
    "a carbon intensity", "kg/kWh", _factors(**{"kg/kWh": "1", "g/kWh": "1e-3"}), "0.37 kg/kWh", 0.0, 10.0
)

COUNTED = (REQUEST_RATE, SESSION_RATE, USERS)
KINDS = (
    SIZE, DATA_RATE, DURATION, YEARS, MONTHS, FREQUENCY, SHARE, GROWTH, POWER, MONEY, REQUEST_RATE, SESSION_RATE, USERS,
    USD_PER_KWH, USD_PER_KW_MONTH, USD_PER_U_MONTH, USD_PER_MBPS_MONTH, USD_PER_SERVER_MONTH,
    USD_PER_GB_MONTH, USD_PER_IOPS_MONTH, USD_PER_MBYTES_MONTH,
    USD_PER_THOUSAND, USD_PER_CORE_MONTH, USD_PER_GB, USD_PER_HOUR, LIST_PRICE_PER_HOUR, LINK_MONTH,
    USD_PER_YEAR, CARBON,
)  # fmt: skip


def parse_quantity(text: str, kind: QuantityKind) -> float:
    """The number of `kind.unit` that a text such as "30 kB" means, rounded once to the nearest float.

    Raises QuantityError for a number without a unit, a unit of another kind, an unknown unit and for NaN or
    infinity. Ranges are another matter: see `require_range`.
    """
    return _parsed(text, kind)


# The scenarios of a sweep, and the entries of a catalogue, say the same few thousand quantities again and again.
@lru_cache(maxsize=8_192)
def _parsed(text: str, kind: QuantityKind) -> float:
    match = _WRITTEN.fullmatch(text.replace("\N{MINUS SIGN}", "-")) if len(text) <= _LONGEST else None
    number = match["number"] if match else ""
    if not match or not any(digit.isdigit() for digit in number):
        raise UnitError(f"not {kind.name}", _remedy(text, kind))
    unit = match["unit"] or (kind.counts and kind.unit)
    if not unit:
        raise QuantityError(amounts.which_unit(kind.name), f'write e.g. "{kind.example}"')
    if unit not in kind.units:
        _require_digits(number, unit)
    factor = _factor(unit, kind)
    return float(Decimal(number.replace(",", "")) * factor)


def has_unit(text: str) -> bool:
    """Whether a text is a number with something behind it that could be a unit."""
    match = _WRITTEN.fullmatch(text) if len(text) <= _LONGEST else None
    return bool(match and match["number"] and match["unit"])


def with_decimal_point(text: str) -> str:
    """A number that is written with a decimal comma, as it is written here: "1.5 Gbps" of "1,5 Gbps"; "" of others."""
    match = _DECIMAL_COMMA.fullmatch(text) if len(text) <= _LONGEST and not _WRITTEN.fullmatch(text) else None
    if match is None:
        return ""
    whole, unit = re.sub(r"[.\s]", "", match["whole"]), (match["unit"] or "").strip()
    return f"{whole}.{match['part']} {unit}".strip()


def _remedy(text: str, kind: QuantityKind) -> str:
    """What to write in place of a text that is no quantity."""
    if pointed := with_decimal_point(text):
        return amounts.comma_groups_thousands(pointed)
    word = text.strip().lstrip("+-").partition(" ")[0].lower()
    finite = "a finite number, " if word in ("nan", "inf", "infinity") else ""
    return f'write {finite}e.g. "{kind.example}"'


def require_range(value: float, kind: QuantityKind, minimum: float, maximum: float) -> float:
    """`value` itself when it is finite and within minimum..maximum, in the stored unit of `kind`.

    Raises QuantityError with both limits in the units that people write.
    """
    if math.isfinite(value) and minimum <= value <= maximum:
        return value
    allowed = f"{format_quantity(minimum, kind)} to {format_quantity(maximum, kind)}"
    if not math.isfinite(value):
        raise QuantityError("not a finite number", f"allowed is {allowed}")
    if value < minimum:
        reason = amounts.NEGATIVE if value < 0 <= minimum else amounts.ZERO if value == 0 else "too small"
        raise QuantityError(reason, f"allowed is {allowed}")
    raise QuantityError("too large", f"allowed is {allowed}")


def format_quantity(value: float, kind: QuantityKind, *, digits: int = 0, unit: str = "") -> str:
    """The shortest text that `parse_quantity` reads back as exactly `value`, such as "2.9 GiB".

    digits: significant digits to round to (0 rounds nothing). unit: forces one of the units of `kind`.
    Raises KeyError for a unit that `kind` does not have.
    """
    units = {unit: kind.units[unit]} if unit else kind.units
    if digits:
        return _rounded(value, [unit] if unit else list(kind.usual or kind.units), kind, digits)
    if kind.counts and value == 1.0:
        return f"1 {kind.counts}"
    candidates = [
        (len(number), not 1 <= abs(float(number)) < 1000, position, f"{number} {spelling}")
        for position, (spelling, factor) in enumerate(units.items())
        for number in (f"{value / float(factor):.15g}", f"{value / float(factor):.17g}")
        if float(Decimal(number) * factor) == value and math.isfinite(value)
    ]
    if candidates:
        return min(candidates)[-1]
    # Rarely no number of 17 digits survives the factor; the 28 digits of a Decimal do.
    spelling, factor = next(iter(units.items()))
    return f"{Decimal(value) / factor if math.isfinite(value) else value} {spelling}"


def format_bits(rate: float, *, digits: int = 0) -> str:
    """A rate in B/s as networks are spoken of, in the unit of bits in which it reads best: 24 Gbps is nowhere told as
    3 GB/s. It is read back as exactly that rate, unless it is rounded to some digits."""
    fitting = [unit for unit in DATA_RATE.usual if rate >= float(DATA_RATE.units[unit])]
    return format_quantity(rate, DATA_RATE, digits=digits, unit=fitting[-1] if fitting else DATA_RATE.usual[0])


def format_memory(value: float) -> str:
    """A size rounded for people in powers of 1,024, in which memory is bought and configured, such as "1.5 GiB"."""
    return format_quantity(value, SIZE, digits=3, unit=_memory_unit(value))


def memory_at_most(value: float) -> str:
    """A size for people that is at most `value`, to be written where more is refused."""
    return _memory(value, math.floor)


def memory_at_least(value: float) -> str:
    """A size for people that is at least `value`, to be written where less is refused."""
    return _memory(value, math.ceil)


def _memory(value: float, whole: Callable[[float], int]) -> str:
    unit = _memory_unit(value)
    scaled = value / float(SIZE.units[unit])
    steps = 100 if scaled < 1000 else 1
    # Rounded before, so that 1.5 GiB, a sum of parts, does not become 1.49 or 1.51.
    return f"{whole(round(scaled * steps, 6)) / steps:,g} {unit}"


def _memory_unit(value: float) -> str:
    units = ("TiB", "GiB", "MiB") if value else ("MiB",)
    return next((unit for unit in units if value >= float(SIZE.units[unit])), "KiB" if value else "MiB")


def _rounded(value: float, spellings: list[str], kind: QuantityKind, digits: int) -> str:
    """For people: the largest unit, of those given smallest first, that leaves a digit before the point."""
    fitting = [spelling for spelling in spellings if abs(value) >= float(kind.units[spelling])]
    spelling = max(fitting, key=lambda unit: kind.units[unit]) if fitting and value else spellings[0]
    scaled = value / float(kind.units[spelling])
    if scaled == 0 or not math.isfinite(scaled):
        return f"{scaled:g} {spelling}"
    return f"{significant(scaled, digits)} {spelling}"


def _require_digits(number: str, unit: str) -> None:
    """Raises QuantityError for a number that goes on in words, or in a letter that stands for one."""
    word, _, rest = unit.partition(" ")
    times = _IN_WORDS.get(word.lower())
    counted = unit[1:].strip()
    if times is None and unit[:1] in _IN_LETTERS and any(counted in each.units for each in COUNTED):
        times, rest = _IN_LETTERS[unit[:1]], counted
    if times is not None:
        amount = Decimal(number.replace(",", "")) * times
        written = f"{amount.normalize():,f} {rest.strip()}".strip()
        raise QuantityError(*amounts.number_in_words(written))


def _factor(unit: str, kind: QuantityKind) -> Decimal:
    """The factor of a unit of `kind`; otherwise the error: another kind, or none that is known."""
    if unit in kind.units:
        return kind.units[unit]
    for other in KINDS:
        if unit in other.units:
            raise QuantityError(
                *amounts.other_quantity(kind.name, kind.example, other.name, unit, ", ".join(kind.usual or kind.units))
            )
    first = {factor: spelling for spelling, factor in reversed(list(kind.units.items()))}
    units = ", ".join(sorted(first.values(), key=list(kind.units).index))
    if kind is DATA_RATE and _OF_DATA.fullmatch(unit):
        raise QuantityError(*amounts.data_in_a_second(kind.name, kind.example, units))
    raise UnitError(*amounts.unknown_unit(kind.name, kind.example, units))
