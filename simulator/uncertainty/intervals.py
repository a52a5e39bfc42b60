"""Prediction intervals of figures over worlds."""

import numpy as np

from simulator.farm.prediction import PREDICTED, PredictionInterval

# What a farm is sized by where nothing else is stated.
USUAL_CONFIDENCE = 0.90
# What --json has of each figure.
SHARES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


def prediction_interval(values: np.ndarray, unit: str) -> PredictionInterval:
    """The interval of a figure from its values in all worlds: float64 (worlds,)."""
    low, middle, high = (float(each) for each in np.quantile(values, _ENDS))
    quantiles = dict(zip(SHARES, map(float, np.quantile(values, SHARES)), strict=True))
    return PredictionInterval(low, middle, high, unit, quantiles)


_ENDS = ((1.0 - PREDICTED) / 2.0, 0.5, (1.0 + PREDICTED) / 2.0)
