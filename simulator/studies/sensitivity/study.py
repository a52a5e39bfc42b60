"""How far the ranges of assumed values move the answer."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.sensitivity.answer import sensitivity as vary_assumed
from simulator.studies.sensitivity.answer import sensitivity_steps
from simulator.studies.sensitivity.result import SensitivityResult
from simulator.studies.watch import Watch


def sensitivity(scenario: Scenario, solver: Solver, samples: int, command: str, watch: Watch) -> SensitivityResult:
    """Capacity and cost over the ranges of what is assumed, at `samples` points of a Sobol sequence; `command` makes
    the result again."""
    with watch(sensitivity_steps(scenario), "varying") as step:
        varied = vary_assumed(scenario, solver, samples, step)
    stamp = make_stamp(scenario, solver.name, varied.present.capacity.samples, command, today().isoformat())
    return SensitivityResult(scenario, varied, stamp)
