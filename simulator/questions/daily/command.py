"""`daily`: a day of the farm as bought, by its hours, with what happens on it."""

from collections.abc import Sequence
from pathlib import Path

import typer

from simulator.exits import DONE, MISSED
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
from simulator.questions.inputs import Settings, command_line, question, read_engine, read_scenario
from simulator.questions.outputs import check_writable, progress, say, show, write_text
from simulator.questions.reports import ReportFiles, report_writer
from simulator.questions.survive.command import StatedLoad


def daily(
    scenario: ScenarioFile,
    load: StatedLoad = "",
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
    """A day of the farm: its hours, a release, a crowd, stale content, a flood; and how far off that is."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_daily(scenario, load, files, json, engine, settings, override or []))


def run_daily(
    path: Path,
    load: str,
    files: ReportFiles,
    json: str,
    engine_name: str,
    settings: Settings,
    assignments: Sequence[str],
) -> int:
    """Follows a day of a scenario, without its baseline: 0 if it keeps to its targets, 1 if it does not or that is not
    known. Raises what `follow` raises."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    engine = read_engine(engine_name)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.daily.follow import follow, require_a_day, steps
    from simulator.questions.daily.data import day_data
    from simulator.questions.daily.document import day_on_terminal, day_report
    from simulator.report.figure import to_json
    from simulator.rollup.stamp import stamped

    require_a_day(scenario)
    with progress(steps(scenario, load), "simulating") as step:
        found = follow(scenario, engine, load, step)
    command = command_line("daily", [path], assignments, {**settings, "load": load or None}, engine_name)
    stamp = stamped(scenario, engine.name, found.served.replications, command, today().isoformat())
    written = write_report(lambda: day_report(found, stamp))
    if json:
        write_text(json, to_json(day_data(found)))
    show(day_on_terminal(found), json, written)
    return DONE if found.met else MISSED
