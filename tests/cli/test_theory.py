"""Theory on the command line: `run` and `plan` by it, and what it says before a plan is simulated."""

import json
from dataclasses import replace
from datetime import date
from importlib import import_module

import pytest

from models.load import load
from simulator.cli.inputs import ANSWERED_BY_THEORY
from simulator.cli.main import QUESTIONS
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.farm.study import study_in_theory
from simulator.farm.unit_capacity import unit_capacity
from simulator.messages import command_usage
from simulator.messages.plan.theory import contradiction, theory_error, theory_sentence
from simulator.output.blocks import Text
from simulator.studies.plan.document import plan_blocks
from simulator.studies.plan.sections import answer
from simulator.studies.plan.sections.trust import theory_data
from simulator.targets import Target
from tests.cli.conftest import QUICK, SMALL
from tests.fabricated import outcome

DOWNLOADS = "scenarios/microsoft_update.yaml"
RECYCLED = "scenarios/published/microsoft_com_x86.yaml"
DAY = date(2006, 5, 1)


def test_run_says_of_every_figure_how_exact_it_is_or_why_it_is_not_known(headroom, tmp_path):
    file = tmp_path / "theory.json"
    said = headroom("run", SMALL, "--engine", "theory", "--json", str(file))
    assert said.code == 0
    out = " ".join(said.out.split())
    assert "exact: all that is not turned away is carried" in out and "Che's approximation" in out
    assert "theory gives means of response times here" in out and "By theory, nothing simulated" in out
    data = json.loads(file.read_text())
    assert data["measures"]["response_p95"].keys() == {"refused"}
    assert data["measures"]["wire_mbps"]["samples"] == 0 and data["provenance"]["engine"] == "theory"


def test_the_name_that_it_had_before_is_understood(headroom):
    said = headroom("run", SMALL, "--engine", "analytic", "--json", "-")
    assert json.loads(said.out)["provenance"]["engine"] == "theory"


def test_a_plan_by_theory_is_a_plan(headroom):
    said = headroom("plan", DOWNLOADS, "--engine", "theory")
    assert said.code == 1  # The target of the 95th percentile is not judged, so it is not met.
    assert said.out.count("Buy 15 servers (3 units of 5; 2 racks)") == 1


def test_a_plan_says_first_what_theory_says_and_last_how_far_off_that_was(headroom, tmp_path):
    file = tmp_path / "plan.json"
    said = headroom("plan", SMALL, *QUICK, "--set", "demand=2 Gbps", "--json", str(file))
    assert said.out.splitlines()[1].startswith("In theory: Buy ")
    theory = json.loads(file.read_text())["theory"]
    assert f"Theory expected {theory['server_mbps']['value']:.0f} " in said.out
    assert theory["standing"].startswith("approximate") and theory["server_mbps"]["half_width"] > 0.0


def expecting(mbps: float, half: float = 10.0, unjudged: tuple[Target, ...] = ()) -> Outcome:
    """A plan of 976 ± 5 Mbps a server of which theory expects so many."""
    simulated = outcome()
    carried = replace(simulated.carried, mbps=replace(simulated.carried.mbps, value=mbps, half_width=half))
    carried = replace(carried, unjudged=unjudged, standing="approximate: a law")
    theory = replace(simulated, carried=carried, capacity=unit_capacity(simulated.scenario, carried))
    return replace(simulated, theory=theory, carried=replace(simulated.carried, target=Target.P95))


def test_theory_and_simulation_that_cannot_both_be_right_are_told_first():
    """5 % of 976 and both intervals are 64 Mbps; the second sentence on a terminal, and in the report's answer."""
    told = contradiction(expecting(1_050.0))
    assert told.startswith(
        "Theory and simulation contradict each other: one server carries 1.050 ± 0.010 Gbps in theory"
    )
    assert "and 0.9760 ± 0.0049 Gbps simulated" in told and "run.duration" in told
    assert plan_blocks(expecting(1_050.0))[1] == Text(told)
    assert Text(told) in answer.reasons(expecting(1_050.0))
    assert contradiction(expecting(900.0))


def test_what_intervals_or_an_unjudged_target_explain_is_no_contradiction():
    assert contradiction(expecting(1_035.0)) == contradiction(expecting(1_200.0, half=200.0)) == ""
    assert contradiction(expecting(1_200.0, unjudged=(Target.P95,))) == contradiction(outcome()) == ""


def test_what_theory_cannot_say_is_refused_by_name_and_the_plan_goes_on():
    theory = study_in_theory(load(RECYCLED), "", DAY)
    assert isinstance(theory, Unavailable) and "applications memory" in theory.reason and "recycled" in theory.reason
    assert theory_sentence(theory).startswith("In theory: not known. ")
    assert theory_data(theory) == {"refused": theory.reason}
    assert theory_error(theory, None) == ""


def test_a_baseline_that_theory_does_not_know_leaves_the_plan_known():
    theory = study_in_theory(load("scenarios/web_farm.yaml"), "", DAY)
    assert isinstance(theory, Outcome) and theory.baseline is None


@pytest.mark.parametrize("words", [("compare", SMALL, SMALL), ("validate",)])
def test_theory_has_no_replications(headroom, words):
    said = headroom(*words, "--engine", "theory")
    assert said.code == 2 and "theory has no replications" in said.err and "kernel, reference" in said.err


def test_the_commands_that_are_named_for_theory_are_those_that_it_answers(headroom):
    commands = {name: import_module(f"simulator.studies.{name}.command") for name in QUESTIONS}
    assert set(ANSWERED_BY_THEORY) == {name for name, module in commands.items() if hasattr(module, "read_solver")}
    told = command_usage.no_replications("theory", ANSWERED_BY_THEORY, ("kernel", "reference"))
    assert told in headroom("daily", SMALL, "--engine", "theory").err.replace("\n", " ")


def test_a_load_test_is_nothing_for_theory(headroom):
    said = headroom("run", "scenarios/published/tcp_open_rhel_4.yaml", "--engine", "theory")
    assert said.code == 2 and "workload.ramp: theory knows no load test" in said.err


def test_an_overload_that_nothing_relieves_is_a_bound_with_its_station(headroom):
    said = headroom("run", SMALL, "--engine", "theory", "--set", "workload.offered=9000 /s",
                    "--set", "operating_system.kernel_pool=1 TB")  # fmt: skip
    out = " ".join(said.out.split())
    assert said.code == 0 and "at most" in out and "disks" in out and "Traceback" not in said.err


@pytest.mark.parametrize("target", ["client_speed=20 kB/s", "connections=100", "utilisation=50 %"])
def test_a_target_that_theory_judges_is_in_its_data(headroom, target):
    said = headroom("run", SMALL, "--engine", "theory", "--set", f"targets.{target}", "--json", "-")
    verdict = json.loads(said.out)["targets"][target.partition("=")[0]]
    assert said.code == 0 and isinstance(verdict["met"], bool) and isinstance(verdict["clear"], bool)
