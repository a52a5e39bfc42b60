"""Files of counters, and farms that they are of."""

import pytest

import headroom

FARM = "scenarios/first_farm.yaml"


@pytest.fixture
def write(tmp_path):
    """Writes a text into a file, and gives its path."""

    def write(text, name="counters.json"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


@pytest.fixture
def reviewed():
    """The review of the first farm by theory."""

    def reviewed(*files, scenario=FARM, **others):
        return headroom.review(scenario, list(files), engine="theory", **others)

    return reviewed
