"""A unit whose nodes fail."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.failover.collapse import collapse_steps
from simulator.failover.survive import failover_steps, with_collapse
from simulator.failover.survive import study_failover as survive_failures
from simulator.farm.stamp import make_stamp
from simulator.studies.survive.result import SurviveResult
from simulator.studies.watch import Watch


def survive(scenario: Scenario, engine: Engine, load: str, collapse: bool, command: str, watch: Watch) -> SurviveResult:
    """A unit through its failures; `load`: of each server with all up, "" for that of the farm; `collapse`: also the
    load that gets over it; `command` makes the result again. Raises what the simulation raises."""
    with watch(failover_steps(scenario, load), "simulating") as step:
        unit = survive_failures(scenario, engine, load, step)
    if collapse:
        with watch(collapse_steps(scenario), "searching loads") as step:
            unit = with_collapse(unit, engine, step)
    return SurviveResult(
        unit, make_stamp(scenario, engine.name, len(unit.session_outcomes), command, today().isoformat())
    )
