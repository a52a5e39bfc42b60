"""Which limit bites first: the load at which each binds, in their order, with the distance from one to the next."""

import math
from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.limits import Limit
from simulator.messages.numbers import FAR, plain_number

NEVER, ANY_LOAD, FAR_AWAY = "never", "at any load", f"above {plain_number(FAR)} times"


@dataclass(frozen=True)
class OrderedLimit:
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


def limit_order(largest_load: LargestLoad) -> tuple[OrderedLimit, ...]:
    """All limits at the capacity, the one that binds first to begin with.

    The use of a station or pool that was measured there is extrapolated in proportion (see experiment/limits.py);
    what does not grow in proportion binds where theory says, if it says so.
    """
    rates = {limit.name: _rate(largest_load, limit) for limit in largest_load.limits}
    ordered = sorted(largest_load.limits, key=lambda limit: rates[limit.name][0])
    told, before = [], 0.0
    for limit in ordered:
        rate, measured = rates[limit.name]
        far = math.isfinite(rate) and rate > FAR * largest_load.offered.value
        times = rate / before if before > 0.0 and math.isfinite(rate) and not far else None
        told.append(OrderedLimit(limit, rate, measured, times, far))
        before = rate if math.isfinite(rate) else before
    return tuple(told)


def _rate(largest_load: LargestLoad, limit: Limit) -> tuple[float, Estimate | None]:
    if isinstance(limit.growth, Estimate):
        measured = limit.growth.times(largest_load.offered.value, "/s")
        return measured.value, measured
    theory = largest_load.alone.get(limit.name)
    return (math.inf if theory is None else theory.rate), None
