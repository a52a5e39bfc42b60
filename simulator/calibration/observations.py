"""What rows of a load test measure that a fit can be held against, and what theory says of the same."""

from typing import NamedTuple

from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import Gauge
from simulator.calibration.server import Parameter, Parameters, PredictedRow


class Observation(NamedTuple):
    """One measured value. point: place of its row; what: CPU, mean, rate or think time; value: in SI units."""

    point: int
    what: Gauge
    value: float


def collect_observations(loaded: LoadTestRows) -> tuple[Observation, ...]:
    """What there is to fit. Of users, rate, mean and think time of a closed test one follows from the others: rows with
    a mean give the mean and the think time, others the rate."""
    found = []
    for place, point in enumerate(loaded.points):
        if point.has(Gauge.CPU):
            found.append(Observation(place, Gauge.CPU, point[Gauge.CPU]))
        if loaded.kind is LoadKind.OPEN:
            if point.has(Gauge.MEAN):
                found.append(Observation(place, Gauge.MEAN, point[Gauge.MEAN]))
            continue
        thinks = loaded.think is None or loaded.think > 0.0
        if point.has(Gauge.MEAN) and thinks:
            found.append(Observation(place, Gauge.MEAN, point[Gauge.MEAN]))
            if point.has(Gauge.RATE) and not point.has(Gauge.THINK):
                cycle = point[Gauge.USERS] / point[Gauge.RATE]
                found.append(Observation(place, Gauge.THINK, max(1e-9, cycle - point[Gauge.MEAN])))
        elif point.has(Gauge.RATE):
            found.append(Observation(place, Gauge.RATE, point[Gauge.RATE]))
    return tuple(found)


def predicted_value(
    predicted_row: PredictedRow, each: Observation, loaded: LoadTestRows, parameters: Parameters
) -> float:
    """What theory says of an observation. The CPU follows from the rate that was measured (utilisation law), where it
    was."""
    match each.what:
        case Gauge.MEAN:
            return predicted_row.mean
        case Gauge.RATE:
            return predicted_row.rate
        case Gauge.THINK:
            return parameters[Parameter.THINK]
        case _:
            point = loaded.points[each.point]
            return (
                predicted_row.cpu * point[Gauge.RATE] / predicted_row.rate
                if point.has(Gauge.RATE)
                else predicted_row.cpu
            )
