"""`survive`: what becomes of a unit whose nodes fail or are maintained, and of those who use it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

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

StatedLoad = Annotated[
    str,
    typer.Option("--load", metavar="LOAD", help="Of each server, all up: a share of what it carries, or requests/s."),
]

Collapses = Annotated[
    bool, typer.Option("--collapse", help="Also the load that gets over it, and the one at which it comes back.")
]


def survive(
    scenario: ScenarioFile,
    load: StatedLoad = "",
    collapse: Collapses = False,
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
    """What becomes of a unit whose nodes fail or are maintained: who is hurt, how long, and which limit breaks."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_survive(scenario, load, collapse, files, json, engine, settings, override or []))


def run_survive(
    path: Path,
    load: str,
    collapse: bool,
    files: ReportFiles,
    json: str,
    engine_name: str,
    settings: Settings,
    assignments: Sequence[str],
) -> int:
    """Watches a unit of a scenario, without its baseline, through what happens to it. Raises what `survive` raises."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    engine = read_engine(engine_name)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.questions.survive.data import survival_data
    from simulator.questions.survive.document import survival_on_terminal, survival_report
    from simulator.report.figure import to_json
    from simulator.rollup.stamp import stamped
    from simulator.survival.collapse import steps as to_collapse
    from simulator.survival.survive import steps, survive, with_collapse

    with progress(steps(scenario, load), "simulating") as step:
        found = survive(scenario, engine, load, step)
    if collapse:
        with progress(to_collapse(scenario), "searching loads") as step:
            found = with_collapse(found, engine, step)
    words = {**settings, "load": load or None}
    command = command_line("survive", [path], assignments, words, engine_name) + (" --collapse" if collapse else "")
    stamp = stamped(scenario, engine.name, len(found.hurt), command, today().isoformat())
    written = write_report(lambda: survival_report(found, stamp))
    if json:
        write_text(json, to_json(survival_data(found)))
    show(survival_on_terminal(found), json, written)
    return DONE if found.met else MISSED
