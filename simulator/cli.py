"""The command line: what can be asked, and how each answer leaves the program.

Commands import what they need when they run, so that the first line stands on the terminal at once.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from simulator import exploring
from simulator.exits import INTERRUPTED, exit_code
from simulator.questions.arguments import (
    Compared,
    EngineName,
    Formats,
    Json,
    LoadCurve,
    Matters,
    Overrides,
    Replications,
    Report,
    ScenarioFile,
    Seed,
    StoreFile,
    Template,
    Threads,
    WhatWouldHelp,
)
from simulator.questions.results.kept_runs import results
from simulator.version import VERSION

app = typer.Typer(
    name="headroom",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)



def _version(asked: bool) -> None:
    if asked:
        print(f"headroom {VERSION}")
        raise typer.Exit()


@app.callback()
def headroom(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Plan farms of download and web servers: units, servers, racks, money, and the limit that binds."""


app.add_typer(results, name="results")


@app.command()
def plan(
    scenario: ScenarioFile,
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    load_curve: LoadCurve = False,
    what_would_help: WhatWouldHelp = False,
    sensitivity: Matters = False,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """The answer: units, servers, racks, cost, what binds and how near the next limit is."""
    from simulator.questions.plan.command import Further, run_plan
    from simulator.questions.reports import ReportFiles

    settings = {"seed": seed, "threads": threads, "replications": replications}
    files, further = ReportFiles(report, formats, template), Further(load_curve, what_would_help, sensitivity)
    raise typer.Exit(run_plan(scenario, files, json, engine, settings, override or [], further))


@app.command()
def run(
    scenario: ScenarioFile,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """One configuration measured: throughput, response, utilisation, refusals, each with its interval."""
    from simulator.questions.run.command import run_run

    settings = {"seed": seed, "threads": threads, "replications": replications}
    raise typer.Exit(run_run(scenario, json, engine, settings, override or []))


@app.command()
def capacity(
    scenario: ScenarioFile,
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    what_would_help: WhatWouldHelp = False,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """The largest load that a server carries within its targets, and the load curve around it; or what would help."""
    from simulator.questions.capacity.command import run_capacity, run_options
    from simulator.questions.reports import ReportFiles

    settings = {"seed": seed, "threads": threads, "replications": replications}
    if what_would_help:
        if report is not None:
            raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
        raise typer.Exit(run_options(scenario, json, engine, settings, override or []))
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_capacity(scenario, files, json, engine, settings, override or []))


@app.command()
def compare(
    scenarios: Compared,
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """Differences between servers on the same workload, each with its interval."""
    from simulator.questions.compare.command import run_compare
    from simulator.questions.reports import ReportFiles

    settings = {"seed": seed, "threads": threads, "replications": replications}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_compare(scenarios, files, json, engine, settings, override or []))


@app.command()
def sweep(
    portfolio: Annotated[Path, typer.Argument(metavar="PORTFOLIO", help="A portfolio file, YAML.")],
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write a row for each variant; - for standard output.")] = "",
    store: StoreFile = "",
    no_store: Annotated[bool, typer.Option("--no-store", help="Neither look for finished runs nor keep any.")] = False,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Run on this Dask cluster, e.g. tcp://host:8786.")] = "",
    engine: Annotated[str, typer.Option("--engine", help="kernel, reference, or analytic (theory).")] = "kernel",
    seed: Seed = None,
    threads: Annotated[int | None, typer.Option(min=1, max=1024, help="Runs at a time; else one a core.")] = None,
    replications: Replications = None,
    yes: Annotated[bool, typer.Option("--yes", help="Also run more than 10,000 variants.")] = False,
    override: Overrides = None,
) -> None:
    """Every variant of a portfolio: the cheapest within the targets, and cost against capacity; resumable."""
    from simulator.questions.reports import ReportFiles
    from simulator.questions.sweep.command import Where, Written, run_sweep

    if no_store and store:
        raise typer.BadParameter("--store and --no-store contradict each other")
    where = Where(None if no_store else store, dask, threads)
    written = Written(json, csv, ReportFiles(report, formats, template))
    settings = {"seed": seed, "replications": replications}
    raise typer.Exit(run_sweep(portfolio, engine, where, written, settings, override or [], yes))


@app.command()
def describe(scenario: ScenarioFile, json: Json = "", override: Overrides = None) -> None:
    """The queueing network of a scenario, in words."""
    from simulator.questions.describe.command import run_describe

    raise typer.Exit(run_describe(scenario, json, override or []))


@app.command()
def bench(
    scenarios: Annotated[list[Path] | None, typer.Argument(metavar="[SCENARIO]...")] = None,
    json: Json = "",
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="Measurements of each row, taken in turn.")] = 3,
    hour: Annotated[bool, typer.Option(help="Also one simulated hour of a whole unit.")] = False,
) -> None:
    """Speed and memory of the engines, side by side."""
    from simulator.questions.bench.command import run_bench

    raise typer.Exit(run_bench(scenarios or [], json, rounds, hour))


@app.command()
def validate(
    cases: Annotated[list[str] | None, typer.Argument(metavar="[CASE]...")] = None,
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the tables as Markdown, charts beside.")] = "",
    audit: Annotated[bool, typer.Option("--audit", help="What the published tables say about themselves.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Keep the result as the one that reports quote.")] = False,
    engine: EngineName = "kernel",
) -> None:
    """Published measurements against simulated ones, with signed errors; exit code 1 when a bound is broken."""
    from simulator.questions.reports import ReportFiles
    from simulator.questions.validate.command import run_audit, run_validate

    if audit:
        raise typer.Exit(run_audit(cases or [], json, markdown))
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_validate(cases or [], files, json, markdown, engine, record))


@app.command()
def schema(
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the keys as a page to read.")] = "",
) -> None:
    """The JSON Schema of a scenario file, for editors; or its keys as a page."""
    from simulator.questions.describe.schema import run_schema

    raise typer.Exit(run_schema(json, markdown))


for explore in (exploring.sensitivity, exploring.optimise, exploring.check):
    app.command()(explore)


def main() -> int:
    """Runs the command line and returns its exit code. What goes wrong is said in one message, never a traceback."""
    try:
        code = app(standalone_mode=False) or 0
        if code == INTERRUPTED:  # Typer turns Ctrl-C into this code, without a word.
            print(exit_code(KeyboardInterrupt())[1], file=sys.stderr)
        return code
    except BaseException as error:  # noqa: BLE001 - the last door: everything that gets here is told and counted
        code, message = exit_code(error)
        if message:
            print(message, file=sys.stderr)
        if os.environ.get("HEADROOM_DEBUG"):
            raise
        return code


def start() -> NoReturn:
    """Runs the command line as a program of its own: `headroom`, or `python -m simulator`."""
    # Who ends a batch job asks for the same as somebody at the keyboard: stop cleanly, and say what is kept.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
