"""Distributions of the models as the network has them."""

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
    if pause.mean == 0.0 or pause.kind in (Family.CONSTANT, Family.UNIFORM):
        return True
    if pause.kind is Family.PARETO:
        return bool(pause.shape > 1.0 + 2.0**0.5)
    if pause.kind is Family.EMPIRICAL:
        return _mean_square(pause) < 2.0
    return pause.kind in BY_VARIATION and pause.cv < 1.0


def _mean_square(pause: Distribution) -> float:
    """E[X^2] over the squared mean of an empirical distribution: that of straight lines."""
    pairs = zip(pause.points, pause.points[1:], strict=False)
    return sum((above - below) * (a * a + a * b + b * b) / 3.0 for (below, a), (above, b) in pairs)
