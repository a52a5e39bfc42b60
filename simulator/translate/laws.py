"""Distributions of the models as the network has them."""

from models.quantities.distribution import Distribution as Spread
from simulator.network.distribution import Distribution, Family


def law(spread: Spread) -> Distribution:
    """A distribution of the models as one of the network."""
    return Distribution(Family[spread.distribution.upper()], spread.mean, spread.shape or 0.0)
