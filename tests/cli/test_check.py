"""`check`: capacity tests for someone's continuous integration."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from simulator.engines.kernel.engine import Kernel
from simulator.engines.memory import VARIABLE
from simulator.errors import NotConverged
from simulator.studies.check import answer as stage
from tests.cli.conftest import QUICK, SMALL
from tests.shipped import FOLDER, SCENARIOS, of_each_kind

TEXT = Path(SMALL).read_text()
LINE = '192.0.2.1 - - [22/Oct/2026:10:{0:02d}:00 +0000] "GET / HTTP/1.1" 200 30000\n'


@pytest.fixture
def file(tmp_path):
    """Writes the small scenario with some lines more and another name, and gives its path."""

    def write(name, more="", title="One download server"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(TEXT.replace("scenario: One download server", f"scenario: {json.dumps(title)}") + more)
        return str(path)

    return write


def test_a_plan_that_meets_its_targets_passes(headroom):
    said = headroom("check", SMALL, *QUICK)
    assert said.code == 0 and said.err == ""
    assert said.out.startswith(f"met        {SMALL}: requests not completed 0 % (at most 1 %): met\n1 checked: 1 met.")


def test_one_that_misses_fails_all_and_says_by_how_much(headroom, file):
    tight = file("tight", "targets: {utilisation: 5 %}\n")
    said = headroom("check", SMALL, tight, *QUICK)
    assert said.code == 1
    first, second, summary = said.out.splitlines()
    assert first.startswith("met ") and second.startswith(f"missed     {tight}: most used limit ")
    assert "(at most 5 %): missed" in second and summary == "2 checked: 1 met, 1 missed."


def test_a_target_that_cannot_be_judged_is_not_met(headroom, file):
    said = headroom("check", file("tail", "targets: {p95_response: 2 s}\n"), "--engine", "theory")
    assert said.code == 1 and said.out.startswith("not known ")
    assert "theory gives means" in said.out


def test_junit_has_a_suite_for_each_scenario_and_a_case_for_each_target(headroom, file, tmp_path):
    junit = tmp_path / "junit.xml"
    tight = file("tight", "targets: {utilisation: 5 %}\n", title='<Tom & "Jerry">')
    assert headroom("check", SMALL, tight, *QUICK, "--junit", str(junit)).code == 1
    root = Xml.parse(junit).getroot()
    assert root.tag == "testsuites" and (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "0")
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == [SMALL, tight]
    cases = suites[1].findall("testcase")
    assert [case.get("name") for case in cases] == ["targets.errors", "targets.utilisation"]
    assert {case.get("classname") for case in cases} == {'<Tom & "Jerry">'}
    failure = cases[1].find("failure")
    assert (
        failure.get("type") == "missed" and "(at most 5 %)" in failure.get("message") and "at most 5 %" in failure.text
    )
    assert cases[0].find("failure") is None and "(at most 1 %): met" in cases[0].find("system-out").text


@pytest.mark.afresh
def test_the_same_checks_give_the_same_bytes(headroom, tmp_path):
    files = [tmp_path / "one.xml", tmp_path / "two.xml"]
    for each in files:
        headroom("check", SMALL, *QUICK, "--junit", str(each))
    assert files[0].read_bytes() == files[1].read_bytes() and b"time" not in files[0].read_bytes()


def test_data_has_the_figures_that_are_printed(headroom):
    said = headroom("check", SMALL, *QUICK, "--json", "-")
    (row,) = json.loads(said.out)
    assert row["standing"] == "met" and row["file"] == SMALL
    assert {"value", "half_width", "confidence", "samples", "unit"} <= row["targets"]["errors"]["measured"].keys()
    assert said.err.startswith("met ")


def test_a_file_that_is_named_twice_is_checked_once(headroom):
    assert headroom("check", SMALL, SMALL, *QUICK).out.endswith("1 checked: 1 met.\n")


def test_all_problems_of_all_files_are_told_at_once_and_nothing_is_written(headroom, file, tmp_path):
    one, two = file("one", "srever: x\n"), file("two", "targets: {errors: 200 %}\n")
    junit = tmp_path / "junit.xml"
    said = headroom("check", one, two, "missing.yaml", "--junit", str(junit))
    assert said.code == 2 and said.out == "" and not junit.exists()
    for fragment in ("one.yaml", "srever", "two.yaml", "200 %", "missing.yaml"):
        assert fragment in said.err


SHIPPED = [file.relative_to(FOLDER).with_suffix("").as_posix() for file in SCENARIOS]


def test_what_is_wrong_is_told_first_a_line_each_and_the_others_have_their_answer(headroom, file, tmp_path):
    ramps = [f"scenarios/published/tcp_rate_{system}.yaml" for system in ("rhel_4", "solaris_10")]
    wrong, trace = file("wrong", "srever: x\ntargets: {errors: 200 %}\n"), tmp_path / "trace.yaml"
    trace.write_text(TEXT.replace("offered: 2000 /s", "trace: {file: nowhere.log}"))
    rows, junit = tmp_path / "rows.json", tmp_path / "junit.xml"
    files = [wrong, ramps[0], SMALL, str(trace), ramps[1], "missing.yaml"]
    said = headroom("check", *files, "--engine", "theory", "--json", rows, "--junit", junit)
    assert said.code == 2 and "\\n" not in said.err + said.out
    told = [line.split(":")[0] for line in said.err.splitlines()]
    assert told == [wrong, wrong, str(trace), "missing.yaml"]
    assert [(row["file"], row["standing"]) for row in json.loads(rows.read_text())] == [
        (each, "met" if each == SMALL else "no answer") for each in files
    ]
    assert said.out.splitlines()[-1] == "6 checked: 1 met, 5 no answer."
    assert [line.split()[0] for line in said.out.splitlines()[:-1]].count("no") == 5
    root = Xml.parse(junit).getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("6", "0", "5")


# What the marketplace, which takes as long as all others, has to say of it is proof.
@pytest.mark.parametrize(
    "name", [*of_each_kind(sorted({*SHIPPED} - {"marketplace"})), pytest.param("marketplace", marks=pytest.mark.proof)]
)
def test_check_refuses_what_plan_refuses_and_nothing_else(headroom, name):
    words = (f"scenarios/{name}.yaml", "--engine", "theory")
    checked, planned = (headroom(command, *words).code for command in ("check", "plan"))
    assert (checked == 2) == (planned == 2), (checked, planned)


# What a baseline adds to the small scenario, and why no plan of it can begin: more objects than there is memory for,
# and a replay whose largest load is asked for.
BASELINES = {
    "too large": ("  workload: {content: {catalogue: 900 TB}}\n", "of memory|can be told apart"),
    "a replay": (
        "  demand: 1 Gbps\n  workload: {offered: none, trace: {file: access.log, gap: 15 s}}\n",
        "not sought with a replay",
    ),
}


@pytest.mark.parametrize("what", BASELINES)
def test_check_refuses_a_baseline_that_plan_refuses_before_anything_is_simulated(
    headroom, file, tmp_path, monkeypatch, what
):
    more, why = BASELINES[what]
    (tmp_path / "access.log").write_text("".join(LINE.format(second) for second in range(60)))
    written = file("beside", f"baseline:\n{more}")
    monkeypatch.setenv(VARIABLE, "2 GB")
    monkeypatch.setattr(Kernel, "run", None)
    checked, planned = (headroom(command, written, *QUICK) for command in ("check", "plan"))
    assert checked.code == planned.code == 2 and re.search(why, planned.err), planned.err
    assert planned.err == checked.err and not checked.out


def test_a_scenario_without_an_answer_keeps_no_other_from_its_own(headroom, monkeypatch, file, tmp_path):
    study, other, junit = stage.study, file("other"), tmp_path / "junit.xml"

    def sometimes(scenario, *rest):
        if scenario.file == SMALL:
            raise NotConverged("the interval is too wide; raise run.duration")
        return study(scenario, *rest)

    monkeypatch.setattr(stage, "study", sometimes)
    said = headroom("check", SMALL, other, *QUICK, "--junit", str(junit), "--json", str(tmp_path / "rows.json"))
    assert said.code == 2
    assert said.out.splitlines() == [
        f"no answer  {SMALL}: the interval is too wide; raise run.duration",
        f"met        {other}: requests not completed 0 % (at most 1 %): met",
        "2 checked: 1 met, 1 no answer.",
    ]
    error = Xml.parse(junit).getroot().find("testsuite/testcase/error")
    assert error.text == "the interval is too wide; raise run.duration"
    assert json.loads((tmp_path / "rows.json").read_text())[0]["reason"] == error.text


def test_two_outputs_in_one_place_are_refused(headroom):
    said = headroom("check", SMALL, "--json", "-", "--junit", "-")
    assert said.code == 2 and "--junit: - is where --json goes; name another file" in said.err


def test_a_file_that_cannot_be_written_is_refused_before_long_work(headroom, tmp_path):
    said = headroom("check", SMALL, "--junit", str(tmp_path / "no" / "junit.xml"))
    assert said.code == 2 and said.out == "" and "there is no folder" in said.err


def test_a_scenario_of_which_no_load_meets_the_targets_misses_them(headroom, file, tmp_path):
    """Nothing keeps it from an answer: the answer is that it cannot be bought."""
    junit = tmp_path / "junit.xml"
    hopeless = file("hopeless", "targets: {p95_response: 1 ms}\ndemand: 2 Gbps\n")
    said = headroom("check", SMALL, hopeless, *QUICK, "--junit", str(junit), "--json", str(tmp_path / "rows.json"))
    assert said.code == 1, said
    second = said.out.splitlines()[1]
    assert second.startswith(f"missed     {hopeless}: no load meets the targets: even ")
    assert said.out.endswith("2 checked: 1 met, 1 missed.\n")
    root = Xml.parse(junit).getroot()
    assert (root.get("failures"), root.get("errors")) == ("1", "0")
    failure = root.find("testsuite/testcase/failure")
    assert failure.get("type") == "missed" and failure.text.startswith("no load meets the targets")
    row = json.loads((tmp_path / "rows.json").read_text())[1]
    assert (row["standing"], row["farm"]) == ("missed", None) and row["reason"] == failure.text


def test_the_verdicts_of_a_farm_are_those_with_its_spares_gone_and_the_farm_is_told(headroom, file):
    spared = file("spared", "demand: 2 Gbps\n")
    words = ("--set", "unit.nodes=3", "--set", "unit.spare_nodes=1", "--set", "targets.utilisation=90 %")
    plan = json.loads(headroom("plan", spared, *QUICK, *words, "--json", "-").out)
    said = headroom("check", spared, *QUICK, *words, "--json", "-")
    (row,) = json.loads(said.out)
    assert [each["state"] for each in plan["as_bought"]] == ["all nodes up", "spares gone"]
    assert row["targets"] == plan["as_bought"][1]["targets"] != plan["as_bought"][0]["targets"]
    assert (
        row["farm"]["servers"] == plan["servers"] and f"Buy {row['farm']['servers']['value']:.0f} servers" in said.err
    )


def test_what_too_few_responses_are_told_to_measure_for_is_enough(headroom):
    """A percentile that is hardly ever missed, of files that take minutes: each remedy is followed as it is written."""
    asked = ("check", "scenarios/release_day.yaml", "--set", "targets.p99_response=330 s")
    first = headroom(*asked)
    told = re.search(r"(\d+) responses a replication, and p99 needs 1,000; measure for at least (\d+ s)", first.out)
    assert first.code == 1 and first.out.startswith("not known") and told and int(told[1]) < 1_000, first
    second = headroom(*asked, "--set", f"run.duration={told[2]}")
    assert second.code == 0 and second.out.startswith("met"), second
