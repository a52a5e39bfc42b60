"""What a response puts on the wire on average: its bytes, and the framing of a mean number of segments; and the mean
squares of what is drawn."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np

from simulator.engines.quantiles import quantile_lines
from simulator.engines.theory.formulas.checks import require_not_negative, require_positive
from simulator.engines.theory.formulas.moments import Norms, longest_rest, norms_of_law
from simulator.network.distribution import TABLED, Distribution, Family, constant, mean_square
from simulator.network.network import Network, RequestClass
from simulator.network.steps import BySize, ResponseBytes, ServiceDemand
from simulator.network.transport import Transport

# What a law has that grows with its mean.
_OfLaw = TypeVar("_OfLaw", float, Norms)

# A tail beyond this many means weighs less than the last digit of the sum.
_MEANS = 45.0


def mean_wire_bytes(payload: Distribution, header: float, transport: Transport) -> float:
    """Mean bytes on the wire of a response of `header` and `payload` bytes (DESIGN.md, section 3)."""
    return header + payload.mean + transport.framing * mean_segments(payload, header, transport.segment)


def wire_bytes(network: Network) -> float:
    """Mean bytes on the wire of a response of all classes."""
    return sum(each.share * class_wire_bytes(each, network.transport) for each in network.classes)


def class_wire_bytes(request: RequestClass, transport: Transport) -> float:
    """Mean bytes on the wire of a response of a class."""
    return mean_wire_bytes(request.payload, request.header, transport) + request.piece_framing


class ClassResponse(NamedTuple):
    """The responses of a class: what they hold, and their mean bytes on the wire. Of what asks for nothing, none."""

    payload: Distribution
    wire: float


NO_RESPONSE = ClassResponse(constant(0.0), 0.0)


def class_response(request: RequestClass, transport: Transport) -> ClassResponse:
    """The responses of a class of requests over a transport."""
    return ClassResponse(request.payload, class_wire_bytes(request, transport))


def mean_demand(demand: ServiceDemand, response: ClassResponse) -> float:
    """The mean work that a step asks for, in its station's unit, of such responses."""
    match demand:
        case ResponseBytes(share=share):
            return share * response.wire
        case BySize(each=each):
            return each.mean + _mean_growth(demand, _grown_by(demand, response.payload))
        case law:
            return law.mean


def square_demand(demand: ServiceDemand, response: ClassResponse) -> float:
    """The mean square of the same. Wire bytes are taken to vary as payloads do, which header and framing only lessen,
    and so is what grows with a payload, pieces too."""
    match demand:
        case ResponseBytes(share=share):
            return share * share * response.wire * response.wire * _spread(response.payload)
        case BySize(each=each):
            payload = _grown_by(demand, response.payload)
            growth, spread = _mean_growth(demand, payload), _spread(payload)
            # What is drawn does not depend on the size, so that only the product of the means joins the squares.
            grown = growth * growth * spread if growth > 0.0 else 0.0
            return mean_square(each) + 2.0 * each.mean * growth + grown
        case law:
            return mean_square(law)


def demand_norms(demand: ServiceDemand, response: ClassResponse) -> Norms:
    """At most the norms of the same (see formulas/moments.py), of what varies as `square_demand` has it."""
    return _by_parts(norms_of_law, demand, response)


def longest_demand_rest(demand: ServiceDemand, response: ClassResponse) -> float:
    """The most of it that there is still to come, on average, however much is done (see `longest_rest`): of a sum, at
    most that of one part and of the other."""
    return _by_parts(longest_rest, demand, response)


def _by_parts(of_law: Callable[[Distribution], _OfLaw], demand: ServiceDemand, response: ClassResponse) -> _OfLaw:
    """What a demand has that grows with its mean, and of a sum is at most the sum of the parts."""

    def over_mean(payload: Distribution) -> _OfLaw:
        return of_law(replace(payload, mean=1.0) if payload.mean > 0.0 else constant(1.0))

    match demand:
        case ResponseBytes(share=share):
            return share * response.wire * over_mean(response.payload)
        case BySize(each=each):
            payload = _grown_by(demand, response.payload)
            growth = _mean_growth(demand, payload)
            return of_law(each) + growth * over_mean(payload) if growth > 0.0 else of_law(each)
        case law:
            return of_law(law)


def _grown_by(demand: BySize, payload: Distribution) -> Distribution:
    """What a demand grows by: the payload, or always the same bytes."""
    return payload if demand.of is None else constant(demand.of)


def _spread(payload: Distribution) -> float:
    return mean_square(payload) / payload.mean**2 if payload.mean > 0.0 else 1.0


def _mean_growth(demand: BySize, payload: Distribution) -> float:
    """The mean of what a demand grows by with the size of a response."""
    again = demand.again * (mean_segments(payload, 0.0, demand.piece) - 1.0) if demand.again > 0.0 else 0.0
    return demand.per_byte * payload.mean + again


def mean_segments(payload: Distribution, header: float, segment: float) -> float:
    """The mean of ceil((payload + header) / segment), all in bytes.

    E[ceil(Y)] = sum over k >= 0 of P(Y > k) (Feller 1968, An Introduction to Probability Theory 1, section XI.1): the
    first `sure` terms are 1, and the others are a geometric series, a Hurwitz zeta function, or few; of a table of
    quantiles the mean of each of its lines. Raises ValueError for a negative header and a payload or segment of no
    bytes.
    """
    require_not_negative(header=header)
    require_positive(payload=payload.mean, segment=segment)
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
        return float(sure + scale * float(zeta(payload.shape, sure - header / segment)))
    rest = np.arange(sure, sure + math.ceil(_MEANS * payload.mean / segment)) * segment - header
    return sure + float(_beyond(payload, rest).sum())


# A search for the largest load asks it of the same responses at every load.
@lru_cache(maxsize=1024)
def _of_lines(payload: Distribution, header: float, segment: float) -> float:
    """The mean of ceil(Y) where Y is even between the ends of each line: the integral of ceil from 0 to y, which is
    n y - n (n - 1) / 2 with n = ceil(y), between them, over their distance."""
    lines = quantile_lines(payload)
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
        return np.asarray(np.maximum(0.0, 1.0 - size / (2.0 * payload.mean)))
    return np.asarray(np.maximum(0.0, 1.0 - 1.0 / payload.mean) ** np.floor(size))
