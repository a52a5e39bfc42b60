"""A day of a farm that follows its load: what is demanded, how many servers serve and how many are paid, in steps."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.parts.growth.autoscaling import HOURS, Autoscaling

STEP = 10.0  # s.
DAY = 86_400.0
STEPS = int(DAY / STEP)

Shares = NDArray[np.float64]
Servers = NDArray[np.int64]


@dataclass(frozen=True)
class ServersByHour:
    """Steps of STEP seconds from midnight on. shares: float64 (STEPS + 1,), the demand where each begins, and the next
    midnight, in times that of the peak. serving, paid: int64 (STEPS,), servers that take part of it, and those that are
    on, whether they serve yet or not."""

    shares: Shares
    serving: Servers
    paid: Servers

    @property
    def per_server(self) -> Shares:
        """What falls to a server on average in each step, in times the demand of the peak: float64 (STEPS,)."""
        return (self.shares[:-1] + self.shares[1:]) / 2.0 / self.serving


def follow_load(scaling: Autoscaling, busy: float) -> ServersByHour:
    """The day that the rule makes of the load: the second one, as the first begins with the fewest servers.

    busy: the use, as a share of the limit that is used most, of a single server that got the whole demand of the peak;
    by the utilisation law (Denning and Buzen 1978) it falls to each of n as one n-th. What is measured is never more
    than all of it, so that a farm that is too small by far grows by steps.
    """
    shares = demand_shares(scaling)
    rule = _Rule(scaling, scaling.minimum)
    serving, paid = np.zeros(STEPS, dtype=np.int64), np.zeros(STEPS, dtype=np.int64)
    look = max(1, round(scaling.look_every / STEP))
    use: list[float] = []
    for moment in range(2 * STEPS):
        at = moment % STEPS
        if moment and moment % look == 0:
            rule.look(moment * STEP, float(np.mean(use)))
            use.clear()
        rule.arrive(moment * STEP)
        serving[at], paid[at] = rule.serving, rule.paid
        use.append(min(1.0, busy * (shares[at] + shares[at + 1]) / 2.0 / rule.serving))
    return ServersByHour(shares, serving, paid)


def demand_shares(scaling: Autoscaling) -> Shares:
    """The demand at each step and at the next midnight, in times the largest: float64 (STEPS + 1,)."""
    factors = np.array([hour.times for hour in scaling.hours])
    hours = np.linspace(0.0, HOURS, STEPS + 1)
    return np.asarray(np.interp(hours, np.arange(HOURS + 1), np.append(factors, factors[0])) / factors.max())


@dataclass
class _Rule:
    """The rule at work. coming: when servers that were asked for serve, and how many; fewer_since: since when fewer
    would have done, None while they would not; enough: the most that were needed meanwhile."""

    scaling: Autoscaling
    serving: int
    coming: list[tuple[float, int]] = field(default_factory=list)
    fewer_since: float | None = None
    enough: int = 0

    @property
    def paid(self) -> int:
        """Servers that are on."""
        return self.serving + sum(count for _, count in self.coming)

    def arrive(self, now: float) -> None:
        """Lets those serve whose time has come."""
        self.serving += sum(count for time, count in self.coming if time <= now)
        self.coming = [each for each in self.coming if each[0] > now]

    def look(self, now: float, use: float) -> None:
        """Asks for servers, or gives some back, by the use since the last look."""
        scaling = self.scaling
        wanted = int(np.ceil(self.serving * use / scaling.target - 1e-9))
        wanted = min(scaling.maximum, max(scaling.minimum, wanted))
        if wanted > self.paid:
            self.coming.append((now + scaling.until_serving, wanted - self.paid))
        if wanted >= self.serving:
            self.fewer_since = None
            return
        if self.fewer_since is None:
            self.fewer_since, self.enough = now, 0
        self.enough = max(self.enough, wanted)
        if now - self.fewer_since >= scaling.wait_before_less and not self.coming:
            self.serving, self.fewer_since = self.enough, None
