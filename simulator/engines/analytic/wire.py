"""What a response puts on the wire on average: its bytes, and the framing of a mean number of segments."""

import math

import numpy as np

from simulator.engines.analytic.formulas.checks import not_negative, positive
from simulator.engines.quantiles import lines_of
from simulator.network.distribution import TABLED, Distribution, Family
from simulator.network.steps import ServiceDemand
from simulator.network.wire import FRAMING, SEGMENT

# A tail beyond this many means weighs less than the last digit of the sum.
_MEANS = 45.0


def mean_wire_bytes(payload: Distribution, header: float) -> float:
    """Mean bytes on the wire of a response of `header` and `payload` bytes (DESIGN.md, section 3)."""
    return header + payload.mean + FRAMING * mean_segments(payload, header, SEGMENT)


def mean_demand(demand: ServiceDemand, wire: float) -> float:
    """The mean work that a step asks for, in its station's unit, of a response of `wire` bytes."""
    return demand.mean if isinstance(demand, Distribution) else wire


def mean_segments(payload: Distribution, header: float, segment: float) -> float:
    """The mean of ceil((payload + header) / segment), all in bytes.

    E[ceil(Y)] = sum over k >= 0 of P(Y > k) (Feller 1968, An Introduction to Probability Theory 1, section XI.1): the
    first `sure` terms are 1, and the others are a geometric series, a Hurwitz zeta function, or few; of a table of
    quantiles the mean of each of its lines. Raises ValueError for a negative header and a payload or segment of no
    bytes.
    """
    not_negative(header=header)
    positive(payload=payload.mean, segment=segment)
    if payload.kind in TABLED:
        return _of_lines(payload, header, segment)
    if payload.kind is Family.CONSTANT:
        return float(math.ceil((payload.mean + header) / segment))
    least = _least(payload)
    sure = math.floor((header + least) / segment) + 1
    if payload.kind is Family.EXPONENTIAL:
        beyond = math.exp(-(sure * segment - header) / payload.mean)
        return sure + beyond / -math.expm1(-segment / payload.mean)
    if payload.kind is Family.PARETO:
        from scipy.special import zeta  # Loads for longer than theory takes to answer.

        scale = (least / segment) ** payload.shape
        return sure + scale * float(zeta(payload.shape, sure - header / segment))
    rest = np.arange(sure, sure + math.ceil(_MEANS * payload.mean / segment)) * segment - header
    return sure + float(_beyond(payload, rest).sum())


def _of_lines(payload: Distribution, header: float, segment: float) -> float:
    """The mean of ceil(Y) where Y is even between the ends of each line: the integral of ceil from 0 to y, which is
    n y - n (n - 1) / 2 with n = ceil(y), between them, over their distance."""
    lines = lines_of(payload)
    ends = (lines.value * payload.mean + header) / segment
    whole = np.ceil(ends)
    area, width = whole * ends - whole * (whole - 1.0) / 2.0, np.diff(ends)
    # Between two ends of one segment, and where they are one, there is nothing to average.
    several = whole[1:] > whole[:-1]
    mean = np.divide(np.diff(area), width, out=whole[1:].copy(), where=several & (width > 0.0))
    return float(np.diff(lines.share) @ mean)


def _least(payload: Distribution) -> float:
    """What a payload always exceeds, bytes."""
    return payload.mean * (payload.shape - 1.0) / payload.shape if payload.kind is Family.PARETO else 0.0


def _beyond(payload: Distribution, size: np.ndarray) -> np.ndarray:
    """P(payload > size) of a uniform or geometric payload, for sizes of at least 0 bytes."""
    if payload.kind is Family.UNIFORM:
        return np.maximum(0.0, 1.0 - size / (2.0 * payload.mean))
    return np.maximum(0.0, 1.0 - 1.0 / payload.mean) ** np.floor(size)
