"""The formats that a report comes in, and a report as files in a folder: each of them whole, or the folder as it was.

A format is one file and one line here; all show the same blocks.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.reading.read_file import path_fault
from models.visible import shortened
from simulator.errors import ReportError
from simulator.messages.output import MAKE_ROOM, NAME_A_FOLDER, NOT_WRITABLE, OTHER_PERMISSIONS
from simulator.output.blocks import Report
from simulator.output.brand import HEADROOM, Brand
from simulator.output.whole_file import replace_file


@dataclass(frozen=True)
class Format:
    """A kind of file that a report comes as; `render` makes its bytes, the same ones from the same report.

    usual: whether a report comes in it when no formats are named. library: what it cannot be made without, as
    simulator/extras.py has it; "" for nothing.
    """

    name: str
    file: str
    media_type: str
    render: Callable[[Report, Brand], bytes]
    usual: bool = True
    library: str = ""


def _html(report: Report, brand: Brand) -> bytes:
    from simulator.output.renderers.html import to_html

    return to_html(report, brand).encode()


def _pdf(report: Report, brand: Brand) -> bytes:
    from simulator.output.renderers.pdf import to_pdf

    return to_pdf(report, brand)


def _workbook(report: Report, brand: Brand) -> bytes:
    from simulator.output.renderers.workbook.book import to_workbook

    return to_workbook(report.complete, brand)


def _markdown(report: Report, brand: Brand) -> bytes:
    from simulator.output.renderers.markdown import to_markdown

    return to_markdown(report, brand).encode()


def _csv(report: Report, brand: Brand) -> bytes:
    from simulator.output.renderers.comma_separated import to_csv

    # Excel takes a file for UTF-8 only if it begins with this mark.
    return to_csv(report.complete).encode("utf-8-sig")


_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    each.name: each
    for each in (
        Format("html", "report.html", "text/html", _html),
        Format("pdf", "report.pdf", "application/pdf", _pdf, library="typst"),
        Format("xlsx", "report.xlsx", _SPREADSHEET, _workbook, library="xlsxwriter"),
        Format("markdown", "report.md", "text/markdown", _markdown, usual=False),
        Format("csv", "report.csv", "text/csv", _csv, usual=False),
    )
}
USUAL = tuple(each.name for each in FORMATS.values() if each.usual)


def check_folder(folder: Path) -> None:
    """Whether a report could be written to a folder, which is made if need be; asked before long work.

    Raises ReportError.
    """
    if reason := path_fault(str(folder)):
        raise ReportError(shortened(str(folder)), reason, "name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ReportError(str(folder), "is not a folder", "name a folder") from error
    except OSError as error:
        raise ReportError(str(folder), _reason(error), NAME_A_FOLDER) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReportError(str(folder), NOT_WRITABLE, OTHER_PERMISSIONS)


def write_report(folder: Path, report: Report, formats: Sequence[str] = USUAL, brand: Brand = HEADROOM) -> list[Path]:
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
        raise ReportError(str(target), _reason(error), MAKE_ROOM) from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
