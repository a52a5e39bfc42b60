"""`check`: whether plans keep to their targets, as an exit code."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from models.scenario import Scenario
from simulator.cli.inputs import command_line, read_scenario, read_solver, require_one_currency, shell_quoted
from simulator.cli.options import CommandOptions, plain_command
from simulator.cli.outputs import check_writable, show_progress, write_text
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED, WRONG_INPUT
from simulator.messages import arguments
from simulator.solver import Solver

if TYPE_CHECKING:
    from simulator.studies.check.answer import ScenarioCheck


@plain_command
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="SCENARIO...", help="Scenario files, YAML.")],
    asked: CommandOptions,
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - for standard output.")] = "",
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="The scenario before a change: what that does, as Markdown."),
    ] = None,
) -> int:
    """Whether plans meet their targets: exit code 1 when one does not, for continuous integration."""
    # 0 if all meet their targets, 1 if one does not (or no load does), 2 if one has no answer. What is wrong with
    # files is told of all of them before anything has run; the others go on.
    solver = read_solver(asked.engine)
    _check_outputs(junit, asked.json)

    from simulator.studies.check.answer import NO_ANSWER, ScenarioCheck, UnreadableFile, failed_check, refused_or_ready

    if against is not None:
        _require_one(paths, junit)
    subjects: list[Scenario | ScenarioCheck] = []
    for path in [against, paths[0]] if against is not None else dict.fromkeys(paths):
        # What is laid over a scenario is part of the change.
        options = replace(asked, assignments=()) if path is against else asked
        try:
            subjects.append(refused_or_ready(read_scenario(path, options), solver))
        except NO_ANSWER as error:
            subjects.append(failed_check(UnreadableFile(str(path)), error))
    refused = [each for each in subjects if isinstance(each, ScenarioCheck)]
    # A problem that several files have, as one in what they extend, is told once.
    for line in dict.fromkeys(line for each in refused for line in each.reason.splitlines()):
        print(line, file=sys.stderr, flush=True)
    if len(refused) == len(subjects) or (refused and against is not None):
        return WRONG_INPUT
    if against is not None:
        return _check_change(subjects, solver, _change_command(paths[0], against, asked), asked.json)

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


def _change_command(path: Path, against: Path, asked: CommandOptions) -> str:
    return f"{command_line('check', [path], asked)} {shell_quoted(['--against', str(against)])}"


def _check_change(subjects: Sequence["Scenario | ScenarioCheck"], solver: Solver, command: str, json: str) -> int:
    """Prints what a change does, as Markdown."""
    from simulator.output.renderers.markdown import blocks_as_markdown
    from simulator.studies.check.study import check_change

    require_one_currency([each for each in subjects if isinstance(each, Scenario)])
    before, after = subjects
    found = check_change(before, after, solver, command, show_progress)
    if json:
        write_text(json, found.to_json())
    print(blocks_as_markdown(found.blocks()), file=sys.stderr if json == "-" else sys.stdout, flush=True)
    if "no answer" in (found.change.before.standing, found.change.after.standing):
        return WRONG_INPUT
    return DONE if found.met else MISSED


def _require_one(paths: Sequence[Path], junit: str) -> None:
    """Raises BadParameter for what has no meaning beside one scenario before a change."""
    if len(dict.fromkeys(paths)) > 1:
        raise typer.BadParameter(arguments.ONE_BEFORE_CHANGE)
    if junit:
        raise typer.BadParameter(arguments.MARKDOWN_OR_JUNIT)


def _check_outputs(junit: str, json: str) -> None:
    """Raises ReportError where one could not be written, or both would go to the same place."""
    check_writable(json)
    check_writable(junit)
    if junit and junit == json:
        raise ReportError("--junit", f"{json} is where --json goes", "name another file")
