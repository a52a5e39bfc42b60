"""Load that varies over time: arrivals at a rate times a profile of straight lines.

A Poisson process of varying rate is one of constant rate on a stretched clock (Cinlar 1975, Introduction to Stochastic
Processes, section 4.7): arrivals are drawn at the constant rate and placed where the area under the profile reaches
them. So the draws of a session do not depend on the profile.
"""

import math

import numpy as np

from simulator.engines.compiling import shared


def profile_corners(profile: tuple[tuple[float, float], ...]) -> np.ndarray:
    """The profile as rows (time, factor, area up to there): float64 (corners, 3). No profile is a factor of 1."""
    table = np.array([(time, factor, 0.0) for time, factor in profile or ((0.0, 1.0),)])
    lengths, means = np.diff(table[:, 0]), (table[1:, 1] + table[:-1, 1]) / 2.0
    table[1:, 2] = np.cumsum(lengths * means)
    return table


@shared
def time_at_area(table, count, area):
    """When the area under the profile of `count` corners reaches `area`: seconds, or inf if it never does."""
    i = count - 1
    while table[i, 2] > area:
        i -= 1
    rest = area - table[i, 2]
    factor = table[i, 1]
    if i == count - 1:
        return table[i, 0] + rest / factor if factor > 0.0 else math.inf
    slope = (table[i + 1, 1] - factor) / (table[i + 1, 0] - table[i, 0])
    # The root of factor * t + slope * t**2 / 2 = rest, written so that nothing cancels.
    root = factor + math.sqrt(max(factor * factor + 2.0 * slope * rest, 0.0))
    return table[i, 0] + (2.0 * rest / root if root > 0.0 else 0.0)
