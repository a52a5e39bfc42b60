"""The cheapest farm of the catalogue."""

from models.scenario import Scenario
from simulator.questions.day import today
from simulator.questions.optimise.answer import optimise as cheapest_farm
from simulator.questions.optimise.answer import require_demand
from simulator.questions.optimise.result import OptimiseResult
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.solver import Solver


def optimise(scenario: Scenario, solver: Solver, command: str, watch: Watch) -> OptimiseResult:
    """The cheapest farm that carries the demand within its targets; `command` makes the result again. Raises what the
    search for it raises, and ScenarioError without a demand."""
    require_demand(scenario)
    with watch(1, "simulating servers") as step:
        cheapest = cheapest_farm(scenario, solver, step)
    samples = cheapest.winner.server_mbps.samples
    return OptimiseResult(scenario, cheapest, stamped(scenario, solver.name, samples, command, today().isoformat()))
