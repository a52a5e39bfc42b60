"""What the formulas ask of their arguments, and what they say where a load has no steady state."""

import math

from simulator.errors import Unstable
from simulator.messages.stages import formula_arguments


def require_not_negative(**values: float) -> None:
    """Raises ValueError for a value that is negative, infinite or no number; the message names the argument."""
    for name, value in values.items():
        if not (value >= 0.0 and math.isfinite(value)):
            raise ValueError(f"{name} {formula_arguments.NOT_NEGATIVE}, got {value}")


def require_positive(**values: float) -> None:
    """Raises ValueError for a value that is not above 0 or not finite; the message names the argument."""
    for name, value in values.items():
        if not (value > 0.0 and math.isfinite(value)):
            raise ValueError(f"{name} {formula_arguments.POSITIVE}, got {value}")


def require_at_least_one(**values: int) -> None:
    """Raises ValueError for a count that is not a whole number of at least 1; the message names the argument."""
    for name, value in values.items():
        if value < 1 or value != math.floor(value) or not math.isfinite(value):
            raise ValueError(f"{name} {formula_arguments.WHOLE}, got {value}")


def require_stable(load: float, capacity: float) -> None:
    """Raises Unstable where the offered load reaches what there is; both in the same unit, e.g. erlangs and servers."""
    if load >= capacity:
        raise Unstable(formula_arguments.unstable(load, capacity))
