"""A day of the farm."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.daily.day import day_steps, require_day, simulate_day
from simulator.engines.engine import Engine
from simulator.farm.stamp import make_stamp
from simulator.studies.daily.result import DailyResult
from simulator.studies.watch import Watch


def daily(scenario: Scenario, engine: Engine, load: str, command: str, watch: Watch) -> DailyResult:
    """The day of a scenario, hour by hour; `load`: of each server with all up, "" for that of the farm; `command`
    makes the result again. Raises what `follow` raises, and ScenarioError without a day."""
    require_day(scenario)
    with watch(day_steps(scenario, load), "simulating") as step:
        day = simulate_day(scenario, engine, load, step)
    return DailyResult(day, make_stamp(scenario, engine.name, day.served.replications, command, today().isoformat()))
