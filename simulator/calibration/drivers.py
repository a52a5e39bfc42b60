"""What drives a counter: requests, bytes, calls or something else that was counted beside it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from simulator.calibration.point import Gauge, OperatingPoint

_FEWEST = 4
_CANDIDATES = {Gauge.RATE: "requests/s", Gauge.BYTES: "bytes/s", Gauge.CONNECTING: "new connections/s"}


class Driver(NamedTuple):
    """name: of a candidate; error: root of the mean squared error on rows left out in turn, as a share of the mean of
    the counter; each: of the counter for one of the candidate; idle: of the counter where there is none of it."""

    name: str
    error: float
    each: float
    idle: float


class Driven(NamedTuple):
    """A counter and its candidates, the one that explains it best first."""

    counter: str
    drivers: tuple[Driver, ...]


def driven(points: Sequence[OperatingPoint]) -> tuple[Driven, ...]:
    """For the CPU and each counter of the rows, what explains it; where there are several candidates to choose from."""
    columns = dict(_columns(points))
    found = []
    for counter, values in columns.items():
        candidates = {name: other for name, other in columns.items() if name != counter and name != "CPU"}
        told = sorted((_driver(name, other, values) for name, other in candidates.items()), key=lambda each: each.error)
        is_load = counter in _CANDIDATES.values()
        if len(told) > 1 and not is_load:
            found.append(Driven(counter, tuple(told)))
    return tuple(found)


def _columns(points: Sequence[OperatingPoint]) -> Iterator[tuple[str, np.ndarray]]:
    """What was counted in every row, and differs between them."""
    if len(points) < _FEWEST:
        return
    told = {name: [point.get(quantity) for point in points] for quantity, name in _CANDIDATES.items()}
    told["CPU"] = [point.get(Gauge.CPU) for point in points]
    if all(each is None for each in told["bytes/s"]):
        sizes = [(point.size, point.get(Gauge.RATE)) for point in points]
        told["bytes/s"] = [None if size is None or rate is None else size * rate for size, rate in sizes]
    told[Gauge.READS.value] = [point.get(Gauge.READS) for point in points]
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
