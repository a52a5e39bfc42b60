"""How far the ranges of assumed values move the answer."""

from models.scenario import Scenario
from simulator.questions.day import today
from simulator.questions.sensitivity.answer import sensitivity as vary_assumed
from simulator.questions.sensitivity.answer import steps
from simulator.questions.sensitivity.result import SensitivityResult
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.solver import Solver


def sensitivity(scenario: Scenario, solver: Solver, samples: int, command: str, watch: Watch) -> SensitivityResult:
    """Capacity and cost over the ranges of what is assumed, at `samples` points of a Sobol sequence; `command` makes
    the result again."""
    with watch(steps(scenario), "varying") as step:
        varied = vary_assumed(scenario, solver, samples, step)
    stamp = stamped(scenario, solver.name, varied.present.capacity.samples, command, today().isoformat())
    return SensitivityResult(scenario, varied, stamp)
