"""`optimise`: the cheapest farm of the catalogue that carries the demand within its targets."""

from collections.abc import Sequence
from pathlib import Path

import typer

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
)
from simulator.questions.day import today
from simulator.questions.inputs import Settings, command_line, question, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, say, show, write_text
from simulator.questions.reports import ReportFiles, report_writer


def optimise(
    scenario: ScenarioFile,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> None:
    """The cheapest farm of the catalogue that carries the demand within its targets, and the next cheapest."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_optimise(scenario, files, json, engine, settings, override or []))


def run_optimise(
    path: Path, files: ReportFiles, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Searches the catalogue for a scenario, without its baseline. Raises what `optimise` and `load` raise."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    solver = read_solver(engine_name)
    check_writable(json)
    write_report = report_writer(files)

    from simulator.questions.optimise.answer import optimise, require_demand
    from simulator.questions.optimise.data import cheapest_data
    from simulator.questions.optimise.document import cheapest_blocks, cheapest_report
    from simulator.report.figure import to_json
    from simulator.rollup.stamp import stamped

    require_demand(scenario)
    say(question(scenario), json)
    with progress(1, "simulating servers") as step:
        found = optimise(scenario, solver, step)
    command = command_line("optimise", [path], assignments, settings, engine_name)
    samples = found.winner.server_mbps.samples
    stamp = stamped(scenario, solver.name, samples, command, today().isoformat())
    written = write_report(lambda: cheapest_report(scenario.name, found, stamp, samples))
    if json:
        write_text(json, to_json(cheapest_data(found)))
    show(cheapest_blocks(found), json, written)
    return DONE
