"""How many threads the replications of a scenario run on."""

from models.scenario import Scenario


def on_threads(scenario: Scenario, threads: int) -> Scenario:
    """The same scenario, and its baseline, on so many threads. That changes no figure, so it is no override: it leaves
    no trace."""
    baseline = on_threads(scenario.baseline, threads) if scenario.baseline else None
    run = scenario.run.model_copy(update={"threads": threads})
    return scenario.model_copy(update={"run": run, "baseline": baseline})
