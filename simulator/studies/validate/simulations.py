"""Runs the systems that published figures speak of, each once, as many at a time as there are cores."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import date

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.experiment.measurement import replication_count
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.experiment.solvers import Simulation
from simulator.farm.outcome import Outcome
from simulator.farm.study import study
from simulator.machine.resources import usable_cores, with_threads

# Requests per second that a closed population is taken to send: only its answers tell.
POPULATION = 1000.0


def simulation_steps(scenarios: Mapping[str, Scenario]) -> int:
    """How many replications the scenarios take at least."""
    return sum(replication_count(scenario) for scenario in scenarios.values())


def simulate_systems(
    scenarios: Mapping[str, Scenario],
    engine: Engine,
    day: date,
    progress: Callable[[], None] = lambda: None,
) -> dict[str, Outcome]:
    """The outcome of each scenario, by its name. The figures do not depend on the number of cores.

    Scenarios run side by side rather than the replications of one, because five replications leave one of two cores
    idle at their end. An exception in one of them ends the others and is raised.
    """
    if not scenarios:
        return {}
    abreast = min(usable_cores(), len(scenarios))
    threads = max(1, usable_cores() // abreast)
    with ThreadPoolExecutor(abreast) as pool:
        futures = {
            pool.submit(study, with_threads(scenario, threads), Simulation(engine), "", day, progress): name
            for name, scenario in sorted(scenarios.items(), key=lambda item: -_size(item[1]))
        }
        try:
            outcomes = {futures[future]: future.result() for future in as_completed(futures)}
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise
    return {name: outcomes[name] for name in scenarios}


def _size(scenario: Scenario) -> float:
    """About how long a scenario takes, on no particular scale: the longest start first, so that none is left alone."""
    run, nodes = scenario.run, scenario.unit.nodes
    baseline = _size(scenario.baseline) if scenario.baseline else 0.0
    rate = scenario.workload.offered_rate or POPULATION
    flood = scenario.workload.half_open.rate if scenario.workload.half_open else 0.0
    # A warm-up that is not known yet is taken to be as long as its pilot run.
    seconds = (run.replications or FIRST_REPLICATIONS) * (run.seconds + (run.warm_up or 0.0))
    pilot = run.seconds if run.warm_up is None else 0.0
    return (seconds + pilot) * nodes * (rate + flood) + baseline
