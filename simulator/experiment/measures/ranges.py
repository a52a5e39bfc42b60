"""What every figure of results can be: finite, never negative, and no share above 100 %.

Checked in one place, where results are made, so that a figure that cannot be never leaves the program. Its interval may
well pass 0 or 100 %: that is how little is known of it, and is told as it is.
"""

import math

import numpy as np

from simulator.errors import InternalError
from simulator.experiment.estimate import Estimate

ALL = 100.0  # %
# How far sums of many terms may be off, as a share of them.
ROUNDING = 1e-9


def without_rounding(value: float, unit: str) -> float:
    """The value itself, or the bound that nothing but rounding has carried it beyond."""
    if unit == "%" and ALL < value <= ALL * (1.0 + ROUNDING):
        return ALL
    return 0.0 if -ROUNDING <= value < 0.0 else value


def check(name: str, figure: Estimate) -> None:
    """Raises InternalError with the name of a figure that cannot be."""
    most = ALL if figure.unit == "%" else math.inf
    if not (0.0 <= figure.value <= most and math.isfinite(figure.value)):
        raise _impossible(name, f"{figure.value:.6g} {figure.unit}".rstrip())
    if not figure.half_width >= 0.0:
        raise _impossible(f"the interval of {name}", f"{figure.half_width:.6g} {figure.unit}".rstrip())


def check_series(name: str, unit: str, value: np.ndarray) -> None:
    """Raises InternalError with the name of a series that holds what cannot be. value: float64 (windows,).

    A window is a small difference of large sums: rounding is a share of all that was ever counted.
    """
    most = ALL * (1.0 + value.size * ROUNDING) if unit == "%" else math.inf
    slack = value.size * ROUNDING * max(1.0, float(np.abs(value).max(initial=0.0)))
    for each in (float(value.min(initial=0.0)), float(value.max(initial=0.0))):
        if not (-slack <= each <= most and math.isfinite(each)):
            raise _impossible(f"the series of {name}", f"{each:.6g} {unit}".rstrip())


def _impossible(name: str, said: str) -> InternalError:
    return InternalError(f"{name} cannot be {said}")
