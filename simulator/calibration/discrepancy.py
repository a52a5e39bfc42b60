"""What a model leaves of the rows that it was fitted to, carried to other loads.

A model that is off in a row is off by about as much at loads beside it (Kennedy and O'Hagan 2001, Bayesian Calibration
of Computer Models, JRSS B 63): log measured - log fitted is a random walk along the logarithm of the load, with the
scatter of a load test around it, and what rows show of it is added to what is predicted (kriging; Cressie 1993,
Statistics for Spatial Data, section 3.2). Rows that are off by no more than they scatter move nothing.
"""

import math
from typing import NamedTuple

import numpy as np

from simulator.calibration.few_rows import SCATTER
from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import LoadTestRows
from simulator.calibration.point import Metric

NONE = (0.0, 0.0)


class Discrepancy(NamedTuple):
    """loads: logarithms of the users of the rows, float64 (rows,); left: log measured - log fitted of their rates,
    float64 (rows,); variance: of what a load test does not scatter by, and what is added to it over a load e times as
    large."""

    loads: np.ndarray
    left: np.ndarray
    variance: float

    def at(self, users: float) -> tuple[float, float]:
        """By how much the logarithm of a rate at so many users is moved, and the standard error of that."""
        if self.variance == 0.0:
            return NONE
        along = self._shared(np.array([math.log(users)]), self.loads)[0]
        known = self._shared(self.loads, self.loads) + SCATTER**2 * np.eye(self.loads.size)
        weights = np.linalg.solve(known, along)
        own = self._shared(np.array([math.log(users)]), np.array([math.log(users)]))[0, 0]
        return float(weights @ self.left), math.sqrt(max(0.0, float(own - weights @ along)))

    def is_within(self, users: float) -> bool:
        """Whether so many users are no more than were measured."""
        return bool(math.log(users) <= self.loads.max())

    def _shared(self, some: np.ndarray, others: np.ndarray) -> np.ndarray:
        """The covariance of a random walk that begins at the least load: float64 (some, others)."""
        first = self.loads.min()
        return np.asarray(self.variance * (1.0 + np.maximum(0.0, np.minimum.outer(some, others) - first)))


def find_discrepancy(fit: ServerFit, loaded: LoadTestRows) -> Discrepancy | None:
    """What a fit leaves of the rates of a closed test; None where it was not fitted to rates."""
    rates = [
        (each.point, left) for each, left in zip(fit.observations, fit.left, strict=True) if each.what is Metric.RATE
    ]
    if not rates or not all(point.has(Metric.USERS) for point in loaded.points):
        return None
    left = np.array([each for _, each in rates])
    variance = max(0.0, float(np.mean(left**2)) - SCATTER**2)
    return Discrepancy(np.log([loaded.points[point][Metric.USERS] for point, _ in rates]), left, variance)
