"""Runs the published systems and compares."""

from collections.abc import Callable, Sequence
from datetime import date

from models.load import load
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.study import replications, study
from simulator.validate.published import Figure
from simulator.validate.rows import Row, rows


def scenarios_of(figures: Sequence[Figure]) -> dict[str, Scenario]:
    """The scenario of each system that the figures speak of, by its file."""
    return {file: load(file) for file in dict.fromkeys(figure.scenario for figure in figures)}


def steps(scenarios: dict[str, Scenario]) -> int:
    """How many replications a validation takes."""
    return sum(replications(scenario) for scenario in scenarios.values())


def validate(
    figures: Sequence[Figure],
    scenarios: dict[str, Scenario],
    engine: Engine,
    day: date,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Row, ...]:
    """A row for each figure; each scenario runs once."""
    outcomes = {file: study(scenario, engine, "", day, progress) for file, scenario in scenarios.items()}
    return rows(figures, outcomes)
