"""The formats that a report comes in. A format is one file and one line here; all show the same blocks."""

from collections.abc import Callable
from dataclasses import dataclass

from simulator.report.blocks import Report
from simulator.report.brand import Brand


@dataclass(frozen=True)
class Format:
    """A kind of file that a report comes as; `render` makes its bytes, the same ones from the same report."""

    name: str
    file: str
    media_type: str
    render: Callable[[Report, Brand], bytes]


def _html(report: Report, brand: Brand) -> bytes:
    from simulator.report.html import to_html

    return to_html(report, brand).encode()


FORMATS = {
    each.name: each
    for each in (
        Format("html", "report.html", "text/html", _html),
    )
}
