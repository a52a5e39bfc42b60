"""`daily`: a day of a farm, from the file to the exit code."""

import json
import re

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
    assert "the farm meets its targets all day" in told and "By its load the mean response is off by" in told
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
    assert "misses its targets for" in " ".join(said.out.split()) and "no steady state" in said.out
    found = json.loads(data.read_text(), parse_constant=lambda word: pytest.fail(word))
    responses = next(each for each in found["over_the_day"]["courses"] if each["name"] == "mean response")["value"]
    assert None in responses and min(each for each in responses if each is not None) > 0.0


def test_a_day_of_which_the_replications_decide_nothing_is_told_so_with_how_many_would(headroom, server, tmp_path):
    data, folder = tmp_path / "day.json", tmp_path / "report"
    words = ("--json", str(data), "--report", str(folder), "--formats", "markdown")
    said = headroom("daily", server, "--load", "43 /s", "--replications", "2", *words)
    told = " ".join(said.out.split())
    assert said.code == 1, said.err
    assert "it is not known whether the farm meets its targets all day. 2 replications put it outside for" in told
    assert "is outside its targets" not in told and "at all other times" not in told
    needed = int(re.search(r"That interval holds 0, and more .*: about (\d+) would tell", told)[1])
    assert f"write --replications {needed}." in told and needed > 2
    page = " ".join(next(folder.glob("*.md")).read_text().split())
    assert "it is not known whether" in page
    found = json.loads(data.read_text())
    minutes = found["outside_minutes"]
    assert found["targets_met"] is None and minutes["value"] - minutes["half_width"] < 0.0 < minutes["value"]
    decided = headroom("daily", server, "--load", "43 /s", "--replications", str(needed))
    assert "not known" not in decided.out


def test_the_lines_of_the_clients_are_named_where_they_keep_a_speed_from_being_met(headroom, server, tmp_path):
    """The cards, which hardly anybody uses, were said to be behind it."""
    data = tmp_path / "day.json"
    unequal = "workload.clients=[{rate: 8 MB/s, share: 90 %}, {rate: 80 kB/s, share: 10 %}]"
    words = ("--set", unequal, "--set", "workload.request.cpu=1 ms", "--set", "targets.client_speed=725 kB/s")
    said = headroom("daily", server, *QUICK, *words, "--json", str(data))
    told = " ".join(said.out.split())
    assert said.code == 1, said.err
    assert 'with "speed at which clients receive" below 725 kB/s (clients\' lines)' in told
    assert "network cards" not in told
    found = json.loads(data.read_text())
    assert {(each["missed"], each["limit"]) for each in found["outside"]} == {("client_speed", "clients' lines")}


def test_a_scenario_that_says_nothing_of_a_day_ends_with_2(headroom, server):
    said = headroom("daily", server, *QUICK, "--set", "workload.day=none")
    assert said.code == 2
    assert "workload.day" in said.err and "24 factors" in said.err


CUT_SHORT = ("--set", "workload.day.crowds=[{at: 9 h, lasts: 20 min, times: 2, rise: 8 min}]", "--set",
             "targets.utilisation=75 %", "--set", "targets.p95_response=2 s")  # fmt: skip


@pytest.fixture
def cut_short(headroom, server, tmp_path, monkeypatch):
    """A day of which two minutes of a crowd are simulated, before it is there, and with what else is set: what is said,
    the data, and the report."""
    monkeypatch.setattr("simulator.daily.windows.BUDGET", 1e3)
    monkeypatch.setattr("simulator.daily.load_curve.REQUESTS", 2e4)
    data, folder = tmp_path / "day.json", tmp_path / "report"

    def run(*words):
        files = ("--json", str(data), "--report", str(folder), "--formats", "markdown")
        said = headroom("daily", server, "--load", "38 /s", "--replications", "2", *words, *files)
        page = " ".join(next(folder.glob("*.md")).read_text().split())
        return said, json.loads(data.read_text()), page

    return run


def test_a_crowd_that_is_cut_short_is_outside_by_its_load_from_when_to_when_by_which_target(cut_short):
    said, found, _ = cut_short(*CUT_SHORT)
    assert said.code == 1, said.err
    told = " ".join(said.out.split())
    assert "all the time" not in told
    assert "Crowd, 9:00 to 9:22. Simulated from 9:00 to 9:02: within the targets. Judged by its load from" in told
    (spell,) = [each for each in found["outside"] if each["from"] < 10 * 3600.0]
    assert 9 * 3600.0 + 120.0 < spell["from"] < spell["to"] < 9 * 3600.0 + 1200.0
    assert (spell["by"], spell["missed"], spell["limit"]) == ("load", "utilisation", "CPU")
    assert 'with "most used limit" above 75 % (CPU)' in told
    assert "The day is judged as simulated from 9:00 to 9:02, and by its load otherwise." in told


def test_a_window_that_misses_a_target_says_which_in_the_data_and_by_what_it_is_judged(cut_short):
    _, found, _ = cut_short(*CUT_SHORT)
    crowd = next(each for each in found["windows"] if each["happens"])
    assert [part["by"] for part in crowd["judged"]] == ["simulated", "load"]
    assert not crowd["judged"][0]["outside"] and crowd["judged"][1]["outside"]
    assert (crowd["missed"], crowd["limit"]) == ("utilisation", "CPU")
    missed = [each for each in found["windows"] if any(part["outside"] for part in each["judged"])]
    assert missed and all(each["missed"] and each["limit"] for each in missed)
    minutes = sum(each["outside_minutes"]["value"] for each in found["outside"])
    assert minutes == pytest.approx(found["outside_minutes"]["value"])
    assert found["judged"][0]["from"] == 0.0 and found["judged"][-1]["to"] == 86_400.0


def test_a_report_says_of_a_day_what_the_terminal_says(cut_short):
    said, _, page = cut_short(*CUT_SHORT)
    told = " ".join(said.out.split())
    for claim in (
        "Simulated from 9:00 to 9:02: within the targets.",
        "The day is judged as simulated from 9:00 to 9:02, and by its load otherwise.",
    ):
        assert claim in told and claim in page
    assert "Outside the targets" in page and "by its load" in page


def test_what_of_a_flood_was_too_much_to_simulate_is_not_known_and_not_within_the_targets(cut_short):
    flood = ("--set", "workload.day.flood={at: 3 h, lasts: 5 min, rate: 50 /s}", "--set", "targets.p95_response=2 s")
    said, found, page = cut_short(*flood)
    told = " ".join(said.out.split())
    assert said.code == 1 and found["outside"] == [], said.err
    assert found["targets_met"] is None and set(found["outside_minutes"]) == {"refused"}  # None is known to be outside.
    assert found["unknown_minutes"] == 5.0
    (part,) = [each for each in found["judged"] if each["by"] == "not known"]
    assert (part["from"], part["to"]) == (3 * 3600.0 + 120.0, 3 * 3600.0 + 420.0)
    flooded = next(each for each in found["windows"] if each["name"] == "flood")
    assert flooded["unknown_minutes"] == 5.0
    assert [each["by"] for each in flooded["judged"]] == ["simulated", "not known"]
    for words in ("5 minutes are not known, 3:02 to 3:07:", "5 min not known"):
        assert words in page
    assert "5 minutes are not known, 3:02 to 3:07:" in told and "meets its targets all day," not in told


def test_a_day_that_is_outside_in_many_hours_tells_the_longest_and_has_a_row_for_each(headroom, server):
    hours = "workload.day.hours=[" + ", ".join(["100, 10, 10"] * 8) + "]"
    words = ("--set", hours, "--set", "run.warm_up=20 s")
    said = headroom("daily", server, "--load", "60 /s", "--replications", "2", *words)
    told = " ".join(said.out.split())
    assert said.code == 1 and " times, of which the longest is " in told and "judged by its load" in told, said.err
    assert said.out.count("by its load") >= 8
