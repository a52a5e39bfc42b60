"""Simulations that tests share: what the kernel has run in this process, it need not run again.

A run is a pure function of network, plan and seed, bit for bit: tests/invariants, tests/engines and tests/agreement
prove it, and run everything. In the folders below, which ask for plans, farms and reports of the same few scenarios,
two thirds of the time went into runs that had been made before. A test marked `afresh` runs everything too, as those do
that ask the same twice to see that it is the same, or measure time; and so does every proof.
"""

from collections import OrderedDict
from threading import Lock

from simulator.engines.engine import Stopped
from simulator.engines.kernel.engine import Kernel
from simulator.engines.tally import Tally

SHARING = ("api", "cli", "docs", "experiment", "farm", "output", "published", "sizing", "sweep", "ui", "validate")
ROOM = 256_000_000  # Bytes of tallies; those asked for longest ago go first.


class RememberedRuns:
    """What `Kernel.run` gave, by what it was asked; in use only while `sharing`."""

    def __init__(self) -> None:
        self.sharing = False
        self._run, self._lock = Kernel.run, Lock()
        self._kept: OrderedDict[tuple, Tally] = OrderedDict()
        self._bytes = 0

    def run(self, kernel: Kernel, network: object, plan: object, seed: int) -> Tally:
        """The tally of a run, which is made unless it is known."""
        asked = (network, plan, seed, kernel.threads)
        with self._lock:
            known = self._kept.get(asked) if self.sharing else None
            if known is not None:
                self._kept.move_to_end(asked)
        if known is None:
            known = self._run(kernel, network, plan, seed)
            self._keep(asked, known)
        if kernel._stopped.is_set():
            raise Stopped
        return known

    def _keep(self, asked: tuple, tally: Tally) -> None:
        for array in (tally.edges, tally.histogram, tally.log):
            array.setflags(write=False)  # It is shared from now on.
        with self._lock:
            self._bytes += 0 if asked in self._kept else _size(tally)
            self._kept[asked] = tally
            while self._bytes > ROOM:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= _size(oldest)


def shares(file: str) -> bool:
    """Whether the tests of a file share their simulations."""
    return file.startswith(tuple(f"tests/{folder}/" for folder in SHARING))


def _size(tally: Tally) -> int:
    return tally.edges.nbytes + tally.histogram.nbytes + tally.log.nbytes
