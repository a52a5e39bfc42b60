"""A day of the farm."""

from models.scenario import Scenario
from simulator.daily.follow import follow, require_a_day, steps
from simulator.engines.engine import Engine
from simulator.questions.daily.result import DailyResult
from simulator.questions.day import today
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped


def daily(scenario: Scenario, engine: Engine, load: str, command: str, watch: Watch) -> DailyResult:
    """The day of a scenario, hour by hour; `load`: of each server with all up, "" for that of the farm; `command`
    makes the result again. Raises what `follow` raises, and ScenarioError without a day."""
    require_a_day(scenario)
    with watch(steps(scenario, load), "simulating") as step:
        day = follow(scenario, engine, load, step)
    return DailyResult(day, stamped(scenario, engine.name, day.served.replications, command, today().isoformat()))
