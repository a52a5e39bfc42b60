"""Several servers behind one first-in-first-out queue: disks."""

from collections import deque

from simpy.events import Event

from simulator.engines.columns import BUSY, JOBS
from simulator.engines.reference.clock import SERVICE, Clock
from simulator.engines.reference.refused import StepRefused
from simulator.network.resources import MultiServer


class QueueStation:
    """A MultiServer of one node."""

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
