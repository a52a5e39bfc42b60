"""Plans held against their targets, and the model against what was measured."""

from dataclasses import replace
from typing import TYPE_CHECKING, overload

from headroom.question import Options, ask
from headroom.scenarios import Source, name_arguments, require_one_of, wrong_argument
from headroom.studies import Folder, Overrides
from simulator.cli.inputs import read_engine, require_one_currency
from simulator.engines.engine import ENGINES
from simulator.messages.arguments import NAME_A_SCENARIO, ONE_CHANGE
from simulator.studies.watch import Callback, watch_with

if TYPE_CHECKING:
    from simulator.studies.check.result import ChangeResult, CheckResult
    from simulator.studies.validate.result import ValidateResult


@overload
def check(
    *scenarios: Source,
    against: None = None,
    overrides: Overrides = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "CheckResult":
    """Whether each plan meets its targets."""


@overload
def check(
    *scenarios: Source,
    against: Source,
    overrides: Overrides = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "ChangeResult":
    """What a change does to the farm."""


def check(
    *scenarios: Source,
    against: Source | None = None,
    overrides: Overrides = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "CheckResult | ChangeResult":
    """Whether each plan meets its targets; `met` says whether all do.

    A plan that has no answer, because it does not converge, does not keep the others from theirs. against: the scenario
    before a change, for one after it: then what that change does to the farm, and whether it misses a target that was
    met; overrides and keywords are part of the change, and are not laid over `against`.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("check", scenarios, overrides, parameters, options, ("against",)) as question:
        from simulator.studies.check.answer import refused_or_ready
        from simulator.studies.check.study import check as check_plans
        from simulator.studies.check.study import check_change

        if not scenarios:
            raise wrong_argument("scenarios", "", "nothing to check", NAME_A_SCENARIO)
        if against is None:
            subjects = [refused_or_ready(each, question.solver) for each in question.scenarios]
            return check_plans(subjects, question.solver, question.command(), question.watch)
        if len(scenarios) > 1:
            raise wrong_argument("against", "", *ONE_CHANGE)
        both = (replace(question, sources=(against,), changes={}).scenario, question.scenario)
        require_one_currency(both)
        before, after = (refused_or_ready(each, question.solver) for each in both)
        return check_change(before, after, question.solver, question.command(), question.watch)


def validate(*cases: str, engine: str = "kernel", progress: Callback | None = None) -> "ValidateResult":
    """What was measured of systems beside what is simulated of them, each figure with its signed error.

    cases: published ones by name, or files of your own measurements; without one all that are published. Raises
    ScenarioError.
    """
    with name_arguments(None, {}, ("engine",)):
        require_one_of("engine", engine, tuple(ENGINES), "engine that simulates")
        from simulator.studies.validate.study import validate as hold_against_measured

        return hold_against_measured(cases, read_engine(engine), watch_with(progress))
