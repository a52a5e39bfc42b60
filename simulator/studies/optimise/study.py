"""The cheapest farm of the catalogue."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.optimise.answer import optimise as cheapest_farm
from simulator.studies.optimise.answer import require_demand
from simulator.studies.optimise.result import OptimiseResult
from simulator.studies.watch import Watch


def optimise(scenario: Scenario, solver: Solver, command: str, watch: Watch) -> OptimiseResult:
    """The cheapest farm that carries the demand within its targets; `command` makes the result again. Raises what the
    search for it raises, and ScenarioError without a demand."""
    require_demand(scenario)
    with watch(1, "simulating servers") as step:
        cheapest = cheapest_farm(scenario, solver, step)
    samples = cheapest.winner.server_mbps.samples
    return OptimiseResult(scenario, cheapest, make_stamp(scenario, solver.name, samples, command, today().isoformat()))
