"""How many cores there are, and how many threads the replications of a scenario run on."""

import os

from models.scenario import Scenario


def cores() -> int:
    """The cores that this process may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_threads(scenario: Scenario, threads: int) -> Scenario:
    """The same scenario, and its baseline, on so many threads. That changes no figure, so it is no override: it leaves
    no trace."""
    baseline = on_threads(scenario.baseline, threads) if scenario.baseline else None
    run = scenario.run.model_copy(update={"threads": threads})
    return scenario.model_copy(update={"run": run, "baseline": baseline})
