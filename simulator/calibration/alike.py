"""What rows cannot tell apart: parameters of which only a sum or a product is known."""

import math
from typing import NamedTuple

import numpy as np

from simulator.calibration.content.content import FittedContent
from simulator.calibration.fit import ServerFit
from simulator.calibration.server import Parameter

# Correlated as much as this, each of two parameters may stand for the other; the interval of one of them is then wide.
ALIKE, WIDE = 0.95, 0.25


class Pair(NamedTuple):
    """Two parameters, and the correlation of their errors, -1 to 1."""

    first: Parameter
    second: Parameter
    correlation: float


def pairs_alike(fit: ServerFit) -> tuple[Pair, ...]:
    """The pairs that the rows of a fit cannot tell apart."""
    sizes = np.sqrt(np.maximum(0.0, np.diag(fit.covariance)))
    found = []
    for i, first in enumerate(fit.free):
        for k in range(i + 1, len(fit.free)):
            if not (0.0 < sizes[i] < math.inf and 0.0 < sizes[k] < math.inf):
                continue
            correlation = float(fit.covariance[i, k] / (sizes[i] * sizes[k]))
            if abs(correlation) > ALIKE and (_wide(fit, first) or _wide(fit, fit.free[k])):
                found.append(Pair(first, fit.free[k], correlation))
    return tuple(found)


def content_alike(content: FittedContent | str | None) -> tuple[Pair, ...]:
    """Working set and skew, where rows tell only both together: more of both misses as often."""
    if not isinstance(content, FittedContent) or content.found is None:
        return ()
    found, interval = content.found, content.working_set
    is_wide = not interval.half_width <= WIDE * interval.value
    told = found.is_free and not (abs(found.correlation) > ALIKE and is_wide)
    return () if told else (Pair(Parameter.WORKING_SET, Parameter.SKEW, found.correlation),)


def _wide(fit: ServerFit, parameter: Parameter) -> bool:
    interval = fit.intervals[parameter]
    return not interval.half_width <= WIDE * max(interval.value, 1e-300)
