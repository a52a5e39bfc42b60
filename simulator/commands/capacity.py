"""`capacity`: the largest load within the targets, and what would raise it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from simulator.commands.day import today
from simulator.commands.inputs import Settings, command_line, read_engine, read_server
from simulator.commands.outputs import check_writable, progress, say, write_text
from simulator.commands.question import question
from simulator.commands.reports import ReportFiles, report_writer
from simulator.exits import DONE


def run_capacity(
    path: Path, files: ReportFiles, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Searches for the capacity of a scenario's server, without its baseline and its demand."""
    scenario = read_server(path, assignments, settings)
    engine = read_engine(engine_name)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.capacity import find_capacity, searches
    from simulator.report.capacity import capacity_data, print_capacity
    from simulator.report.figures import to_json
    from simulator.report.load_curve import capacity_report
    from simulator.rollup.stamp import stamped

    with progress(searches(scenario), "searching") as step:
        found = find_capacity(scenario, engine, step)
    command = command_line("capacity", [path], assignments, settings)
    stamp = stamped(scenario, engine.name, found.offered.samples, command, today().isoformat())
    written = write_report(lambda: capacity_report(scenario, found, stamp))
    if json:
        write_text(json, to_json(capacity_data(found)))
    print_capacity(found, written, sys.stderr if json == "-" else sys.stdout)
    return DONE


def run_options(path: Path, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]) -> int:
    """Searches for the capacity with each option of the catalogue."""
    scenario = read_server(path, assignments, settings)
    engine = read_engine(engine_name)
    check_writable(json)
    say(question(scenario), json)

    from simulator.options import configurations, what_would_help
    from simulator.report.capacity import capacity_data
    from simulator.report.figures import to_json
    from simulator.report.options import options_data, print_options

    with progress(configurations(scenario), "trying options") as step:
        found = what_would_help(scenario, engine, step)
    if json:
        write_text(json, to_json(capacity_data(found.present.load) | {"what_would_help": options_data(found)}))
    print_options(found, sys.stderr if json == "-" else sys.stdout)
    return DONE
