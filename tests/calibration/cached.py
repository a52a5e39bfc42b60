"""Rows of a server whose cache misses as the law of the cache says, with the scatter of a measurement."""

import numpy as np

from simulator.calibration.content.working_set import miss_ratio
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric

SIZE, WORKING_SET, SKEW = 30e3, 40e9, 0.8
ONE_SIZE = (4e9,) * 8
SEVERAL = (2e9, 4e9, 8e9, 16e9) * 2


def cached_rows(caches, scatter=0.0, seed=0, gauge=Metric.HITS, working_set=WORKING_SET, skew=SKEW, stated=True):
    """A row for each cache: log odds of a ratio, or logarithms of what disks did, scatter by so much."""
    draws = np.random.default_rng(seed)
    rows = []
    for place, cache in enumerate(caches):
        ratio = miss_ratio(working_set, skew, cache, SIZE)
        measured = {Metric.RATE: 100.0 * (place + 1), Metric.SIZE: SIZE, Metric.CPU: 0.1 * (place + 1)}
        if stated:
            measured[Metric.CACHE] = cache
        measured[gauge] = _measured(gauge, ratio, measured[Metric.RATE], scatter * draws.standard_normal())
        rows.append(LoadTestRow("rows.csv", place + 2, measured))
    return rows


def _measured(gauge, ratio, rate, error):
    odds = ratio / (1.0 - ratio) * np.exp(error) if ratio < 1.0 else np.inf
    misses = 1.0 if np.isinf(odds) else odds / (1.0 + odds)
    told = {
        Metric.HITS: 1.0 - misses,
        Metric.MISSES: misses,
        Metric.READS: rate * ratio * np.exp(error),
        Metric.READ_BYTES: rate * SIZE * ratio * np.exp(error),
    }
    return float(told[gauge])


def loaded(rows):
    return LoadTestRows(tuple(rows), LoadKind.OPEN, None, None, ())
