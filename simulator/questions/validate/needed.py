"""Which scenarios a validation needs, and which of them it must run."""

from collections.abc import Mapping, Sequence

from models.load import load
from models.reading.document import shipped
from models.scenario import Scenario
from simulator.measure.precision import FIRST_REPLICATIONS
from simulator.questions.validate.published import PublishedFigure, System, systems_of
from simulator.questions.validate.unsimulated import FIGURES


def scenarios_of(systems: Mapping[str, System]) -> dict[str, Scenario]:
    """The scenario of each system, by name. Raises ScenarioError.

    Where it leaves the number of replications open there are as many as one looks at first: bounds are far wider than
    intervals, and the whole validation has a minute.
    """
    return {name: _counted(scenario_of(system)) for name, system in systems.items()}


def scenario_of(system: System) -> Scenario:
    """The scenario of a system, told by the name that the system gives it. Raises ScenarioError."""
    found = load(shipped(system.file) if system.is_shipped else system.file, dict(system.changes) or None)
    called = {"file": system.file}
    baseline = found.baseline.model_copy(update=called) if found.baseline else None
    return found.model_copy(update={**called, "baseline": baseline})


def _counted(scenario: Scenario) -> Scenario:
    """The scenario, and its baseline, with a number of replications."""
    baseline = _counted(scenario.baseline) if scenario.baseline else None
    run = scenario.run.model_copy(update={"replications": scenario.run.replications or FIRST_REPLICATIONS})
    return scenario.model_copy(update={"run": run, "baseline": baseline})


def to_run(figures: Sequence[PublishedFigure], scenarios: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """Those of the scenarios that must be simulated for the figures; the others are only read."""
    needed = systems_of(figure for figure in figures if figure.measure not in FIGURES)
    return {name: scenario for name, scenario in scenarios.items() if name in needed}
