"""Whole numbers of what is bought."""

import math

# A quotient that misses a whole number by less than this share is that number: floats, not a further unit.
ROUNDING = 1e-9


def round_up(count: float) -> int:
    """The fewest whole ones that are `count`, which may be off by the rounding of floats."""
    return math.ceil(count - ROUNDING * max(1.0, count))
