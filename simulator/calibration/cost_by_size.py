"""What a request costs by its size: so much each, so much a byte, and where rows clearly show it so much for each byte
beyond a bend.

A byte costs more where responses no longer fit in a cache of the processor, and less where large ones are sent in
larger pieces or without a copy; a first page or segment costs the same however full it is. Rows tell where the bend is,
between their sizes (a line in two pieces: Hudson 1966, Fitting Segmented Curves Whose Join Points Have to Be Estimated,
JASA 61). It is taken in where Akaike's criterion falls clearly.
"""

import math
from typing import NamedTuple

import numpy as np

from simulator.calibration.fit import Interval, ServerFit, fit
from simulator.calibration.initial_scale import bend_range
from simulator.calibration.load_kind import LoadTestRows
from simulator.calibration.server import Parameter, Parameters

# Bends from which the place is sought, and parameters that one is.
_BENDS, _MORE = 5, 2


class SizeCost(NamedTuple):
    """What responses of about one size cost: a request by itself and each byte, seconds with their intervals."""

    each: Interval
    per_byte: Interval
    slope: Parameter


def with_bend(loaded: LoadTestRows, before: ServerFit, fixed: Parameters, clearly: float) -> ServerFit:
    """The fit with a bend in the cost of bytes, where rows tell one clearly; else the one before. clearly: by how much
    less the criterion must be."""
    ends = bend_range(loaded.points)
    if Parameter.WORK_PER_BYTE not in before.free or before.spare < _MORE + 1 or ends is None:
        return before
    free = (*before.free, Parameter.WORK_PER_BYTE_BEYOND)
    start = {**before.parameters, Parameter.WORK_PER_BYTE_BEYOND: before.parameters[Parameter.WORK_PER_BYTE]}
    tried = [
        fit(loaded, before.machine, free, {**fixed, Parameter.BEND: bend}, {**start, Parameter.BEND: bend})
        for bend in map(float, np.geomspace(*ends, _BENDS + 2)[1:-1])
    ]
    nearest = min(tried, key=lambda each: _squares(each, before))
    found = fit(loaded, before.machine, (*free, Parameter.BEND), fixed, nearest.parameters)
    again = found._replace(squares=_squares(found, before))
    return again if again.score < before.score - clearly else before


def _squares(tried: ServerFit, before: ServerFit) -> float:
    """Those of a fit by the weights of another."""
    return float(((tried.left / before.weights) ** 2).sum())


def size_cost(fit: ServerFit, size: float) -> SizeCost | None:
    """The straight line of the cost at a size; None where rows tell no cost of bytes."""
    if Parameter.WORK_PER_BYTE not in fit.intervals:
        return None
    each, first = fit.intervals[Parameter.WORK], fit.intervals[Parameter.WORK_PER_BYTE]
    bend = fit.parameters.get(Parameter.BEND, math.inf)
    if size <= bend:
        return SizeCost(each, first, Parameter.WORK_PER_BYTE)
    second = fit.intervals[Parameter.WORK_PER_BYTE_BEYOND]
    shift = (first.value - second.value) * bend
    moved = Interval(*(end + shift for end in each))
    if moved.value > 0.0:
        return SizeCost(moved._replace(low=max(0.0, moved.low)), second, Parameter.WORK_PER_BYTE_BEYOND)
    # Of bytes that cost more than in proportion no request has a cost by itself: the cost at this size is kept.
    nothing = Interval(0.0, 0.0, max(0.0, moved.high))
    times = 1.0 + moved.value / (second.value * size)
    return SizeCost(nothing, Interval(*(times * end for end in second)), Parameter.WORK_PER_BYTE_BEYOND)
