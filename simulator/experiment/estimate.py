"""A number with its interval: how every figure travels, from the first measurement to the last cell of a report."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean, stdev

from simulator.messages.stages import experiment

WHOLE = 100.0  # %


@dataclass(frozen=True)
class Estimate:
    """`value` plus or minus `half_width` at `confidence` (0 to 1), from `samples` independent replications.

    A figure that is given, not measured, has half_width 0 and samples 0. `unit` is for people: "Mbps", "s", "%".
    `each` is what every replication gave, in their order; empty for a figure that was made of others. A `share` is a
    part of a whole, in %: its interval ends at 0 and at 100, however wide it is.
    """

    value: float
    half_width: float
    confidence: float
    samples: int
    unit: str
    each: tuple[float, ...] = field(default=(), repr=False, compare=False)
    share: bool = field(default=False, repr=False, compare=False)

    def __init__(
        self,
        value: float,
        half_width: float,
        confidence: float,
        samples: int,
        unit: str,
        each: tuple[float, ...] = (),
        share: bool = False,
    ) -> None:
        # In a third of the time that it takes a frozen class by itself: a plan with its worlds makes a million of them.
        known = self.__dict__
        known["value"], known["half_width"], known["confidence"] = value, half_width, confidence
        known["samples"], known["unit"], known["each"], known["share"] = samples, unit, each, share

    @property
    def low(self) -> float:
        return max(0.0, self.value - self.half_width) if self.share else self.value - self.half_width

    @property
    def high(self) -> float:
        return min(WHOLE, self.value + self.half_width) if self.share else self.value + self.half_width

    @property
    def cut_off(self) -> tuple[bool, bool]:
        """Whether the interval would go on below 0, and above 100 %, if there was anything."""
        return self.low > self.value - self.half_width, self.high < self.value + self.half_width

    @property
    def relative(self) -> float:
        """The half-width as a share of the value; infinite at value 0 unless the half-width is 0 too."""
        if self.half_width == 0.0:
            return 0.0
        return self.half_width / abs(self.value) if self.value else math.inf

    @property
    def samples_to_resolve(self) -> int | None:
        """About how many replications would make the half-width smaller than the value, since it falls with the root of
        their number, and of a few with Student's quantile; None where nothing was measured, or where the value is 0."""
        if not self.samples or not self.value or not math.isfinite(self.half_width):
            return None
        if self.samples < 2 or self.resolved:
            return self.samples
        # In standard deviations of one replication.
        value = abs(self.value) * student_quantile(self.confidence, self.samples - 1) / self.half_width
        return _reaching(value / math.sqrt(self.samples), self.confidence, self.samples)

    @property
    def resolved(self) -> bool:
        """Whether an index or a difference is told from none: its interval is narrower than its value, or there is
        none."""
        return self.half_width == 0.0 or self.half_width < abs(self.value)

    def times(self, factor: float, unit: str) -> "Estimate":
        """This estimate in proportion: the interval scales with it. A share is one only in %."""
        half_width, share = self.half_width * abs(factor), self.share and factor == 1.0
        return Estimate(self.value * factor, half_width, self.confidence, self.samples, unit, share=share)

    def through(self, function: Callable[[float], float], unit: str) -> "Estimate":
        """A monotone function of this estimate; the half-width is that of the wider side of the mapped interval, and no
        more than the value where neither end is below 0. A share of 0 is endless."""

        value = function(self.value)
        if not self.half_width:
            return Estimate(value, 0.0, self.confidence, self.samples, unit)

        def at(end: float) -> float:
            try:
                return function(end)
            except ZeroDivisionError:
                return math.inf

        ends = at(self.low), at(self.high)
        half_width = max(abs(end - value) for end in ends)
        if value >= min(ends) >= 0.0:
            half_width = min(half_width, value)
        return Estimate(value, half_width, self.confidence, self.samples, unit)


def exact(value: float, unit: str) -> Estimate:
    """A figure that is known, not measured."""
    return Estimate(float(value), 0.0, 1.0, 0, unit)


def is_zero(whole: Estimate, parts: Iterable[Estimate]) -> bool | None:
    """Whether something that is never below 0, and its parts, is nothing at all; None where that is not known: it was
    seen, but the intervals hold 0, of all of it and of each part."""
    if whole.value == 0.0:
        return True
    return False if whole.resolved or any(part.resolved for part in parts) else None


# Asked for again with every figure of every run. (scipy.stats would say the same, and take most of a second to load;
# theory, which answers first, needs neither.)
@lru_cache(maxsize=256)
def student_quantile(confidence: float, degrees: float) -> float:
    """How many standard errors a two-sided Student interval reaches to either side; degrees need not be whole."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + confidence / 2.0))


def normal_quantile(confidence: float) -> float:
    """How many standard deviations a two-sided interval of a normal value reaches to either side."""
    from scipy.special import ndtri

    return float(ndtri(0.5 + confidence / 2.0))


def _reaching(apart: float, confidence: float, least: int) -> int:
    """How many replications, more than `least`, have a half-width below so many standard deviations of one."""

    def enough(samples: int) -> bool:
        return student_quantile(confidence, samples - 1) < apart * math.sqrt(samples)

    low, high = least, 2 * least
    while not enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def from_replications(values: Sequence[float], confidence: float, unit: str) -> Estimate:
    """Mean of independent replications with its Student interval (Law 2015, Simulation Modeling, eq. 4.12).

    Raises ValueError for fewer than two values: one replication says nothing about its own precision.
    """
    if len(values) < 2:
        raise ValueError(f"{experiment.FEW_REPLICATIONS}, got {len(values)}")
    n = len(values)
    spread = stdev(values)
    half_width = student_quantile(confidence, n - 1) * spread / math.sqrt(n)
    return Estimate(fmean(values), half_width, confidence, n, unit, tuple(values))
