"""Runs that were made for anybody are made for nobody again: a change of a price or of the demand simulates nothing."""

from collections import OrderedDict
from threading import Lock

from simulator.engines.engine import Engine
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.sweep.run_key import RunKey, run_key
from simulator.sweep.wrapped import Wrapped

# Bytes of all tallies that are kept; one of the shipped farm takes 50 kB.
ROOM = 256e6


class Memory:
    """The tallies of the runs that were asked for last, by all users, as many as there is `room` for, bytes."""

    def __init__(self, room: float = ROOM) -> None:
        self._room, self._taken = room, 0
        self._tallies: OrderedDict[RunKey, Tally] = OrderedDict()
        self._lock = Lock()

    def find(self, key: RunKey) -> Tally | None:
        """The tally of a run, or None where it is not kept."""
        with self._lock:
            if key in self._tallies:
                self._tallies.move_to_end(key)
            return self._tallies.get(key)

    def keep(self, key: RunKey, tally: Tally) -> None:
        """Keeps a tally, in place of those that were asked for longest ago."""
        with self._lock:
            if key in self._tallies:
                return
            self._tallies[key] = tally
            self._taken += _size(tally)
            while self._taken > self._room:
                self._taken -= _size(self._tallies.popitem(last=False)[1])


class Remembering(Wrapped):
    """Wraps an engine; a run that is in the memory takes no time and costs nothing."""

    def __init__(self, engine: Engine, memory: Memory) -> None:
        super().__init__(engine)
        self._memory = memory

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, from the memory if it is there. Raises what the engine raises."""
        key = run_key(network, plan, seed, self.name)
        found = self._memory.find(key)
        if found is None:
            found = self._engine.run(network, plan, seed)
            self._memory.keep(key, found)
        return found


def _size(tally: Tally) -> int:
    return tally.edges.nbytes + tally.histogram.nbytes + tally.log.nbytes
