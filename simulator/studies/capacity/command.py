"""`capacity`: the largest load within the targets, and what would raise it."""

from typing import TYPE_CHECKING

import typer

from models.scenario import Scenario
from simulator.cli.arguments import ScenarioFile, WhatWouldHelp
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.messages.arguments import NO_REPORT_OF_OPTIONS
from simulator.solver import Solver

if TYPE_CHECKING:
    from simulator.studies.upgrades.result import UpgradesResult


@reporting_command
def capacity(path: ScenarioFile, asked: CommandOptions, what_would_help: WhatWouldHelp = False) -> int:
    """The largest load of a server within its targets, its bottleneck, and the load curve around it."""
    if what_would_help and asked.files.folder is not None:
        raise typer.BadParameter(NO_REPORT_OF_OPTIONS)
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)
    print_line(question(scenario), asked.json)

    if what_would_help:
        return deliver(_options(scenario, solver), asked.json)
    from simulator.studies.capacity.study import capacity as server_capacity

    found = server_capacity(scenario, solver, command_line("capacity", [path], asked), show_progress)
    return deliver(found, asked.json, write_report)


def _options(scenario: Scenario, solver: Solver) -> "UpgradesResult":
    """Searches for the capacity with each option of the catalogue."""
    from simulator.studies.upgrades.answer import study_upgrades, upgrade_steps
    from simulator.studies.upgrades.result import UpgradesResult

    with show_progress(upgrade_steps(scenario), "trying options") as step:
        return UpgradesResult(study_upgrades(scenario, solver, step))
