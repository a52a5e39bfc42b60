"""A farm whose growth the tests vary: laid over the shipped one, answered by theory."""

import pytest
import yaml

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.growth.grow import plan_growth
from tests.fabricated import ROOT

GROWING = ROOT / "scenarios/growing_downloads.yaml"
STATED = {"start": "2026-12", "horizon": "24 months", "a_year": "60 %"}


@pytest.fixture(scope="session")
def farm(tmp_path_factory):
    """Writes a scenario with a growth and a supply of its own, and files `beside` it by their names, and loads it."""

    def written(growth=None, supply=None, beside=None, **others):
        parts = {"scenario": "Tried", "extends": "first_farm.yaml", "growth": growth or STATED, "supply": supply or {}}
        file = tmp_path_factory.mktemp("farm") / "tried.yaml"
        file.write_text(yaml.safe_dump({**parts, **others}), encoding="utf-8")
        for name, text in (beside or {}).items():
            (file.parent / name).write_text(text, encoding="utf-8")
        return load(file)

    return written


@pytest.fixture(scope="session")
def grown(farm):
    """The same, answered by theory, of units whose capacity is known unless worlds are asked for."""

    def answered(growth=None, supply=None, in_worlds=False, **others):
        return plan_growth(farm(growth, supply, **others), Theory(), in_worlds=in_worlds)

    return answered
