"""One configuration, measured."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.experiment.measurement import replication_count
from simulator.experiment.path_groups import group_scenarios
from simulator.farm.spares_down import server_with_spares_down
from simulator.farm.study import study
from simulator.solver import Solver
from simulator.studies.run.result import GroupRunResult, RunResult
from simulator.studies.watch import Watch


def run(scenario: Scenario, solver: Solver, command: str, watch: Watch) -> RunResult | GroupRunResult:
    """What one server of a scenario does at the load that it states, or one of each group of nodes; `command` makes
    the result again. Raises UnsupportedByEngine, Unstable and NotConverged."""
    if not scenario.unit.paths:
        with watch(replication_count(scenario), "simulating") as step:
            outcome = study(scenario, solver, command, today(), step)
            return RunResult(outcome, server_with_spares_down(scenario, solver, outcome.results.settled, step))
    groups = group_scenarios(scenario)
    with watch(len(groups) * replication_count(scenario), "simulating") as step:
        measured = {name: RunResult(study(each, solver, command, today(), step)) for name, each in groups.items()}
    return GroupRunResult(scenario.name, measured)
