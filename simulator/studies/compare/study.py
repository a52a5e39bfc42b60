"""Servers against the first one, on the same sessions."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.experiment.measurement import replication_count
from simulator.experiment.paired_differences import check_pairs
from simulator.farm.stamp import make_stamp
from simulator.studies.compare.answer import compare_scenarios, require_load
from simulator.studies.compare.result import CompareResult
from simulator.studies.watch import Watch


def require_comparable(scenarios: Sequence[Scenario]) -> None:
    """Raises ScenarioError where runs of scenarios are no pairs, or no load is stated that they would be offered."""
    check_pairs(scenarios[0], scenarios[1:])
    require_load(scenarios)


def compare(scenarios: Sequence[Scenario], engine: Engine, command: str, watch: Watch) -> CompareResult:
    """The differences of all scenarios from the first one, and the farms; `command` makes the result again. Raises
    what `require_comparable` and the simulation raise."""
    require_comparable(scenarios)
    with watch(sum(map(replication_count, scenarios)), "simulating") as step:
        compared = compare_scenarios(scenarios, engine, step)
    stamp = make_stamp(scenarios[0], engine.name, compared.results.replications, command, today().isoformat())
    return CompareResult(tuple(scenarios), compared, stamp)
