"""What cannot be kept or scored is one clear error, and nothing else is touched."""

import sqlite3
from dataclasses import replace

import pytest

import headroom
from simulator.errors import ReportError
from simulator.experiment.results import Unavailable
from simulator.store.kept_plans import kept_plans
from simulator.studies.score.keep import kept_plan
from simulator.studies.score.study import track_record
from tests.score.conftest import FARM
from tests.telemetry.written import answer, counter, series


def refused(file, plan="", store=""):
    with pytest.raises(ReportError) as error:
        headroom.score(file, plan, store=store)
    return str(error.value)


def test_a_name_that_is_not_kept_is_told_with_the_nearest_one(keep, write, store):
    file = write(keep())
    told = refused(file, "Our downlods", store)
    assert told.startswith(f'{store}: no plan "Our downlods" is kept here; did you mean "Our downloads"?')


def test_a_scenario_of_which_no_plan_is_kept_is_told(keep, write, store):
    file = write(keep())
    assert "allowed are Our downloads" in refused(file, "scenarios/three_tiers.yaml", store)


def test_plans_of_several_scenarios_must_be_named(keep, write, store):
    file = write(keep())
    keep({"scenario": "Mirrors"})
    told = refused(file, "", store)
    assert 'plans of 2 scenarios are kept: "Our downloads", "Mirrors"; name the one' in told
    assert len(headroom.score(file, "Mirrors", store=store).plans) == 1


@pytest.mark.parametrize("how", ["name", "file", "hash"])
def test_a_plan_is_found_by_name_file_and_hash(keep, write, store, how):
    plan = keep()
    asked = {"name": plan.name, "file": FARM, "hash": plan.sha256[:12]}[how]
    assert headroom.score(write(plan), asked, store=store).inside == 4


def test_no_store_and_an_empty_one_say_how_to_keep_a_plan(keep, write, store, tmp_path):
    file, none = write(keep()), tmp_path / "none.sqlite"
    assert "no plan is kept here; keep one with `plan SCENARIO --keep`" in refused(file, "", none)
    assert not none.exists()


def test_a_file_that_is_no_store_is_left_as_it_is(keep, write, tmp_path):
    file, other = write(keep()), tmp_path / "notes.txt"
    other.write_text("notes")
    assert "this is no store of results; name another with --store FILE" in refused(file, "", other)
    assert other.read_text() == "notes"


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"name": 1}', '{"requests": 3}'])
def test_a_plan_that_cannot_be_read_is_told(keep, write, store, damaged):
    file = write(keep())
    connection = sqlite3.connect(store)
    connection.execute("UPDATE plans SET content = ?", (damaged,))
    connection.commit()
    connection.close()
    assert 'the plan "Our downloads" of 2026-09-22 cannot be read; keep it again' in refused(file, "", store)


def test_scores_that_cannot_be_read_are_told(keep, store):
    keep()
    connection = sqlite3.connect(store)
    connection.execute("UPDATE plans SET score = '[3]'")
    connection.commit()
    connection.close()
    with pytest.raises(ReportError, match="cannot be read"):
        track_record("Our downloads", str(store))


def test_counters_without_a_load_are_told(keep, store, tmp_path):
    keep()
    file = tmp_path / "idle.json"
    file.write_text(answer([series("nginx_http_requests_total", counter([0.0] * 4))]))
    with pytest.raises(headroom.ScenarioError, match="no request was served in it"):
        headroom.score(file, store=store)
    with pytest.raises(headroom.ScenarioError, match="argument counters"):
        headroom.score([], store=store)


CLASSES = [
    {"name": "pages", "rate": "8 /s", "size": "40 kB", "cpu": "1 ms"},
    {"name": "images", "rate": "42 /s", "size": "12 kB", "cpu": "1 ms"},
]
PATHS = [{"name": name, "nodes": nodes, "classes": [name]} for name, nodes in (("pages", 3), ("images", 2))]


def test_a_farm_that_misses_its_targets_is_not_kept(keep, store):
    with pytest.raises(ReportError, match="misses its targets, and is not kept"):
        keep({"targets.p95_response": None}, "tests/farms/c_shop.yaml")
    assert kept_plans(store, may_be_none=True) == []


def test_a_plan_without_a_prediction_is_told_with_the_reason():
    outcome = headroom.plan(FARM, engine="theory").outcome
    unknown = replace(outcome, farm=replace(outcome.farm, prediction=Unavailable("no world is known")))
    with pytest.raises(ReportError, match="this plan predicts nothing: no world is known; plan it without --keep"):
        kept_plan(unknown)


def test_a_store_that_cannot_be_used_is_told_before_anything_is_planned(tmp_path):
    other = tmp_path / "notes.txt"
    other.write_text("notes")
    called = []
    with pytest.raises(ReportError, match="this is no store of results"):
        headroom.plan(FARM, engine="theory", keep=True, store=other, progress=lambda *of: called.append(of))
    assert not called


UNKEPT = {
    "without a demand": (
        {"demand": None, "workload.offered": "300 /s"},
        "without a demand there is no plan to keep; state",
    ),
    "at a stated load": (
        {"sized_by": "stated load", "workload.offered": "300 /s"},
        "a farm sized by a stated load predicts nothing",
    ),
    "of groups of nodes": (
        {
            "workload.request": "none",
            "workload.content": "none",
            "unit.spare_nodes": 0,
            "workload.classes": CLASSES,
            "unit.paths": PATHS,
            "targets": {"utilisation": "70 %"},
        },
        "its nodes serve classes in groups",
    ),
}


@pytest.mark.parametrize("case", UNKEPT)
def test_what_predicts_nothing_is_not_kept(keep, store, case):
    overrides, told = UNKEPT[case]
    with pytest.raises(headroom.ScenarioError, match=told):
        keep(overrides)
    assert not store.exists()
