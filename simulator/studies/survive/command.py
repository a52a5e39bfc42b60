"""`survive`: what becomes of a unit whose nodes fail or are maintained, and of those who use it."""

from typing import Annotated

import typer

from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_engine, read_scenario
from simulator.cli.options import CommandOptions, simulating_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer

StatedLoad = Annotated[
    str,
    typer.Option("--load", metavar="LOAD", help="Load of each server, all up: a share of its capacity, or requests/s."),
]

Collapses = Annotated[bool, typer.Option("--collapse", help="Also the loads at which the unit collapses and recovers.")]


@simulating_command
def survive(path: ScenarioFile, asked: CommandOptions, load: StatedLoad = "", collapse: Collapses = False) -> int:
    """What happens when nodes of a unit fail: which targets are missed, for how long, and why."""
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)
    print_line(question(scenario), asked.json)

    from simulator.studies.survive.study import survive as survive_failures

    command = command_line("survive", [path], asked, load=load) + (" --collapse" if collapse else "")
    found = survive_failures(scenario, engine, load, collapse, command, show_progress)
    return deliver(found, asked.json, write_report)
