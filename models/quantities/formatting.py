"""How numbers and units are written for people, in one place: digits, thousands commas, the unit that reads best.

Figures with an interval are written on top of this (simulator/messages/numbers.py), networks too
(simulator/messages/description/readable.py); what a file reads back digit by digit is `units.format_quantity`.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

# Units, the largest first: from which value on it is used, how large it is, its name.
Scale = tuple[tuple[float, float, str], ...]

_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
BYTES: Scale = tuple((size, size, f"{prefix}B") for size, prefix in _PREFIXES)
BITS: Scale = tuple((size, size, f"{prefix}bps") for size, prefix in _PREFIXES)
# Memory is bought and configured in powers of 1,024.
MEMORY: Scale = tuple((1024.0**power, 1024.0**power, unit) for power, unit in
                      ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB"), (0, "B")))  # fmt: skip
# Durations that were stated, those that may be long, and those that were measured, whose digits say more.
STATED: Scale = ((1.0, 1.0, "s"), (1e-4, 1e-3, "ms"), (1e-6, 1e-6, "us"))
YEAR = 365.0 * 86400.0
LONG: Scale = (
    (4.0 * YEAR, YEAR, "years"),
    (4.0 * 86400.0, 86400.0, "days"),
    (7200.0, 3600.0, "h"),
    (1000.0, 60.0, "min"),
    *STATED,
)
MEASURED: Scale = ((1.0, 1.0, "s"), (1e-3, 1e-3, "ms"), (1e-6, 1e-6, "\N{MICRO SIGN}s"))
UNLIMITED = "unlimited"
DIGITS = 4  # The most significant digits of a figure that is not known exactly.
_NOT_ZERO = "123456789"
_NEARLY = 0.9995  # From here on three digits round up to the next unit.


def fixed(value: float, decimals: int) -> str:
    """A number with thousands commas, rounded to `decimals`; negative ones round to tens, hundreds and so on."""
    rounded = round(value, decimals) + 0.0  # The addition turns -0.0 into 0.0.
    shown = f"{rounded:,.{max(0, decimals)}f}"
    return shown[1:] if shown.startswith("-") and not is_written_nonzero(shown) else shown


def significant(value: float, digits: int) -> str:
    """A number to so many significant digits, or to the unit, without zeros at its end; 0 is "0"."""
    if not value:
        return "0"
    shown = fixed(value, max(0, significant_decimals(value, digits)))
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def significant_decimals(value: float, digits: int) -> int:
    """The decimals at which a number shows so many significant digits; negative for tens, hundreds and so on."""
    return digits - 1 - math.floor(math.log10(abs(value)))


def number(value: float) -> str:
    """A number without an interval: whole numbers in full, others to four significant digits or to the unit."""
    if math.isinf(value):
        return UNLIMITED
    return fixed(value, 0) if value == round(value) else significant(value, DIGITS)


def is_written_nonzero(shown: str) -> bool:
    """Whether a number, as it is written, is another than nothing."""
    return any(digit in shown for digit in _NOT_ZERO)


def best_unit(value: float, scale: Scale) -> tuple[float, str]:
    """The size and the name of the unit in which a value reads best: the largest that leaves a digit before the point;
    of 0 the one that is 1."""
    least = ((size, name) for start, size, name in scale if (abs(value) >= start if value else size == 1.0))
    return next(least, scale[-1][1:])


def scaled(value: float, scale: Scale, digits: int = 3) -> str:
    """A value in the unit in which it reads best, to three digits if not said otherwise: "1.61 GB"."""
    if math.isinf(value):
        return UNLIMITED
    size, name = best_unit(value / _NEARLY, scale)
    return f"{significant(value / size, digits)} {name}"


def memory(value: float) -> str:
    """Bytes of memory in powers of 1,024, in which it is bought: 3.75 GiB; in powers of 1,000 where that is exact."""
    decimal = value == float(f"{value:.3g}")
    return scaled(value, BYTES if decimal else MEMORY)


# A ledger of RAM says how many processes there are, and is made anew for each server that is looked at.
@lru_cache(maxsize=1_024)
def count_text(value: float, noun: str, nouns: str = "") -> str:
    """A count with its noun: "1 rack", "2 racks"; `nouns` where an s does not make the plural."""
    return f"{number(value)} {noun if value == 1 else nouns or f'{noun}s'}"


def size_text(value: float) -> str:
    """Bytes in the largest SI multiple that leaves a digit before the point: 1.61 GB."""
    return scaled(value, BYTES)


def rate(value: float) -> str:
    """Bytes a second, in both ways of speaking: 125 MB/s (1 Gbps)."""
    return f"{scaled(value, BYTES)}/s ({scaled(8.0 * value, BITS)})"


def duration(value: float) -> str:
    """Seconds: 9 ms, 3.7 s, 600 s."""
    return scaled(value, STATED)


def long_duration(value: float) -> str:
    """Seconds that may be years: 600 s, 20.4 min, 15.8 h, 31.8 days, 9.51 years."""
    return scaled(value, LONG)


def listed(parts: Sequence[str], last: str = " and ") -> str:
    """Parts as one phrase, with `last` before the last one: "a, b and c"; "" of none."""
    return last.join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
