"""Memory regions: a ledger of bytes with a ceiling."""

from simulator.engines.reference.clock import Clock
from simulator.engines.reference.refused import Refused
from simulator.network.resources import MemoryRegion


class Region:
    """A MemoryRegion of one node."""

    def __init__(self, clock: Clock, resource: MemoryRegion, totals: list[float], column: int) -> None:
        self._clock = clock
        self._resource = resource
        self._used = resource.base
        self._last = 0.0
        self._totals, self._column = totals, column

    def fits(self, amount: float) -> bool:
        """Whether `amount` more bytes stay below the ceiling."""
        return self._used + amount <= self._resource.ceiling

    def allocate(self, amount: float) -> None:
        """Allocates `amount` bytes. Raises Refused if that would pass the ceiling."""
        if not self.fits(amount):
            raise Refused(self._resource.name)
        self.change(amount)

    def change(self, amount: float) -> None:
        """Changes the bytes in use by `amount`."""
        self.advance()
        self._used += amount

    def advance(self) -> None:
        """Moves the area on to the present."""
        self._totals[self._column] += (self._clock.now - self._last) * self._used
        self._last = self._clock.now
