"""What rows of a load test measure that a fit can be held against, and what theory says of the same."""

from typing import NamedTuple

from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import Metric
from simulator.calibration.server import Parameter, Parameters, PredictedRow


class Observation(NamedTuple):
    """One measured value. point: place of its row; what: CPU, mean, rate or think time; value: in SI units."""

    point: int
    what: Metric
    value: float


def collect_observations(loaded: LoadTestRows) -> tuple[Observation, ...]:
    """What there is to fit. Of users, rate, mean and think time of a closed test one follows from the others: rows with
    a mean give the mean and the think time, others the rate."""
    found = []
    for place, point in enumerate(loaded.points):
        if point.has(Metric.CPU):
            found.append(Observation(place, Metric.CPU, point[Metric.CPU]))
        if loaded.kind is LoadKind.OPEN:
            if point.has(Metric.MEAN):
                found.append(Observation(place, Metric.MEAN, point[Metric.MEAN]))
            continue
        thinks = loaded.think is None or loaded.think > 0.0
        if point.has(Metric.MEAN) and thinks:
            found.append(Observation(place, Metric.MEAN, point[Metric.MEAN]))
            if point.has(Metric.RATE) and not point.has(Metric.THINK):
                cycle = point[Metric.USERS] / point[Metric.RATE]
                found.append(Observation(place, Metric.THINK, max(1e-9, cycle - point[Metric.MEAN])))
        elif point.has(Metric.RATE):
            found.append(Observation(place, Metric.RATE, point[Metric.RATE]))
    return tuple(found)


def predicted_value(
    predicted_row: PredictedRow, each: Observation, loaded: LoadTestRows, parameters: Parameters
) -> float:
    """What theory says of an observation. The CPU follows from the rate that was measured (utilisation law), where it
    was."""
    match each.what:
        case Metric.MEAN:
            return predicted_row.mean
        case Metric.RATE:
            return predicted_row.rate
        case Metric.THINK:
            return parameters[Parameter.THINK]
        case _:
            point = loaded.points[each.point]
            if not point.has(Metric.RATE):
                return predicted_row.cpu
            beside = parameters.get(Parameter.BESIDE, 0.0)
            return beside + (predicted_row.cpu - beside) * point[Metric.RATE] / predicted_row.rate
