"""`capacity`: the largest load within the targets, and what would raise it."""

from pathlib import Path

import typer

from simulator.exits import DONE
from simulator.questions.arguments import ScenarioFile, WhatWouldHelp
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.inputs import command_line, first_lines, read_engine, read_scenario
from simulator.questions.outputs import check_writable, deliver, progress, say, write_text
from simulator.questions.reports import report_writer


@reporting_command
def capacity(path: ScenarioFile, asked: Asked, what_would_help: WhatWouldHelp = False) -> int:
    """The largest load that a server carries within its targets, and the load curve around it; or what would help."""
    if what_would_help:
        return _options(path, asked)
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.capacity.study import capacity as server_capacity

    found = server_capacity(scenario, engine, command_line("capacity", [path], asked), progress)
    return deliver(found, asked.json, write_report)


def _options(path: Path, asked: Asked) -> int:
    """Searches for the capacity with each option of the catalogue."""
    if asked.files.folder is not None:
        raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.helps.answer import configurations, what_would_help
    from simulator.questions.helps.data import server_and_options_data
    from simulator.questions.helps.document import options_blocks
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show

    with progress(configurations(scenario), "trying options") as step:
        found = what_would_help(scenario, engine, step)
    if asked.json:
        write_text(asked.json, to_json(server_and_options_data(found)))
    show(options_blocks(found), asked.json)
    return DONE
