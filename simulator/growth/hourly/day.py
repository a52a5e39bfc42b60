"""A day of a farm that follows its load: what is demanded, how many servers serve and how many are paid, in steps."""

from dataclasses import dataclass

import numpy as np

from models.parts.growth.autoscaling import Autoscaling
from models.parts.growth.scaling_policies import HOURS
from simulator.growth.hourly import fleet
from simulator.growth.hourly.fleet import DAY, TICK, Servers, Shares

STEP = 10.0  # s.
STEPS = int(DAY / STEP)


@dataclass(frozen=True)
class ServersByHour:
    """Steps of STEP seconds, of a day from midnight on or of a record. shares: float64, the demand where each begins,
    and where the last ends, in times that of the peak. serving: servers that take part of it, in servers whose caches
    are warm; paid: int64, those that are on, whether they serve yet or not."""

    shares: Shares
    serving: Servers | Shares
    paid: Servers

    @property
    def per_server(self) -> Shares:
        """What falls to a server on average in each step, in times the demand of the peak: float64."""
        return (self.shares[:-1] + self.shares[1:]) / 2.0 / self.serving


def follow_load(scaling: Autoscaling, busy: float) -> ServersByHour:
    """The day that the rule makes of the load: the second one, as the first begins with the fewest servers.

    busy: the use, as a share of the limit that is followed, of a single server that got the whole demand of the peak.
    """
    shares, every = demand_shares(scaling), round(STEP / TICK)
    loads = busy * (shares[:-1] + shares[1:]) / 2.0
    course = fleet.follow_load(scaling, np.repeat(loads, every), 0.0)
    return ServersByHour(shares, course.serving[::every], course.on[::every])


def demand_shares(scaling: Autoscaling) -> Shares:
    """The demand at each step and at the next midnight, in times the largest: float64 (STEPS + 1,)."""
    factors = np.array([hour.times for hour in scaling.hours])
    hours = np.linspace(0.0, HOURS, STEPS + 1)
    return np.asarray(np.interp(hours, np.arange(HOURS + 1), np.append(factors, factors[0])) / factors.max())
