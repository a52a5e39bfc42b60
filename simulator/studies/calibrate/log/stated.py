"""What is stated of a log that it does not tell itself."""

from models.quantities.units import DURATION, QuantityError, parse_quantity, require_range
from simulator.errors import ReportError
from simulator.messages.calibrate import options
from simulator.traffic.reading.options import UNIT_WORDS, UNITS

TIME_UNITS = tuple(UNITS)  # As one states them.


def unit_of(unit: str) -> str:
    """The unit of times taken; "" where none is stated. Raises ReportError for what is none."""
    if unit and unit not in UNIT_WORDS:
        raise ReportError(f"--time-unit {unit}", options.NO_UNIT_OF_TIME, f"write {', '.join(UNITS)}")
    return UNIT_WORDS.get(unit, "")


def seconds_of(gap: str) -> float:
    """The silence after which a session is over, seconds. Raises ReportError for what is none."""
    try:
        return require_range(parse_quantity(gap, DURATION), DURATION, 1e-3, 7.0 * 86_400.0)
    except QuantityError as error:
        raise ReportError(f"--gap {gap}", error.message, error.remedy) from None
