"""The months ahead."""

from models.scenario import Scenario
from simulator.growth.ahead import Ahead
from simulator.growth.grow import grow as grow_farm
from simulator.growth.grow import units_found
from simulator.questions.day import today
from simulator.questions.grow.result import GrowResult
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.solver import Solver


def grow(scenario: Scenario, solver: Solver, ahead: Ahead, command: str, watch: Watch) -> GrowResult:
    """The farm of a scenario as its demand grows as `ahead` says; `command` makes the result again. Raises
    NoCapacity, UnsupportedByEngine and NotConverged."""
    with watch(units_found(scenario), "searching") as step:
        growth = grow_farm(scenario, solver, ahead, step)
    samples = growth.new.farm.carried.mbps.samples
    return GrowResult(growth, stamped(scenario, solver.name, samples, command, today().isoformat()))
