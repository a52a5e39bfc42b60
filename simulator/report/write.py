"""A report as files in a folder: each of them whole, or the folder as it was."""

import os
from collections.abc import Sequence
from pathlib import Path

from models.reading.read_file import no_name
from models.visible import shortened
from simulator.errors import ReportError
from simulator.report.blocks import Report
from simulator.report.brand import HEADROOM, Brand
from simulator.report.formats import FORMATS, USUAL
from simulator.report.whole_file import replace_file


def check_folder(folder: Path) -> None:
    """Whether a report could be written to a folder, which is made if need be; asked before long work.

    Raises ReportError.
    """
    if reason := no_name(str(folder)):
        raise ReportError(shortened(str(folder)), reason, "name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ReportError(str(folder), "is not a folder", "name a folder") from error
    except OSError as error:
        raise ReportError(str(folder), _reason(error), "name a folder that can be made") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReportError(str(folder), "cannot be written to", "name another folder or change its permissions")


def write_report(
    folder: Path, report: Report, formats: Sequence[str] = USUAL, brand: Brand = HEADROOM
) -> list[Path]:
    """Writes report.html and its like into a folder; an earlier report there is replaced, file by file, or kept.

    All formats are made before the first is written. Raises ReportError when the folder cannot be written to.
    """
    check_folder(folder)
    made = {folder / FORMATS[name].file: FORMATS[name].render(report, brand) for name in formats}
    return [_written(target, content) for target, content in made.items()]


def _written(target: Path, content: bytes) -> Path:
    try:
        return replace_file(target, content)
    except OSError as error:
        raise ReportError(str(target), _reason(error), "name another folder or make room") from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
