"""Where the warm-up of a series ends: MSER, the marginal standard error rule, on batch means.

Left in, the warm-up biases the mean; cut off, it leaves fewer values to take the mean of. The cut that makes the
standard error of what is left smallest balances the two (White 1997, An Effective Truncation Heuristic for Bias
Reduction in Simulation Output, Simulation 69; on means of five observations, MSER-5: White, Cobb and Spratt 2000,
Winter Simulation Conference; that it estimates the cut of least mean squared error: Franklin and White 2008, ibid.).
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Cut:
    """How many batches the warm-up takes; `at_end` says that it is the latest cut that is allowed, half the series, so
    that the series is too short: the best cut may lie beyond."""

    batches: int
    at_end: bool


def mser(batches: np.ndarray) -> Cut:
    """The cut d of a series x of n batch means, float64 (n,), n at least 1, none of them nan.

    d is the one of 0 to n / 2 at which sum over i > d of (x_i - mean of those)^2 / (n - d)^2 is smallest; of equals,
    the earliest. Later cuts are not allowed: a few values at the end are alike by chance (White 1997).
    Raises ValueError for an empty series.
    """
    count = len(batches)
    if not count:
        raise ValueError("an empty series has no warm-up")
    latest = count // 2
    best, smallest = 0, math.inf
    mean = squares = 0.0
    # From the end on, each value updates mean and sum of squares (Welford 1962, Technometrics 4): equal values leave a
    # sum of exactly 0, which differences of large sums would not.
    for left, value in enumerate(reversed(batches.tolist()), start=1):
        off = value - mean
        mean += off / left
        squares += off * (value - mean)
        error = squares / left**2
        if count - left <= latest and error <= smallest:
            best, smallest = count - left, error
    return Cut(best, 0 < best == latest)
