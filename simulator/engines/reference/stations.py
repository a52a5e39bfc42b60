"""Stations, which jobs enter to be served: those that share a capacity, and several servers behind one queue.

Processor sharing is done in virtual time: O(log n) an event, however many jobs share. In each rate class the virtual
time advances at the rate that every job of the class receives, so a job that enters at V with demand w leaves when V
reaches its tag V + w. Tags are ordered once; only the leader's departure is ever pending. Rates are max-min fair:
capacity is poured over the classes in the order of their caps (water-filling). How much there is to pour may depend on
how many jobs are served (a curve). Where only so many are served at once the others wait, and a job whose slice of work
is done goes behind them.
"""

from collections import deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import floor, inf
from typing import NamedTuple

from simpy.events import Event

from simulator.engines.columns import BUSY, JOBS, PERIODS, THROTTLED, WORK
from simulator.engines.reference.clock import SERVICE, TIMER, Clock
from simulator.engines.reference.tokens import StepRefused
from simulator.network.resources import ROUNDING, MultiServer, SharedCapacity
from simulator.network.scaling import slow_down


class JobInService(NamedTuple):
    """A job that is served: the virtual time at which it leaves, its turn, what to tell it when it is done, and the
    work that is left for further slices."""

    tag: float
    turn: int
    done: Event
    left: float


@dataclass
class RateClass:
    """The jobs that share one cap, as a heap."""

    cap: float
    rate: float = 0.0
    virtual: float = 0.0
    jobs: list[JobInService] = field(default_factory=list)

    def serve(self, work: float, slice_: float, turn: int, done: Event) -> None:
        """A job is served until `work` is done, or the slice of it."""
        now = min(work, slice_)
        heappush(self.jobs, JobInService(self.virtual + now, turn, done, work - now))


@dataclass
class Budget:
    """What a station may still do of the `work` that its quota allows in each period, all of it where it has none.

    `number` is that of the present period, and `ends` when it does; `met` and `throttled` say whether jobs were there
    in it, and whether some were left when all was used up.
    """

    work: float
    period: float
    left: float = 0.0
    number: int = -1
    ends: float = 0.0
    met: bool = False
    throttled: bool = False

    def renew(self, now: float) -> None:
        """All of it may be done again, if a new period has begun."""
        if now >= self.ends:
            self.number = max(self.number + 1, floor(now / self.period))
            self.left, self.ends = self.work, (self.number + 1) * self.period
            self.met = self.throttled = False

    @property
    def used_up(self) -> bool:
        """Whether nothing may be done until the period ends."""
        return self.left == 0.0


class SharedStation:
    """A SharedCapacity of one node: a CPU, a network card."""

    def __init__(self, clock: Clock, resource: SharedCapacity, totals: list[float], column: int) -> None:
        self._clock, self._resource = clock, resource
        self._capacity = resource.capacity
        self._classes = [RateClass(cap) for cap in resource.caps]
        self._by_cap = sorted(self._classes, key=lambda rate_class: rate_class.cap)
        self._curve, quota = resource.burst, resource.quota
        self._budget = None if quota is None else Budget(quota.work, quota.period)
        self._at_once = inf if resource.at_once is None else resource.at_once
        self._slice = inf if resource.slice is None else resource.slice
        self._waiting: deque[tuple[RateClass, float, int, Event]] = deque()
        self._jobs = 0
        self._last = clock.now
        self._departure = clock.event()
        self._halted, self._until, self._halts = False, 0.0, 0
        self._resumption = clock.event()
        self._totals, self._column = totals, column

    def enter(self, client: int, demand: float) -> Event:
        """A job enters with `demand` units of work; it yields the event that says they are done."""
        turn = self._clock.turn()
        self.advance()
        rate_class = self._classes[client if len(self._classes) > 1 else 0]
        done = self._clock.event()
        self._jobs += 1
        self._waiting.append((rate_class, demand, turn, done))
        self._serve()
        self._share()
        return done

    def advance(self) -> None:
        """Moves the virtual times and the areas on to the present."""
        elapsed = self._clock.now - self._last
        work = 0.0
        for rate_class in self._classes:
            if rate_class.jobs:
                served = elapsed * rate_class.rate
                rate_class.virtual += served
                work += served * len(rate_class.jobs)
        if self._budget is not None:
            self._budget.left = max(0.0, self._budget.left - work)
        if self._halted:
            work = elapsed * self._capacity
            self._totals[self._halts] += elapsed
        self._totals[self._column + JOBS] += elapsed * self._jobs
        self._totals[self._column + WORK] += work
        self._last = self._clock.now

    def halt(self, seconds: float, column: int) -> None:
        """Serves nobody for `seconds`, or for so much longer if it is halted already; it counts as busy meanwhile.

        For how long, as it passes, is counted in `column` of who halted it first.
        """
        if self._halted:
            self._until += seconds
            return
        self.advance()
        self._halted, self._until, self._halts = True, self._clock.now + seconds, column
        self._clock.cancel(self._departure)
        for rate_class in self._classes:
            rate_class.rate = 0.0
        self._await_resumption()

    def slow(self, speed: float) -> None:
        """Works at a share of its full speed from now on."""
        self.advance()
        slow = slow_down(self._resource, speed)
        self._capacity, self._curve = slow.capacity, slow.burst
        if self._budget is not None and slow.quota is not None:
            self._budget.work = slow.quota.work
        for rate_class, cap in zip(self._classes, slow.caps, strict=True):
            rate_class.cap = cap
        self._share()

    def stop(self) -> None:
        """Nobody is served here any more, and nothing that was to happen does."""
        self.advance()
        self._clock.cancel(self._departure)
        self._clock.cancel(self._resumption)

    def _await_resumption(self) -> None:
        """Looks at the halt again when it should be over."""
        self._resumption = self._clock.at(self._until, TIMER, self._clock.turn())
        self._resumption.callbacks.append(lambda _: self._go_on())

    def _go_on(self) -> None:
        """The halt is over, unless it was made longer."""
        if self._clock.now < self._until:
            self._await_resumption()
            return
        self.advance()
        self._halted = False
        self._share()

    def _serve(self) -> None:
        """Those who have waited longest are served, as far as there is a place for them."""
        while self._waiting and self._jobs - len(self._waiting) < self._at_once:
            rate_class, work, turn, done = self._waiting.popleft()
            rate_class.serve(work, self._slice, turn, done)

    def _share(self) -> None:
        """Divides the capacity anew and sets the next departure."""
        if self._halted:
            return
        jobs = self._jobs - len(self._waiting)
        rest = self._curve[min(max(jobs, 1), len(self._curve)) - 1] if self._may_work() else 0.0
        for rate_class in self._by_cap:
            n = len(rate_class.jobs)
            if n > 0:
                # Who cannot use an equal share of what is left leaves the rest to those with higher caps.
                rate_class.rate = min(rate_class.cap, rest / jobs)
                rest -= rate_class.rate * n
                jobs -= n
        self._clock.cancel(self._departure)
        if self._jobs > 0:
            self._await_departure()

    def _may_work(self) -> bool:
        """Whether the quota leaves something to do; counts its periods."""
        budget = self._budget
        if budget is None:
            return True
        budget.renew(self._clock.now)
        if self._jobs > 0 and not budget.met:
            budget.met = True
            self._totals[self._column + PERIODS] += 1.0
        if self._jobs > 0 and budget.used_up and not budget.throttled:
            budget.throttled = True
            self._totals[self._column + THROTTLED] += 1.0
        return not budget.used_up

    def _await_departure(self) -> None:
        """Finds who leaves next if nobody else comes, and when; or the quota is used up before that, or renewed."""
        time, turn, leaver = min((self._leaves(c), c.jobs[0].turn, i) for i, c in enumerate(self._classes) if c.jobs)
        change = self._quota_changes()
        if change < time:
            turn = next(c.jobs[0].turn for c in self._classes if c.jobs)
            self._departure = self._clock.at(max(change, self._clock.now), SERVICE, turn)
            self._departure.callbacks.append(lambda _: self._change_quota())
            return
        # Rounding may place a departure just before the present.
        self._departure = self._clock.at(max(time, self._clock.now), SERVICE, turn)
        self._departure.callbacks.append(lambda _: self._leave(self._classes[leaver]))

    def _leaves(self, rate_class: RateClass) -> float:
        """When the first job of a class leaves; never while the quota is used up, unless its work ended just then."""
        left = rate_class.jobs[0].tag - rate_class.virtual
        if rate_class.rate > 0.0:
            return self._clock.now + left / rate_class.rate
        return self._clock.now if self._budget and left <= ROUNDING * self._budget.work else inf

    def _quota_changes(self) -> float:
        """When the quota is used up if nobody comes or leaves, or its period ends, if that is sooner."""
        budget = self._budget
        if budget is None:
            return inf
        rate = sum(c.rate * len(c.jobs) for c in self._classes if c.jobs)
        return min(budget.ends, inf if rate == 0.0 else self._clock.now + budget.left / rate)

    def _change_quota(self) -> None:
        """The quota is used up, or its period is over, and who waited for that goes on."""
        self.advance()
        if self._budget is not None and self._clock.now < self._budget.ends:
            self._budget.left = 0.0  # But for rounding.
        self._share()

    def _leave(self, rate_class: RateClass) -> None:
        """The job of `rate_class` whose work is done leaves; one whose slice is done goes behind those that wait."""
        self.advance()
        _, turn, done, left = heappop(rate_class.jobs)
        if not rate_class.jobs:
            rate_class.virtual = 0.0  # Nobody has a tag, so it may start afresh and stay precise.
        if left > 0.0:
            self._waiting.append((rate_class, left, turn, done))
        else:
            self._jobs -= 1
        self._serve()
        self._share()
        if left == 0.0:
            done.succeed()


class QueueStation:
    """A MultiServer of one node: several servers behind one first-in-first-out queue, such as disks."""

    def __init__(self, clock: Clock, resource: MultiServer, totals: list[float], column: int) -> None:
        self._clock = clock
        self._resource = resource
        self._busy, self._speed = 0, 1.0
        self._waiting: deque[tuple[Event, float, int]] = deque()
        self._last = clock.now
        self._totals, self._column = totals, column

    def enter(self, client: int, demand: float) -> Event:
        """A job enters for `demand` seconds of service; it yields the event that says they are over."""
        del client  # A disk serves every client alike.
        turn = self._clock.turn()
        self.advance()
        done = self._clock.event()
        # The server is free again before the job that leaves it takes its next step.
        done.callbacks.append(self._leave)
        limit = self._resource.queue_limit
        if self._busy < self._resource.servers:
            self._serve(done, demand, turn)
        elif limit is not None and len(self._waiting) >= limit:
            raise StepRefused(self._resource.name)
        else:
            self._waiting.append((done, demand, turn))
        return done

    def advance(self) -> None:
        """Moves the areas on to the present."""
        elapsed = self._clock.now - self._last
        self._totals[self._column + JOBS] += elapsed * (self._busy + len(self._waiting))
        self._totals[self._column + BUSY] += elapsed * self._busy
        self._last = self._clock.now

    def slow(self, speed: float) -> None:
        """Works at a share of its full speed, from the services on that begin now."""
        self._speed = speed

    def _serve(self, done: Event, demand: float, turn: int) -> None:
        """A server starts on a job."""
        self._busy += 1
        self._clock.set(done, self._clock.now + demand / self._speed, SERVICE, turn)

    def _leave(self, _: Event) -> None:
        """A job leaves; the longest-waiting one takes its server."""
        self.advance()
        self._busy -= 1
        if self._waiting:
            self._serve(*self._waiting.popleft())
