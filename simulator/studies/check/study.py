"""Plans checked by their targets."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.experiment.measurement import replication_count
from simulator.solver import Solver
from simulator.studies.check.answer import ScenarioCheck, check_scenario
from simulator.studies.check.change import plan_change
from simulator.studies.check.result import ChangeResult, CheckResult
from simulator.studies.watch import Watch


def check(scenarios: Sequence[Scenario | ScenarioCheck], solver: Solver, command: str, watch: Watch) -> CheckResult:
    """Whether each scenario meets its targets; what is refused already stays so. One that has no answer, because it
    does not converge, does not keep the others from theirs."""
    runs = sum(replication_count(each.without_baseline()) for each in scenarios if isinstance(each, Scenario))
    with watch(runs, "checking") as step:
        return CheckResult(tuple(
            check_scenario(each, solver, command, today(), step) if isinstance(each, Scenario) else each
            for each in scenarios
        ))  # fmt: skip


def check_change(
    before: Scenario | ScenarioCheck, after: Scenario | ScenarioCheck, solver: Solver, command: str, watch: Watch
) -> ChangeResult:
    """What a scenario is after a change, beside what it was before. What has no answer has none."""
    first, then = check((before, after), solver, command, watch).checks
    return ChangeResult(plan_change(first, then))
