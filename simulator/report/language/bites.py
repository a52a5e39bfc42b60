"""Which limit bites first: the load at which each binds, in their order, with the distance from one to the next."""

import math
from dataclasses import dataclass

from simulator.measure.estimate import Estimate
from simulator.report.language.numbers import FAR, plain
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.limits import Limit

NEVER, ANY_LOAD, FAR_AWAY = "never", "at any load", f"above {plain(FAR)} times"


@dataclass(frozen=True)
class Bite:
    """A limit and the requests a second at which it binds, measured where its use grows with the load, else by theory
    (infinite: never; 0: at any load); `times` is that in times the load at which the one before it binds. `far` says
    that it is more than 1,000 times the largest load: then no rate is told."""

    limit: Limit
    rate: float
    measured: Estimate | None
    times: float | None
    far: bool = False

    @property
    def in_words(self) -> str:
        """What is said in place of a rate that is none; "" where it is one."""
        if self.far:
            return FAR_AWAY
        return NEVER if math.isinf(self.rate) else ANY_LOAD if self.rate == 0.0 else ""


def bites(found: LargestLoad) -> tuple[Bite, ...]:
    """All limits at the capacity, the one that binds first to begin with.

    The use of a station or pool that was measured there is extrapolated in proportion (see rollup/limits.py); what does
    not grow in proportion binds where theory says, if it says so.
    """
    rates = {limit.name: _rate(found, limit) for limit in found.limits}
    ordered = sorted(found.limits, key=lambda limit: rates[limit.name][0])
    told, before = [], 0.0
    for limit in ordered:
        rate, measured = rates[limit.name]
        far = math.isfinite(rate) and rate > FAR * found.offered.value
        times = rate / before if before > 0.0 and math.isfinite(rate) and not far else None
        told.append(Bite(limit, rate, measured, times, far))
        before = rate if math.isfinite(rate) else before
    return tuple(told)


def _rate(found: LargestLoad, limit: Limit) -> tuple[float, Estimate | None]:
    if isinstance(limit.growth, Estimate):
        measured = limit.growth.times(found.offered.value, "/s")
        return measured.value, measured
    theory = found.alone.get(limit.name)
    return (math.inf if theory is None else theory.rate), None
