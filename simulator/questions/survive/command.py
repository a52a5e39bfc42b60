"""`survive`: what becomes of a unit whose nodes fail or are maintained, and of those who use it."""

from typing import Annotated

import typer

from simulator.exits import DONE, MISSED
from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_engine, read_scenario
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import report_writer

StatedLoad = Annotated[
    str,
    typer.Option("--load", metavar="LOAD", help="Of each server, all up: a share of what it carries, or requests/s."),
]

Collapses = Annotated[
    bool, typer.Option("--collapse", help="Also the load that gets over it, and the one at which it comes back.")
]


@reporting_command
def survive(path: ScenarioFile, asked: Asked, load: StatedLoad = "", collapse: Collapses = False) -> int:
    """What becomes of a unit whose nodes fail or are maintained: who is hurt, how long, and which limit breaks."""
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.survive.data import survival_data
    from simulator.questions.survive.document import survival_on_terminal, survival_report
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped
    from simulator.survival.collapse import steps as to_collapse
    from simulator.survival.survive import steps, survive, with_collapse

    with progress(steps(scenario, load), "simulating") as step:
        found = survive(scenario, engine, load, step)
    if collapse:
        with progress(to_collapse(scenario), "searching loads") as step:
            found = with_collapse(found, engine, step)
    command = command_line("survive", [path], asked, load=load) + (" --collapse" if collapse else "")
    stamp = stamped(scenario, engine.name, len(found.hurt), command, today().isoformat())
    written = write_report(lambda: survival_report(found, stamp))
    if asked.json:
        write_text(asked.json, to_json(survival_data(found)))
    show(survival_on_terminal(found), asked.json, written)
    return DONE if found.met else MISSED
