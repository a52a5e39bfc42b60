"""How many worlds a plan draws, and what it refuses."""

import json

import pytest

FARM = "scenarios/hourly_api.yaml"


@pytest.mark.parametrize("worlds", ["0", "1000000000", "many", "-1"])
def test_a_number_of_worlds_that_is_none_is_refused(headroom, worlds):
    said = headroom("plan", FARM, "--engine", "theory", "--worlds", worlds)
    assert said.code == 2
    assert said.out == ""
    assert "--worlds" in said.err


def test_a_plan_says_how_many_worlds_it_rests_on(headroom, tmp_path):
    file = tmp_path / "plan.json"
    said = headroom("plan", FARM, "--engine", "theory", "--worlds", "32", "--json", str(file))
    data = json.loads(file.read_text())
    assert said.code == 0
    assert data["prediction"]["worlds"] == 32
    assert data["provenance"]["command"].endswith("--worlds 32")
    assert f"{data['prediction']['bought']}" in data["prediction"]["enough"]
