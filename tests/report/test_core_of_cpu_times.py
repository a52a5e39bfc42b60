"""CPU times of which nobody says on which core they were measured: on a far faster server, the planner is told so."""

from datetime import date

import pytest

from models.load import load
from simulator.questions.plan.sections.answer import section
from simulator.questions.plan.terminal import plan_blocks
from simulator.report.blocks import Text
from simulator.report.language.rated import core_of_cpu_times
from simulator.sizing.solvers import Theory
from simulator.sizing.study import study
from tests.fabricated import ROOT


def said(**changes):
    overrides = {"server": "epyc-9354p-2x100gbe"} | {path.replace("__", "."): value for path, value in changes.items()}
    return core_of_cpu_times(load(ROOT / "scenarios/first_farm.yaml", overrides))


def test_a_plan_says_so_on_the_terminal_and_in_its_report():
    scenario = load(ROOT / "scenarios/first_farm.yaml", {"server": "epyc-9354p-2x100gbe"})
    outcome = study(scenario, Theory(), "plan", date(2026, 1, 1))
    for blocks in (plan_blocks(outcome), section(outcome)):
        assert core_of_cpu_times(scenario) in [block.text for block in blocks if isinstance(block, Text)]


def test_cpu_times_of_nobody_knows_what_core_are_told_with_what_to_write():
    assert "a core of this server is 5.33 times as fast" in said()
    assert "write `workload.cpu_measured_on: 5.33`" in said()


@pytest.mark.parametrize("speed", [1, 5.33])
def test_nothing_is_told_where_the_core_is_named_whichever_it_is(speed):
    assert "CPU times" not in said(workload__cpu_measured_on=speed)


def test_nothing_is_told_of_a_server_that_is_about_as_fast():
    assert "CPU times" not in said(server="dl585-2.4ghz-12gb")
