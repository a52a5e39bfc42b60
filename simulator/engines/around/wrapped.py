"""An engine around another one: who wraps says what is different about a run, and nothing else."""

from simulator.engines.engine import Engine, Refusal
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network


class Wrapped:
    """Goes by the name of the engine inside, supports what that supports, and stops it."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine

    def supports(self, network: Network) -> Refusal | None:
        """Why the engine inside cannot run the network, or None if it can."""
        return self._engine.supports(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Raises what the engine inside raises, Stopped after `stop`."""
        return self._engine.run(network, plan, seed)

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""
        self._engine.stop()
