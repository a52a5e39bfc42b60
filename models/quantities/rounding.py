"""Whole numbers of what is bought."""

import math

# A quotient that misses a whole number by less than this share is that number: searches end within more, and nobody
# buys a unit for a millionth of one.
ROUNDING = 1e-6


def round_up(count: float) -> int:
    """The fewest whole ones that are `count`, which may be off by what a search and floats leave."""
    return math.ceil(count - ROUNDING * max(1.0, count))
