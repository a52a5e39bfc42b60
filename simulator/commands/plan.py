"""`plan`: the answer first, then why; a report if one is asked for."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.commands.day import today
from simulator.commands.inputs import Settings, command_line, read_scenario, read_solver
from simulator.commands.outputs import check_writable, progress, say, write_text
from simulator.commands.question import question
from simulator.engines.engine import THEORY
from simulator.exits import DONE, MISSED

if TYPE_CHECKING:
    from simulator.rollup.outcome import Outcome


def run_plan(
    path: Path, report: Path | None, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Plans a scenario; the exit code says whether it keeps to its targets. Raises what `study` and `load` raise."""
    scenario = read_scenario(path, assignments, settings)
    engine = read_solver(engine_name)
    check_writable(json)
    say(question(scenario), json)

    from simulator.report.figures import figures, to_json
    from simulator.report.foreseen import foreseen, foreseen_data, how_far_off
    from simulator.report.terminal import print_plan
    from simulator.study import foresee, replications, study

    write_report = _writer(report)
    command = command_line("plan", path, assignments, settings)
    theory = foresee(scenario, command, today())
    if engine_name != THEORY:
        say(foreseen(theory), json)
    with progress(replications(scenario), "simulating") as step:
        outcome = study(scenario, engine, command, today(), step)
    written = write_report(outcome)
    if json:
        write_text(json, to_json(figures(outcome) | {"theory": foreseen_data(theory)}))
    off = "" if engine_name == THEORY else how_far_off(theory, outcome)
    print_plan(outcome, off, written, sys.stderr if json == "-" else sys.stdout)
    return DONE if outcome.met else MISSED


def _writer(report: Path | None) -> Callable[["Outcome"], list[Path]]:
    """What writes the report, once it is known that it can be written; nothing where none is asked for."""
    if report is None:
        return lambda outcome: []
    from simulator.report.document import report_of
    from simulator.report.write import check_folder, write_report

    check_folder(report)
    return lambda outcome: write_report(report, report_of(outcome))
