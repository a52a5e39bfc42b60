"""Arithmetic on estimates: how an interval passes through a sum, a product and a quotient.

Two cases, and every function says which it is. Independent figures (a plan and its baseline) follow the first-order
delta method (Casella and Berger 2002, Statistical Inference, section 5.5.4): squares of the half-widths add. Figures
of the same simulation (units and CPU) may vary together in any way, so their half-widths add, which is never too
narrow. Confidence is the lowest of the operands', samples the fewest; given figures do not count.
"""

import math
from collections.abc import Sequence

from simulator.experiment.estimate import Estimate


def add(parts: Sequence[Estimate], unit: str) -> Estimate:
    """The sum of figures of one simulation: half-widths add. `parts` have the unit of the sum; none sum to 0."""
    return _estimate(sum(p.value for p in parts), sum(p.half_width for p in parts), parts, unit)


def multiply(left: Estimate, right: Estimate, unit: str) -> Estimate:
    """The product of two figures of one simulation, to first order: |l| dr + |r| dl."""
    half_width = abs(left.value) * right.half_width + abs(right.value) * left.half_width
    return _estimate(left.value * right.value, half_width, (left, right), unit)


def subtract(left: Estimate, right: Estimate, unit: str) -> Estimate:
    """The difference of two independent figures of the same unit: sqrt(dl^2 + dr^2)."""
    half_width = math.hypot(left.half_width, right.half_width)
    return _estimate(left.value - right.value, half_width, (left, right), unit)


def divide(left: Estimate, right: Estimate, unit: str) -> Estimate:
    """The quotient of two independent figures by the delta method: sqrt((dl / r)^2 + (l dr / r^2)^2).

    Raises ZeroDivisionError when `right` is 0.
    """
    quotient = left.value / right.value
    half_width = math.hypot(left.half_width / right.value, quotient * right.half_width / right.value)
    return _estimate(quotient, half_width, (left, right), unit)


def shift(estimate: Estimate, by: float, unit: str) -> Estimate:
    """The figure plus a constant: the interval keeps its width."""
    return Estimate(estimate.value + by, estimate.half_width, estimate.confidence, estimate.samples, unit)


def _estimate(value: float, half_width: float, parts: Sequence[Estimate], unit: str) -> Estimate:
    measured = [part for part in parts if part.samples]
    if not measured:
        return Estimate(value, half_width, 1.0, 0, unit)
    confidence, samples = (min(part.confidence for part in measured), min(part.samples for part in measured))
    return Estimate(value, half_width, confidence, samples, unit)
