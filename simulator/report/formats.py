"""The formats that a report comes in. A format is one file and one line here; all show the same blocks."""

from collections.abc import Callable
from dataclasses import dataclass

from simulator.report.blocks import Report
from simulator.report.brand import Brand


@dataclass(frozen=True)
class Format:
    """A kind of file that a report comes as; `render` makes its bytes, the same ones from the same report.

    usual: whether a report comes in it when no formats are named.
    """

    name: str
    file: str
    media_type: str
    render: Callable[[Report, Brand], bytes]
    usual: bool = True


def _html(report: Report, brand: Brand) -> bytes:
    from simulator.report.renderers.html import to_html

    return to_html(report, brand).encode()


def _pdf(report: Report, brand: Brand) -> bytes:
    from simulator.report.renderers.pdf import to_pdf

    return to_pdf(report, brand)


def _workbook(report: Report, brand: Brand) -> bytes:
    from simulator.report.renderers.workbook.book import to_workbook

    return to_workbook(report.complete, brand)


def _markdown(report: Report, brand: Brand) -> bytes:
    from simulator.report.renderers.markdown import to_markdown

    return to_markdown(report, brand).encode()


def _csv(report: Report, brand: Brand) -> bytes:
    from simulator.report.renderers.comma_separated import to_csv

    # Excel takes a file for UTF-8 only if it begins with this mark.
    return to_csv(report.complete).encode("utf-8-sig")


FORMATS = {
    each.name: each
    for each in (
        Format("html", "report.html", "text/html", _html),
        Format("pdf", "report.pdf", "application/pdf", _pdf),
        Format("xlsx", "report.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _workbook),
        Format("markdown", "report.md", "text/markdown", _markdown, usual=False),
        Format("csv", "report.csv", "text/csv", _csv, usual=False),
    )
}
USUAL = tuple(each.name for each in FORMATS.values() if each.usual)
