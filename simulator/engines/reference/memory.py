"""Memory regions: a ledger of bytes with a ceiling, heaps that are collected when they are full, and processes that are
recycled, the old one draining beside the new one."""

from collections.abc import Generator
from math import inf
from typing import TYPE_CHECKING

from simpy.events import Event

from simulator.engines.columns import COLLECTIONS, FAILED_STARTS, IN_CHARGE, PAUSED, RECYCLES, USED
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.job import Job
from simulator.engines.reference.stations import SharedStation
from simulator.engines.reference.tokens import StepRefused
from simulator.messages.stages import engines
from simulator.network.resources import MemoryRegion, ProcessRecycling

if TYPE_CHECKING:
    from simulator.engines.reference.cache import ObjectCache


class Region:
    """A MemoryRegion of one node; `station` is the one that a collection stops."""

    def __init__(
        self,
        clock: Clock,
        resource: MemoryRegion,
        totals: list[float],
        column: int,
        station: SharedStation | None = None,
    ) -> None:
        self._clock = clock
        self._resource = resource
        self._station = station
        self._used = resource.base
        self._retained = 0.0
        self._last = clock.now
        self._totals, self._column = totals, column

    def fits(self, amount: float) -> bool:
        """Whether `amount` more bytes stay below the ceiling."""
        return self._used + amount <= self._resource.ceiling

    def allocate(self, job: Job, amount: float) -> None:
        """Allocates `amount` bytes. Raises StepRefused if that would pass the ceiling."""
        del job  # It is all the same who allocates, unless there are processes (see RecycledProcess).
        if not self.fits(amount):
            raise StepRefused(self._resource.name)
        self.change(amount)

    def free(self, job: Job, amount: float) -> None:
        """Frees `amount` bytes."""
        del job
        self.change(-amount)

    def retain(self, job: Job, amount: float) -> None:
        """Leaves `amount` bytes behind, after a collection if the region is full. Raises StepRefused if it still is."""
        del job
        grown = self._growth(amount)
        if not self.fits(grown) and self._resource.collect is not None and self._retained > 0.0:
            self._collect()
            grown = self._growth(amount)
        if not self.fits(grown):
            raise StepRefused(self._resource.name)
        self.change(grown)
        self._retained += grown

    def cold_factor(self, job: Job) -> float:
        """What the work of `job` is multiplied by."""
        del job
        return 1.0

    def change(self, amount: float) -> None:
        """Changes the bytes in use by `amount`."""
        self.advance()
        self._used += amount

    def advance(self) -> None:
        """Moves the area on to the present."""
        self._totals[self._column + USED] += (self._clock.now - self._last) * self._used
        self._last = self._clock.now

    def _growth(self, amount: float) -> float:
        """What stays of `amount` bytes: less and less as the retained bytes come near their plateau."""
        plateau = inf if self._resource.plateau is None else self._resource.plateau
        return min(amount * max(0.0, 1.0 - self._retained / plateau), plateau - self._retained)

    def _collect(self) -> None:
        """Stops the world and frees what was retained."""
        if self._station is None or self._resource.collect is None:
            raise ValueError(engines.no_station_to_stop(self._resource.name))
        self.change(-self._retained)
        self._retained = 0.0
        self._totals[self._column + COLLECTIONS] += 1.0
        self._station.halt(self._resource.collect.pause, self._column + PAUSED)


class RecycledProcess(Region):
    """A MemoryRegion that is recycled. `_used` is what the process in charge holds, `_draining` the old one.

    Processes are numbered. A job knows the number of the one that it is inside; the old one is the one before the one
    in charge, and any before that are dead.
    """

    def __init__(
        self,
        clock: Clock,
        resource: MemoryRegion,
        terms: ProcessRecycling,
        totals: list[float],
        column: int,
        cpu: SharedStation,
    ) -> None:
        super().__init__(clock, resource, totals, column)
        self._terms = terms
        self._cpu = cpu
        self.cache: ObjectCache | None = None
        self._number = 0
        self._since, self._cold_since = clock.now, -inf
        self._served = self._inside = 0
        self._starting = 0  # Jobs that start up the process in charge, or the next one.
        self._started = 0.0
        self._coming = 0.0
        self._drains, self._draining, self._drainers, self._deadline = False, 0.0, 0, inf

    def allocate(self, job: Job, amount: float) -> None:
        """Allocates in the process that the job is inside, else in that in charge; StepRefused at its ceiling."""
        self.advance()
        if job.inside == 0:
            job.process = self._number
        if job.process == self._number:
            if not self.fits(amount):
                raise StepRefused(self._resource.name)
            self._used += amount
            self._inside += job.inside == 0
        elif self._is_old(job):
            if self._draining + amount > self._resource.ceiling:
                raise StepRefused(self._resource.name)
            self._draining += amount
        job.inside += 1

    def free(self, job: Job, amount: float) -> None:
        """Frees in the process that the job is inside. The old process ends with the last job inside it."""
        self.advance()
        job.inside -= 1
        if job.process == self._number:
            self._used -= amount
            self._inside -= job.inside == 0
        elif self._is_old(job):
            self._draining -= amount
            self._drainers -= job.inside == 0
            if self._drainers == 0:
                self._end_old()

    def retain(self, job: Job, amount: float) -> None:
        """Counts a request served and what it leaves behind; what it leaves in an old process matters no more.

        Raises StepRefused if the job's process was killed, or is full.
        """
        self.advance()
        if job.inside and job.process != self._number:
            if not self._is_old(job):
                raise StepRefused(self._resource.stop_cause)
            return
        grown = self._growth(amount)
        if not self.fits(grown):
            raise StepRefused(self._resource.name)
        self._used += grown
        self._retained += grown
        self._served += 1
        if self._is_due():
            self._begin()

    def cold_factor(self, job: Job) -> float:
        """How much more work a request is while the process that it is inside is cold."""
        terms = self._terms
        elapsed = self._clock.now - self._cold_since
        if (job.inside and job.process != self._number) or elapsed >= terms.warm_time:
            return 1.0
        return 1.0 + (terms.cold_factor - 1.0) * (1.0 - elapsed / terms.warm_time)

    def advance(self) -> None:
        """Moves the area on to the present; an old process that had to stop meanwhile has stopped then."""
        if self._drains and self._deadline <= self._clock.now:
            self._add_area(self._deadline)
            self._end_old()
        self._add_area(self._clock.now)

    def _add_area(self, until: float) -> None:
        held = self._used + self._draining + self._coming
        self._totals[self._column + USED] += (until - self._last) * held
        self._totals[self._column + IN_CHARGE] += (until - self._last) * self._used
        self._last = until

    def _is_old(self, job: Job) -> bool:
        """Whether the job is inside the old process, and that is still alive."""
        return self._drains and job.process == self._number - 1

    def _end_old(self) -> None:
        self._drains, self._draining, self._drainers, self._deadline = False, 0.0, 0, inf

    def _is_due(self) -> bool:
        """Whether it is time to recycle: never while the last recycle is still under way."""
        terms = self._terms
        if self._starting or self._drains:
            return False
        full = terms.at is not None and self._used >= terms.at
        worn = terms.requests is not None and self._served >= terms.requests
        old = terms.period is not None and self._clock.now - self._since >= terms.period
        return full or worn or old

    def _begin(self) -> None:
        """A new process initialises beside the one in charge."""
        self._totals[self._column + RECYCLES] += 1.0
        self._coming = self._resource.base
        self._starting = 1
        self._started = self._clock.now
        self._clock.launch(self._initialise())

    def _initialise(self) -> Generator[Event, None, None]:
        """A start that took too long is begun again."""
        while True:
            yield self._cpu.enter(0, self._terms.initialise)
            if self._clock.now - self._started <= self._terms.start_limit:
                break
            self._totals[self._column + FAILED_STARTS] += 1.0
            self._started = self._clock.now
        self._take_over()

    def _take_over(self) -> None:
        """The new process is in charge; the old one drains, if anybody is still inside it."""
        self.advance()
        self._drains, self._drainers = self._inside > 0, self._inside
        self._draining = self._used if self._drains else 0.0
        self._deadline = self._clock.now + self._terms.stop_limit
        self._used, self._coming, self._retained = self._resource.base, 0.0, 0.0
        self._inside = self._served = 0
        self._number += 1
        self._since = self._cold_since = self._clock.now
        if self.cache is not None:
            self.cache.clear()
        self._starting = self._terms.start_up_jobs
        for _ in range(self._terms.start_up_jobs):
            self._clock.launch(self._start_up())

    def _start_up(self) -> Generator[Event, None, None]:
        """One of the jobs that load and compile what the new process needs, while it serves already."""
        yield self._cpu.enter(0, self._terms.start_up_work / self._terms.start_up_jobs)
        self._starting -= 1
