"""`capacity`: the largest load within the targets, and what would raise it."""

from pathlib import Path

import typer

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.exits import DONE
from simulator.questions.arguments import ScenarioFile, WhatWouldHelp
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_engine, read_scenario
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import Write, report_writer


@reporting_command
def capacity(path: ScenarioFile, asked: Asked, what_would_help: WhatWouldHelp = False) -> int:
    """The largest load that a server carries within its targets, and the load curve around it; or what would help."""
    if what_would_help:
        return _options(path, asked)
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.capacity.data import capacity_data
    from simulator.questions.capacity.document import capacity_blocks, capacity_report
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped
    from simulator.sizing.as_sized import as_sized, farm_of
    from simulator.sizing.capacity import find_capacity, searches
    from simulator.sizing.carries import of_largest_load
    from simulator.sizing.sized_by import is_largest_load_enough
    from simulator.sizing.solvers import Simulation
    from simulator.sizing.tier_failure import tiers_down

    command = command_line("capacity", [path], asked)
    if scenario.unit.paths:
        return _by_group(scenario, engine, asked.json, write_report, command)
    with progress(searches(scenario), "searching") as step:
        found = find_capacity(scenario, engine, step)
        largest = is_largest_load_enough(scenario)
        carried = of_largest_load(scenario, found) if largest else as_sized(scenario, Simulation(engine))
        farm = farm_of(scenario, carried)
        down = tiers_down(farm, Simulation(engine), carried.settled, step) if farm else ()
    stamp = stamped(scenario, engine.name, found.offered.samples, command, today().isoformat())
    written = write_report(lambda: capacity_report(scenario, found, farm, stamp, down))
    if asked.json:
        write_text(asked.json, to_json(capacity_data(found, farm, down)))
    show(capacity_blocks(found, farm, down), asked.json, written)
    return DONE


def _by_group(scenario: Scenario, engine: Engine, json: str, write_report: Write, command: str) -> int:
    """The same where groups of nodes serve classes of their own: a server of each, and the unit of all."""
    from simulator.questions.capacity.by_group import find_capacity_by_group
    from simulator.questions.capacity.data import capacity_data_by_group
    from simulator.questions.capacity.document import capacity_blocks_by_group, capacity_report_by_group
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped
    from simulator.sizing.capacity import searches

    with progress(searches(scenario) * len(scenario.unit.paths), "searching") as step:
        found = find_capacity_by_group(scenario, engine, step)
    stamp = stamped(scenario, engine.name, found.carried.requests.samples, command, today().isoformat())
    written = write_report(lambda: capacity_report_by_group(found, stamp))
    if json:
        write_text(json, to_json(capacity_data_by_group(found)))
    show(capacity_blocks_by_group(found), json, written)
    return DONE


def _options(path: Path, asked: Asked) -> int:
    """Searches for the capacity with each option of the catalogue."""
    if asked.files.folder is not None:
        raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.helps.answer import configurations, what_would_help
    from simulator.questions.helps.data import server_and_options_data
    from simulator.questions.helps.document import options_blocks
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show

    with progress(configurations(scenario), "trying options") as step:
        found = what_would_help(scenario, engine, step)
    if asked.json:
        write_text(asked.json, to_json(server_and_options_data(found)))
    show(options_blocks(found), asked.json)
    return DONE
