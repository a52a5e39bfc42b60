"""The desk: where all pages of all users ask for what takes longer than a page may.

Who asks gets a ticket at once. A newer question of the same place takes an older one back, equal questions are worked
on once, and owners take turns. What is long has a line of its own, so that who asks a quick question does not wait
until somebody's long one is done.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import RLock, Semaphore, Thread
from typing import Any, TypeVar

from simulator.engines.decorators.decorators import EngineDecorator, SemaphoreEngine
from simulator.engines.decorators.event_budget import EventBudget, budget_error
from simulator.engines.engine import Engine, Stopped, load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.sized_cache import SizedCache
from simulator.engines.tally import Tally
from simulator.exits import INPUT_ERRORS, exit_code
from simulator.machine.resources import usable_cores
from simulator.messages.page import limits
from simulator.network.network import Network
from simulator.service.memory_limit import is_full, job_memory_limit
from simulator.service.object_size import object_size
from simulator.service.ticket import PENDING, DeskJob, JobState, Rotation, Steps, Ticket, Work
from simulator.store.run_key import RunKey, run_key

# Bytes of all tallies that are kept; one of the shipped farm takes 50 kB.
ROOM = 128e6


class TallyMemory(SizedCache[RunKey, Tally]):
    """The tallies of the runs that were asked for last, by all users, as many as there is `room` for, bytes."""

    def __init__(self, room: float = ROOM) -> None:
        super().__init__(room, _size)


class RememberedRuns(EngineDecorator):
    """Wraps an engine; a run that is in the memory takes no time and costs nothing."""

    def __init__(self, engine: Engine, memory: TallyMemory) -> None:
        super().__init__(engine)
        self._memory = memory

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, from the memory if it is there. Raises what the engine raises."""
        key = run_key(network, plan, seed, self.name)
        return self._memory.get(key, lambda: self._engine.run(network, plan, seed))


def _size(tally: Tally) -> float:
    return tally.edges.nbytes + tally.histogram.nbytes + tally.log.nbytes


T = TypeVar("T")

# What was asked, how long it took and how it ended, for whoever runs a server; not what is in it.
LOG = logging.getLogger("headroom.questions")

# The most simulated requests of a job; about a minute of two cores.
LARGEST = 100e6
# What a job costs at most, in simulated requests, to stand in the quick line.
QUICK = 20e6
# The most jobs that an owner may have waiting.
WAITING = 4
# Results that are kept for whoever asks again, and the bytes that they may take.
KEPT, ANSWERS = 128, 96e6
# Seconds after which an owner who has looked at none of its tickets has gone. A page looks twice a second.
PATIENCE = 60.0


@dataclass
class _Line:
    """Jobs that wait and run side by side, at most `limit` of them at a time, on as many cores as there are `slots`."""

    limit: int
    slots: Semaphore
    waiting: Rotation[DeskJob[Any]] = field(default_factory=Rotation)
    running: list[DeskJob[Any]] = field(default_factory=list)


class Desk:
    """One for all users of a server; every method may be called from any thread.

    `running` is how many quick jobs are worked on at a time, by default as many as there are cores; beside them there
    is at most one long job. Each has an engine of its own and `threads` threads, as many as there are cores too: alone
    it has them all, and where there are several, one computes while another one waits for its longest run.
    """

    def __init__(
        self,
        running: int | None = None,
        engine: Callable[[], Engine] = lambda: load_engine("kernel"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.threads = usable_cores()
        self._quick, self._long = (_Line(limit, Semaphore(self.threads)) for limit in (running or self.threads, 1))
        self._engine, self._clock, self._memory = engine, clock, TallyMemory()
        self._lock = RLock()
        self._tickets: dict[tuple[str, str], Ticket[Any]] = {}
        self._looked: dict[str, float] = {}
        self._pending: dict[str, DeskJob[Any]] = {}
        self._answered: OrderedDict[str, DeskJob[Any]] = OrderedDict()

    def ask(
        self, owner: str, slot: str, key: str, cost: float, work: Work[T], steps: int = 0, room: float = 0.0
    ) -> Ticket[T]:
        """A ticket for what `work(engine, progress)` returns, at once.

        key: what the result depends on, all of it; equal keys share a result. cost: simulated requests, about; what
        really is simulated is counted, and ends at LARGEST. steps: how often `work` calls `progress`, as far as it is
        known. room: bytes that it takes while it is under way; it waits until those that are leave so much.
        Asked again from the same slot with the same key, the ticket is the same, unless it was cancelled; with another
        key, the older one is cancelled.
        """
        with self._lock:
            self._look(owner)
            self._give_up()
            if (same := self.same(owner, slot, key)) is not None:
                return same
            old = self._tickets.get((owner, slot))
            job = self._known(key)
            if job is None:
                refusal = self._refusal(owner, cost, old)
                if refusal:
                    return self.refuse(owner, slot, refusal)
                job = self._pending[key] = DeskJob(key, cost, work, Steps(steps, self._give_up), room)
            ticket = self._wait(self._ticket(owner, slot, job), old)
            self._start()
            return ticket

    def same(self, owner: str, slot: str, key: str) -> Ticket[Any] | None:
        """The ticket of a slot, if it is for that key and was not cancelled."""
        with self._lock:
            old = self._tickets.get((owner, slot))
            return old if old is not None and old.job.key == key and old.state is not JobState.CANCELLED else None

    def refuse(self, owner: str, slot: str, reason: str) -> Ticket[Any]:
        """A ticket that has failed, for what cannot be asked; it takes the older question of its slot back."""
        with self._lock:
            self._withdraw(self._tickets.get((owner, slot)))
        job: DeskJob[Any] = DeskJob("", 0.0, lambda engine, progress: None, Steps(0, lambda: None))
        job.state, job.error = JobState.FAILED, reason
        return self._ticket(owner, slot, job)

    def leave(self, owner: str) -> None:
        """Takes all questions of an owner back, who has gone."""
        with self._lock:
            for ticket in [ticket for ticket in self._tickets.values() if ticket.owner == owner]:
                self._withdraw(ticket)
            self._looked.pop(owner, None)

    def _ticket(self, owner: str, slot: str, job: DeskJob[T]) -> Ticket[T]:
        return Ticket(owner, slot, job, partial(self._look, owner), self._ahead)

    def _look(self, owner: str) -> None:
        with self._lock:
            self._looked[owner] = self._clock()

    def _known(self, key: str) -> DeskJob[Any] | None:
        """The job of that key that has been answered or is under way."""
        if key in self._answered:
            self._answered.move_to_end(key)
            return self._answered[key]
        return self._pending.get(key)

    def _refusal(self, owner: str, cost: float, old: Ticket[Any] | None) -> str:
        """Why an owner cannot ask for another job of that cost in place of an old one; "" if it can."""
        if cost > LARGEST:
            return str(budget_error(cost, LARGEST))
        waiting = sum(line.waiting.count(owner) for line in self._lines)
        if waiting - (old is not None and old.job.state is JobState.WAITING) >= WAITING:
            return limits.too_many_waiting(waiting, WAITING)
        return limits.FULL if is_full(self._forget) else ""

    def _forget(self) -> None:
        """Keeps nothing any more that could be simulated again."""
        self._answered.clear()
        self._memory.clear()

    def _wait(self, ticket: Ticket[T], old: Ticket[Any] | None) -> Ticket[T]:
        """Puts a ticket in the place of an old one; its owner keeps the place in the line."""
        job = ticket.job
        if job.state in PENDING:
            job.tickets.add(ticket)
        if job.state is JobState.WAITING:
            self._line(job.cost).waiting.add(ticket.owner, job)
        self._withdraw(old)
        self._tickets[ticket.owner, ticket.slot] = ticket
        return ticket

    def _withdraw(self, ticket: Ticket[Any] | None) -> None:
        """Takes a ticket back. A job that nobody waits for any more is cancelled; one that has ended stays as it is."""
        if ticket is None:
            return
        self._tickets.pop((ticket.owner, ticket.slot), None)
        job = ticket.job
        if job.state not in PENDING:
            return
        ticket.withdrawn = True
        job.tickets.discard(ticket)
        if all(other.owner != ticket.owner for other in job.tickets):
            self._line(job.cost).waiting.drop(ticket.owner, job)
        if not job.tickets:
            del self._pending[job.key]
            job.state = JobState.CANCELLED
            if job.engine is not None:
                job.engine.stop()

    def _give_up(self) -> None:
        """Takes the questions of those back who have gone."""
        with self._lock:
            now = self._clock()
            for owner in [owner for owner, looked in self._looked.items() if now - looked > PATIENCE]:
                self.leave(owner)

    @property
    def _lines(self) -> tuple[_Line, _Line]:
        return self._quick, self._long

    def _line(self, cost: float) -> _Line:
        return self._quick if cost <= QUICK else self._long

    def _ahead(self, job: DeskJob[Any]) -> int:
        """How many jobs run or will be started before one that waits."""
        with self._lock:
            line = self._line(job.cost)
            order = line.waiting.order()
            return len(line.running) + order.index(job) if job in order else 0

    def _start(self) -> None:
        """Starts what waits, as far as there is room."""
        for line in self._lines:
            while len(line.running) < line.limit and self._fits(line) and (job := line.waiting.take()) is not None:
                job.state = JobState.RUNNING
                line.running.append(job)
                Thread(target=self._do, args=(line, job), name=f"desk: {job.key[:20]}", daemon=True).start()

    def _fits(self, line: _Line) -> bool:
        """Whether jobs under way leave the memory that the next one of a line takes; one by itself always goes on."""
        running = sum(job.room for each in self._lines for job in each.running)
        return not running or running + next((job.room for job in line.waiting.order()), 0.0) <= job_memory_limit()

    def _do(self, line: _Line, job: DeskJob[Any]) -> None:
        """Does a job, and starts what comes next."""
        slots, began = {ticket.slot for ticket in list(job.tickets)}, self._clock()
        try:
            engine = EventBudget(SemaphoreEngine(self._engine(), line.slots), LARGEST, self._give_up)
            with self._lock:
                job.engine = engine
                wanted = job.state is JobState.RUNNING
            if wanted:
                self._end(job, JobState.DONE, result=job.work(RememberedRuns(engine, self._memory), job.steps))
        except Stopped:
            self._end(job, JobState.CANCELLED)
        except Exception as error:  # Whatever it is, who asked is told, and the next job goes on.
            self._end(job, JobState.FAILED, error=error)
        finally:
            asked, took = ", ".join(sorted(slots)), self._clock() - began
            LOG.info(limits.DONE, asked, job.cost / 1e6, job.state, took)
            with self._lock:
                line.running.remove(job)
                self._give_up()
                self._start()

    def _end(self, job: DeskJob[T], state: JobState, result: T | None = None, error: Exception | None = None) -> None:
        """Says how a job has ended, unless it was cancelled meanwhile, and keeps what would be the same again."""
        with self._lock:
            if job.state is not JobState.RUNNING:
                return
            del self._pending[job.key]
            job.result, job.error = result, "" if error is None else exit_code(error)[1]
            job.state = state
            job.tickets.clear()
            if state is JobState.DONE or isinstance(error, INPUT_ERRORS):
                self._answered[job.key] = job
                job.weight = object_size(result)
                while len(self._answered) > KEPT or sum(each.weight for each in self._answered.values()) > ANSWERS:
                    self._answered.popitem(last=False)
