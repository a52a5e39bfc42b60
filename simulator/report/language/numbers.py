"""How numbers are written, in one place: digits that the interval supports, thousands commas, units for people.

A value is rounded to the second digit of its half-width (as the Guide to the Expression of Uncertainty in
Measurement, JCGM 100:2008, section 7.2.6, has it): 4,876.4 ± 12.1 is written "4,876 ± 12". It never shows more than
four significant digits, for no model of a farm is known better: 613,923 ± 2 is "613,900", 2.46350 ± 0.0053 is
"2.464 ± 0.005". A half-width that leaves the last digit shown as it is, is not written. Data have all digits.
"""

import math

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
NOT_KNOWN = "not known"
_NEGLIGIBLE = 1e-6  # A half-width below this share of the value is rounding of floats, not an interval.
_COARSEST = {"USD/month": 0, "USD/Mbps-month": 2}  # Decimals that no bill goes beyond.
_NOT_ZERO = "123456789"
NOT_RESOLVED = "not resolved"
FAR = 1_000.0  # Times the load. A limit beyond is none: no farm grows so far with the servers it has.
_DIGITS = 4  # The most significant digits of a figure that is not known exactly.
_ROUGHLY = 3
_SCALES = {
    "B": ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (0.0, "B")),
    "B/s": ((1e12, "TB/s"), (1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (0.0, "B/s")),
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "\N{MICRO SIGN}s"), (0.0, "s")),
}
_BYTES = {"TB": 1e12, "GB": 1e9, "MB": 1e6, "kB": 1e3, "B": 1.0}
_SIZES = {
    **_BYTES,
    **{f"{unit}/s": size for unit, size in _BYTES.items()},
    **{"s": 1.0, "ms": 1e-3, "\N{MICRO SIGN}s": 1e-6},
}


def cell(content: object, *, unit: bool = True) -> str:
    """Any cell of a table as text; `unit` says whether an estimate brings its unit along."""
    if isinstance(content, Refused):
        return NOT_KNOWN
    if isinstance(content, Estimate):
        return text(content) if unit else bare(content)
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, int | float):
        return plain(float(content))
    return "" if content is None else str(content)


def text(estimate: Estimate) -> str:
    """Value, interval and unit: "4,876 ± 12 Mbps". Bytes and seconds are scaled to the unit that reads best."""
    shown = readable(estimate)
    return f"{bare(shown)} {shown.unit}".rstrip()


def bare(estimate: Estimate) -> str:
    """Value and interval without the unit: "4,876 ± 12", or "3" where there is no interval."""
    value, half_width = parts(estimate)
    return f"{value} {PLUS_MINUS} {half_width}" if half_width else value


def parts(estimate: Estimate) -> tuple[str, str]:
    """The value and the half-width as text; no half-width for a figure without an interval. Where the interval of a
    share would pass 0 or 100 %, the half-width says where it ends: "9.8, at most 100"."""
    value, half_width = _parts(estimate)
    return value, f"{half_width}{_end(estimate)}" if half_width else ""


def _end(estimate: Estimate) -> str:
    below, above = estimate.cut_off
    if below and above:
        return ", from 0 to 100"
    return ", at least 0" if below else ", at most 100" if above else ""


def _parts(estimate: Estimate) -> tuple[str, str]:
    value, half_width = estimate.value, estimate.half_width
    if not math.isfinite(half_width):
        return plain(value), "unknown"
    if half_width <= _NEGLIGIBLE * abs(value):
        return plain(value), ""
    if value == round(value) and half_width == round(half_width) and abs(value) < 10**_DIGITS:
        return plain(value), plain(half_width)  # A count, such as 4 ± 1 units.
    decimals = min(_decimals(half_width), _COARSEST.get(estimate.unit, math.inf), _most_decimals(value, half_width))
    shown = fixed(half_width, decimals)
    return fixed(value, decimals), shown if _is_something(shown) else ""


def resolved(estimate: Estimate) -> bool:
    """Whether an index or a difference is told from none: its interval is narrower than its value."""
    return estimate.resolved


def signed(content: object, *, unit: bool = False) -> str:
    """A difference as text: "+12 ± 3", "-4 ± 1", and "not resolved" where its interval is wider than its value."""
    if isinstance(content, Estimate) and not resolved(content):
        return NOT_RESOLVED
    shown = cell(content, unit=unit)
    return f"+{shown}" if isinstance(content, Estimate) and content.value > 0 and _is_something(shown) else shown


def index(share: Estimate) -> Estimate | str:
    """A share of a variance, or that it is not resolved."""
    return share if resolved(share) else NOT_RESOLVED


def deviation(value: float, unit: str = "%") -> str:
    """A deviation with its sign: "+0.2 %", and "0.0 %" where it rounds to nothing."""
    shown = f"{value:+.1f}"
    return f"{shown if _is_something(shown) else '0.0'} {unit}".rstrip()


def rough(value: float) -> str:
    """A figure of theory, of which three digits are known: "81,200", "23.2"."""
    if not math.isfinite(value) or value == 0.0:
        return plain(value)
    return fixed(value, _ROUGHLY - 1 - math.floor(math.log10(abs(value))))


def room_for(growth: Estimate | Refused) -> Estimate | Refused | str:
    """How much more load a limit has room for; "above 1,000" times where that says no more than never."""
    return f"above {plain(FAR)}" if isinstance(growth, Estimate) and growth.value > FAR else growth


def times_the_load(growth: Estimate | Refused) -> str:
    """The same as text: "1.27 ± 0.07", "above 1,000", and "-" where it is not known."""
    return "-" if isinstance(growth, Refused) else cell(room_for(growth), unit=False)


def plain(value: float) -> str:
    """A number without an interval: whole numbers in full, others to four significant digits or to the unit."""
    if not math.isfinite(value):
        return NOT_KNOWN
    if value == round(value):
        return fixed(value, 0)
    decimals = max(0, _DIGITS - 1 - math.floor(math.log10(abs(value))))
    shown = fixed(value, decimals)
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def fixed(value: float, decimals: int) -> str:
    """A number with thousands commas, rounded to `decimals`; negative ones round to tens, hundreds and so on."""
    rounded = round(value, decimals) + 0.0  # The addition turns -0.0 into 0.0.
    shown = f"{rounded:,.{max(0, decimals)}f}"
    return shown[1:] if shown.startswith("-") and not _is_something(shown) else shown


def rounded(value: float, uncertainty: float) -> str:
    """A figure with no more digits than its uncertainty deserves: to the second digit of that, and no fractions."""
    if not (uncertainty > 0.0 and math.isfinite(uncertainty)):
        return plain(value)
    return fixed(value, min(0, 1 - math.floor(math.log10(uncertainty))))


def readable(estimate: Estimate) -> Estimate:
    """The estimate in the unit that people read: 3.2e9 B is 3.2 GB, 0.25 s is 250 ms."""
    unit = readable_unit(estimate.value, estimate.unit)
    return estimate if unit == estimate.unit else estimate.times(1.0 / size_of(unit), unit)


def readable_unit(value: float, unit: str) -> str:
    """The unit in which a value of `unit` reads best: the largest that leaves a digit before the point."""
    for smallest, scaled in _SCALES.get(unit, ()):
        if abs(value) >= smallest and value:
            return scaled
    return unit


def size_of(unit: str) -> float:
    """How many bytes, bytes a second or seconds a scaled unit is; 1 for all other units."""
    return _SIZES.get(unit, 1.0)


def _most_decimals(value: float, half_width: float) -> int:
    """Decimals at which the larger of value and half-width shows four digits."""
    largest = max(abs(value), half_width)
    return _DIGITS - 1 - math.floor(math.log10(float(f"{largest:.{_DIGITS - 1}e}")))


def _is_something(shown: str) -> bool:
    """Whether a number, as it is written, is another than nothing."""
    return any(digit in shown for digit in _NOT_ZERO)


def _decimals(half_width: float) -> int:
    """Decimals at which the half-width, once rounded, shows two digits."""
    first = math.floor(math.log10(half_width))
    rounded = round(half_width, 1 - first)
    return 1 - math.floor(math.log10(rounded))
