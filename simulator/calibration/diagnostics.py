"""What is judged of a fit: what rows cannot tell apart, what residuals have in common, and what drives a counter.

Parameters of which only a sum or a product is known are pairs. A residual that rises or falls along the rows is told by
the rank correlation (Spearman; Kendall 1948, Rank Correlation Methods) with what the rows differ in. A pattern is named
only where chance would make it in fewer than 1 of 100 tests, and only for residuals that matter.
"""

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

import numpy as np

from simulator.calibration.content.content import FittedContent
from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter

# Correlated as much as this, each of two parameters may stand for the other; the interval of one of them is then wide.
ALIKE, WIDE = 0.95, 0.25


class CorrelatedPair(NamedTuple):
    """Two parameters, and the correlation of their errors, -1 to 1."""

    first: Parameter
    second: Parameter
    correlation: float


def correlated_parameters(fit: ServerFit) -> tuple[CorrelatedPair, ...]:
    """The pairs that the rows of a fit cannot tell apart."""
    return tuple(
        each
        for each in parameter_correlations(fit)
        if abs(each.correlation) > ALIKE and (_wide(fit, each.first) or _wide(fit, each.second))
    )


def parameter_correlations(fit: ServerFit) -> Iterator[CorrelatedPair]:
    """How the errors of what was fitted hang together, of each pair that the rows say something of."""
    sizes = np.sqrt(np.maximum(0.0, np.diag(fit.covariance)))
    told = [at for at, size in enumerate(sizes) if 0.0 < size < math.inf]
    for i, k in combinations(told, 2):
        correlation = float(fit.covariance[i, k] / (sizes[i] * sizes[k]))
        yield CorrelatedPair(fit.free[i], fit.free[k], correlation)


def correlated_content(content: FittedContent | str | None) -> tuple[CorrelatedPair, ...]:
    """Working set and skew, where rows tell only both together: more of both misses as often."""
    if not isinstance(content, FittedContent) or content.found is None:
        return ()
    found, interval = content.found, content.working_set
    is_wide = not interval.half_width <= WIDE * interval.value
    told = found.is_free and not (abs(found.correlation) > ALIKE and is_wide)
    return () if told else (CorrelatedPair(Parameter.WORKING_SET, Parameter.SKEW, found.correlation),)


def _wide(fit: ServerFit, parameter: Parameter) -> bool:
    interval = fit.intervals[parameter]
    return not interval.half_width <= WIDE * max(interval.value, 1e-300)


# By chance less often than this; and residuals smaller than this share do not matter to anybody.
BY_CHANCE, MATTERS = 0.01, 0.02
_FEWEST = 5


class Covariate(Enum):
    """What rows differ in. The value is what people call it."""

    LOAD = "load"
    SIZE = "size"


# No mechanism makes users think longer for larger responses.
_UNRELATED = (Metric.THINK, Covariate.SIZE)


class ResidualPattern(NamedTuple):
    """what: whose residuals; along: what they go with; rises: whether what was measured rises over what was
    fitted."""

    what: Metric
    along: Covariate
    rises: bool


def residual_patterns(loaded: LoadTestRows, fit: ServerFit) -> tuple[ResidualPattern, ...]:
    """The patterns of the residuals of a fit, for each quantity along the load and the size."""
    found = []
    for what in (Metric.CPU, Metric.MEAN, Metric.RATE, Metric.THINK):
        places = [k for k, each in enumerate(fit.observations) if each.what is what]
        left = fit.left[places]
        if len(places) < _FEWEST or float(np.abs(left).max()) < MATTERS:
            continue
        rows = [loaded.points[fit.observations[k].point] for k in places]
        for along, values in ((Covariate.LOAD, _loads(rows)), (Covariate.SIZE, _sizes(rows))):
            rises = None if values is None or (what, along) == _UNRELATED else _goes_with(values, left)
            if rises is not None:
                found.append(ResidualPattern(what, along, rises))
    return tuple(found)


def miss_patterns(loaded: LoadTestRows, content: FittedContent | str | None) -> tuple[ResidualPattern, ...]:
    """The pattern of what a cache missed, measured over fitted, along the load."""
    if not isinstance(content, FittedContent) or len(content.rows) < _FEWEST:
        return ()
    left = np.log([row.measured / row.fitted for row in content.rows])
    if float(np.abs(left).max()) < MATTERS:
        return ()
    rises = _goes_with(_loads([loaded.points[row.point] for row in content.rows]), left)
    return () if rises is None else (ResidualPattern(Metric.MISSES, Covariate.LOAD, rises),)


def _goes_with(values: np.ndarray, left: np.ndarray) -> bool | None:
    """Whether residuals rise with values; None where chance would do as much."""
    from scipy.stats import spearmanr

    if np.ptp(values) == 0.0:
        return None
    told = spearmanr(values, left)
    return bool(told.statistic > 0.0) if told.pvalue < BY_CHANCE else None


def _loads(rows: list[LoadTestRow]) -> np.ndarray:
    return np.array([row.measured.get(Metric.USERS, row.measured.get(Metric.RATE, 0.0)) for row in rows])


def _sizes(rows: list[LoadTestRow]) -> np.ndarray | None:
    sizes = [row.size for row in rows]
    if any(size is None for size in sizes) or max(filter(None, sizes)) < 1.2 * min(filter(None, sizes)):
        return None
    return np.array(sizes)


_FEWEST_COUNTED = 4
# What columns are called that have no heading of the table.
CPU, BYTES = "CPU", "bytes/s"
_CANDIDATES = {Metric.RATE: "requests/s", Metric.BYTES: BYTES, Metric.CONNECTING: "new connections/s"}


class Driver(NamedTuple):
    """name: of a candidate; error: root of the mean squared error on rows left out in turn, as a share of the mean of
    the counter; each: of the counter for one of the candidate; idle: of the counter where there is none of it."""

    name: str
    error: float
    each: float
    idle: float


class CounterDrivers(NamedTuple):
    """A counter and its candidates, the one that explains it best first."""

    counter: str
    drivers: tuple[Driver, ...]


def counter_drivers(points: Sequence[LoadTestRow]) -> tuple[CounterDrivers, ...]:
    """For the CPU and each counter of the rows, what explains it; where there are several candidates to choose from."""
    columns = dict(_columns(points))
    found = []
    for counter, values in columns.items():
        candidates = {name: other for name, other in columns.items() if name not in (counter, CPU)}
        told = sorted((_driver(name, other, values) for name, other in candidates.items()), key=lambda each: each.error)
        is_load = counter in _CANDIDATES.values()
        if len(told) > 1 and not is_load:
            found.append(CounterDrivers(counter, tuple(told)))
    return tuple(found)


def _columns(points: Sequence[LoadTestRow]) -> Iterator[tuple[str, np.ndarray]]:
    """What was counted in every row, and differs between them."""
    if len(points) < _FEWEST_COUNTED:
        return
    told = {name: [point.get(quantity) for point in points] for quantity, name in _CANDIDATES.items()}
    told[CPU] = [point.get(Metric.CPU) for point in points]
    if all(each is None for each in told[BYTES]):
        sizes = [(point.size, point.get(Metric.RATE)) for point in points]
        told[BYTES] = [None if size is None or rate is None else size * rate for size, rate in sizes]
    told[Metric.READS.value] = [point.get(Metric.READS) for point in points]
    told |= {name: [point.counters.get(name) for point in points] for name in points[0].counters}
    for name, values in told.items():
        if all(value is not None for value in values):
            column = np.array(values, dtype=np.float64)
            if np.ptp(column) > 1e-9 * np.abs(column).max():
                yield name, column


def _driver(name: str, candidate: np.ndarray, counter: np.ndarray) -> Driver:
    """A straight line, and its error on each row that it was fitted without: the residual over 1 - leverage (Allen
    1974, The Relationship between Variable Selection and Data Augmentation and a Method for Prediction)."""
    scaled = candidate / np.abs(candidate).max()
    design = np.stack([np.ones_like(scaled), scaled], axis=1)
    inverse = np.linalg.pinv(design.T @ design)
    idle, slope = inverse @ design.T @ counter
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    unseen = (counter - design @ np.array([idle, slope])) / np.maximum(1e-9, 1.0 - leverage)
    error = float(np.sqrt(np.mean(unseen**2)) / np.abs(counter).mean())
    return Driver(name, error, float(slope / np.abs(candidate).max()), float(idle))
