"""`calibrate log`: what access logs say of the load, and a scenario from it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from models.quantities.units import DURATION, QuantityError, check_range, parse_quantity
from simulator.errors import ReportError
from simulator.exits import DONE
from simulator.questions.arguments import Formats, Json, ReportFolder, Template
from simulator.questions.calibrate.log.answering import answer_log
from simulator.questions.reports import ReportFiles


def log(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Access logs, packed by gzip or zstd or not.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Write a scenario, and its values beside it.")] = "",
    gap: Annotated[str, typer.Option(help="Silence after which a client's session is over.")] = "75 s",
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
) -> None:
    """What access logs say of the load: W3C, common, combined or JSON."""
    raise typer.Exit(run_log(files, out, gap, force, json, ReportFiles(report, formats, template)))


def run_log(files: Sequence[Path], out: str, gap: str, force: bool, json: str, report: ReportFiles) -> int:
    """Reads the logs, says what they hold and writes what is asked for. Raises ReportError."""
    answer_log([str(file) for file in files], out, _seconds(gap), force, json, report)
    return DONE


def _seconds(gap: str) -> float:
    try:
        return check_range(parse_quantity(gap, DURATION), DURATION, 1e-3, 7.0 * 86_400.0)
    except QuantityError as error:
        raise ReportError(f"--gap {gap}", error.message, error.remedy) from None
