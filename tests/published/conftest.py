"""The published systems, each run once for all tests of this folder."""

from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import engine_named
from simulator.study import study
from simulator.validate.published import published_figures
from simulator.validate.rows import rows

DAY = date(2006, 5, 1)


def outcome_of(file, overrides=None):
    """The outcome of a shipped scenario, with parameters changed."""
    return study(load(file, overrides), engine_named("kernel"), "", DAY)


@pytest.fixture(scope="session")
def outcomes():
    """The outcome of every scenario that a published figure speaks of."""
    return {file: outcome_of(file) for file in dict.fromkeys(figure.scenario for figure in published_figures())}


@pytest.fixture(scope="session")
def judged(outcomes):
    """Every published figure against the simulated one, by name."""
    return {row.figure.name: row for row in rows(published_figures(), outcomes)}
