"""How long commands run where the scenario leaves it open, what they say of it, and what they refuse."""

import json
import re
import shutil

import pytest
from rich.progress import Progress

from simulator.cli.outputs import StepBar
from tests.cli.conftest import SMALL

X86 = "scenarios/published/microsoft_update_x86.yaml"
# Everything is found, in little time; figures of so short a run are not very precise.
SHORT = ("--set", "run.duration=20 s", "--set", "run.window=1 s", "--set", "run.precision=5 %")
FOUND = r"replications of 20 s after (\d+) s of warm-up \(found by MSER-5, last to settle: [a-z ]+\)"


def words(text):
    return " ".join(text.split())


def test_what_was_found_is_shown_and_written(headroom, tmp_path):
    said = headroom("run", SMALL, *SHORT, "--json", tmp_path / "figures.json")
    assert said.code == 0, said.err
    shown = re.search(FOUND, words(said.out))
    stamp = json.loads((tmp_path / "figures.json").read_text())["provenance"]
    assert stamp["warm_up_s"] == stamp["settled"]["seconds"] == float(shown.group(1)) > 0.0
    assert stamp["settled"]["rule"] == "MSER-5" and stamp["settled"]["pilot_s"] >= 20.0
    assert stamp["settled"]["series"] in words(said.out)


def test_what_was_stated_is_shown_as_it_was_stated(headroom):
    said = headroom("run", SMALL, *SHORT, "--set", "run.warm_up=30 s", "--replications", "2", "--json", "-")
    assert "2 replications of 20 s after 30 s of warm-up, " in words(said.err)
    assert json.loads(said.out)["provenance"]["settled"] is None


@pytest.mark.afresh
def test_the_same_seed_gives_the_same_bytes_on_one_thread_or_two(headroom):
    one, two = (headroom("run", SMALL, *SHORT, "--json", "-", "--threads", threads).out for threads in ("1", "2"))
    assert one == two


@pytest.fixture
def small(tmp_path):
    """The small scenario in a folder that others can be written to."""
    return shutil.copy(SMALL, tmp_path / "single_server.yaml")


def test_a_baseline_has_a_warm_up_of_its_own_and_all_are_told_of_both(headroom, tmp_path, small):
    plan = tmp_path / "plan.yaml"
    plan.write_text("extends: single_server.yaml\nbaseline: {run: {warm_up: 35 s}}\n")
    said = headroom("plan", plan, *SHORT, "--all", "--report", tmp_path / "reports")
    assert said.code in (0, 1), said.err
    assert re.search(FOUND, words(said.out))
    assert "Baseline: 5 replications of 20 s after 35 s of warm-up." in words(said.out)
    page = words(next((tmp_path / "reports").glob("*.html")).read_text())
    assert re.search(FOUND, page) and "Of the baseline: 5 replications of 20 s after 35 s of warm-up, " in page
    assert "at the dashed line (in the baseline after 0.583 minutes)" in page


def test_a_warm_up_that_is_too_short_is_refused_with_the_one_that_is_needed(headroom):
    said = headroom("run", X86, "--replications", "2", "--set", "run.warm_up=10 s", "--set", "run.duration=200 s")
    assert said.code == 2 and "Traceback" not in said.err
    assert "run.warm_up = 10 s is too short: last to settle is " in said.err
    assert "write run.warm_up: auto or " in said.err


def test_a_server_that_does_not_settle_is_refused_with_what_is_overloaded(headroom):
    overloaded = ("--set", "workload.offered=6000 /s", "--set", "run.duration=10 s", "--set", "run.window=1 s")
    said = headroom("run", SMALL, *overloaded)
    assert said.code == 2 and "Traceback" not in said.err
    assert "One download server: overloaded at the " in said.err and "run.duration" not in said.err


def test_figures_that_do_not_become_precise_are_refused_with_how_precise_they_are(headroom):
    settings = ("run.duration=10 s", "run.window=1 s", "run.precision=0.1 %", "run.most_replications=6")
    said = headroom("run", SMALL, *(word for setting in settings for word in ("--set", setting)))
    assert said.code == 2 and "Traceback" not in said.err
    assert "run.precision = 0.1 %: " in said.err and "after 6 replications, and about " in said.err


def test_servers_that_are_compared_run_for_the_same_time(headroom, tmp_path, small):
    other = tmp_path / "faster.yaml"
    other.write_text("extends: single_server.yaml\nserver: {core_speed: 1.02}\n")
    said = headroom("compare", small, other, *SHORT, "--json", "-")
    assert said.code == 0, said.err
    assert re.search(FOUND, words(said.err))
    rows = json.loads(said.out)["differences"]
    assert len({row[side]["samples"] for row in rows for side in ("reference_value", "value", "difference")}) == 1


def test_a_bar_grows_by_the_steps_that_come_to_it():
    shown = Progress(disable=True)
    bar = StepBar(shown, shown.add_task("simulating", total=5), 5)
    bar.grow(3)
    bar()
    assert (shown.tasks[0].completed, shown.tasks[0].total) == (1, 8)
