"""Plans held against their targets, and the model against what was measured."""

from typing import TYPE_CHECKING

from headroom.question import Options, asking
from headroom.scenarios import Source, arguments_named, require_one_of, wrong_argument
from headroom.studies import Folder, Overrides
from simulator.cli.inputs import read_engine
from simulator.engines.engine import ENGINES
from simulator.studies.watch import Callback, watched_by

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
    with asking("check", scenarios, overrides, parameters, options) as asked:
        from simulator.studies.check.answer import refused_or_ready
        from simulator.studies.check.study import check as check_plans

        if not scenarios:
            raise wrong_argument("scenarios", "", "nothing to check", "name at least one scenario")
        subjects = [refused_or_ready(each, asked.solver) for each in asked.scenarios]
        return check_plans(subjects, asked.solver, asked.command(), asked.watch)


def validate(*cases: str, engine: str = "kernel", progress: Callback | None = None) -> "ValidateResult":
    """What was measured of systems beside what is simulated of them, each figure with its signed error.

    cases: published ones by name, or files of your own measurements; without one all that are published. Raises
    ScenarioError.
    """
    with arguments_named(None, {}, ("engine",)):
        require_one_of("engine", engine, tuple(ENGINES), "engine that simulates")
        from simulator.studies.validate.study import validate as hold_against_measured

        return hold_against_measured(cases, read_engine(engine), watched_by(progress))
