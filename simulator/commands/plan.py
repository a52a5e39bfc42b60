"""`plan`: the answer first, then why; a report if one is asked for."""

import sys
from collections.abc import Sequence
from pathlib import Path

from simulator.commands.day import today
from simulator.commands.inputs import Settings, command_line, read_engine, read_scenario
from simulator.commands.outputs import check_writable, progress, say, write_text
from simulator.commands.question import question
from simulator.exits import DONE, MISSED


def run_plan(
    path: Path, report: Path | None, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Plans a scenario; the exit code says whether it keeps to its targets. Raises what `study` and `load` raise."""
    scenario = read_scenario(path, assignments, settings)
    engine = read_engine(engine_name)
    check_writable(json)
    say(question(scenario), json)

    from simulator.report.figures import figures, to_json
    from simulator.report.terminal import print_plan
    from simulator.report.write import check_folder, write_report
    from simulator.study import replications, study

    if report is not None:
        check_folder(report)
    with progress(replications(scenario), "simulating") as step:
        outcome = study(scenario, engine, command_line("plan", path, assignments, settings), today(), step)
    written = write_report(report, outcome) if report is not None else None
    if json:
        write_text(json, to_json(figures(outcome)))
    print_plan(outcome, written, sys.stderr if json == "-" else sys.stdout)
    return DONE if outcome.met else MISSED
