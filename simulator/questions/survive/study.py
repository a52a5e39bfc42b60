"""A unit whose nodes fail."""

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.questions.day import today
from simulator.questions.survive.result import SurviveResult
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.survival.collapse import steps as collapse_steps
from simulator.survival.survive import steps, with_collapse
from simulator.survival.survive import survive as survive_failures


def survive(scenario: Scenario, engine: Engine, load: str, collapse: bool, command: str, watch: Watch) -> SurviveResult:
    """A unit through its failures; `load`: of each server with all up, "" for that of the farm; `collapse`: also the
    load that gets over it; `command` makes the result again. Raises what the simulation raises."""
    with watch(steps(scenario, load), "simulating") as step:
        unit = survive_failures(scenario, engine, load, step)
    if collapse:
        with watch(collapse_steps(scenario), "searching loads") as step:
            unit = with_collapse(unit, engine, step)
    return SurviveResult(unit, stamped(scenario, engine.name, len(unit.hurt), command, today().isoformat()))
