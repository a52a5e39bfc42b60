"""Plans held against their targets, and the model against what was measured."""

from typing import TYPE_CHECKING

from headroom.question import Options, ask
from headroom.scenarios import Source, name_arguments, require_one_of, wrong_argument
from headroom.studies import Folder, Overrides
from simulator.cli.inputs import read_engine
from simulator.engines.engine import ENGINES
from simulator.messages.arguments import NAME_A_SCENARIO
from simulator.studies.watch import Callback, watch_with

if TYPE_CHECKING:
    from simulator.studies.check.result import CheckResult
    from simulator.studies.validate.result import ValidateResult


def check(
    *scenarios: Source,
    overrides: Overrides = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "CheckResult":
    """Whether each plan meets its targets; `met` says whether all do.

    A plan that has no answer, because it does not converge, does not keep the others from theirs.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("check", scenarios, overrides, parameters, options) as question:
        from simulator.studies.check.answer import refused_or_ready
        from simulator.studies.check.study import check as check_plans

        if not scenarios:
            raise wrong_argument("scenarios", "", "nothing to check", NAME_A_SCENARIO)
        subjects = [refused_or_ready(each, question.solver) for each in question.scenarios]
        return check_plans(subjects, question.solver, question.command(), question.watch)


def validate(*cases: str, engine: str = "kernel", progress: Callback | None = None) -> "ValidateResult":
    """What was measured of systems beside what is simulated of them, each figure with its signed error.

    cases: published ones by name, or files of your own measurements; without one all that are published. Raises
    ScenarioError.
    """
    with name_arguments(None, {}, ("engine",)):
        require_one_of("engine", engine, tuple(ENGINES), "engine that simulates")
        from simulator.studies.validate.study import validate as hold_against_measured

        return hold_against_measured(cases, read_engine(engine), watch_with(progress))
