"""The published systems, each run once for all tests of this folder."""

from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import engine_named
from simulator.questions.validate.needed import scenarios_of, to_run
from simulator.questions.validate.published import published_figures, systems_of
from simulator.questions.validate.rows import rows
from simulator.questions.validate.simulate import simulate
from simulator.sizing.solvers import Simulation
from simulator.sizing.study import study

DAY = date(2006, 5, 1)


def outcome_of(file, overrides=None):
    """The outcome of a shipped scenario, with parameters changed."""
    return study(load(file, overrides), Simulation(engine_named("kernel")), "", DAY)


@pytest.fixture(scope="session")
def scenarios():
    """The scenario of every system that a published figure speaks of, by name."""
    return scenarios_of(systems_of(published_figures()))


@pytest.fixture(scope="session")
def outcomes(scenarios):
    """The outcome of each of them that must be simulated."""
    return simulate(to_run(published_figures(), scenarios), engine_named("kernel"), DAY)


@pytest.fixture(scope="session")
def judged(outcomes, scenarios):
    """Every published figure against the simulated one, by name."""
    return {row.figure.name: row for row in rows(published_figures(), outcomes, scenarios)}
