"""`check`: whether plans keep to their targets, as an exit code."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from models.scenario import Scenario
from simulator.cli.inputs import command_line, read_scenario, read_solver
from simulator.cli.options import CommandOptions, plain_command
from simulator.cli.outputs import check_writable, show_progress, write_text
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED, WRONG_INPUT


@plain_command
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="SCENARIO...", help="Scenario files, YAML.")],
    asked: CommandOptions,
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - for standard output.")] = "",
) -> int:
    """Whether plans meet their targets: exit code 1 when one does not, for continuous integration."""
    # 0 if all meet their targets, 1 if one does not (or no load does), 2 if one has no answer. What is wrong with
    # files is told of all of them before anything has run; the others go on.
    solver = read_solver(asked.engine)
    _check_outputs(junit, asked.json)

    from simulator.studies.check.answer import NO_ANSWER, ScenarioCheck, UnreadableFile, failed_check, refused_or_ready

    subjects: list[Scenario | ScenarioCheck] = []
    for path in dict.fromkeys(paths):
        try:
            subjects.append(refused_or_ready(read_scenario(path, asked), solver))
        except NO_ANSWER as error:
            subjects.append(failed_check(UnreadableFile(str(path)), error))
    refused = [each for each in subjects if isinstance(each, ScenarioCheck)]
    # A problem that several files have, as one in what they extend, is told once.
    for line in dict.fromkeys(line for each in refused for line in each.reason.splitlines()):
        print(line, file=sys.stderr, flush=True)
    if len(refused) == len(subjects):
        return WRONG_INPUT

    from simulator.output.renderers.terminal import show
    from simulator.studies.check.data import junit_text
    from simulator.studies.check.study import check as check_plans

    found = check_plans(subjects, solver, command_line("check", paths, asked), show_progress)
    if junit:
        write_text(junit, junit_text(found.checks))
    if asked.json:
        write_text(asked.json, found.to_json())
    show(found.blocks(), "-" if "-" in (asked.json, junit) else "")
    if "no answer" in found.standings.values():
        return WRONG_INPUT
    return DONE if found.met else MISSED


def _check_outputs(junit: str, json: str) -> None:
    """Raises ReportError where one could not be written, or both would go to the same place."""
    check_writable(json)
    check_writable(junit)
    if junit and junit == json:
        raise ReportError("--junit", f"{json} is where --json goes", "name another file")
