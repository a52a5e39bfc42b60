"""Servers against the first one, on the same sessions."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.measure.paired import check_pairs
from simulator.questions.compare.answer import compare_all, require_a_load
from simulator.questions.compare.result import CompareResult
from simulator.questions.day import today
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.sizing.measuring import replications


def require_comparable(scenarios: Sequence[Scenario]) -> None:
    """Raises ScenarioError where runs of scenarios are no pairs, or no load is stated that they would be offered."""
    check_pairs(scenarios[0], scenarios[1:])
    require_a_load(scenarios)


def compare(scenarios: Sequence[Scenario], engine: Engine, command: str, watch: Watch) -> CompareResult:
    """The differences of all scenarios from the first one, and the farms; `command` makes the result again. Raises
    what `require_comparable` and the simulation raise."""
    require_comparable(scenarios)
    with watch(sum(map(replications, scenarios)), "simulating") as step:
        compared = compare_all(scenarios, engine, step)
    stamp = stamped(scenarios[0], engine.name, compared.results.replications, command, today().isoformat())
    return CompareResult(tuple(scenarios), compared, stamp)
