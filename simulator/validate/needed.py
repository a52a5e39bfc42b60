"""Which scenarios a validation needs, and which of them it must run."""

from collections.abc import Mapping, Sequence

from models.load import load
from models.scenario import Scenario
from simulator.validate.published import Figure, System, systems_of
from simulator.validate.unsimulated import FIGURES


def scenarios_of(systems: Mapping[str, System]) -> dict[str, Scenario]:
    """The scenario of each system, by name. Raises ScenarioError."""
    return {name: load(system.file, dict(system.changes) or None) for name, system in systems.items()}


def to_run(figures: Sequence[Figure], scenarios: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """Those of the scenarios that must be simulated for the figures; the others are only read."""
    needed = systems_of(figure for figure in figures if figure.measure not in FIGURES)
    return {name: scenario for name, scenario in scenarios.items() if name in needed}
