"""A plan: theory first, then as it is simulated, with what is asked besides."""

from collections.abc import Callable
from dataclasses import replace

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.measure.results import Refused
from simulator.questions.day import today
from simulator.questions.helps.answer import configurations, what_would_help
from simulator.questions.plan.deciding import decided
from simulator.questions.plan.further import Further
from simulator.questions.plan.result import PlanResult
from simulator.questions.sensitivity.answer import sensitivity, steps
from simulator.questions.watch import Watch
from simulator.rollup.outcome import Outcome
from simulator.sizing.capacity import find_capacity, searches
from simulator.sizing.measuring import replications
from simulator.sizing.right_size import with_what_fits
from simulator.sizing.study import foresee, study
from simulator.solver import Solver
from simulator.survival.load import of_farm
from simulator.survival.survive import Survived, survive_at
from simulator.survival.watched import replications as failure_replications
from simulator.survival.year import deepest


def plan(
    scenario: Scenario,
    solver: Solver,
    engine: Engine | None,
    further: Further,
    command: str,
    watch: Watch,
    first: Callable[[Outcome | Refused], None] = lambda theory: None,
    deciding: bool = False,
) -> PlanResult:
    """What to buy for a scenario, by an engine, or by theory where that is None.

    `first` is told what theory says before anything is simulated. `deciding`: also what could be bought instead, which
    a report has. `command` makes the result again. Raises NoLoad where no farm is recommended, UnsupportedByEngine,
    Unstable and NotConverged.
    """
    theory = foresee(scenario, command, today())
    if engine is not None:
        first(theory)
    with watch(replications(scenario), "simulating") as step:
        outcome = with_what_fits(study(scenario, solver, command, today(), step))
    outcome = _searched(replace(outcome, theory=theory), solver, engine, further, watch)
    survived = None if engine is None else _survived(outcome, engine, watch)
    return PlanResult(decided(outcome) if deciding else outcome, survived)


def _searched(outcome: Outcome, solver: Solver, engine: Engine | None, further: Further, watch: Watch) -> Outcome:
    """The outcome with what was searched besides, for the plan without its baseline."""
    server = outcome.scenario.without_baseline()
    if further.load_curve and engine is not None:
        with watch(searches(server), "searching the capacity") as step:
            outcome = replace(outcome, largest_load=find_capacity(server, engine, step))
    if further.what_would_help and engine is not None:
        with watch(configurations(server), "trying options") as step:
            outcome = replace(outcome, what_helps=what_would_help(server, engine, step))
    if further.sensitivity:
        with watch(steps(outcome.scenario), "varying what is assumed") as step:
            outcome = replace(outcome, sensitivity=sensitivity(server, solver, progress=step))
    return outcome


def _survived(outcome: Outcome, engine: Engine, watch: Watch) -> Survived | None:
    """A unit of the farm through what its scenario says of failures; None where it says nothing."""
    scenario = outcome.scenario.without_baseline()
    if scenario.unit.failures is None or outcome.farm is None or scenario.unit.nodes == 1:
        return None
    with watch(failure_replications(scenario) * (1 + deepest(scenario)), "nodes fail") as step:
        return survive_at(scenario, engine, of_farm(scenario, outcome.carried), step)
