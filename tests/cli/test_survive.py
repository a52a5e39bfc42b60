"""`survive`: a unit whose nodes fail, from the file to the exit code."""

import json

import pytest

from tests.failover.conftest import UNIT

SHORT = ("--replications", "2", "--set", "unit.failures.watch=20 s")


@pytest.fixture
def unit(tmp_path):
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT)
    return file


def test_targets_that_are_missed_are_told_and_end_with_1(headroom, unit, tmp_path):
    file = tmp_path / "survived.json"
    final = ("--set", "workload.retries.attempts=0")
    said = headroom("survive", unit, "--load", "30 /s", *SHORT, *final, "--json", str(file))
    assert said.code == 1
    told = " ".join(said.out.split())
    assert "One of 5 nodes dies for 2 min at 30 req/s a server" in told
    assert "misses its targets for" in told and "dead nodes" in told
    found = json.loads(file.read_text())
    assert not found["targets_met"] and found["outside_minutes"]["value"] > 0.0
    assert [(each["what"], each["at"]) for each in found["events"]] == [
        ("dies", 60.0), ("leaves", 70.0), ("stands", 180.0), ("joins", 186.0)
    ]  # fmt: skip
    assert all(each["adds_up"] for each in found["sessions"]) and len(found["sessions"]) == 2
    assert len(found["over_time"]["time"]) == len(found["over_time"]["courses"][0]["value"])
    assert found["year"] is None


def test_a_unit_that_keeps_to_its_targets_ends_with_0(headroom, unit):
    drained = "unit.failures.timetable=[{at: 10 s, lasts: 20 s, what: drained}]"
    said = headroom("survive", unit, "--load", "20 /s", *SHORT, "--set", drained)
    assert said.code == 0
    told = " ".join(said.out.split())
    assert "the unit meets its targets all the time" in told and "Nobody meets a dead node" in told


def test_a_unit_of_which_the_replications_decide_nothing_is_told_so_with_how_many_would(headroom, unit):
    drained = "unit.failures.timetable=[{at: 10 s, lasts: 20 s, what: drained}]"
    said = headroom("survive", unit, "--load", "31 /s", *SHORT, "--set", drained, "--json", "-")
    assert said.code == 1
    told = " ".join(said.err.split())
    assert "it is not known whether the unit meets its targets all the time. 2 replications put it outside" in told
    assert "That interval holds 0" in told and "is outside its targets" not in told
    found = json.loads(said.out)
    minutes = found["outside_minutes"]
    assert found["targets_met"] is None and minutes["value"] - minutes["half_width"] < 0.0 < minutes["value"]


def test_a_share_of_what_the_nodes_carry_is_a_load(headroom, unit):
    said = headroom("survive", unit, "--load", "60 %", *SHORT, "--set", "run.duration=60 s", "--json", "-")
    found = json.loads(said.out)
    assert found["load"]["share_of_what_it_carries"]["value"] == pytest.approx(60.0)
    assert 20.0 < found["load"]["requests_of_a_server"] < 31.0


def test_the_report_has_the_charts_and_the_command(headroom, unit, tmp_path):
    folder = tmp_path / "report"
    words = ("--report", str(folder), "--formats", "markdown")
    assert headroom("survive", unit, "--load", "30 /s", *SHORT, *words).code == 1
    page = next(folder.glob("*.md")).read_text()
    for told in ("## The answer", "## Phase by phase", "## Sessions", "## Over time", "--load '30 /s'"):
        assert told in page, told


def test_the_loads_of_a_collapse_are_told(headroom, unit):
    storm = (
        "workload.patience={response: 2 s, retries: {count: 5, back_off: 500 ms}}",
        "unit.failures={timetable: [{at: 10 s, lasts: 20 s, together: 3}], watch: 60 s}",
        "targets={errors: 5 %}",
        "run.duration=60 s",
    )
    words = [word for setting in storm for word in ("--set", setting)]
    said = headroom("survive", unit, "--load", "60 %", "--replications", "2", "--collapse", *words, "--json", "-")
    found = json.loads(said.out)["collapse"]
    assert 10.0 < found["recovers_below"]["value"] <= found["survives_up_to"]["value"] < 90.0
    assert "It recovers from this at up to" in " ".join(said.err.split())


WRONG = [
    (("--load", "60"), ["--load", "which unit?"]),
    (("--load", "300 %"), ["--load", "too large"]),
    (("--load", "many"), ["--load", '"60 %"']),
    (("--set", "unit.nodes=1", "--set", "unit.spare_nodes=0"), ["unit.nodes", "one node has no other to take over"]),
    (("--set", "workload.population=20"), ["workload.population", "there is no steady load to be raised"]),
    (("--set", "unit.failures=none", "--set", "workload.retries.back_off=0 s"), ["workload.retries.back_off"]),
    (("--engine", "theory"), ["--engine theory"]),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=[" ".join(words)[:40] for words, _ in WRONG])
def test_what_is_wrong_is_told_and_ends_with_2(headroom, unit, words, told):
    load = () if "--load" in words else ("--load", "30 /s")
    said = headroom("survive", unit, *load, *words)
    assert said.code == 2 and all(each in said.err for each in told), said.err
