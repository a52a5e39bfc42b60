"""`calibrate log`: what access logs say of the load, and a scenario from it."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from models.visible import visible
from simulator.cli.arguments import Formats, Json, ReportFolder, Template
from simulator.cli.inputs import shell_quoted
from simulator.cli.outputs import check_writable, print_line, write_text
from simulator.cli.reports import ReportFiles, report_writer
from simulator.cli.today import today
from simulator.errors import ReportError
from simulator.exits import DONE
from simulator.messages import command_usage
from simulator.messages.calibrate import options
from simulator.studies.calibrate.log.stated import seconds_of, unit_of
from simulator.traffic.reading.options import NOTHING_STATED, LogOptions

if TYPE_CHECKING:
    from simulator.calibration.log.summary import LogSummary
    from simulator.traffic.requests import LoggedRequests


def log(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Access logs, packed by gzip or zstd or not.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Write a scenario, and its values beside it.")] = "",
    gap: Annotated[str, typer.Option(help="Silence after which a client's session is over.")] = "75 s",
    time_unit: Annotated[
        str, typer.Option(metavar="UNIT", help="Unit of times taken that the log does not state: s, ms, us or ns.")
    ] = "",
    client_field: Annotated[
        str, typer.Option(metavar="NAME", help="Field or key that has the client, as x-forwarded-for.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
) -> None:
    """What access logs say of the load: W3C, common, combined or JSON."""
    stated = LogOptions(unit_of(time_unit), client_field)
    raise typer.Exit(run_log(files, out, gap, stated, force, json, ReportFiles(report, formats, template)))


def run_log(
    files: Sequence[Path], out: str, gap: str, stated: LogOptions, force: bool, json: str, report: ReportFiles
) -> int:
    """Reads the logs, says what they hold and writes what is asked for. Raises ReportError."""
    answer_log([str(file) for file in files], out, seconds_of(gap), stated, force, json, report)
    return DONE


def answer_log(
    files: Sequence[str], out: str, gap: float, stated: LogOptions, force: bool, json: str, report: ReportFiles
) -> None:
    """Raises ReportError for what cannot be read or written, before anything is written."""
    check_writable(json)
    targets = _targets(out)
    for target in targets:
        check_writable(target)
        if os.path.lexists(target) and not force:
            raise ReportError(target, *command_usage.FILE_IS_THERE)
    write_report = report_writer(report)
    print_line(f"Reading {visible(', '.join(files))}", json)

    from simulator.calibration.log.summary import summarise
    from simulator.output.renderers.terminal import show
    from simulator.studies.calibrate.log.result import LogResult
    from simulator.traffic.reading.read_logs import read_logs
    from simulator.traffic.requests import sort_requests

    logged = sort_requests(read_logs(files, _dot(), stated))
    found = summarise(tuple(files), logged, gap)
    answer = LogResult(found, today().isoformat())
    written = write_report(answer.report)
    if out:
        _write_scenario(found, logged, targets, replays=stated == NOTHING_STATED)
    show(answer.blocks(), json, written)
    if out:
        commands = ("plan", "daily") if found.day is not None else ("plan",)
        following = ", or ".join(shell_quoted(["headroom", command, out]) for command in commands)
        print_line(f"Wrote {visible(', '.join(filter(os.path.exists, targets)))}. Next: {following}", json)
    if json:
        write_text(json, answer.to_json())


def _dot() -> Callable[[], None]:
    """Shows on a terminal that work goes on, a dot for each piece of a log."""
    if not sys.stderr.isatty():
        return lambda: None
    return lambda: print(".", end="", file=sys.stderr, flush=True)


def _targets(out: str) -> tuple[str, ...]:
    """The scenario, and the files of its values beside it."""
    if not out:
        return ()
    if out == "-":
        raise ReportError("--out -", *options.FILES_BESIDE)
    stem = str(Path(out).with_suffix(""))
    return (out, f"{stem}.sizes.csv", f"{stem}.pauses.csv")


def _write_scenario(found: "LogSummary", logged: "LoggedRequests", targets: Sequence[str], replays: bool) -> None:
    """`replays`: whether the log can be replayed as it stands."""
    from simulator.calibration.log.values import values_file
    from simulator.messages.calibrate.log_scenario import log_scenario
    from simulator.traffic.sessions import group_sessions

    out, sizes, pauses = targets
    paused = group_sessions(logged, found.clients.gap).pauses(logged)
    has_pauses = bool((paused > 0.0).any())
    if found.size is not None:
        write_text(sizes, values_file(logged.bytes, "size (B)"))
    if has_pauses:
        write_text(pauses, values_file(paused, "pause (s)"))
    folder, traces = Path(out).resolve().parent, []
    for file in found.files:
        if Path(file).resolve().is_relative_to(folder):
            traces.append(str(Path(file).resolve().relative_to(folder)))
    name = f"{Path(found.files[0]).name}, as logged"
    one = tuple(traces) if replays and found.size is not None and len(traces) == len(found.files) == 1 else ()
    write_text(out, log_scenario(found, name, Path(sizes).name, Path(pauses).name if has_pauses else "", one))
