"""An engine that shares the cores with others."""

from threading import Semaphore

from simulator.engines.engine import Engine, Refusal
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network


class Bounded:
    """Wraps an engine: it runs only while it holds one of the `slots` that several engines share."""

    def __init__(self, engine: Engine, slots: Semaphore) -> None:
        self.name = engine.name
        self._engine, self._slots = engine, slots

    def supports(self, network: Network) -> Refusal | None:
        """Why the engine cannot run the network, or None if it can."""
        return self._engine.supports(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, when it is its turn. Raises Stopped after `stop`."""
        with self._slots:
            return self._engine.run(network, plan, seed)

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""
        self._engine.stop()
