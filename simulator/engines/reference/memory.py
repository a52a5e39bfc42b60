"""Memory regions: a ledger of bytes with a ceiling, and heaps that are collected when they are full."""

from math import inf

from simulator.engines.columns import COLLECTIONS, PAUSED, USED
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.job import Job
from simulator.engines.reference.refused import StepRefused
from simulator.engines.reference.sharing import SharedStation
from simulator.network.resources import MemoryRegion


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
        """Allocates `amount` bytes. Raises Refused if that would pass the ceiling."""
        del job  # It is all the same who allocates, unless there are processes (see recycling.py).
        if not self.fits(amount):
            raise StepRefused(self._resource.name)
        self.change(amount)

    def free(self, job: Job, amount: float) -> None:
        """Frees `amount` bytes."""
        del job
        self.change(-amount)

    def retain(self, job: Job, amount: float) -> None:
        """Leaves `amount` bytes behind, after a collection if the region is full. Raises Refused if it still is."""
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
            raise ValueError(f"nothing says what a collection of {self._resource.name} stops")
        self.change(-self._retained)
        self._retained = 0.0
        self._totals[self._column + COLLECTIONS] += 1.0
        self._station.halt(self._resource.collect.pause, self._column + PAUSED)
