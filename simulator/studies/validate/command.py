"""`validate`: published against simulated, with signed errors; `--audit`: published against itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli.arguments import EngineName, Formats, Json, ReportFolder, Template
from simulator.cli.inputs import read_engine
from simulator.cli.outputs import check_writable, deliver, show_progress, write_text
from simulator.cli.reports import ReportFiles, report_writer
from simulator.exits import DONE

if TYPE_CHECKING:
    from simulator.studies.validate.result import ValidateResult


def validate(
    cases: Annotated[list[str] | None, typer.Argument(metavar="[CASE]...")] = None,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the tables as Markdown.")] = "",
    audit: Annotated[bool, typer.Option("--audit", help="Check the published tables against themselves.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Keep the result; reports quote it.")] = False,
    engine: EngineName = "kernel",
) -> None:
    """Published measurements, or your own (mine.yaml), against simulation; exit code 1 if a bound is missed. `gallery`:
    measured systems, each fitted on some rows and held against the others."""
    if cases and cases[0] == "gallery":
        raise typer.Exit(run_gallery(cases[1:], ReportFiles(report, formats, template), json, markdown))
    if audit:
        raise typer.Exit(audit_tables(cases or [], json, markdown))
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

    from simulator.studies.validate.document import kept_part, markdown
    from simulator.studies.validate.study import validate as hold_against_published

    found = hold_against_published(cases, engine, show_progress)
    if keep:
        _keep(found, cases)
    if markdown_file:
        write_text(markdown_file, markdown(found.rows, found.tables) + kept_part(Path(markdown_file)))
    return deliver(found, json, write_report)


def _keep(found: "ValidateResult", cases: Sequence[str]) -> None:
    """Keeps the result as that which reports quote: of everything beside the code, of one's own files beside them."""
    from simulator.studies.validate.own_cases import is_own_file, record_path
    from simulator.studies.validate.record import FILE, make_record, to_text
    from simulator.studies.validate.study import tables_of

    own = [case for case in cases if is_own_file(case)]
    if not own:
        write_text(str(FILE), to_text(make_record(found.rows, found.outcomes, tables_of([]))))
    for file in own:
        mine = [row for row in found.rows if row.figure.case == Path(file).stem]
        write_text(str(record_path(file)), to_text(make_record(mine, found.outcomes, (), everywhere=True)))


def run_gallery(named: Sequence[str], files: ReportFiles, json: str, markdown_file: str) -> int:
    """Fits measured systems on some of their rows and holds the others against that; those that ship, if no file is
    named. The exit code says whether their intervals hold as much as they should."""
    check_writable(json)
    check_writable(markdown_file)
    write_report = report_writer(files)

    from simulator.studies.validate.gallery.document import gallery_markdown
    from simulator.studies.validate.gallery.study import validate_gallery

    found = validate_gallery(named, show_progress)
    if markdown_file:
        write_text(markdown_file, gallery_markdown(found.cases))
    return deliver(found, json, write_report)


def audit_tables(cases: Sequence[str], json: str, markdown_file: str) -> int:
    """Shows what the published tables of the cases say about themselves; nothing is simulated."""
    check_writable(json)
    check_writable(markdown_file)

    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.studies.validate.data import figures_of_audit
    from simulator.studies.validate.document import audit_markdown, audit_on_terminal
    from simulator.studies.validate.study import tables_of

    tables = tables_of(cases)
    show(audit_on_terminal(tables), json)
    if markdown_file:
        write_text(markdown_file, audit_markdown(tables))
    if json:
        write_text(json, to_json(figures_of_audit(tables)))
    return DONE
