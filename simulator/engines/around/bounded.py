"""An engine that shares the cores with others."""

from threading import Semaphore

from simulator.engines.around.wrapped import Wrapped
from simulator.engines.engine import Engine
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network


class Bounded(Wrapped):
    """Wraps an engine: it runs only while it holds one of the `slots` that several engines share."""

    def __init__(self, engine: Engine, slots: Semaphore) -> None:
        super().__init__(engine)
        self._slots = slots

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, when it is its turn. Raises Stopped after `stop`."""
        with self._slots:
            return self._engine.run(network, plan, seed)
