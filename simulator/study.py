"""The whole pipeline. Read this first: scenario -> network -> tallies -> estimates -> outcome."""

from collections.abc import Callable
from datetime import date

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import UnsupportedByEngine
from simulator.measure.replicate import replicate
from simulator.measure.results import Results
from simulator.network.network import Network
from simulator.rollup.outcome import Outcome, roll_up
from simulator.rollup.stamp import Stamp, fingerprint, library_versions
from simulator.translate.translate import Translation, translate
from simulator.version import VERSION

Progress = Callable[[], None]


def study(scenario: Scenario, engine: Engine, command: str, day: date, progress: Progress = lambda: None) -> Outcome:
    """Answers a scenario, and its baseline first if it has one.

    `progress` is called as each replication ends (see `replications`). `command` and `day` go into the stamp. Raises
    UnsupportedByEngine, NoCapacity and NotConverged; ScenarioError has been raised before, by `load`.
    """
    baseline = study(scenario.baseline, engine, command, day, progress) if scenario.baseline else None
    translation = translate(scenario)
    results = measure(engine, scenario, translation, progress)
    stamp = Stamp(
        scenario_file=scenario.file,
        scenario_sha256=fingerprint(scenario),
        model_version=VERSION,
        seed=scenario.run.seed,
        replications=results.replications,
        engine=engine.name,
        libraries=library_versions(),
        command=command,
        day=day.isoformat(),
    )
    return roll_up(scenario, translation.network, results, stamp, baseline)


def measure(
    engine: Engine, scenario: Scenario, translation: Translation, progress: Progress = lambda: None
) -> Results:
    """What one server of a network does. Raises UnsupportedByEngine before anything has run."""
    require_support(engine, translation.network)
    ramp = scenario.workload.ramp
    return replicate(engine, translation, scenario.run, progress, None if ramp is None else ramp.until_failed)


def require_support(engine: Engine, network: Network) -> None:
    """Raises UnsupportedByEngine if the engine cannot run the network."""
    refusal = engine.supports(network)
    if refusal is not None:
        raise UnsupportedByEngine(f"the {engine.name} engine cannot run this scenario: {refusal}")


def replications(scenario: Scenario) -> int:
    """How many replications a study of the scenario takes, its baseline included."""
    return scenario.run.replications + (replications(scenario.baseline) if scenario.baseline else 0)
