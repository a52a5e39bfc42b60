"""An engine that runs nothing: behind a store it gives what is kept, and no more."""

from simulator.engines.engine import Refusal
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.store.errors import NotKept


class Nothing:
    """Stands for the engine of that name where only its kept runs are wanted."""

    def __init__(self, name: str) -> None:
        self.name = name

    def supports(self, network: Network) -> Refusal | None:
        """None: what is kept was supported."""

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """Raises NotKept."""
        raise NotKept("not simulated yet, or not to the end")

    def stop(self) -> None:
        """Nothing is under way."""
