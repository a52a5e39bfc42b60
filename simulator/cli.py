"""The command line: what can be asked, and how each answer leaves the program.

Commands import what they need when they run, so that the first line stands on the terminal at once.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from simulator.exits import INTERRUPTED, exit_code

app = typer.Typer(
    name="headroom",
    help="Plan farms of download and web servers: units, servers, racks, money, and the limit that binds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file, YAML.")]
Compared = Annotated[list[Path], typer.Argument(metavar="A B", help="Scenario files; the first is the reference.")]
Json = Annotated[str, typer.Option("--json", metavar="FILE", help="Write the figures as JSON; - for standard output.")]
EngineName = Annotated[str, typer.Option("--engine", help="kernel (fast) or reference (SimPy, the specification).")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Seed of the random draws; the scenario's if absent.")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, help="Threads to run replications on.")]
Replications = Annotated[int | None, typer.Option("--replications", min=2, help="Independent replications.")]
Report = Annotated[Path | None, typer.Option(help="Write the report into this folder.", metavar="DIR")]
WhatWouldHelp = Annotated[bool, typer.Option("--what-would-help", help="What each option gains, and what it costs.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a parameter, e.g. --set 'server.ram=8 GiB'; repeatable."),
]


@app.command()
def plan(
    scenario: ScenarioFile,
    report: Report = None,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """The answer: units, servers, racks, cost, what binds and how near the next limit is."""
    from simulator.commands.plan import run_plan

    settings = {"seed": seed, "threads": threads, "replications": replications}
    raise typer.Exit(run_plan(scenario, report, json, engine, settings, override or []))


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
    from simulator.commands.run import run_run

    settings = {"seed": seed, "threads": threads, "replications": replications}
    raise typer.Exit(run_run(scenario, json, engine, settings, override or []))


@app.command()
def capacity(
    scenario: ScenarioFile,
    report: Report = None,
    what_would_help: WhatWouldHelp = False,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """The largest load that a server carries within its targets, and the load curve around it; or what would help."""
    from simulator.commands.capacity import run_capacity, run_options

    settings = {"seed": seed, "threads": threads, "replications": replications}
    if what_would_help:
        if report is not None:
            raise typer.BadParameter("--report draws the load curve; ask for it without --what-would-help")
        raise typer.Exit(run_options(scenario, json, engine, settings, override or []))
    raise typer.Exit(run_capacity(scenario, report, json, engine, settings, override or []))


@app.command()
def compare(
    scenarios: Compared,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """Differences between servers on the same workload, each with its interval."""
    from simulator.commands.compare import run_compare

    settings = {"seed": seed, "threads": threads, "replications": replications}
    raise typer.Exit(run_compare(scenarios, json, engine, settings, override or []))


@app.command()
def describe(scenario: ScenarioFile, json: Json = "", override: Overrides = None) -> None:
    """The queueing network of a scenario, in words."""
    from simulator.commands.describe import run_describe

    raise typer.Exit(run_describe(scenario, json, override or []))


@app.command()
def bench(
    scenarios: Annotated[list[Path] | None, typer.Argument(metavar="[SCENARIO]...")] = None,
    json: Json = "",
    rounds: Annotated[int, typer.Option(min=1, help="Measurements of each row, taken in turn.")] = 3,
    hour: Annotated[bool, typer.Option(help="Also one simulated hour of a whole unit.")] = False,
) -> None:
    """Speed and memory of the engines, side by side."""
    from simulator.commands.bench import run_bench

    raise typer.Exit(run_bench(scenarios or [], json, rounds, hour))


@app.command()
def validate(
    cases: Annotated[list[str] | None, typer.Argument(metavar="[CASE]...")] = None,
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the tables as Markdown, charts beside.")] = "",
    audit: Annotated[bool, typer.Option("--audit", help="What the published tables say about themselves.")] = False,
    engine: EngineName = "kernel",
) -> None:
    """Published measurements against simulated ones, with signed errors; exit code 1 when a bound is broken."""
    from simulator.commands.validate import run_audit, run_validate

    if audit:
        raise typer.Exit(run_audit(cases or [], json, markdown))
    raise typer.Exit(run_validate(cases or [], json, markdown, engine))


@app.command()
def schema(json: Json = "-") -> None:
    """The JSON Schema of a scenario file, for editors."""
    from simulator.commands.schema import run_schema

    raise typer.Exit(run_schema(json))


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
