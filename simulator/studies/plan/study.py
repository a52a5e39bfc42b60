"""A plan: theory first, then as it is simulated, with what is asked besides."""

from collections.abc import Callable
from dataclasses import replace

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.experiment.capacity_search import AROUND, search_steps
from simulator.experiment.measurement import replication_count
from simulator.experiment.results import Unavailable
from simulator.failover.failure_run import replication_count as failure_replications
from simulator.failover.load import farm_load
from simulator.failover.survive import FailoverResult, study_failover_at
from simulator.failover.year import most_servers_down
from simulator.farm.outcome import Outcome
from simulator.farm.study import study_farm, study_in_theory
from simulator.messages.plan import titles
from simulator.solver import Solver
from simulator.studies.plan.further import Further
from simulator.studies.plan.result import PlanResult
from simulator.studies.sensitivity.answer import sensitivity, sensitivity_steps
from simulator.studies.upgrades.answer import study_upgrades, upgrade_steps
from simulator.studies.watch import Watch
from simulator.uncertainty.draws import world_count
from simulator.uncertainty.predict import with_prediction


def plan(
    scenario: Scenario,
    solver: Solver,
    engine: Engine | None,
    further: Further,
    command: str,
    watch: Watch,
    first: Callable[[Outcome | Unavailable], None] = lambda theory: None,
) -> PlanResult:
    """What to buy for a scenario, by an engine, or by theory where that is None.

    `first` is told what theory says before anything is simulated. `command` makes the result again.
    Raises NoLoad where no farm is recommended, UnsupportedByEngine, Unstable and NotConverged.
    """
    theory = None if engine is None else study_in_theory(scenario, command, today())
    if theory is not None:
        first(theory)
    with watch(replication_count(scenario), "simulating") as step:
        outcome = study_farm(scenario, solver, command, today(), step)
    theory = outcome if theory is None else theory
    with watch(world_count(further.worlds), "drawing worlds") as step:
        outcome = with_prediction(outcome, further.worlds, step)
    outcome = _searched(replace(outcome, theory=theory), solver, further, watch)
    survived = None if engine is None else _survived(outcome, engine, watch)
    return PlanResult(outcome, survived)


def decide(found: PlanResult, watch: Watch) -> PlanResult:
    """The plan with what could be bought instead, and what is assumed: what a report has besides."""
    from simulator.studies.plan.decision import (  # No plan alone needs what `optimise` does.
        DECISION_STEPS,
        with_decision,
    )

    with watch(DECISION_STEPS, titles.WEIGHING) as step:
        return replace(found, outcome=with_decision(found.outcome, step))


def _searched(outcome: Outcome, solver: Solver, further: Further, watch: Watch) -> Outcome:
    """The outcome with what was searched besides, for the plan without its baseline."""
    server = outcome.scenario.without_baseline()
    if further.load_curve:
        with watch(search_steps(server), "searching the capacity") as step:
            outcome = replace(outcome, largest_load=solver.searches(server, AROUND, step))
    if further.what_would_help:
        with watch(upgrade_steps(server), "trying options") as step:
            outcome = replace(outcome, what_helps=study_upgrades(server, solver, step))
    if further.sensitivity:
        with watch(sensitivity_steps(outcome.scenario), titles.VARYING) as step:
            outcome = replace(outcome, sensitivity=sensitivity(server, solver, progress=step))
    return outcome


def _survived(outcome: Outcome, engine: Engine, watch: Watch) -> FailoverResult | None:
    """A unit of the farm through what its scenario says of failures; None where it says nothing."""
    scenario = outcome.scenario.without_baseline()
    if scenario.unit.failures is None or outcome.farm is None or scenario.unit.nodes == 1:
        return None
    with watch(failure_replications(scenario) * (1 + most_servers_down(scenario)), "nodes fail") as step:
        return study_failover_at(scenario, engine, farm_load(scenario, outcome.carried), step)
