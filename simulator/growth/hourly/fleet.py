"""Servers under a rule: those that serve, those that were asked for and do not yet, those whose caches are cold."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.parts.growth.autoscaling import Autoscaling
from simulator.growth.hourly.scaling_policies import Look, scaling_rule

TICK = 5.0  # s.
DAY = 86_400.0

Shares = NDArray[np.float64]
Servers = NDArray[np.int64]


@dataclass(frozen=True)
class FleetCourse:
    """Steps of TICK seconds. serving, on: int64, servers that take load, and those that are paid. warm: float64, the
    serving ones in servers whose caches are warm: a cold one counts as the share of the load that it carries."""

    serving: Servers
    on: Servers
    warm: Shares


def follow_load(scaling: Autoscaling, loads: Shares, of_day: float) -> FleetCourse:
    """The servers that a rule makes of a load; its first day runs twice, as it begins with the fewest servers.

    By the utilisation law (Denning and Buzen 1978) the use of a single server falls to each of n as one n-th.
    loads: float64, in each step the use of the limit that is followed of a single server that got all of the load;
    of_day: seconds since midnight UTC at which the first step begins.
    """
    fleet, rule = _Fleet(scaling, scaling.minimum), scaling_rule(scaling)
    ahead = min(round(DAY / TICK), len(loads))
    steps = loads[:ahead].tolist() + loads.tolist()
    look, used = max(1, round(rule.every / TICK)), 0.0
    serving, on = np.zeros(len(steps), dtype=np.int64), np.zeros(len(steps), dtype=np.int64)
    warm = np.zeros(len(steps))
    step = 0
    while step < len(steps):
        now = step * TICK
        if step % look == 0 and step > 0:
            of_now = (of_day + (step if step < ahead else step - ahead) * TICK) % DAY
            fleet.ask(now, rule.wanted(Look(now, of_now, used / look, fleet.serving, fleet.on)))
            used = 0.0
        fleet.arrive(now)
        # All stays as it is until the next look, or until servers come or are warm.
        changes = (max(step + 1, math.ceil(at / TICK)) for at in fleet.changes)
        after = min(step - step % look + look, len(steps), *changes)
        same = slice(step, after)
        serving[same], on[same], warm[same] = fleet.serving, fleet.on, fleet.warm
        for load in steps[same]:
            used += min(1.0, load / fleet.serving)
        step = after
    return FleetCourse(serving[ahead:], on[ahead:], warm[ahead:])


@dataclass
class _Fleet:
    """coming: when servers that were asked for serve, and how many; cold: until when some are cold, and how many."""

    scaling: Autoscaling
    serving: int
    coming: list[tuple[float, int]] = field(default_factory=list)
    cold: list[tuple[float, int]] = field(default_factory=list)

    @property
    def on(self) -> int:
        return self.serving + sum(count for _, count in self.coming)

    @property
    def changes(self) -> tuple[float, ...]:
        """When the next servers come, and when the next are warm."""
        return tuple(groups[0][0] for groups in (self.coming, self.cold) if groups)

    def arrive(self, now: float) -> None:
        """Lets those serve whose time has come."""
        while self.coming and self.coming[0][0] <= now:
            _, count = self.coming.pop(0)
            self.serving += count
            if self.scaling.warm_after > 0.0 and self.scaling.cold < 1.0:
                self.cold.append((now + self.scaling.warm_after, count))
        while self.cold and self.cold[0][0] <= now:
            self.cold.pop(0)

    def ask(self, now: float, wanted: int) -> None:
        """Asks for servers, or gives back those that came last."""
        change = min(self.scaling.maximum, max(self.scaling.minimum, wanted)) - self.on
        if change > 0:
            self.coming.append((now + self.scaling.until_serving, change))
        fewer = max(0, -change) - _take(self.coming, max(0, -change))
        self.serving -= fewer
        _take(self.cold, fewer)

    @property
    def warm(self) -> float:
        """Servers that serve, a cold one as the share that it carries."""
        return self.serving - (1.0 - self.scaling.cold) * sum(count for _, count in self.cold)


def _take(groups: list[tuple[float, int]], most: int) -> int:
    """Takes at most so many servers from the latest groups; how many there were."""
    taken = 0
    while groups and taken < most:
        until, count = groups.pop()
        less = min(count, most - taken)
        taken += less
        if count > less:
            groups.append((until, count - less))
    return taken
