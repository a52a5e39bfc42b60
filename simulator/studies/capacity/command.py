"""`capacity`: the largest load within the targets, and what would raise it."""

from pathlib import Path

import typer

from simulator.cli.arguments import ScenarioFile, WhatWouldHelp
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress, write_text
from simulator.cli.reports import report_writer
from simulator.exits import DONE


@reporting_command
def capacity(path: ScenarioFile, asked: CommandOptions, what_would_help: WhatWouldHelp = False) -> int:
    """The largest load of a server within its targets, its bottleneck, and the load curve around it."""
    if what_would_help:
        return _options(path, asked)
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    print_line(question(scenario), asked.json)

    from simulator.studies.capacity.study import capacity as server_capacity

    found = server_capacity(scenario, solver, command_line("capacity", [path], asked), show_progress)
    return deliver(found, asked.json, write_report)


def _options(path: Path, asked: CommandOptions) -> int:
    """Searches for the capacity with each option of the catalogue."""
    if asked.files.folder is not None:
        raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    print_line(question(scenario), asked.json)

    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.output.sections import in_short
    from simulator.studies.upgrades.answer import study_upgrades, upgrade_steps
    from simulator.studies.upgrades.data import server_and_options_data
    from simulator.studies.upgrades.document import upgrade_blocks

    with show_progress(upgrade_steps(scenario), "trying options") as step:
        found = study_upgrades(scenario, solver, step)
    if asked.json:
        write_text(asked.json, to_json(server_and_options_data(found)))
    show(in_short(upgrade_blocks(found)), asked.json)
    return DONE
