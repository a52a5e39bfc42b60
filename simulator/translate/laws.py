"""Distributions of the models as the network has them."""

from models.quantities.distribution import Distribution as Spread
from simulator.network.distribution import Distribution, Family, empirical, mean_square


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
    return pause.mean == 0.0 or mean_square(pause) < 2.0 * pause.mean**2
