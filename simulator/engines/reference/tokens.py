"""Token pools: a limited quantity taken and given back; when short, jobs wait in order or are refused, which is told
as every resource tells it."""

from collections import deque

from simpy.events import Event

from simulator.engines.columns import USED
from simulator.engines.reference.clock import TOO_LONG, Clock
from simulator.network.resources import TokenPool


class StepRefused(Exception):  # noqa: N818 (nothing went wrong: it is an answer)
    """A step was refused; `cause` names the resource that ran out."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


class Pool:
    """A TokenPool of one node."""

    def __init__(self, clock: Clock, resource: TokenPool, totals: list[float], column: int) -> None:
        self._clock = clock
        self._resource = resource
        self._used = 0.0
        # Of whom who waits: what says that it is granted, how much it asks for, and what says that it waits too long.
        self._waiting: deque[tuple[Event, float, float, Event | None]] = deque()
        # What was given back and lingers: when it is free, and how much it is.
        self._lingering: deque[tuple[float, float]] = deque()
        self._last = clock.now
        self._totals, self._column = totals, column

    def take(self, amount: float, reserve: float) -> bool:
        """Takes `amount` if `reserve` stays free and nobody waits already. True if taken, False if one has to wait.

        Raises StepRefused if the pool does not let jobs wait.
        """
        self._free_what_lingered()
        if not self._waiting and self._fits(amount, reserve):
            self._change(amount)
            return True
        if self._resource.when_short == "refuse":
            raise StepRefused(self._resource.name)
        return False

    def wait(self, amount: float, reserve: float) -> Event:
        """Queues for `amount`; the job yields the event that says it has been granted, or fails with StepRefused where
        it waits too long."""
        granted, alarm = self._clock.event(), None
        if self._resource.is_timed:
            alarm = self._clock.at(self._clock.now + self._resource.longest, TOO_LONG, self._clock.turn())
            alarm.callbacks.append(self._gives_up)
        self._waiting.append((granted, amount, reserve, alarm))
        return granted

    def give(self, amount: float) -> None:
        """Gives `amount` back, then lets waiting jobs on for as long as the first of them can be served.

        A small wish never passes a large one that came first. Those let go take their next step at this very moment,
        after the giver has gone on until something holds it up. Where tokens linger, they are free later.
        """
        if self._resource.lingers > 0.0:
            if amount > 0.0:
                self._lingering.append((self._clock.now + self._resource.lingers, amount))
            return
        self._change(-amount)
        self._let_in()

    def _let_in(self) -> None:
        while self._waiting and self._fits(*self._waiting[0][1:3]):
            granted, wish, _, alarm = self._waiting.popleft()
            if alarm is not None:
                self._clock.cancel(alarm)
            self._change(wish)
            granted.succeed()

    def _gives_up(self, _: Event) -> None:
        """Whoever has waited for longest, and now too long, is refused; those behind it may be let on then."""
        self._waiting.popleft()[0].fail(StepRefused(self._resource.name))
        self._let_in()

    def stop(self) -> None:
        """Nobody waits here any more."""
        for _, _, _, alarm in self._waiting:
            if alarm is not None:
                self._clock.cancel(alarm)

    def advance(self) -> None:
        """Moves the area on to the present."""
        self._free_what_lingered()
        self._totals[self._column + USED] += (self._clock.now - self._last) * self._used
        self._last = self._clock.now

    def _free_what_lingered(self) -> None:
        """Frees what has lingered long enough, each at its own moment, before anybody else asks at that moment."""
        while self._lingering and self._lingering[0][0] <= self._clock.now:
            moment, amount = self._lingering.popleft()
            self._totals[self._column + USED] += (moment - self._last) * self._used
            self._last = moment
            self._used -= amount

    def _fits(self, amount: float, reserve: float) -> bool:
        return self._resource.size - self._used - amount >= reserve

    def _change(self, amount: float) -> None:
        self.advance()
        self._used += amount
