"""The root of a function of one number (Brent 1973, Algorithms for Minimization Without Derivatives, chapter 4).

The steps are those of scipy.optimize.brentq, so the figures are the same; that library takes a third of a second to
load, which is longer than theory takes to answer.
"""

from collections.abc import Callable

Function = Callable[[float], float]
# A function that is nearly a line takes ten steps, and one that jumps twice as many as halves.
_STEPS = 100
# What a root is told from its neighbours by, relative to it.
_CLOSEST = 4.0 * 2.0**-52


def root(function: Function, low: float, high: float, xtol: float = 2e-12, rtol: float = _CLOSEST) -> float:
    """Where a continuous function that has different signs at `low` and `high` is 0, to within `xtol` + `rtol` |root|.

    Raises ValueError where the signs are the same, and where the function does not let itself be closed in on.
    """
    before, now = (low, function(low)), (high, function(high))
    for place, value in (before, now):
        if value == 0.0:
            return place
    if _negative(before) == _negative(now):
        raise ValueError(f"no root is enclosed: {before[1]} at {low} and {now[1]} at {high} have the same sign")
    other, last, step = before, high - low, high - low
    for _ in range(_STEPS):
        if _negative(before) != _negative(now):
            other, last, step = before, now[0] - before[0], now[0] - before[0]
        if abs(other[1]) < abs(now[1]):
            before, now, other = now, other, now
        close, half = (xtol + rtol * abs(now[0])) / 2.0, (other[0] - now[0]) / 2.0
        if now[1] == 0.0 or abs(half) < close:
            return now[0]
        tried = _interpolated(before, now, other) if abs(last) > close and abs(now[1]) < abs(before[1]) else None
        if tried is not None and 2.0 * abs(tried) < min(abs(last), 3.0 * abs(half) - close):
            last, step = step, tried
        else:
            last, step = half, half
        place = now[0] + (step if abs(step) > close else close if half > 0.0 else -close)
        before, now = now, (place, function(place))
    raise ValueError(f"no root was found between {low} and {high} in {_STEPS} steps")


RootPoint = tuple[float, float]


def _negative(point: RootPoint) -> bool:
    return point[1] < 0.0


def _interpolated(before: RootPoint, now: RootPoint, other: RootPoint) -> float:
    """The step from `now` to where a line through two points, or an inverse parabola through three, is 0."""
    if before[0] == other[0]:
        return -now[1] * (now[0] - before[0]) / (now[1] - before[1])
    first = (before[1] - now[1]) / (before[0] - now[0])
    second = (other[1] - now[1]) / (other[0] - now[0])
    return -now[1] * (other[1] * second - before[1] * first) / (second * first * (other[1] - before[1]))
