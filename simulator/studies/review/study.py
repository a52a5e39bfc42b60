"""What runs, reviewed by its counters."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.experiment.capacity_search import search_steps
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.review.answer import review_farm
from simulator.studies.review.result import ReviewResult
from simulator.studies.watch import Watch
from simulator.telemetry.prometheus_query import prometheus_query
from simulator.telemetry.read import CounterSources


def counter_sources(
    files: Sequence[str], prometheus: str, match: str, requests: str, days: float, until: str, step: float
) -> CounterSources:
    """Files of counters, and what is asked of a Prometheus, "" for none. Raises ScenarioError."""
    asked = prometheus_query(prometheus, days, until, step, match, requests) if prometheus else None
    return CounterSources(tuple(files), asked)


def review(
    scenario: Scenario, sources: CounterSources, tolerance: float, solver: Solver, command: str, watch: Watch
) -> ReviewResult:
    """The farm of a scenario that runs, by its counters; `command` makes the result again. Raises
    ScenarioError, NoCapacity, UnsupportedByEngine and NotConverged."""
    with watch(search_steps(scenario), "searching") as step:
        found = review_farm(scenario, sources, tolerance, solver, step)
    samples = found.running.farm.carried.mbps.samples
    return ReviewResult(found, make_stamp(found.scenario, solver.name, samples, command, today().isoformat()))
