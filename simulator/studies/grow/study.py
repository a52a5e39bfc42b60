"""The months ahead."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.farm.stamp import make_stamp
from simulator.growth.demand_paths import DemandPaths
from simulator.growth.grow import growth_steps
from simulator.growth.grow import plan_growth as grow_farm
from simulator.solver import Solver
from simulator.studies.grow.result import GrowResult
from simulator.studies.watch import Watch


def grow(scenario: Scenario, solver: Solver, ahead: DemandPaths, command: str, watch: Watch) -> GrowResult:
    """The farm of a scenario as its demand grows as `ahead` says; `command` makes the result again. Raises
    NoCapacity, UnsupportedByEngine and NotConverged."""
    with watch(growth_steps(scenario), "searching") as step:
        growth = grow_farm(scenario, solver, ahead, step)
    samples = growth.new.farm.carried.mbps.samples
    return GrowResult(growth, make_stamp(scenario, solver.name, samples, command, today().isoformat()))
