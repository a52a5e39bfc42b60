"""Mean squares of the distributions that a network may draw from."""

from math import inf

from simulator.engines.quantiles import lines_of
from simulator.network.distribution import BY_VARIATION, Distribution, Family

# Mean square over squared mean, of those families in which it is the same for every mean.
_SPREAD = {Family.CONSTANT: 1.0, Family.EXPONENTIAL: 2.0, Family.UNIFORM: 4.0 / 3.0}


def mean_square(law: Distribution) -> float:
    """E[X^2], in the square of its unit; inf for a Pareto tail of index 2 or less.

    Johnson, Kotz and Balakrishnan 1994, Continuous Univariate Distributions 1, chapters 18 to 20 and 26. Pareto with
    tail index a: mean^2 (a - 1)^2 / (a (a - 2)); geometric from 1: 2 mean^2 - mean. By the coefficient of variation
    c: mean^2 (1 + c^2). Empirical: that of its straight lines.
    """
    if law.kind is Family.PARETO:
        tail = law.shape
        return law.mean**2 * (tail - 1.0) ** 2 / (tail * (tail - 2.0)) if tail > 2.0 else inf
    if law.kind is Family.GEOMETRIC:
        return 2.0 * law.mean**2 - law.mean
    if law.kind in BY_VARIATION:
        return law.mean**2 * (1.0 + law.cv**2)
    if law.kind is Family.EMPIRICAL:
        return law.mean**2 * lines_of(law).mean_square
    return law.mean**2 * _SPREAD[law.kind]
