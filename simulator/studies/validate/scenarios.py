"""Which scenarios a validation needs, and which of them it must run."""

from collections.abc import Mapping, Sequence

from models.load import load
from models.reading.document import shipped
from models.scenario import Scenario
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.studies.validate.memory_limits import FIGURES
from simulator.studies.validate.published import PublishedFigure, System, figure_systems


def system_scenarios(systems: Mapping[str, System]) -> dict[str, Scenario]:
    """The scenario of each system, by name. Raises ScenarioError.

    Where it leaves the number of replications open there are as many as one looks at first: bounds are far wider than
    intervals, and the whole validation has a minute.
    """
    return {name: _counted(system_scenario(system)) for name, system in systems.items()}


def system_scenario(system: System) -> Scenario:
    """The scenario of a system, told by the name that the system gives it. Raises ScenarioError."""
    scenario = load(shipped(system.file) if system.is_shipped else system.file, dict(system.changes) or None)
    called = {"file": system.file}
    baseline = scenario.baseline.model_copy(update=called) if scenario.baseline else None
    return scenario.model_copy(update={**called, "baseline": baseline})


def _counted(scenario: Scenario) -> Scenario:
    """The scenario, and its baseline, with a number of replications."""
    baseline = _counted(scenario.baseline) if scenario.baseline else None
    run = scenario.run.model_copy(update={"replications": scenario.run.replications or FIRST_REPLICATIONS})
    return scenario.model_copy(update={"run": run, "baseline": baseline})


def scenarios_to_run(figures: Sequence[PublishedFigure], scenarios: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """Those of the scenarios that must be simulated for the figures; the others are only read."""
    needed = figure_systems(figure for figure in figures if figure.measure not in FIGURES)
    return {name: scenario for name, scenario in scenarios.items() if name in needed}
