"""How likely each value of a range is, as quantile functions of numbers from 0 to 1.

A stated range is a triangle: from its low end to its high one, the stated value the likeliest, of the logarithm where
all are above 0, for what is known by a factor is wrong by a factor. Law 2015 (Simulation Modeling and Analysis, section
6.11) takes a triangle where nobody has measured. A measured value with its 95 % interval is normal, or its logarithm.
"""

import numpy as np
from scipy.special import ndtri

from models.variations.uncertain import UncertainValue

# Half of a 95 % interval in standard deviations.
_OF_INTERVAL = float(ndtri(0.975))
# No value is drawn further out, in standard deviations.
_FURTHEST = 4.0


def values_at(uncertain: UncertainValue, shares: np.ndarray) -> np.ndarray:
    """The values of an uncertain amount below which it lies with each of some probabilities; shares: float64, 0 to 1,
    any shape, kept."""
    drawn = _normal(uncertain, shares) if uncertain.measured else _triangle(uncertain, shares)
    inside: np.ndarray = np.clip(drawn, uncertain.least, uncertain.most)
    return np.rint(inside) if uncertain.in_bytes else inside


def is_by_ratio(uncertain: UncertainValue) -> bool:
    """Whether its logarithm is drawn: all that it may be is above 0."""
    return uncertain.low > 0.0 and uncertain.value > 0.0


def _triangle(uncertain: UncertainValue, shares: np.ndarray) -> np.ndarray:
    low, mode, high = _scaled(uncertain, uncertain.low, uncertain.value, uncertain.high)
    width, below = high - low, mode - low
    split = below / width
    rising = low + np.sqrt(shares * width * below)
    falling = high - np.sqrt((1.0 - shares) * width * (high - mode))
    return _unscaled(uncertain, np.where(shares < split, rising, falling))


def _normal(uncertain: UncertainValue, shares: np.ndarray) -> np.ndarray:
    low, middle, high = _scaled(uncertain, uncertain.low, uncertain.value, uncertain.high)
    away = np.clip(ndtri(shares), -_FURTHEST, _FURTHEST)
    return _unscaled(uncertain, middle + away * (high - low) / (2.0 * _OF_INTERVAL))


def _scaled(uncertain: UncertainValue, *values: float) -> np.ndarray:
    return np.log(values) if is_by_ratio(uncertain) else np.array(values)


def _unscaled(uncertain: UncertainValue, values: np.ndarray) -> np.ndarray:
    return np.exp(values) if is_by_ratio(uncertain) else values
