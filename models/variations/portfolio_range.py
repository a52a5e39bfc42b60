"""A range of a parameter, and the values in it: quantities with their units, as a file would have them."""

import math
from dataclasses import dataclass

from pydantic.fields import FieldInfo

from models.messages import portfolios
from models.quantities.declarations import declarations, part_type
from models.quantities.fields import Numeric, Part, Quantity
from models.quantities.units import QuantityError, parse_quantity, require_range
from models.reading.source_tree import SourceNode
from models.scenario import FarmParts
from models.variations.portfolio_reading import Reading

DISTRIBUTIONS = ("uniform", "log")
# Digits of a value in a range: more than any parameter is known to, and few enough to be read.
DIGITS = 6

Ranged = Quantity | Numeric


@dataclass(frozen=True)
class Range:
    """From `low` to `high` in the unit that the parameter is stored in, spread evenly (uniform) or by ratio (log)."""

    path: str
    line: int
    measure: Ranged
    low: float
    high: float
    distribution: str = "uniform"

    @property
    def most(self) -> float:
        """How many different values there are: as many as whole numbers, or without an end."""
        whole = isinstance(self.measure, Numeric) and self.measure.whole
        return int(self.high) - int(self.low) + 1 if whole else math.inf

    def at(self, share: float) -> object:
        """The value at a share, 0 to 1, of the way from low to high, to six digits, as a file would have it."""
        if self.distribution == "log":
            value = self.low * (self.high / self.low) ** share
        else:
            value = self.low + share * (self.high - self.low)
        value = self.high if share == 1.0 else self.low if share == 0.0 else float(f"{value:.{DIGITS}g}")
        return _as_written(self.measure, min(max(value, self.low), self.high))


def _as_written(measure: Ranged, value: float) -> object:
    match measure:
        case Quantity():
            return measure.written(value)
        case Numeric(whole=True):
            return round(value)
        case _:
            return value


def read_range(reading: Reading, written: SourceNode, path: str, place: str) -> Range | None:
    """The range in a group with `low` and `high`, or None after a report."""
    keys, line = written.value, written.origin.line
    measure = parameter_quantity(path)
    if measure is None:
        remedy = portfolios.WRITE_A_LIST
        reading.report(line, place, portfolios.NO_RANGE_OF_THIS, remedy)
        return None
    distribution = _distribution(reading, written, place)
    ends = []
    for key in ("low", "high"):
        if key not in keys:
            reading.report(line, f"{place}.{key}", *portfolios.END_MISSING)
            return None
        ends.append(_number(reading, keys[key], measure, f"{place}.{key}"))
    low, high = ends
    if low is None or high is None or distribution is None:
        return None
    if low >= high:
        reading.wrong(keys["high"], f"{place}.high", *portfolios.NO_WIDTH)
        return None
    if distribution == "log" and low <= 0.0:
        reading.wrong(keys["low"], f"{place}.low", *portfolios.NO_RATIO)
        return None
    return Range(path, line, measure, low, high, distribution)


def _distribution(reading: Reading, written: SourceNode, place: str) -> str | None:
    stated = written.value.get("distribution")
    if stated is None or stated.value in DISTRIBUTIONS:
        return DISTRIBUTIONS[0] if stated is None else stated.value
    reading.wrong(stated, f"{place}.distribution", "no such distribution", f"write {' or '.join(DISTRIBUTIONS)}")
    return None


def _number(reading: Reading, written: SourceNode, measure: Ranged, place: str) -> float | None:
    """One end of a range, in the unit that is stored; it is judged as `load` would."""
    match measure:
        case Quantity(kind=kind):
            try:
                value = parse_quantity(written.text, kind)
                return require_range(value, kind, measure.minimum, measure.maximum)
            except QuantityError as error:
                reading.wrong(written, place, error.message, error.remedy)
                return None
        case Numeric(minimum=low, maximum=high):
            value = written.value
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if is_number and low <= value <= high:
                return float(value)
            message = "out of range" if is_number else "expected a number"
            reading.wrong(written, place, message, f"allowed is {low:,} to {high:,}")
    return None


def parameter_quantity(path: str) -> Ranged | None:
    """What is measured at a dotted path, such as "server.ram" or "server.cards[0].rate"; None where nothing is."""
    part: type[Part] | None = FarmParts
    field: FieldInfo | None = None
    for step in path.split("."):
        key = step.partition("[")[0]
        field = _field(part, key) if part else None
        part = part_type(field.annotation)[0] if field else None
    if part is not None and part.shorthand:
        field = part.model_fields[part.shorthand]
    return next((item for item in declarations(field) if isinstance(item, Ranged)), None) if field else None


def _field(part: type[Part], key: str) -> FieldInfo | None:
    spelling = part.spellings.get(key)
    return part.model_fields.get(spelling.field if spelling else key)
