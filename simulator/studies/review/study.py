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


def review(
    scenario: Scenario, files: Sequence[str], tolerance: float, solver: Solver, command: str, watch: Watch
) -> ReviewResult:
    """The farm of a scenario that runs, by the counters in some files; `command` makes the result again. Raises
    ScenarioError, NoCapacity, UnsupportedByEngine and NotConverged."""
    with watch(search_steps(scenario), "searching") as step:
        found = review_farm(scenario, files, tolerance, solver, step)
    samples = found.running.farm.carried.mbps.samples
    return ReviewResult(found, make_stamp(found.scenario, solver.name, samples, command, today().isoformat()))
