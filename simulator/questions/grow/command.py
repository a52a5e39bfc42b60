"""`grow`: in which month each limit is reached, what to order when, what that costs, and how sure that is."""

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


def grow(
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
    """When the farm is too small as its demand grows, what to order when, and what that costs."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_grow(scenario, files, json, engine, settings, override or []))


def run_grow(
    path: Path, files: ReportFiles, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]
) -> int:
    """Looks at the months ahead of a scenario and its baseline. Raises what `grow` and `load` raise."""
    scenario = read_scenario(path, assignments, settings)
    solver = read_solver(engine_name)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.growth.forecast import demand_ahead
    from simulator.growth.grow import grow, units_found
    from simulator.measure.results import Refused
    from simulator.questions.grow.data import growth_data
    from simulator.questions.grow.document import growth_on_terminal, growth_report
    from simulator.questions.grow.foreseen import in_theory
    from simulator.questions.grow.sentences import answer
    from simulator.report.figure import to_json
    from simulator.report.language.wording import why_no_theory
    from simulator.rollup.stamp import stamped

    ahead = demand_ahead(scenario)
    if not solver.at_once:
        said = in_theory(scenario.without_baseline())
        told = f"not known. {why_no_theory(said.reason)}" if isinstance(said, Refused) else answer(said)
        say(f"In theory: {told}", json)
    with progress(units_found(scenario), "searching") as step:
        found = grow(scenario, solver, ahead, step)
    command = command_line("grow", [path], assignments, settings, engine_name)
    samples = found.new.farm.carried.mbps.samples
    stamp = stamped(scenario, solver.name, samples, command, today().isoformat())
    written = write_report(lambda: growth_report(found, stamp))
    if json:
        write_text(json, to_json(growth_data(found)))
    show(growth_on_terminal(found), json, written)
    return DONE
