"""The command line, called as a user calls it but in this process."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulator.cli.main import main

SMALL = "scenarios/single_server.yaml"
# A run of a fraction of a second; so short a warm-up is long enough only for those who do not ask for precision.
SETTINGS = ("run.warm_up=5 s", "run.duration=10 s", "run.window=1 s", "run.precision=50 %")
QUICK = ("--replications", "2", *(word for setting in SETTINGS for word in ("--set", setting)))


@dataclass
class Said:
    """How a command ended: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture
def headroom(capsys, monkeypatch):
    """Runs the command line with the given words."""

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["headroom", *map(str, words)])
        code = main()
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def smallest() -> str:
    """The text of the smallest scenario that runs."""
    return Path(SMALL).read_text(encoding="utf-8")
