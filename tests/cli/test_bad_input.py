"""Whatever is wrong with the input is said in one clear message: exit code 2, no traceback, nothing written."""

import os
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.measurement import measure_with_common_draws
from tests.cli.conftest import QUICK, SMALL

TEXT = Path(SMALL).read_text()
ENGINE, DAY = load_engine("kernel"), date(2026, 1, 1)
BROKEN = {
    "unknown key": (TEXT.replace("offered", "ofered"), "offered"),
    "unknown name": (TEXT.replace("dl585-2.2ghz-4gb", "dl585-2.2ghz-4g"), "did you mean"),
    "missing field": (TEXT.replace("  clients: {rate: 80 kB/s}\n", ""), "clients"),
    "wrong unit": (TEXT.replace("30 kB", "30 ms"), "size"),
    "negative": (TEXT.replace("30 kB", "-30 kB"), "-30 kB"),
    "zero": (TEXT.replace("2000 /s", "0 /s"), "0 /s"),
    "not a number": (TEXT.replace("2000 /s", ".nan"), "nan"),
    "absurd": (TEXT.replace("80 kB/s", "80e30 kB/s"), "80e30"),
    "duplicate key": (TEXT + "server: dl585-2.2ghz-4gb\n", "twice"),
    "alias bomb": ("a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchor"),
    "cache over address space": (
        TEXT.replace("windows-2003-x64", "windows-2003-x86").replace(
            "web_server: iis-6", "web_server: {model: iis-6, file_cache: 2.9 GiB}"
        ),
        "address space",
    ),
    "empty": ("", "empty"),
    "binary": ("\0\1\2", "binary"),
}


def refused(said, *fragments):
    """The command ended as it should on wrong input."""
    assert said.code == 2 and said.out == "", said
    assert "Traceback" not in said.err and said.err.strip()
    for fragment in fragments:
        assert fragment in said.err, said.err


@pytest.mark.parametrize("command", ["plan", "run", "describe"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scenario_is_refused(headroom, tmp_path, command, name):
    text, fragment = BROKEN[name]
    file = tmp_path / "scenario.yaml"
    file.write_text(text)
    refused(headroom(command, file), "scenario.yaml", fragment)
    assert os.listdir(tmp_path) == ["scenario.yaml"]


@pytest.mark.parametrize("command", ["plan", "run", "capacity", "describe", "compare", "optimise", "sensitivity"])
def test_a_portfolio_is_answered_with_the_command_for_it(headroom, tmp_path, command):
    file = tmp_path / "many.yaml"
    file.write_text(f"portfolio: many\nbase: {SMALL}\ngrid: {{server.ram: [4 GiB]}}\n")
    said = headroom(command, file, *((file,) if command == "compare" else ()))
    refused(said, f"{file}:1: ", "this is a portfolio, not a scenario", f"`sweep {file}` answers it")
    assert said.err.count("this is a portfolio") == 1 and os.listdir(tmp_path) == ["many.yaml"]


def test_a_scenario_is_not_swept_but_answered_with_the_command_for_it(headroom):
    said = headroom("sweep", SMALL)
    refused(said, f"{SMALL}:", "this is a scenario, not a portfolio", f"`plan {SMALL}` answers it")
    assert len(said.err.strip().splitlines()) <= 2


def test_a_directory_and_a_file_that_is_not_there_are_refused(headroom, tmp_path):
    refused(headroom("run", tmp_path), "director")
    refused(headroom("run", "scenarios/single_sever.yaml"), "single_server.yaml")


def test_a_server_is_measured_only_at_a_stated_load(headroom):
    said = headroom("run", SMALL, *QUICK, "--set", "workload.offered=none")
    refused(said, "workload.offered", "one server is measured at a stated load, and none is stated", "ask `capacity`")


def test_a_comparison_of_servers_measures_them_at_a_stated_load():
    scenario = load(SMALL, {"workload.offered": "none"})
    with pytest.raises(ScenarioError, match="one server is measured at a stated load"):
        measure_with_common_draws(ENGINE, [scenario, scenario])


def test_a_demand_that_no_unit_can_carry_is_refused_with_what_one_carries(headroom):
    said = headroom("plan", SMALL, *QUICK, "--set", "demand=1000 Tbps", "--set", "workload.offered=1 /s")
    assert said.code == 2 and "demand" in said.err and "unit" in said.err and "Traceback" not in said.err


def test_an_engine_that_is_not_there_is_refused(headroom):
    refused(headroom("run", SMALL, "--engine", "kernal"), "did you mean kernel")


def test_a_balancer_that_theory_does_not_know_is_refused_by_name(headroom):
    several = ("--set", "unit.nodes=3", "--set", "unit.balancer=least-connections")
    said = headroom("run", SMALL, "--engine", "theory", *several)
    assert said.code == 2 and "least-connections" in said.err and "--engine kernel" in said.err


NONSENSE = [(), ("plan",), ("frobnicate",), ("run", SMALL, "--threads", "none"), ("run", SMALL, "--set", "x")]


@pytest.mark.parametrize("words", NONSENSE)
def test_a_command_line_that_makes_no_sense_is_refused(headroom, words):
    said = headroom(*words)
    assert said.code == 2 and "Traceback" not in said.err


def test_a_report_folder_that_cannot_be_written_is_refused_before_the_simulation(headroom, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    started = time.perf_counter()
    said = headroom("plan", "scenarios/microsoft_update.yaml", "--report", blocked / "reports")
    assert said.code == 2 and "blocked" in said.err and "Traceback" not in said.err
    assert "units of" not in said.out, "it simulated first"
    assert time.perf_counter() - started < 60.0


@pytest.mark.parametrize("target", ["nowhere/figures.json", "."])
def test_a_json_file_that_cannot_be_written_is_refused(headroom, target):
    refused(headroom("run", SMALL, *QUICK, "--json", target))


def test_interrupting_stops_cleanly_and_writes_nothing(tmp_path):
    words = ["plan", SMALL, "--set", "run.duration=3000 s", "--json", str(tmp_path / "figures.json")]
    process = subprocess.Popen(
        [sys.executable, "-m", "simulator", *words, "--report", str(tmp_path / "reports")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever started the tests in the background has told their children not to mind.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    process.stdout.readline()  # The question: from here on the work is under way.
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "Interrupted" in said and "Traceback" not in said
    assert not list(tmp_path.rglob("*.*")), "something was written"
