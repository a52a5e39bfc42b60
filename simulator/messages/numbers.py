"""How figures are written: digits that the interval supports. Numbers and units themselves are written by
models/quantities/formatting.py.

A value is rounded to the second digit of its half-width (as the Guide to the Expression of Uncertainty in
Measurement, JCGM 100:2008, section 7.2.6, has it): 4,876.4 ± 12.1 is written "4,876 ± 12". It never shows more than
four significant digits, for no model of a farm is known better: 613,923 ± 2 is "613,900", 2.46350 ± 0.0053 is
"2.464 ± 0.005". A half-width that leaves the last digit shown as it is, is not written. Data have all digits.
"""

import math

from models.quantities.formatting import (
    BITS,
    BYTES,
    DIGITS,
    MEASURED,
    best_unit,
    fixed,
    is_written_nonzero,
    number,
    significant_decimals,
)
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
NOT_KNOWN = "not known"
# What is bought or stands somewhere is counted in these; one of them is no plural.
_SINGLE = {"units": "unit", "servers": "server", "racks": "rack"}
_NEGLIGIBLE = 1e-6  # A half-width below this share of the value is rounding of floats, not an interval.
_COARSEST = {"USD/month": 0, "USD/Mbps-month": 2, "USD/Gbps-month": 2}  # Decimals that no bill goes beyond.
NOT_RESOLVED = "not resolved"
# Nobody asks for the digits of a smaller share of a variance.
SMALL_SHARE = 0.01
FAR = 1_000.0  # Times the load. A limit beyond is none: no farm grows so far with the servers it has.
_ROUGHLY = 3
# From this share of a figure on its interval is told in sentences; one that is narrower decides nothing.
_WIDE = 0.05
# From here on an amount has no fractions: from the second where it is known to less than 1.
_FEW, _SMALL = 10.0, 100.0
_SCALES = {
    "B": BYTES,
    "B/s": tuple((start, size, f"{unit}/s") for start, size, unit in BYTES),
    "s": MEASURED,
}
# What sentences write in a unit that people use: traffic of farms is counted in Mbps, and requests a second.
_USUAL_UNITS = {
    "Mbps": tuple((start / 1e6, start / 1e6, unit) for start, _, unit in BITS),
    "/s": ((0.0, 1.0, "req/s"),),
}
TRAFFIC = "Mbps"  # In which traffic is counted; `unit_for` says in which unit it is told.
_SIZES = {unit: size for scale in _SCALES.values() for _, size, unit in scale}


def cell_text(content: object, *, unit: bool = True) -> str:
    """Any cell of a table as text; `unit` says whether an estimate brings its unit along."""
    if isinstance(content, Unavailable):
        return NOT_KNOWN
    if isinstance(content, Estimate):
        return figure_text(content) if unit else bare(content)
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, int | float):
        return plain_number(float(content))
    return "" if content is None else str(content)


def figure_text(estimate: Estimate) -> str:
    """Value, interval and unit: "4,876 ± 12 Mbps". Bytes and seconds are scaled to the unit that reads best."""
    shown = readable(estimate)
    return f"{bare(shown)} {unit_beside(bare(shown), shown.unit)}".rstrip()


def unit_beside(value: str, unit: str) -> str:
    """The unit of a value that is written so: "1 server", but "4 servers", "0.5 units" and "1 ± 1 units"."""
    return _SINGLE.get(unit, unit) if value == "1" else unit


def bare(estimate: Estimate) -> str:
    """Value and interval without the unit: "4,876 ± 12", or "3" where there is no interval."""
    value, half_width = value_and_half_width(estimate)
    return f"{value} {PLUS_MINUS} {half_width}" if half_width else value


def value_and_half_width(estimate: Estimate) -> tuple[str, str]:
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
        return plain_number(value), "unknown"
    if half_width <= _NEGLIGIBLE * abs(value):
        return plain_number(value), ""
    if value == round(value) and half_width == round(half_width) and abs(value) < 10**DIGITS:
        return plain_number(value), plain_number(half_width)  # A count, such as 4 ± 1 units.
    decimals = min(_decimals(half_width), _most_decimals(value, half_width))
    decimals = min(decimals, _COARSEST.get(estimate.unit, decimals))
    shown = fixed(half_width, decimals)
    return fixed(value, decimals), shown if is_written_nonzero(shown) else ""


def is_resolved(estimate: Estimate) -> bool:
    """Whether an index or a difference is told from none: its interval is narrower than its value."""
    return estimate.resolved


def signed_text(content: object, *, unit: bool = False) -> str:
    """A difference as text: "+12 ± 3", "-4 ± 1", and "not resolved" where its interval is wider than its value."""
    if isinstance(content, Estimate) and not is_resolved(content):
        return NOT_RESOLVED
    shown = cell_text(content, unit=unit)
    return f"+{shown}" if isinstance(content, Estimate) and content.value > 0 and is_written_nonzero(shown) else shown


def index(share: Estimate, told: bool) -> Estimate | str:
    """A share of a variance, 0 to 1: that it is small, where no digit of it matters, or that it is not resolved."""
    if not told:
        return NOT_RESOLVED
    return share if share.value >= SMALL_SHARE / 2.0 else f"under {plain_number(SMALL_SHARE)}"


def deviation(value: float, unit: str = "%") -> str:
    """A deviation with its sign: "+0.2 %", and "0.0 %" where it rounds to nothing."""
    shown = f"{value:+.1f}"
    return f"{shown if is_written_nonzero(shown) else '0.0'} {unit}".rstrip()


def theory_number(value: float) -> str:
    """A figure of theory, of which three digits are known: "81,200", "23.2"."""
    if not math.isfinite(value) or value == 0.0:
        return plain_number(value)
    return fixed(value, significant_decimals(value, _ROUGHLY))


def short_text(estimate: Estimate) -> str:
    """A figure as a sentence has it: three digits and the unit that people use, "150 Gbps". An interval of more than a
    twentieth of it is told as its ends, "54-96 %"; the noise of a simulation below that stands in the data."""
    return " ".join(filter(None, short_parts(estimate)))


def short_parts(estimate: Estimate) -> tuple[str, str]:
    """The same in two: the value or its ends, and the unit. That its interval is not known is told with the value."""
    shown = readable(estimate)
    if estimate.value and estimate.unit in _USUAL_UNITS:
        size, unit = best_unit(estimate.value, _USUAL_UNITS[estimate.unit])
        shown = estimate.times(1.0 / size, unit)
    value = _short_value(shown)
    return value, unit_beside(value, shown.unit)


def unit_for(largest: float, unit: str) -> tuple[float, str]:
    """How large the unit is in which figures of `unit` up to `largest` are told, and its name: 1,000 and Gbps."""
    if unit == TRAFFIC:
        return best_unit(largest, _USUAL_UNITS[TRAFFIC])
    name = readable_unit(largest, unit)
    return size_of(name), name


def traffic_text(estimate: Estimate) -> str:
    """Traffic in the unit in which it is told: "106 ± 12 Gbps", or to three digits where its interval decides nothing:
    "1.07 Gbps"."""
    size, unit = unit_for(max(abs(estimate.value), estimate.half_width), TRAFFIC)
    return figure_text(short_estimate(estimate.times(1.0 / size, unit)))


def best_range(low: float, high: float, unit: str) -> str:
    """Two ends in the unit that people use, to three digits: "120-150 Gbps"; one figure where they are alike."""
    size, shown = 1.0, unit
    if high and unit in _USUAL_UNITS:
        size, shown = best_unit(high, _USUAL_UNITS[unit])
    ends = list(dict.fromkeys(plain_number(_three_digits(end / size)) for end in (low, high)))
    return f"{'-'.join(ends)} {unit_beside(ends[0], shown)}"


def _three_digits(value: float) -> float:
    return float(f"{value:.{_ROUGHLY - 1}e}")


def short_estimate(estimate: Estimate) -> Estimate:
    """A figure for a table that is read as sentences are: to three digits, without an interval that decides nothing."""
    is_count = estimate.half_width == 0.0 and estimate.value == round(estimate.value)  # Of servers, each counts.
    if is_count or _is_wide(estimate) or not math.isfinite(estimate.half_width):
        return estimate
    value = _three_digits(estimate.value)
    return Estimate(value, 0.0, estimate.confidence, estimate.samples, estimate.unit, share=estimate.share)


def _is_wide(estimate: Estimate) -> bool:
    return math.isfinite(estimate.half_width) and estimate.half_width > _WIDE * abs(estimate.value)


def _short_value(estimate: Estimate) -> str:
    value = plain_number(_three_digits(estimate.value))
    if not math.isfinite(estimate.half_width):
        return f"{value} {PLUS_MINUS} unknown"
    if not _is_wide(estimate):
        return value
    if estimate.low < 0.0 < estimate.high:
        return bare(estimate)  # As ends it would say of a load that it may be less than none.
    low, high = (rounded(end, estimate.half_width) for end in (estimate.low, estimate.high))
    low = low if low.strip("-0.") else "0"  # Nothing has no digits behind its point.
    return value if low == high else f"{low} to {high}" if low.startswith("-") else f"{low}-{high}"


def room_for(growth: Estimate | Unavailable) -> Estimate | Unavailable | str:
    """How much more load a limit has room for; "above 1,000" times where that says no more than never."""
    return f"above {plain_number(FAR)}" if isinstance(growth, Estimate) and growth.value > FAR else growth


def times_the_load(growth: Estimate | Unavailable) -> str:
    """The same as text: "1.27 ± 0.07", "above 1,000", and "-" where it is not known."""
    return "-" if isinstance(growth, Unavailable) else cell_text(room_for(growth), unit=False)


def plain_number(value: float) -> str:
    """A number without an interval: whole numbers in full, others to four significant digits or to the unit."""
    if not math.isfinite(value):
        return NOT_KNOWN
    return number(value)


def rounded(value: float, uncertainty: float) -> str:
    """A figure with no more digits than its uncertainty deserves: to the second digit of that, and no fractions unless
    it is small, and below 10 or known to less than 1."""
    if not (uncertainty > 0.0 and math.isfinite(uncertainty)):
        return plain_number(value)
    return fixed(value, _places(value, uncertainty))


def _places(value: float, uncertainty: float) -> int:
    decimals = significant_decimals(uncertainty, 2)
    fine = max(abs(value), uncertainty) < _FEW or (uncertainty < 1.0 and abs(value) < _SMALL)
    return decimals if fine else min(0, decimals)


def range_texts(low: float, value: float, high: float, own: float = 0.0) -> tuple[str, str, str]:
    """A figure between the ends of its range: all three with the digits that half of the range deserves, or the
    figure's `own` half-width where that is wider, which then stands beside it. A figure that would keep none of its
    digits, or one, has three all the same: as 0 it would say what it is not."""
    half = max((high - low) / 2.0, own)
    is_lost = math.isfinite(half) and half > 0.0 and abs(value) < 10.0 ** math.floor(math.log10(half))
    beside = rounded(value, abs(value) / 10.0 if is_lost else half)
    if own > (high - low) / 2.0 and math.isfinite(own):
        beside += f" {PLUS_MINUS} {fixed(own, _places(value, own))}"
    return rounded(low, half), beside, rounded(high, half)


def readable(estimate: Estimate) -> Estimate:
    """The estimate in the unit that people read: 3.2e9 B is 3.2 GB, 0.25 s is 250 ms."""
    unit = readable_unit(estimate.value, estimate.unit)
    return estimate if unit == estimate.unit else estimate.times(1.0 / size_of(unit), unit)


def readable_unit(value: float, unit: str) -> str:
    """The unit in which a value of `unit` reads best: the largest that leaves a digit before the point."""
    return best_unit(value, _SCALES[unit])[1] if value and unit in _SCALES else unit


def size_of(unit: str) -> float:
    """How many bytes, bytes a second or seconds a scaled unit is; 1 for all other units."""
    return _SIZES.get(unit, 1.0)


def _most_decimals(value: float, half_width: float) -> int:
    """Decimals at which the larger of value and half-width shows four digits."""
    largest = max(abs(value), half_width)
    return significant_decimals(float(f"{largest:.{DIGITS - 1}e}"), DIGITS)


def _decimals(half_width: float) -> int:
    """Decimals at which the half-width, once rounded, shows two digits."""
    return significant_decimals(round(half_width, significant_decimals(half_width, 2)), 2)
