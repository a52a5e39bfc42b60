"""`headroom.check(new, against=old)`: what a change does, to the byte as on the command line."""

import sys

import pytest

import headroom
from simulator.cli.main import main

FARM = "scenarios/first_farm.yaml"


def test_a_change_in_python_is_that_of_the_command(tmp_path, monkeypatch):
    new, file = tmp_path / "new.yaml", tmp_path / "figures.json"
    new.write_text("extends: first_farm.yaml\nworkload: {request: {cpu: 2.1 ms}}\n", encoding="utf-8")
    words = ["headroom", "check", str(new), "--against", FARM, "--engine", "theory", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", words)
    assert main() == 0
    found = headroom.check(new, against=FARM, engine="theory")
    assert found.met and ("workload.request.cpu", "700 us", "2.1 ms") in found.change.changed
    assert found.to_json() == file.read_text(encoding="utf-8")


def test_a_target_that_becomes_missed_is_named():
    old = {"extends": "first_farm.yaml", "workload": {"offered": "2500 /s"}, "sized_by": "stated load"}
    found = headroom.check(old, against=old, overrides={"targets.utilisation": "40 %"}, engine="theory")
    assert not found.met and "most used limit" in found.becomes_missed


def test_a_change_is_that_of_one_scenario():
    with pytest.raises(headroom.ScenarioError, match="a change is that of one scenario"):
        headroom.check(FARM, FARM, against=FARM, engine="theory")
