"""`validate`: published against simulated, with signed errors; `--audit`: published against itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from simulator.cli.arguments import EngineName, Formats, Json, ReportFolder, Template
from simulator.cli.inputs import read_engine
from simulator.cli.outputs import check_writable, show_progress, write_text
from simulator.cli.reports import ReportFiles, report_writer
from simulator.cli.today import today
from simulator.exits import DONE, MISSED

if TYPE_CHECKING:
    from simulator.farm.outcome import Outcome
    from simulator.studies.validate.published import PublishedFigure
    from simulator.studies.validate.rows import AuditTable, ValidationRow

    _Entry = TypeVar("_Entry", PublishedFigure, AuditTable)


def validate(
    cases: Annotated[list[str] | None, typer.Argument(metavar="[CASE]...")] = None,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the tables as Markdown.")] = "",
    audit: Annotated[bool, typer.Option("--audit", help="What the published tables say about themselves.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Keep the result as the one that reports quote.")] = False,
    engine: EngineName = "kernel",
) -> None:
    """Published measurements, or your own (mine.yaml), against simulated ones; exit code 1 when a bound is broken."""
    if audit:
        raise typer.Exit(run_audit(cases or [], json, markdown))
    files = ReportFiles(report, formats, template)
    raise typer.Exit(run_validate(cases or [], files, json, markdown, engine, record))


def run_validate(
    cases: Sequence[str], files: ReportFiles, json: str, markdown_file: str, engine_name: str, keep: bool = False
) -> int:
    """Runs the published systems of the cases (all, if none is named). The exit code says whether a bound is broken."""
    engine = read_engine(engine_name)
    check_writable(json)
    check_writable(markdown_file)
    write_report = report_writer(files)

    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.studies.validate.data import figures_of_rows
    from simulator.studies.validate.document import kept_part, markdown, validation_blocks, validation_report
    from simulator.studies.validate.own_cases import is_own_file, own_figures
    from simulator.studies.validate.published import figure_systems, published_figures
    from simulator.studies.validate.rows import validation_rows as compare
    from simulator.studies.validate.scenarios import scenarios_to_run, system_scenarios
    from simulator.studies.validate.simulations import simulate_systems, simulation_steps

    own = [case for case in cases if is_own_file(case)]
    named = [case for case in cases if case not in own]
    figures = tuple(figure for file in own for figure in own_figures(file))
    figures += _chosen(published_figures(), named) if named or not own else ()
    scenarios = system_scenarios(figure_systems(figures))
    running = scenarios_to_run(figures, scenarios)
    with show_progress(simulation_steps(running), "simulating") as step:
        outcomes = simulate_systems(running, engine, today(), step)
    rows, tables = compare(figures, outcomes, scenarios), _tables(named) if named or not own else ()
    written = write_report(lambda: validation_report(rows, tables, today().isoformat()))
    show(validation_blocks(rows, tables), json, written)
    if keep:
        _keep(rows, outcomes, own)
    if markdown_file:
        write_text(markdown_file, markdown(rows, tables) + kept_part(Path(markdown_file)))
    if json:
        write_text(json, to_json(figures_of_rows(rows)))
    return MISSED if any(row.verdict == "not reproduced" for row in rows) else DONE


def _keep(rows: Sequence["ValidationRow"], outcomes: dict[str, "Outcome"], own: Sequence[str]) -> None:
    """Keeps the result as that which reports quote: of everything beside the code, of one's own files beside them."""
    from simulator.studies.validate.own_cases import record_path
    from simulator.studies.validate.record import FILE, make_record, to_text

    if not own:
        write_text(str(FILE), to_text(make_record(rows, outcomes, _tables([]))))
    for file in own:
        mine = [row for row in rows if row.figure.case == Path(file).stem]
        write_text(str(record_path(file)), to_text(make_record(mine, outcomes, (), everywhere=True)))


def run_audit(cases: Sequence[str], json: str, markdown_file: str) -> int:
    """Shows what the published tables of the cases say about themselves; nothing is simulated."""
    check_writable(json)
    check_writable(markdown_file)

    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.studies.validate.data import figures_of_audit
    from simulator.studies.validate.document import audit_markdown, audit_on_terminal

    tables = _tables(cases)
    show(audit_on_terminal(tables), json)
    if markdown_file:
        write_text(markdown_file, audit_markdown(tables))
    if json:
        write_text(json, to_json(figures_of_audit(tables)))
    return DONE


def _tables(cases: Sequence[str]) -> "tuple[AuditTable, ...]":
    from simulator.studies.validate.audit import audit_tables

    return _chosen(audit_tables(), cases)


def _chosen(entries: "Sequence[_Entry]", cases: Sequence[str]) -> "tuple[_Entry, ...]":
    """The figures or tables of the cases; all of them, if none is named."""
    from difflib import get_close_matches

    from models.errors import Problem, ScenarioError
    from models.visible import shortened

    known = list(dict.fromkeys(entry.case for entry in entries))
    unknown = [case for case in cases if case not in known]
    if unknown:
        near = get_close_matches(unknown[0], known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        message = f"no such published case; {hint}there are: {', '.join(known)}"
        raise ScenarioError((Problem("validate", 0, "", shortened(unknown[0]), message, ""),))
    return tuple(entry for entry in entries if not cases or entry.case in cases)
