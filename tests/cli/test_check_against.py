"""`check --against`: what a change does to a plan, as Markdown; exit code 1 for targets that become missed by it."""

import json
import re
from pathlib import Path

import pytest

FARM = Path("scenarios/first_farm.yaml").read_text(encoding="utf-8").replace(", p95_response: 2 s", "")
THEORY = ("--engine", "theory")
# A load that sizes the farm, so that a target can be missed at it.
STATED = FARM.replace("workload:\n", "sized_by: stated load\nworkload:\n  offered: 2500 /s\n")


@pytest.fixture
def files(tmp_path):
    """The farm before a change, and after it."""

    def files(change, before=FARM):
        (tmp_path / "main.yaml").write_text(before, encoding="utf-8")
        (tmp_path / "new.yaml").write_text(f"extends: main.yaml\nscenario: Our downloads\n{change}", encoding="utf-8")
        return str(tmp_path / "new.yaml"), "--against", str(tmp_path / "main.yaml")

    return files


@pytest.mark.every_world
def test_a_change_is_told_with_its_servers_money_and_bottleneck(headroom, files):
    said = headroom("check", *files("workload: {request: {cpu: 2.1 ms}}\n"), *THEORY)
    assert said.code == 0 and said.out.startswith("### What this change does to Our downloads\n")
    assert "**The farm has 5 servers more and " in said.out and "it costs more with over 99 % probability" in said.out
    assert "| workload.request.cpu | 700 us | 2.1 ms |" in said.out
    assert "| servers | 10 | 15 | +5 |" in said.out and "| bottleneck | network cards | CPU | changed |" in said.out


@pytest.mark.every_world
def test_the_money_of_another_demand_has_its_bandwidth_in_it(headroom, files):
    """The servers are as many; what they send costs more."""
    said = headroom("check", *files("demand: 6 Gbps\n"), *THEORY)
    (more,) = re.findall(r"\| USD a month in all \| .* \| \+([\d,]+) \|", said.out)
    assert f"**The farm has {more} USD a month more in all; it costs more with over 99 % probability.**" in said.out


def test_a_change_that_a_plan_does_not_see_leaves_the_farm(headroom, files):
    said = headroom("check", *files(""), *THEORY)
    assert said.code == 0 and "The farm stays as it is." in said.out and "is changed." in said.out


def test_a_target_that_becomes_missed_ends_with_1(headroom, files):
    said = headroom("check", *files("targets: {utilisation: 40 %}\n", STATED), *THEORY)
    assert said.code == 1 and "Missed since this change: most used limit." in said.out
    assert ": missed | changed |" in said.out


def test_what_was_missed_before_is_not_the_fault_of_the_change(headroom, files):
    said = headroom("check", *files("", STATED.replace("targets: {", "targets: {utilisation: 40 %, ")), *THEORY)
    assert said.code == 0 and "Missed since" not in said.out and ": missed |" in said.out


def test_what_is_set_is_part_of_the_change(headroom, files):
    _, *against = files("")
    said = headroom("check", against[1], *against, *THEORY, "--set", "workload.request.cpu=2.1 ms")
    assert said.code == 0 and "| workload.request.cpu | 700 us | 2.1 ms |" in said.out
    assert "| servers | 10 | 15 | +5 |" in said.out


def test_a_farm_that_is_lost_ends_with_1_and_says_why(headroom, files):
    change = "targets: {utilisation: 1 %, errors: 0 %}\ndns: {time_to_live: 5 min, resolvers: 3}\n"
    said = headroom("check", *files(change), *THEORY)
    assert said.code == 1 and "No farm is recommended since this change: " in said.out
    assert "| servers | 10 | none |  |" in said.out


def test_figures_are_there_as_data_too(headroom, files):
    said = headroom("check", *files("demand: 8 Gbps\n"), *THEORY, "--json", "-")
    found = json.loads(said.out)
    assert [each["path"] for each in found["changed"]] == ["demand.wire"]
    assert found["becomes_missed"] == [] and found["before"]["standing"] == found["after"]["standing"] == "met"
    assert said.err.count("### What this change does") == 1


def test_prices_in_two_currencies_are_refused(headroom, files):
    said = headroom("check", *files("datacenter: {prices: eu-2026}\n"), *THEORY)
    assert said.code == 2 and "one currency" in said.err


def test_a_file_that_is_none_is_told(headroom, files):
    new, *_ = files("")
    said = headroom("check", new, "--against", "nowhere.yaml", *THEORY)
    assert said.code == 2 and "nowhere.yaml" in said.err and said.out == ""


@pytest.mark.parametrize("more", [("scenarios/first_farm.yaml",), ("--junit", "x.xml")])
def test_one_scenario_is_held_against_one(headroom, files, more):
    said = headroom("check", *files(""), *more, *THEORY)
    assert said.code == 2 and "--against" in said.err
