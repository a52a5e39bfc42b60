"""The root of a function of one number (Brent 1973, Algorithms for Minimization Without Derivatives, chapter 4)."""

from collections.abc import Callable

Function = Callable[[float], float]
# What a root is told from its neighbours by, relative to it: four units in the last place.
_CLOSEST = 4.0 * 2.0**-52


def find_root(function: Function, low: float, high: float, xtol: float = 2e-12, rtol: float = _CLOSEST) -> float:
    """Where a continuous function that has different signs at `low` and `high` is 0, to within `xtol` + `rtol` |root|.

    Raises ValueError where the signs are the same, and RuntimeError where it takes more than a hundred steps.
    """
    from scipy.optimize import brentq  # Takes a third of a second to load, and is not needed for every command.

    return float(brentq(function, low, high, xtol=xtol, rtol=rtol))
