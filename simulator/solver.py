"""What answers a network: an engine that simulates it, or theory; and whether it can."""

from simulator.engines.analytic.engine import Analytic
from simulator.engines.engine import Engine
from simulator.errors import UnsupportedByEngine
from simulator.network.network import Network

Solver = Engine | Analytic


def require_support(solver: Solver, network: Network) -> None:
    """Raises UnsupportedByEngine if the solver cannot answer the network."""
    refusal = solver.supports(network)
    if refusal is not None:
        raise UnsupportedByEngine(f"the {solver.name} engine cannot run this scenario: {refusal}")


def stop(solver: Solver) -> None:
    """Ends what the solver is simulating, from any thread; theory has nothing to end."""
    if not isinstance(solver, Analytic):
        solver.stop()
