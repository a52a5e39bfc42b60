"""A queueing network of somebody's own, answered by an engine or by theory."""

from models.parts.run import Run
from simulator.network.network import Network
from simulator.network.resources import limit_name
from simulator.solver import MeasurementOptions, Solver, require_support
from simulator.studies.simulate.result import NetworkResult
from simulator.studies.watch import Watch
from simulator.translate.resources import Origin
from simulator.translate.translate import Translation

# Replications that are made at least where their number is not stated.
_FIRST = 5


def simulate(network: Network, solver: Solver, run: Run, watch: Watch) -> NetworkResult:
    """What one node of a network does in the steady state. Raises UnsupportedByEngine with the part that the solver
    does not know, Overloaded and NotConverged."""
    require_support(solver, network)
    origins = {each.name: Origin(each.name, limit_name(each)) for each in network.resources}
    with watch(run.replications or _FIRST, "simulating") as step:
        return NetworkResult(solver.results(Translation(network, origins), MeasurementOptions(run), step))
