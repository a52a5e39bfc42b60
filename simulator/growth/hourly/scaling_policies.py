"""The policies by which servers come and go, each as a rule that is asked at every look how many should be on."""

import math
from dataclasses import dataclass, field
from typing import Protocol

from models.parts.growth.autoscaling import Autoscaling
from models.parts.growth.scaling_policies import HOURS, HorizontalPods, ScalingSteps, TargetTracking

HOUR = 3_600.0
MINUTE = 60.0
EPSILON = 1e-9  # Of servers: a need that is whole but for rounding is that number.
# Alarms of target tracking: values of a minute above the target, and below a share of it, in a row.
ALARM_MORE, ALARM_FEWER, ALARM_SHARE = 3, 15, 0.9


@dataclass(frozen=True)
class Look:
    """What a rule knows. now: seconds since it began to follow; of_day: seconds since midnight UTC; use: mean use of
    the servers that serve since the last look, at most 1; serving, on: servers that serve, and those with them that
    were asked for."""

    now: float
    of_day: float
    use: float
    serving: int
    on: int


class ScalingRule(Protocol):
    """How many servers should be on."""

    @property
    def every(self) -> float:
        """Seconds from one look to the next."""

    def wanted(self, look: Look) -> int:
        """Servers that should be on, before the least and the most are kept to."""


def scaling_rule(scaling: Autoscaling) -> ScalingRule:
    """The rule of the policy that is stated; the plain one where none is."""
    if scaling.target_tracking is not None:
        return TrackingRule(scaling.target_tracking)
    if scaling.hpa is not None:
        return PodsRule(scaling.hpa)
    if scaling.steps is not None:
        return StepsRule(scaling.steps)
    if scaling.schedule:
        early = scaling.until_serving + scaling.warm_after + MINUTE
        return ScheduleRule(tuple(each.servers for each in scaling.schedule), early)
    return PlainRule(scaling)


def times_target(servers: int, use: float, target: float) -> int:
    """Servers that bring the use of so many to the target."""
    return math.ceil(servers * use / target - EPSILON)


@dataclass
class PlainRule:
    """More at once; fewer when fewer would have done for so long. fewer_since: since when, None while they would not;
    enough: the most that were needed meanwhile."""

    scaling: Autoscaling
    fewer_since: float | None = None
    enough: int = 0

    @property
    def every(self) -> float:
        return self.scaling.look_every

    def wanted(self, look: Look) -> int:
        scaling = self.scaling
        needed = times_target(look.serving, look.use, scaling.target)
        needed = min(scaling.maximum, max(scaling.minimum, needed))
        if needed >= look.serving:
            self.fewer_since = None
            return max(needed, look.on)
        if self.fewer_since is None:
            self.fewer_since, self.enough = look.now, 0
        self.enough = max(self.enough, needed)
        if look.now - self.fewer_since < scaling.wait_before_less or look.on > look.serving:
            return look.on
        self.fewer_since = None
        return self.enough


@dataclass
class TrackingRule:
    """Target tracking. before: servers before the last were asked for, at `asked`; changed: when servers came or went;
    uses: the latest minutes."""

    policy: TargetTracking
    every: float = MINUTE
    before: int = 0
    asked: float = -math.inf
    changed: float = -math.inf
    uses: list[float] = field(default_factory=list)

    def wanted(self, look: Look) -> int:
        target = self.policy.target
        self.uses = [*self.uses, look.use][-ALARM_FEWER:]
        last = self.uses[-ALARM_MORE:]
        if len(last) == ALARM_MORE and min(last) > target:
            return self._more(look)
        low = len(self.uses) == ALARM_FEWER and max(self.uses) < ALARM_SHARE * target
        if not low or look.now - self.changed < self.policy.cooldown_in:
            return look.on
        fewer = min(look.on, times_target(look.serving, look.use, target))
        if fewer < look.on:
            self.changed = look.now
        return fewer

    def _more(self, look: Look) -> int:
        """What the use asks for, of the servers before the last change while its cooldown lasts."""
        cools = look.now - self.asked < self.policy.cooldown_out
        base = min(self.before, look.on) if cools else look.on
        more = times_target(base, look.use, self.policy.target)
        if more <= look.on:
            return look.on
        self.before, self.asked, self.changed = base, look.now, look.now
        return more


@dataclass
class PodsRule:
    """The Horizontal Pod Autoscaler. asked: when, and how many pods were wanted; added: when, and how many came."""

    policy: HorizontalPods
    asked: list[tuple[float, int]] = field(default_factory=list)
    added: list[tuple[float, int]] = field(default_factory=list)

    @property
    def every(self) -> float:
        return self.policy.look_every

    def wanted(self, look: Look) -> int:
        policy = self.policy
        self.asked = [*self.asked, (look.now, self._recommended(look))]
        self.asked = _within(self.asked, look.now, max(policy.window_more, policy.window_fewer))
        most = max(count for _, count in _within(self.asked, look.now, policy.window_fewer))
        fewest = min(count for _, count in _within(self.asked, look.now, policy.window_more))
        steady = min(max(look.on, fewest), most)
        self.added = _within(self.added, look.now + EPSILON, policy.surge_every - EPSILON)
        first = look.on - sum(count for _, count in self.added)
        allowed = max(first + policy.surge_pods, math.ceil(first * (1.0 + policy.surge) - EPSILON))
        found = min(steady, max(look.on, allowed))
        if found > look.on:
            self.added.append((look.now, found - look.on))
        return found

    def _recommended(self, look: Look) -> int:
        """What the use asks for; a pod that does not serve yet counts as idle where more are asked for."""
        ratio, tolerance = look.use / self.policy.target, self.policy.tolerance + EPSILON
        if ratio > 1.0:
            ratio *= look.serving / look.on
            if ratio <= 1.0 + tolerance:
                return look.on
            return math.ceil(look.on * ratio - EPSILON)
        return look.on if ratio >= 1.0 - tolerance else math.ceil(look.serving * ratio - EPSILON)


def _within(values: list[tuple[float, int]], now: float, seconds: float) -> list[tuple[float, int]]:
    """Those of the last seconds."""
    return [each for each in values if each[0] >= now - seconds]


@dataclass
class StepsRule:
    """Steps of servers by the use. changed: when servers came or went."""

    policy: ScalingSteps
    changed: float = -math.inf

    @property
    def every(self) -> float:
        return self.policy.look_every

    def wanted(self, look: Look) -> int:
        if look.now - self.changed < self.policy.cooldown:
            return look.on
        above = [step for step in self.policy.more if look.use > step.use]
        below = [step for step in self.policy.fewer if look.use < step.use]
        change = 0
        if above:
            change = max(above, key=lambda step: step.use).servers
        elif below:
            change = -min(below, key=lambda step: step.use).servers
        if change:
            self.changed = look.now
        return look.on + change


@dataclass
class ScheduleRule:
    """Servers by the hour of the day. early: seconds before a full hour at which those that it needs are asked for."""

    servers: tuple[int, ...]
    early: float
    every: float = MINUTE

    def wanted(self, look: Look) -> int:
        first, last = int(look.of_day // HOUR), int((look.of_day + self.early) // HOUR)
        return max(self.servers[hour % HOURS] for hour in range(first, last + 1))
