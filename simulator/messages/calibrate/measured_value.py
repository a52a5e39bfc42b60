"""A measured value as a scenario file has it: with its kind, what it rests on, and its interval."""

import math

from models.quantities.units import QuantityKind, format_quantity
from simulator.calibration.fit import Interval

DIGITS = 4


def measured_value(value: Interval, kind: QuantityKind, source: str, digits: int = DIGITS) -> str:
    """A value in SI units with its source, and its interval where both ends are known."""
    shown = format_quantity(value.value, kind, digits=digits)
    interval = ""
    if math.isfinite(value.low) and math.isfinite(value.high):
        ends = (format_quantity(end, kind, digits=digits) for end in (value.low, value.high))
        interval = f", interval: {' to '.join(ends)}"
    return f"{{value: {shown}, kind: measured, source: {quoted(source)}{interval}}}"


def quoted(text: str) -> str:
    """A text as YAML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
