"""`capacity`: the largest load within the targets, and what would raise it."""

from collections.abc import Sequence
from pathlib import Path

import typer

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.exits import DONE
from simulator.questions.arguments import (
    EngineName,
    Formats,
    Json,
    Overrides,
    OwnCatalogue,
    Replications,
    ReportFolder,
    ScenarioFile,
    Seed,
    Template,
    Threads,
    WhatWouldHelp,
)
from simulator.questions.day import today
from simulator.questions.inputs import Settings, command_line, question, read_engine, read_scenario
from simulator.questions.outputs import check_writable, progress, say, show, write_text
from simulator.questions.reports import ReportFiles, Write, report_writer


def capacity(
    scenario: ScenarioFile,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    what_would_help: WhatWouldHelp = False,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> None:
    """The largest load that a server carries within its targets, and the load curve around it; or what would help."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    if what_would_help:
        if report is not None:
            raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
        raise typer.Exit(run_options(scenario, json, engine, settings, override or []))
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_capacity(scenario, files, json, engine, settings, override or []))


def run_capacity(
    path: Path, files: ReportFiles, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Searches for the capacity of a scenario's server, without its baseline, and buys the farm for its demand."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    engine = read_engine(engine_name)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.questions.capacity.data import capacity_data
    from simulator.questions.capacity.document import capacity_blocks, capacity_report
    from simulator.report.figure import to_json
    from simulator.rollup.carried import LARGEST
    from simulator.rollup.stamp import stamped
    from simulator.sizing.as_sized import as_sized, farm_of
    from simulator.sizing.capacity import find_capacity, searches
    from simulator.sizing.carries import of_largest_load
    from simulator.sizing.sized_by import sized_by
    from simulator.sizing.solvers import Simulation

    if scenario.unit.paths:
        command = command_line("capacity", [path], assignments, settings, engine_name)
        return _by_group(scenario, engine, json, write_report, command)
    with progress(searches(scenario), "searching") as step:
        found = find_capacity(scenario, engine, step)
        largest = scenario.demand is None or sized_by(scenario) == LARGEST
        carried = of_largest_load(scenario, found) if largest else as_sized(scenario, Simulation(engine))
        farm = farm_of(scenario, carried)
    command = command_line("capacity", [path], assignments, settings, engine_name)
    stamp = stamped(scenario, engine.name, found.offered.samples, command, today().isoformat())
    written = write_report(lambda: capacity_report(scenario, found, farm, stamp))
    if json:
        write_text(json, to_json(capacity_data(found, farm)))
    show(capacity_blocks(found, farm), json, written)
    return DONE


def _by_group(scenario: Scenario, engine: Engine, json: str, write_report: Write, command: str) -> int:
    """The same where groups of nodes serve classes of their own: a server of each, and the unit of all."""
    from simulator.questions.capacity.by_group import find_capacity_by_group
    from simulator.questions.capacity.data import capacity_data_by_group
    from simulator.questions.capacity.document import capacity_blocks_by_group, capacity_report_by_group
    from simulator.report.figure import to_json
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


def run_options(path: Path, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]) -> int:
    """Searches for the capacity with each option of the catalogue."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    engine = read_engine(engine_name)
    check_writable(json)
    say(question(scenario), json)

    from simulator.questions.helps.data import server_and_options_data
    from simulator.questions.helps.document import options_blocks
    from simulator.questions.helps.options import configurations, what_would_help
    from simulator.report.figure import to_json

    with progress(configurations(scenario), "trying options") as step:
        found = what_would_help(scenario, engine, step)
    if json:
        write_text(json, to_json(server_and_options_data(found)))
    show(options_blocks(found), json)
    return DONE
