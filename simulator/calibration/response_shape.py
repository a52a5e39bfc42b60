"""How responses spread around their mean at a load, as the percentiles of rows show it.

Percentiles of a row are taken as those of a lognormal distribution, whose spread may be as small as that of a
constant: a closed server that is full answers everybody after about as long, where exponential work would say two to
five times as long for one of a hundred. Between rows place and spread follow a straight line along the logarithm of
the load; beyond the first and the last they stay. Nothing is said of the order of service, which only many rows tell
(work_spread.py).
"""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric


class ResponseShape(NamedTuple):
    """loads: of the rows with percentiles, in rising order; place: the logarithm of the median over the mean; spread:
    the standard deviation of the logarithm of a response."""

    loads: tuple[float, ...]
    place: tuple[float, ...]
    spread: tuple[float, ...]

    def over_mean(self, share: float, load: float) -> float:
        """The percentile of a share, 0 to 1, over the mean response at a load."""
        at, loads = math.log(load), np.log(self.loads)
        place, spread = (float(np.interp(at, loads, each)) for each in (self.place, self.spread))
        return math.exp(place + NormalDist().inv_cdf(share) * spread)


def response_shape(loaded: LoadTestRows) -> ResponseShape | None:
    """The shape that rows show; None where no row has both a mean and a percentile above the median."""
    by = Metric.RATE if loaded.kind is LoadKind.OPEN else Metric.USERS
    rows = [
        point for point in loaded.points if point.has(Metric.MEAN) and any(each > 0.5 for each in point.percentiles)
    ]
    if not rows:
        return None
    places, spreads = zip(*(_lognormal(row) for row in rows), strict=True)
    return ResponseShape(tuple(row[by] for row in rows), places, spreads)


def _lognormal(row: LoadTestRow) -> tuple[float, float]:
    """Place and spread of a row: by least squares where it has several percentiles, else by its mean."""
    shares = [share for share in row.percentiles if 0.0 < share < 1.0]
    away = np.array([NormalDist().inv_cdf(share) for share in shares])
    over = np.log([row.percentiles[share] / row[Metric.MEAN] for share in shares])
    if len(shares) > 1:
        slope, start = np.polyfit(away, over, 1)
        return float(start), max(0.0, float(slope))
    # The mean of a lognormal is exp(spread ** 2 / 2) times its median, so that its percentile has an upper bound.
    spread = max(0.0, float(away[0] - math.sqrt(max(0.0, away[0] ** 2 - 2.0 * over[0]))))
    return float(over[0] - away[0] * spread), spread
