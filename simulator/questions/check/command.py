"""`check`: whether plans keep to their targets, as an exit code."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED, WRONG_INPUT
from simulator.questions.arguments import EngineName, Json, Overrides, OwnCatalogue, Replications, Seed, Threads
from simulator.questions.day import today
from simulator.questions.inputs import Settings, command_line, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, show, write_text


def check(
    scenarios: Annotated[list[Path], typer.Argument(metavar="SCENARIO...", help="Scenario files, YAML.")],
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - for standard output.")] = "",
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> None:
    """Whether plans meet their targets: exit code 1 when one does not, for continuous integration."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    raise typer.Exit(run_check(scenarios, junit, json, engine, settings, override or []))


def run_check(
    paths: Sequence[Path], junit_file: str, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Checks every scenario: 0 if all meet their targets, 1 if one does not (or no load does), 2 if one has no answer.

    Raises ScenarioError with all problems of all files, and UnsupportedByEngine, before anything has run.
    """
    scenarios = _scenarios(paths, assignments, settings)
    solver = read_solver(engine_name)
    _check_outputs(junit_file, json)

    from simulator.questions.check.check import check, require_answers
    from simulator.questions.check.document import check_blocks, checks_data, junit
    from simulator.report.figure import to_json
    from simulator.sizing.measuring import replications

    require_answers(scenarios, solver)
    command = command_line("check", paths, assignments, settings, engine_name)
    with progress(sum(map(replications, scenarios)), "checking") as step:
        found = check(scenarios, solver, command, today(), step)
    if junit_file:
        write_text(junit_file, junit(found))
    if json:
        write_text(json, to_json(checks_data(found)))
    show(check_blocks(found), "-" if "-" in (json, junit_file) else "")
    standings = {each.standing for each in found}
    return WRONG_INPUT if "no answer" in standings else DONE if standings == {"met"} else MISSED


def _scenarios(paths: Sequence[Path], assignments: Sequence[str], settings: Settings) -> list[Scenario]:
    """The scenarios without baselines, a file that is named twice once. Raises ScenarioError with all problems."""
    scenarios: list[Scenario] = []
    problems: list[Problem] = []
    for path in dict.fromkeys(paths):
        try:
            scenarios.append(read_scenario(path, assignments, settings).without_baseline())
        except ScenarioError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise ScenarioError(tuple(problems))
    return scenarios


def _check_outputs(junit_file: str, json: str) -> None:
    """Raises ReportError where one could not be written, or both would go to the same place."""
    check_writable(json)
    check_writable(junit_file)
    if junit_file and junit_file == json:
        raise ReportError("--junit", f"{json} is where --json goes", "name another file")
