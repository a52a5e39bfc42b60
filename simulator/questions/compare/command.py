"""`compare`: servers against the first one, on the same sessions."""

from collections.abc import Sequence
from pathlib import Path

import typer

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.exits import DONE
from simulator.questions.arguments import (
    ComparedFiles,
    EngineName,
    Formats,
    Json,
    Overrides,
    OwnCatalogue,
    Replications,
    ReportFolder,
    Seed,
    Template,
    Threads,
)
from simulator.questions.day import today
from simulator.questions.inputs import Settings, command_line, read_engine, read_scenario, require_one_currency
from simulator.questions.outputs import check_writable, progress, say, show, write_text
from simulator.questions.reports import ReportFiles, report_writer


def compare(
    scenarios: ComparedFiles,
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
    """Differences between servers on the same workload, each with its interval."""
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_compare(scenarios, files, json, engine, settings, override or []))


def run_compare(
    paths: Sequence[Path], files: ReportFiles, json: str, engine_name: str, settings: Settings,
    assignments: Sequence[str],
) -> int:  # fmt: skip
    """Measures one server of each scenario, shows its differences from the first one's, and the farm of each."""
    reference, *others = _scenarios(paths, settings, assignments)
    engine = read_engine(engine_name)
    check_writable(json)
    write_report = report_writer(files)

    from simulator.measure.paired import check_pairs
    from simulator.questions.compare.answer import compare_all, require_a_load
    from simulator.questions.compare.data import compared_data
    from simulator.questions.compare.document import compared_blocks, comparison_report
    from simulator.report.figure import to_json
    from simulator.rollup.stamp import stamped
    from simulator.sizing.measuring import replications

    check_pairs(reference, others)
    require_a_load([reference, *others])
    say(f"{', '.join(other.file for other in others)}, against {reference.file} ...", json)
    with progress(sum(replications(scenario) for scenario in (reference, *others)), "simulating") as step:
        found = compare_all([reference, *others], engine, step)
    command = command_line("compare", paths, assignments, settings, engine_name)
    stamp = stamped(reference, engine.name, found.results.replications, command, today().isoformat())
    written = write_report(lambda: comparison_report([reference, *others], found, stamp))
    if json:
        write_text(json, to_json(compared_data(found)))
    show(compared_blocks(found), json, written)
    return DONE


def _scenarios(paths: Sequence[Path], settings: Settings, assignments: Sequence[str]) -> list[Scenario]:
    """The scenarios without their baselines, all with the same overrides; at least two of them."""
    if len(paths) < 2:
        message, remedy = "a comparison needs at least two scenarios", "name another one after it"
        raise ScenarioError((Problem("compare", 0, "", str(paths[0]), message, remedy),))
    read = [read_scenario(path, assignments, settings) for path in paths]
    require_one_currency(read)
    return [scenario.without_baseline() for scenario in read]
