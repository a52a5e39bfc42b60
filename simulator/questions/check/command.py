"""`check`: whether plans keep to their targets, as an exit code."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED, WRONG_INPUT
from simulator.questions.asked import Asked, plain_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, write_text


@plain_command
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="SCENARIO...", help="Scenario files, YAML.")],
    asked: Asked,
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - for standard output.")] = "",
) -> int:
    """Whether plans meet their targets: exit code 1 when one does not, for continuous integration."""
    # 0 if all meet their targets, 1 if one does not (or no load does), 2 if one has no answer. All problems of all
    # files, and what an engine does not support, are told before anything has run.
    scenarios = _scenarios(paths, asked)
    solver = read_solver(asked.engine)
    _check_outputs(junit, asked.json)

    from simulator.questions.check.answer import check, require_answers
    from simulator.questions.check.data import checks_data, junit_text
    from simulator.questions.check.document import check_blocks
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.sizing.measuring import replications

    require_answers(scenarios, solver)
    command = command_line("check", paths, asked)
    with progress(sum(map(replications, scenarios)), "checking") as step:
        found = check(scenarios, solver, command, today(), step)
    if junit:
        write_text(junit, junit_text(found))
    if asked.json:
        write_text(asked.json, to_json(checks_data(found)))
    show(check_blocks(found), "-" if "-" in (asked.json, junit) else "")
    standings = {each.standing for each in found}
    return WRONG_INPUT if "no answer" in standings else DONE if standings == {"met"} else MISSED


def _scenarios(paths: Sequence[Path], asked: Asked) -> list[Scenario]:
    """The scenarios without baselines, a file that is named twice once. Raises ScenarioError with all problems."""
    scenarios: list[Scenario] = []
    problems: list[Problem] = []
    for path in dict.fromkeys(paths):
        try:
            scenarios.append(read_scenario(path, asked).without_baseline())
        except ScenarioError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise ScenarioError(tuple(problems))
    return scenarios


def _check_outputs(junit: str, json: str) -> None:
    """Raises ReportError where one could not be written, or both would go to the same place."""
    check_writable(json)
    check_writable(junit)
    if junit and junit == json:
        raise ReportError("--junit", f"{json} is where --json goes", "name another file")
