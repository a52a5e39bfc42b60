"""CPU times of which nobody says on which core they were measured: on a far faster server, the planner is told so."""

from datetime import date
from importlib import import_module

import pytest

from models.load import load
from simulator.cli.inputs import first_lines, question
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.decision import headline
from simulator.messages.measured_core import core_of_cpu_times
from simulator.output.blocks import Text
from simulator.studies.plan.sections.answer import section
from simulator.studies.plan.terminal import plan_blocks
from tests.fabricated import ROOT


def said(**changes):
    overrides = {"server": "epyc-9354p-2x100gbe"} | {path.replace("__", "."): value for path, value in changes.items()}
    return core_of_cpu_times(load(ROOT / "scenarios/first_farm.yaml", overrides))


def test_a_plan_says_so_on_the_terminal_and_in_its_report():
    scenario = load(ROOT / "scenarios/first_farm.yaml", {"server": "epyc-9354p-2x100gbe"})
    outcome = study(scenario, Theory(), "plan", date(2026, 1, 1))
    for blocks in (plan_blocks(outcome), section(outcome)):
        first, second = [block for block in blocks if isinstance(block, Text)][:2]
        assert first.text == headline(outcome) and second.text == core_of_cpu_times(scenario)


@pytest.mark.parametrize("command", ["run", "capacity", "grow", "optimise", "daily", "survive", "sensitivity"])
def test_every_command_says_so_before_any_figure(command):
    """All of them begin with these lines."""
    module = import_module(f"simulator.studies.{command}.command")
    assert module.first_lines is first_lines
    scenario = load(ROOT / "scenarios/first_farm.yaml", {"server": "epyc-9354p-2x100gbe"})
    asked, told = first_lines(scenario)
    assert asked == question(scenario) and told == core_of_cpu_times(scenario)
    assert first_lines(load(ROOT / "scenarios/first_farm.yaml")) == [question(load(ROOT / "scenarios/first_farm.yaml"))]


def test_a_tier_on_faster_servers_is_told_of_too():
    shop = {"workload.cpu_measured_on": 4, "server": "dl585-2.2ghz-4gb"}
    assert "CPU times" not in core_of_cpu_times(load(ROOT / "scenarios/three_tiers.yaml", shop))
    scenario = load(ROOT / "scenarios/three_tiers.yaml", {"server": "dl585-2.2ghz-4gb"})
    sources = {path: each for path, each in scenario.sources.items() if path != "workload.cpu_measured_on"}
    said_by_default = scenario.sources["workload.cpu_measured_on"].model_copy(update={"kind": "default"})
    workload = scenario.workload.model_copy(update={"cpu_measured_on": 1.0})
    nobody_says = scenario.model_copy(
        update={"workload": workload, "sources": {**sources, "workload.cpu_measured_on": said_by_default}}
    )
    fastest = max(scenario.tiers, key=lambda tier: tier.server.core_speed).server
    assert f"A core of {fastest.name} is {fastest.core_speed:g} times as fast" in core_of_cpu_times(nobody_says)


def test_cpu_times_of_nobody_knows_what_core_are_told_with_what_to_write():
    assert "A core of this server is 5.33 times as fast" in said()
    assert "write `workload.cpu_measured_on: 5.33`" in said()


@pytest.mark.parametrize("speed", [1, 5.33])
def test_nothing_is_told_where_the_core_is_named_whichever_it_is(speed):
    assert "CPU times" not in said(workload__cpu_measured_on=speed)


def test_nothing_is_told_of_a_server_that_is_about_as_fast():
    assert "CPU times" not in said(server="dl585-2.4ghz-12gb")
