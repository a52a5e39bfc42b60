"""A job at the desk, the tickets of those who wait for it, and whose turn it is; who has no answer yet goes first:
where many ask at once, the rest of a page waits until all have been told."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from threading import Condition, Lock
from typing import Any, Generic, TypeVar

from simulator.engines.engine import Engine
from simulator.errors import require
from simulator.experiment.progress import Progress

T = TypeVar("T")
Work = Callable[[Engine, Progress], T]
J = TypeVar("J", bound=Hashable)


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


PENDING = (JobState.WAITING, JobState.RUNNING)


class Steps:
    """Counts the steps of a job that are done and those that are known of: what `Progress` asks for, from any thread.

    `glance` is called at each step.
    """

    def __init__(self, total: int, glance: Callable[[], None]) -> None:
        self.done, self.total = 0, total
        self._glance = glance
        self._lock = Lock()

    def __call__(self) -> None:
        with self._lock:
            self.done += 1
        self._glance()

    def grow(self, steps: int) -> None:
        """Says that more steps are to come."""
        with self._lock:
            self.total += steps


class DeskJob(Generic[T]):
    """One question, however many ask it. `tickets` are those who still wait for the answer. room: bytes that the job
    takes while it is under way; weight: bytes of its result, once there is one."""

    def __init__(self, key: str, cost: float, work: Work[T], steps: Steps, room: float = 0.0) -> None:
        self.key, self.cost, self.work, self.steps, self.room, self.weight = key, cost, work, steps, room, 0.0
        self.state = JobState.WAITING
        self.tickets: set[Ticket[T]] = set()
        self.engine: Engine | None = None
        self.result: T | None = None
        self.error = ""


class Ticket(Generic[T]):
    """What somebody gets who asks: how far the job is, and in the end its result, or an error in words for people.

    To look at its state is to be there: what nobody is there for is given up. `look` is called then, and `ahead` says
    how many jobs come before one.
    """

    def __init__(
        self, owner: str, slot: str, job: DeskJob[T], look: Callable[[], None], ahead: Callable[[DeskJob[Any]], int]
    ):
        self.owner, self.slot, self.job = owner, slot, job
        self.withdrawn = False
        self._look, self._ahead = look, ahead

    @property
    def state(self) -> JobState:
        """ "waiting", "running", "done", "failed" or "cancelled"."""
        self._look()
        return JobState.CANCELLED if self.withdrawn else self.job.state

    @property
    def ahead(self) -> int:
        """How many jobs run or will be started before this one; 0 unless it waits."""
        return self._ahead(self.job) if self.state is JobState.WAITING else 0

    @property
    def done_steps(self) -> int:
        """Steps of the job that are done."""
        return self.job.steps.done

    @property
    def total_steps(self) -> int:
        """Steps of the job that are known of so far; more may come."""
        return max(self.job.steps.total, self.job.steps.done)

    @property
    def result(self) -> T | None:
        """The result of a job that is done; else None."""
        return self.job.result if self.state is JobState.DONE else None

    @property
    def answer(self) -> T:
        """The result, for whoever knows that the job is done. Raises InternalError before."""
        return require(self.result, "result of a job")

    @property
    def error(self) -> str:
        """Why there is no result, for people; "" unless the job has failed."""
        return self.job.error if self.state is JobState.FAILED else ""


class Rotation(Generic[J]):
    """Jobs that wait, by owner. Who is served goes to the end of the line, so nobody waits for more than one job of
    each owner who was there before. A job that several owners wait for is served when the first of them is.
    """

    def __init__(self) -> None:
        # The first key is the next to be served: dicts keep their order.
        self._waiting: dict[str, list[J]] = {}

    def add(self, owner: str, job: J) -> None:
        """The job waits for its owner's turn; an owner without a place in the line gets the last one."""
        waiting = self._waiting.setdefault(owner, [])
        if job not in waiting:
            waiting.append(job)

    def drop(self, owner: str, job: J) -> None:
        """The owner waits for the job no more; without any other job the place in the line is lost."""
        waiting = self._waiting.get(owner, [])
        if job in waiting:
            waiting.remove(job)
        if not waiting:
            self._waiting.pop(owner, None)

    def take(self) -> J | None:
        """The next job, which then waits for nobody; None if there is none."""
        if not self._waiting:
            return None
        owner = next(iter(self._waiting))
        job = self._waiting[owner][0]
        # The owner's place is lost first, so that whatever else it waits for stands at the end.
        left = self._waiting.pop(owner)[1:]
        for other in list(self._waiting):
            self.drop(other, job)
        if left:
            self._waiting[owner] = left
        return job

    def count(self, owner: str) -> int:
        """How many jobs an owner waits for."""
        return len(self._waiting.get(owner, ()))

    def order(self) -> list[J]:
        """All jobs in the order in which they are served if nobody asks for more."""
        copy: Rotation[J] = Rotation()
        copy._waiting = {owner: list(waiting) for owner, waiting in self._waiting.items()}
        return list(iter(copy.take, None))


# Seconds that the rest of a page waits at most.
PATIENCE = 2.0


class FirstAnswers:
    """The line of those whose page has no answer yet; one at a time, for side by side they would all get theirs late.

    Python runs one thread at a time, and hands over so often between many that nearly all are only ready when the last
    one is.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._line = 0
        self._shorter = Condition()
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits in the line, and stands first in it for as long as the answer takes."""
        with self._shorter:
            self._line += 1
        try:
            with self._turn:
                yield
        finally:
            with self._shorter:
                self._line -= 1
                self._shorter.notify_all()

    def let_pass(self) -> None:
        """Waits until nobody is in the line, but not for ever."""
        with self._shorter:
            self._shorter.wait_for(lambda: self._line == 0, self._patience)


FIRST_ANSWERS = FirstAnswers()
