"""Runs that were made for anybody are made for nobody again: a change of a price or of the demand simulates nothing."""

from simulator.engines.around.wrapped import Wrapped
from simulator.engines.engine import Engine
from simulator.engines.kept import Kept
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.store.run_key import RunKey, run_key

# Bytes of all tallies that are kept; one of the shipped farm takes 50 kB.
ROOM = 128e6


class Memory(Kept[RunKey, Tally]):
    """The tallies of the runs that were asked for last, by all users, as many as there is `room` for, bytes."""

    def __init__(self, room: float = ROOM) -> None:
        super().__init__(room, _size)


class Remembering(Wrapped):
    """Wraps an engine; a run that is in the memory takes no time and costs nothing."""

    def __init__(self, engine: Engine, memory: Memory) -> None:
        super().__init__(engine)
        self._memory = memory

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, from the memory if it is there. Raises what the engine raises."""
        key = run_key(network, plan, seed, self.name)
        return self._memory.get(key, lambda: self._engine.run(network, plan, seed))


def _size(tally: Tally) -> float:
    return tally.edges.nbytes + tally.histogram.nbytes + tally.log.nbytes
