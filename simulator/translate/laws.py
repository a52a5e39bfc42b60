"""Distributions of the models as the network has them."""

from math import inf

from models.quantities.distribution import Distribution as Spread
from simulator.network.distribution import BY_VARIATION, Distribution, Family, empirical


def network_distribution(spread: Spread) -> Distribution:
    """A distribution of the models as one of the network."""
    if spread.quantiles is not None:
        return empirical(spread.quantiles)
    return Distribution(Family[spread.distribution.upper()], spread.mean, spread.shape or 0.0, spread.cv or 0.0)


def named_distribution(word: str, mean: float, cv: float | None) -> Distribution:
    """A distribution by its word in a scenario, its mean, and its coefficient of variation where it is named by it."""
    return Distribution(Family[word.upper()], mean, cv=cv or 0.0)


def ends_together(pause: Distribution) -> bool:
    """Whether clients who begin a pause together end it nearly together: it is none, or varies less than a memoryless
    one."""
    return pause.mean == 0.0 or mean_square(pause) < 2.0


def mean_square(law: Distribution) -> float:
    """E[X^2] over the squared mean of a distribution of a scenario, of an empirical one that of straight lines; inf
    where a Pareto distribution has none."""
    if law.kind in BY_VARIATION:
        return 1.0 + law.cv**2
    if law.kind is Family.PARETO:
        return (law.shape - 1.0) ** 2 / (law.shape * (law.shape - 2.0)) if law.shape > 2.0 else inf
    if law.kind is Family.EMPIRICAL:
        pairs = zip(law.points, law.points[1:], strict=False)
        return sum((above - below) * (a * a + a * b + b * b) / 3.0 for (below, a), (above, b) in pairs)
    return {Family.CONSTANT: 1.0, Family.UNIFORM: 4.0 / 3.0}.get(law.kind, 2.0)
