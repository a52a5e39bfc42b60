"""A scenario that loads, to be spoilt in one place at a time."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load

SMALLEST = Path(__file__).parents[2] / "scenarios" / "single_server.yaml"


@pytest.fixture
def smallest() -> str:
    """The text of the smallest scenario that runs."""
    return SMALLEST.read_text(encoding="utf-8")


@pytest.fixture
def problems_of(tmp_path, monkeypatch):
    """A function from the text of a scenario file to its problems, one line each."""
    monkeypatch.chdir(tmp_path)

    def problems(text: str) -> str:
        (tmp_path / "shop.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(ScenarioError) as caught:
            load("shop.yaml")
        return str(caught.value)

    return problems


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """A function from the text of a scenario file to the scenario."""
    monkeypatch.chdir(tmp_path)

    def scenario(text: str):
        (tmp_path / "shop.yaml").write_text(text, encoding="utf-8")
        return load("shop.yaml")

    return scenario


@pytest.fixture
def farm() -> str:
    """The text of a web farm: classes of requests, application pools that recycle, a flood."""
    return (Path(__file__).parent / "farm.yaml").read_text(encoding="utf-8")
