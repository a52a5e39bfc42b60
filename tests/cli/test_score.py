"""`plan --keep`, `score` and `results plans` on the command line."""

import json
import os

import pytest

from simulator.store.kept_plans import keep_plan
from simulator.uncertainty import draws
from tests.score.conftest import made

FARM, COUNTERS = "scenarios/first_farm.yaml", "scenarios/counters/downloads.json"
THEORY = ("--engine", "theory")


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790035200")  # The day on which the counters begin.
    return tmp_path / "kept.sqlite"


@pytest.fixture
def kept(store):
    """A plan of the first farm, kept on that day."""
    keep_plan(store, made(os.environ["SOURCE_DATE_EPOCH"], draws.WORLDS))


@pytest.mark.every_world
def test_a_plan_is_kept_and_scored(headroom, store, tmp_path):
    kept = headroom("plan", FARM, *THEORY, "--keep", "--store", store)
    assert kept.code in (0, 1) and f'Kept as "Our downloads" of 2026-09-22 in {store}' in kept.out
    said = headroom("score", "--counters", COUNTERS, "--store", store)
    assert said.code == 0
    assert said.out.startswith("2 of 4 figures lay inside their 90 % prediction intervals.")
    assert "Track record" not in kept.out
    report = ("--report", tmp_path, "--formats", "markdown")
    again = headroom("plan", FARM, *THEORY, "--keep", "--store", store, *report)
    (written,) = tmp_path.glob("*.md")
    for text in (again.out, written.read_text(encoding="utf-8")):
        assert "Track record: of 4 figures of 1 earlier plan 2 lay inside" in " ".join(text.split())


def test_every_report_of_the_scenario_says_how_its_earlier_plans_did(headroom, store, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    commands = (("plan", FARM, *THEORY), ("review", FARM, "--counters", COUNTERS, *THEORY))

    def report(number, command):
        folder = tmp_path / f"{number} {command[0]}"
        said = headroom(*command, "--report", folder, "--formats", "markdown")
        assert said.code in (0, 1) and "Track record" not in said.out
        (written,) = folder.glob("*.md")
        return " ".join(written.read_text(encoding="utf-8").split())

    assert not any("Track record" in report(1, each) for each in commands)
    headroom("plan", FARM, *THEORY, "--keep")
    headroom("score", "--counters", COUNTERS)
    told = "Track record: of 4 figures of 1 earlier plan 2 lay inside"
    # It is kept by the name of the scenario: with other values it has the same history.
    assert all(told in report(2, (*each, "--set", "reserve=15 %")) for each in (*commands, ("capacity", FARM, *THEORY)))
    (tmp_path / "headroom/results.sqlite").write_text("no store any more")
    assert "Track record" not in report(3, commands[0])


@pytest.mark.every_world
@pytest.mark.usefixtures("kept")
def test_figures_are_data(headroom, store, tmp_path):
    file = tmp_path / "score.json"
    headroom("score", FARM, "--counters", COUNTERS, "--store", store, "--json", file)
    (plan,) = json.loads(file.read_text())["plans"]
    cpu = next(each for each in plan["figures"] if each["measure"] == "CPU of a request")
    # The counters that ship take 0.9 ms a request, and the scenario says 0.7.
    assert cpu["measured"] == pytest.approx(0.9, rel=0.01) and cpu["inside"] is False
    assert cpu["error"] == pytest.approx(0.7 / 0.9 - 1.0, rel=0.02) and cpu["low"] < 0.7 < cpu["high"]


@pytest.mark.every_world
@pytest.mark.usefixtures("kept")
def test_kept_plans_are_listed_and_exported_with_their_scores(headroom, store, tmp_path):
    headroom("score", "--counters", COUNTERS, "--store", store)
    file = tmp_path / "plans.json"
    said = headroom("results", "plans", "--store", store, "--json", file)
    assert said.code == 0 and "Our downloads" in said.out
    (row,) = json.loads(file.read_text())
    assert row["servers"] == 10 and row["scenario"]["demand"] and row["model"] and row["cpu"]["low"]
    assert [each["inside"] for each in row["scores"]] == [None, False, False, True, True]


def test_what_is_wrong_ends_with_2_and_one_line(headroom, kept, store, tmp_path):
    wrong = (
        ("score", "Mirrors", "--counters", COUNTERS, "--store", store),
        ("score", "--counters", FARM, "--store", store),
        ("score", "--counters", COUNTERS, "--store", tmp_path / "none.sqlite"),
        ("results", "plans", "--store", tmp_path / "none.sqlite"),
        ("plan", FARM, *THEORY, "--store", store),
        ("plan", "scenarios/single_server.yaml", *THEORY, "--keep", "--store", store),
    )
    for words in wrong:
        said = headroom(*words)
        assert said.code == 2 and "Traceback" not in said.err and len(said.err.splitlines()) <= 2, said.err


def test_a_later_plan_is_not_scored_by_earlier_counters(headroom, store, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1793000000")
    headroom("plan", FARM, *THEORY, "--keep", "--store", store)
    said = headroom("score", "--counters", COUNTERS, "--store", store)
    assert said.code == 2 and "these counters end on 2026-09-23, before the plan of 2026-10-26 was made" in said.err
    assert headroom("score", "--counters", COUNTERS, "--store", store, "--hindcast").code == 0


def test_a_farm_that_misses_its_targets_is_answered_and_not_kept(headroom, store):
    shop = ("tests/farms/c_shop.yaml", "--set", "targets.p95_response=none")
    said = headroom("plan", *shop, *THEORY, "--keep", "--store", store)
    assert said.code == 1 and "this farm misses its targets, and is not kept" in said.out
    assert headroom("results", "plans", "--store", store).code == 2
