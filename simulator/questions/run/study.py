"""One configuration, measured."""

from models.scenario import Scenario
from simulator.questions.day import today
from simulator.questions.run.result import GroupRunResult, RunResult
from simulator.questions.watch import Watch
from simulator.sizing.by_path import offered_by_group
from simulator.sizing.measuring import replications
from simulator.sizing.study import study
from simulator.solver import Solver


def run(scenario: Scenario, solver: Solver, command: str, watch: Watch) -> RunResult | GroupRunResult:
    """What one server of a scenario does at the load that it states, or one of each group of nodes; `command` makes
    the result again. Raises UnsupportedByEngine, Unstable and NotConverged."""
    if not scenario.unit.paths:
        with watch(replications(scenario), "simulating") as step:
            return RunResult(study(scenario, solver, command, today(), step))
    groups = offered_by_group(scenario)
    with watch(len(groups) * replications(scenario), "simulating") as step:
        measured = {name: RunResult(study(each, solver, command, today(), step)) for name, each in groups.items()}
    return GroupRunResult(scenario.name, measured)
