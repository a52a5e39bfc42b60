"""Processor sharing with a cap: `capacity` units a second are shared evenly, but no job gets more than `cap` of them.

With R = capacity / cap, whole or not, n jobs are served at the rate cap * min(n, R) together. The station is symmetric,
so the number of jobs depends on the mean of their sizes alone (Kelly 1979, Reversibility and Stochastic Networks,
chapter 3; for links Bonald and Proutiere 2003, Insensitive Bandwidth Sharing in Data Networks): it is that of the
birth and death process with these rates, M/M/R. Below, a = rate * mean / cap is the load in jobs at full speed.

`rate` is arrivals a second, `mean` their mean size. All raise ValueError for negative or infinite arguments, and
Unstable for an offered rate * mean of `capacity` or more.
"""

import math
from typing import NamedTuple

from simulator.engines.analytic.formulas.checks import not_negative, positive, stable
from simulator.engines.analytic.formulas.erlang import erlang_b


class Shared(NamedTuple):
    """jobs: mean number; response: mean seconds in the station; slowed: how much of the time, from 0 to 1, jobs get
    less than their cap; stretch: mean response over size / cap, the same for every size."""

    jobs: float
    response: float
    slowed: float
    stretch: float


def capped_sharing(rate: float, mean: float, capacity: float, cap: float) -> Shared:
    """The steady state of a shared station whose jobs all have the same cap (`Shared`).

    With m = floor(R) and r = a / R, state n <= m weighs a**n / n! and each further one r times the one before. So
    P(m) = 1 / (1 / B(m, a) + r / (1 - r)), and the mean number is a + E[(N - R)+] because a = E[min(N, R)] is the work
    that is done. For whole R this is M/M/R (Kleinrock 1975, Queueing Systems 1, section 3.5); for R <= 1, M/G/1 PS.
    """
    not_negative(rate=rate, mean=mean)
    positive(capacity=capacity, cap=cap)
    stable(rate * mean, capacity)
    wide, load = capacity / cap, rate * mean / cap
    if load == 0.0:
        return Shared(0.0, mean / min(cap, capacity), 0.0, max(1.0, 1.0 / wide))
    full, r = math.floor(wide), rate * mean / capacity
    geometric = r / (1.0 - r)
    blocked = erlang_b(full, load)
    at_full = blocked / (1.0 + blocked * geometric)
    excess = at_full * geometric * (1.0 / (1.0 - r) - (wide - full))
    stretch = (load + excess) / load
    return Shared(load + excess, stretch * mean / cap, at_full * geometric, stretch)
