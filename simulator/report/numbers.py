"""How numbers are written, in one place: digits that the interval supports, thousands commas, units for people.

A value is rounded to the second digit of its half-width (as the Guide to the Expression of Uncertainty in
Measurement, JCGM 100:2008, section 7.2.6, has it): 4,876.4 ± 12.1 is written "4,876 ± 12".
"""

import math

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
NOT_KNOWN = "not known"
_NEGLIGIBLE = 1e-6  # A half-width below this share of the value is rounding of floats, not an interval.
_COARSEST = {"USD/month": 0, "USD/Mbps-month": 2}  # Decimals that no bill goes beyond.
_NOT_ZERO = "123456789"
_DIGITS = 4  # Significant digits of a figure without an interval that is not a whole number.
_SCALES = {
    "B": ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (0.0, "B")),
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "\N{MICRO SIGN}s"), (0.0, "s")),
}
_SIZES = {"TB": 1e12, "GB": 1e9, "MB": 1e6, "kB": 1e3, "B": 1.0, "s": 1.0, "ms": 1e-3, "\N{MICRO SIGN}s": 1e-6}


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
    """The value and the half-width as text; no half-width for a figure without an interval."""
    value, half_width = estimate.value, estimate.half_width
    if not math.isfinite(half_width):
        return plain(value), "unknown"
    if half_width <= _NEGLIGIBLE * abs(value):
        return plain(value), ""
    if value == round(value) and half_width == round(half_width):
        return plain(value), plain(half_width)  # A count, such as 4 ± 1 units.
    decimals = min(_decimals(half_width), _COARSEST.get(estimate.unit, math.inf))
    shown = fixed(half_width, decimals)
    return fixed(value, decimals), shown if any(digit in shown for digit in _NOT_ZERO) else ""


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
    return shown[1:] if shown.startswith("-") and not any(digit in shown for digit in _NOT_ZERO) else shown


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
    """How many bytes or seconds a scaled unit is; 1 for all other units."""
    return _SIZES.get(unit, 1.0)


def _decimals(half_width: float) -> int:
    """Decimals at which the half-width, once rounded, shows two digits."""
    first = math.floor(math.log10(half_width))
    rounded = round(half_width, 1 - first)
    return 1 - math.floor(math.log10(rounded))
