"""`sensitivity`: how much the ranges of assumed values move the answer, and what to measure next."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from models.errors import Problem, ScenarioError
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


def sensitivity(
    scenario: ScenarioFile,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    samples: Annotated[int, typer.Option(min=8, max=65_536, help="Points of the Sobol sequence, a power of two.")] = 64,
    json: Json = "",
    engine: EngineName = "kernel",
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> None:
    """How much the ranges of assumed values move capacity and cost, and what to measure next."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_sensitivity(scenario, files, json, engine, settings, override or [], samples))


def run_sensitivity(
    path: Path, files: ReportFiles, json: str, engine_name: str, settings: Settings, assignments: Sequence[str],
    samples: int,
) -> int:  # fmt: skip
    """Varies every stated range of a scenario, without its baseline. Raises what `sensitivity` and `load` raise."""
    scenario = read_scenario(path, assignments, settings).without_baseline()
    solver = read_solver(engine_name)
    _require_power_of_two(samples)
    check_writable(json)
    write_report = report_writer(files)
    say(question(scenario), json)

    from simulator.questions.sensitivity.answer import sensitivity, steps
    from simulator.questions.sensitivity.data import sensitivity_data
    from simulator.questions.sensitivity.document import sensitivity_on_terminal, sensitivity_report
    from simulator.report.figure import to_json
    from simulator.rollup.stamp import stamped

    with progress(steps(scenario), "varying") as step:
        found = sensitivity(scenario, solver, samples, step)
    command = command_line("sensitivity", [path], assignments, settings, engine_name) + f" --samples {samples}"
    stamp = stamped(scenario, solver.name, found.present.capacity.samples, command, today().isoformat())
    written = write_report(lambda: sensitivity_report(scenario.name, found, stamp))
    if json:
        write_text(json, to_json(sensitivity_data(found)))
    show(sensitivity_on_terminal(found), json, written)
    return DONE


def _require_power_of_two(samples: int) -> None:
    """The balance of a Sobol sequence holds for powers of two only. Raises ScenarioError."""
    if samples & (samples - 1):
        below = 1 << (samples.bit_length() - 1)
        remedy = f"write {below} or {2 * below}"
        raise ScenarioError((Problem("--samples", 0, "", str(samples), "not a power of two", remedy),))
