"""`check`: whether plans keep to their targets, as an exit code."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from models.scenario import Scenario
from simulator.cli.inputs import command_line, read_scenario, read_solver
from simulator.cli.options import CommandOptions, plain_command
from simulator.cli.outputs import check_writable, show_progress, write_text
from simulator.cli.today import today
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

    from simulator.farm.study import require_plan
    from simulator.studies.check.answer import NO_ANSWER, CheckResult, UnreadableFile, check_scenarios, failed_check

    found: dict[Path, CheckResult] = {}
    scenarios: dict[Path, Scenario] = {}
    refused: dict[str, None] = {}
    for path in dict.fromkeys(paths):
        subject: Scenario | UnreadableFile = UnreadableFile(str(path))
        try:
            subject = scenario = read_scenario(path, asked)
            require_plan(scenario, solver)
            scenarios[path] = scenario
        except NO_ANSWER as error:
            found[path] = failed_check(subject, error)
            # A problem that several files have, as one in what they extend, is told once.
            refused |= dict.fromkeys(found[path].reason.splitlines())
    for line in refused:
        print(line, file=sys.stderr, flush=True)
    if not scenarios:
        return WRONG_INPUT

    from simulator.experiment.measurement import replication_count
    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.studies.check.data import checks_data, junit_text
    from simulator.studies.check.document import check_blocks

    command = command_line("check", paths, asked)
    runs = sum(replication_count(scenario.without_baseline()) for scenario in scenarios.values())
    with show_progress(runs, "checking") as step:
        found |= zip(scenarios, check_scenarios(list(scenarios.values()), solver, command, today(), step), strict=True)
    checked = [found[path] for path in dict.fromkeys(paths)]
    if junit:
        write_text(junit, junit_text(checked))
    if asked.json:
        write_text(asked.json, to_json(checks_data(checked)))
    show(check_blocks(checked), "-" if "-" in (asked.json, junit) else "")
    standings = {each.standing for each in checked}
    return WRONG_INPUT if "no answer" in standings else DONE if standings == {"met"} else MISSED


def _check_outputs(junit: str, json: str) -> None:
    """Raises ReportError where one could not be written, or both would go to the same place."""
    check_writable(json)
    check_writable(junit)
    if junit and junit == json:
        raise ReportError("--junit", f"{json} is where --json goes", "name another file")
