"""The autoscaler of a scenario, tried on a record."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.experiment.capacity_search import search_steps
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.backtest.answer import backtest_autoscaler
from simulator.studies.backtest.result import BacktestResult
from simulator.studies.watch import Watch
from simulator.telemetry.read import CounterSources


def backtest(scenario: Scenario, sources: CounterSources, solver: Solver, command: str, watch: Watch) -> BacktestResult:
    """The autoscaler of a scenario on counters; `command` makes the result again. Raises ScenarioError, NoCapacity,
    UnsupportedByEngine and NotConverged."""
    with watch(search_steps(scenario), "searching") as step:
        found = backtest_autoscaler(scenario, sources, solver, step)
    samples = found.new.farm.carried.mbps.samples
    return BacktestResult(found, make_stamp(found.scenario, solver.name, samples, command, today().isoformat()))
