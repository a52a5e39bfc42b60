"""The commands that explore: what matters, what is cheapest, and whether plans keep to their targets.

They import what they need when they run, as those of cli.py do.
"""

from pathlib import Path
from typing import Annotated

import typer

from simulator.questions.arguments import (
    EngineName,
    Formats,
    Json,
    Overrides,
    Replications,
    Report,
    ScenarioFile,
    Seed,
    Template,
    Threads,
)


def sensitivity(
    scenario: ScenarioFile,
    report: Report = None,
    formats: Formats = "",
    template: Template = None,
    samples: Annotated[int, typer.Option(min=8, max=65_536, help="Points of the Sobol sequence, a power of two.")] = 64,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """How much the ranges of assumed values move capacity and cost, and what to measure next."""
    from simulator.questions.reports import ReportFiles
    from simulator.questions.sensitivity.command import run_sensitivity

    settings = {"seed": seed, "threads": threads, "replications": replications}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_sensitivity(scenario, files, json, engine, settings, override or [], samples))


def optimise(
    scenario: ScenarioFile,
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
    """The cheapest farm of the catalogue that carries the demand within its targets, and the next cheapest."""
    from simulator.questions.optimise.command import run_optimise
    from simulator.questions.reports import ReportFiles

    settings = {"seed": seed, "threads": threads, "replications": replications}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_optimise(scenario, files, json, engine, settings, override or []))


def check(
    scenarios: Annotated[list[Path], typer.Argument(metavar="SCENARIO...", help="Scenario files, YAML.")],
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - for standard output.")] = "",
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
) -> None:
    """Whether plans meet their targets: exit code 1 when one does not, for continuous integration."""
    from simulator.questions.check.command import run_check

    settings = {"seed": seed, "threads": threads, "replications": replications}
    raise typer.Exit(run_check(scenarios, junit, json, engine, settings, override or []))
