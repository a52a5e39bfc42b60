"""A desk whose engines simulate nothing, and work that waits until it is let go: nothing here depends on time."""

from collections.abc import Iterator
from threading import Event, current_thread, enumerate
from types import SimpleNamespace

from simulator.engines.engine import Stopped
from simulator.service.desk import Desk

# Only to end a test that hangs; nothing that is asserted depends on it.
HANGS = 600.0
QUESTION = "a question"


class Engine:
    """An engine that simulates nothing and knows whether it was stopped; `wake` lets what waits at it go on."""

    name = "still"

    def __init__(self) -> None:
        self.thread, self.wake, self.stopped = current_thread(), Event(), False

    def run(self, network, plan, seed):
        if self.stopped:
            raise Stopped
        return SimpleNamespace(column=lambda *name: [0.0])

    def stop(self) -> None:
        self.stopped = True
        self.wake.set()


class Held:
    """Work that waits until it is let go or its engine is stopped, and then has a result or an error."""

    def __init__(self, office: "Office", result: object = None, error: Exception | None = None) -> None:
        self.office, self.result, self.error = office, result, error
        self.started, self.times = Event(), 0

    def __call__(self, engine, progress):
        self.engine, self.progress = self.office.engines[current_thread()], progress
        self.times += 1
        self.started.set()
        assert self.engine.wake.wait(HANGS)
        if self.engine.stopped:
            raise Stopped
        if self.error is not None:
            raise self.error
        return self.result

    def end(self) -> None:
        """Lets it go, and waits until the desk has taken note of it."""
        assert self.started.wait(HANGS)
        self.engine.wake.set()
        self.over()

    def over(self) -> None:
        """Waits until its thread has ended."""
        self.engine.thread.join(HANGS)
        assert not self.engine.thread.is_alive()


class Office:
    """A desk with a clock that is set by hand and engines that simulate nothing."""

    def __init__(self, running: int = 1) -> None:
        self.now, self.engines, self.held = 0.0, {}, []
        self.desk = Desk(running, self._engine, lambda: self.now)

    def _engine(self) -> Engine:
        return self.engines.setdefault(current_thread(), Engine())

    def ask(self, owner, key=QUESTION, slot="plan", cost=1.0, result=None, error=None, steps=0):
        """A ticket, and the work behind it: that which is done if the question is new."""
        work = Held(self, result, error)
        self.held.append(work)
        return self.desk.ask(owner, slot, key, cost, work, steps), work


def opened(running: int) -> Iterator[Office]:
    """A desk with so many places, which everybody has left in the end."""
    office = Office(running)
    yield office
    for owner in {ticket.owner for ticket in list(office.desk._tickets.values())}:
        office.desk.leave(owner)


def join_all():
    """Waits until no job is left: one that ends has started the next before its thread ends."""
    while workers := [thread for thread in enumerate() if thread.name.startswith("desk: ")]:
        for thread in workers:
            thread.join(HANGS)
            assert not thread.is_alive()
