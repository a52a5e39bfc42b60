"""The clock: SimPy's own, with every tie decided.

Of the events at one moment, the edge of a window comes first, then services that end, then who has waited too long for
tokens, then timers, then clients who wait no longer, then those who come to one of several nodes again, then arrivals;
among equals, the job that took its step first, but of those who come again the lower session. What happens to whole
nodes comes last. What an event lets go goes on at once, in order, before the next event.
"""

from collections.abc import Generator
from heapq import heappush
from itertools import count

from simpy import Environment
from simpy.events import Event, EventPriority
from simpy.events import Process as Running

# SimPy runs what has priority 0 (a process that begins) and 1 (one that is let go) before any of these.
EDGE, SERVICE, TOO_LONG, TIMER, DEADLINE, COMING, ARRIVAL, HAPPENING = 1, 2, 3, 4, 5, 6, 7, 8
# What SimPy runs: it goes on when an event lets it.
Process = Generator[Event, None, None]
# More turns than a run can take: a priority is its kind, then the turn.
TURNS = 2**52


class Clock(Environment):
    """A SimPy environment that schedules at absolute times and counts what happens."""

    def __init__(self) -> None:
        super().__init__(initial_time=0.0)
        self.events = 0
        self._turns = count(1)

    def turn(self) -> int:
        """A number for the step that a job takes now: among equals, lower numbers go first."""
        return next(self._turns)

    def at(self, time: float, kind: int, turn: int = 0) -> Event:
        """An event that happens at `time`."""
        return self.set(self.event(), time, kind, turn)

    def set(self, event: Event, time: float, kind: int, turn: int) -> Event:
        """Sets `event` to happen at `time`.

        SimPy would add a delay to the present and so round twice. Then events at one time would miss each other.
        """
        event._ok, event._value = True, None
        if kind not in (EDGE, HAPPENING):
            event.callbacks.append(self._count)
        heappush(self._queue, (time, EventPriority(kind * TURNS + turn), next(self._eid), event))
        return event

    def sleep(self, seconds: float) -> Event:
        """A time that a job sets itself aside for."""
        return self.at(self.now + seconds, TIMER, self.turn())

    def launch(self, work: Generator[Event, None, None]) -> None:
        """Starts work at this very moment, after whoever is on the move has been held up."""
        started = self.event()
        started.succeed()

        def job() -> Generator[Event, None, None]:
            yield started
            yield from work

        self.process(job())

    def cancel(self, event: Event) -> None:
        """Makes an event pass without effect, unless it has happened already."""
        if not event.processed:
            event.callbacks.clear()

    def interrupt(self, running: Running) -> None:
        """Interrupts a process; what it waits for passes without effect on anybody else."""
        waited_for = running.target.callbacks
        waited_for[:] = [each for each in waited_for if getattr(each, "__self__", None) is running]
        running.interrupt()

    def play(self, until: float) -> None:
        """Lets everything happen that happens at `until` or before."""
        while self.peek() <= until:
            self.step()

    def _count(self, _: Event) -> None:
        self.events += 1
