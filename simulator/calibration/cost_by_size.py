"""What a request costs by its size: so much each, so much a byte, and where rows clearly show it so much for each byte
beyond a bend.

A byte costs more where responses no longer fit in a cache of the processor, and less where large ones are sent in
larger pieces or without a copy; a first page or segment costs the same however full it is. Rows tell where the bend is,
between their sizes (a line in two pieces: Hudson 1966, Fitting Segmented Curves Whose Join Points Have to Be Estimated,
JASA 61). It is taken in where Akaike's criterion falls clearly.
"""

import math
from collections.abc import Mapping

import numpy as np

from simulator.calibration.fit import CONFIDENCE, Interval, ServerFit, fit
from simulator.calibration.initial_scale import bend_range
from simulator.calibration.load_kind import LoadTestRows
from simulator.calibration.server import Parameter, Parameters
from simulator.experiment.estimate import student_quantile

# Bends from which the place is sought, and parameters that one is.
_BENDS, _MORE = 5, 2
# Seconds of work that a request of a scenario has at the least.
LEAST_WORK = 1e-6
_COSTS = (Parameter.WORK, Parameter.WORK_PER_BYTE, Parameter.WORK_PER_BYTE_BEYOND, Parameter.BEND)


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


def fit_at_size(fit: ServerFit, size: float) -> ServerFit:
    """The fit with the straight line of the cost at a size: the work of a request and of each byte, with what is known
    of them. Beyond the bend these are functions of all four parameters of the cost, whose errors hang together; their
    covariance is that of the linearised functions (Seber and Wild 1989, section 2.1.5)."""
    bend = fit.parameters.get(Parameter.BEND, math.inf)
    if size <= bend:
        return fit
    first, second = (fit.parameters[each] for each in (Parameter.WORK_PER_BYTE, Parameter.WORK_PER_BYTE_BEYOND))
    shift = {Parameter.WORK_PER_BYTE: bend, Parameter.WORK_PER_BYTE_BEYOND: -bend, Parameter.BEND: first - second}
    each, value = {Parameter.WORK: 1.0, **shift}, fit.parameters[Parameter.WORK] + (first - second) * bend
    lines = {
        Parameter.WORK: (value, each),
        Parameter.WORK_PER_BYTE: (second, {Parameter.WORK_PER_BYTE_BEYOND: 1.0}),
    }
    if value < LEAST_WORK:
        # Of bytes that cost more than in proportion no request has a cost by itself: the cost at this size is kept.
        whole = {key: times / size + (key is Parameter.WORK_PER_BYTE_BEYOND) for key, times in each.items()}
        per_byte = second + (value - LEAST_WORK) / size
        lines = {Parameter.WORK: (LEAST_WORK, {}), Parameter.WORK_PER_BYTE: (per_byte, whole)}
    return _mapped(fit, lines)


def _mapped(fit: ServerFit, lines: Mapping[Parameter, tuple[float, Mapping[Parameter, float]]]) -> ServerFit:
    """The fit with other costs: of each its value, and how it answers to each of those that were fitted."""
    free = (*lines, *(each for each in fit.free if each not in _COSTS))
    natural = np.array([fit.parameters[each] if each in fit.logs else fit.scale[k] for k, each in enumerate(fit.free)])
    answers = [[lines[each][1].get(other, 0.0) if each in lines else float(each is other) for other in fit.free]
               for each in free]  # fmt: skip
    slopes = np.array(answers) * natural
    covariance = slopes @ fit.covariance @ slopes.T
    values = {each: value for each, (value, _) in lines.items()}
    kept = {each: value for each, value in fit.parameters.items() if each not in _COSTS}
    intervals = {each: interval for each, interval in fit.intervals.items() if each not in _COSTS}
    for k, (each, (value, responds)) in enumerate(lines.items()):
        told = all(math.isfinite(fit.intervals[other].high) for other in responds)
        # As few values stand behind it as behind the one that rests on the fewest.
        degrees = min((fit.degrees[fit.free.index(other)] for other in responds), default=1.0)
        half = student_quantile(CONFIDENCE, degrees) * math.sqrt(max(0.0, covariance[k, k])) if told else math.inf
        least = LEAST_WORK if each is Parameter.WORK else 0.0
        intervals[each] = Interval(value, max(least, value - half), value + half)
    return fit._replace(
        free=free, parameters=kept | values, intervals=intervals, covariance=covariance,
        scale=(1.0,) * len(free), logs=(),
    )  # fmt: skip
