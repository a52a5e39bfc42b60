"""`daily`: a day of a farm, from the file to the exit code."""

import json

import pytest

from tests.daily.conftest import SERVER

QUICK = ("--load", "25 /s", "--replications", "2")


@pytest.fixture
def server(tmp_path):
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    return file


def test_a_day_within_its_targets_ends_with_0_and_has_the_same_figures_as_data(headroom, server, tmp_path):
    data, folder = tmp_path / "day.json", tmp_path / "report"
    words = ("--json", str(data), "--report", str(folder), "--formats", "markdown")
    said = headroom("daily", server, *QUICK, *words)
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "the farm keeps to its targets all day" in told and "By its load the mean response is off by" in told
    found = json.loads(data.read_text(), parse_constant=lambda word: pytest.fail(word))
    assert found["targets_met"] and found["outside_minutes"]["value"] == 0.0
    assert {each["name"] for each in found["windows"]} == {"steepest rise", "largest load", "steepest fall"}
    assert all(each["figures"]["mean response"]["off"]["half_width"] >= 0.0 for each in found["windows"])
    day = found["over_the_day"]
    assert len(day["time"]) == len(day["load"]) == len(day["courses"][0]["value"])
    assert max(day["load"]) == pytest.approx(25.0)
    page = next(folder.glob("*.md")).read_text()
    for part in ("## Hour by hour", "## How far off the method is", "## Over the day", "--load '25 /s'"):
        assert part in page, part


def test_a_day_outside_its_targets_ends_with_1_and_what_is_not_known_is_no_number(headroom, server, tmp_path):
    data = tmp_path / "day.json"
    said = headroom("daily", server, "--load", "60 /s", "--replications", "2", "--json", str(data))
    assert said.code == 1, said.err
    assert "is outside its targets for" in " ".join(said.out.split()) and "no steady state" in said.out
    found = json.loads(data.read_text(), parse_constant=lambda word: pytest.fail(word))
    responses = next(each for each in found["over_the_day"]["courses"] if each["name"] == "mean response")["value"]
    assert None in responses and min(each for each in responses if each is not None) > 0.0


def test_a_scenario_that_says_nothing_of_a_day_ends_with_2(headroom, server):
    said = headroom("daily", server, *QUICK, "--set", "workload.day=none")
    assert said.code == 2
    assert "workload.day" in said.err and "24 factors" in said.err
