"""Pictures as charts of a workbook, drawn from cells of its sheets, in the colours of all formats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.report.blocks import Chart
from simulator.report.pictures import Bars, Gaps, Lines, Points, Stack, Tornado
from simulator.report.renderers.workbook.bars import bars, stack
from simulator.report.renderers.workbook.data import DataBlock
from simulator.report.renderers.workbook.lines import lines
from simulator.report.renderers.workbook.links import Links
from simulator.report.renderers.workbook.page import Page
from simulator.report.renderers.workbook.points import gaps, points
from simulator.report.renderers.workbook.text import clean

_WIDEST, _GUTTER = 660, 16  # Pixels of a chart, and between two of them.
_BAR, _GAP_ROW, _LINES, _PLANE, _MARGINS = 26, 30, 160, 260, 110  # Pixels of a bar or row, and around all of them.


def charts_on(page: Page, book: Any, charts: Sequence[Chart], links: Links) -> None:
    """Charts below each other, two in a row if they are several; the figures of each stand right of the page.

    A picture without a figure is left out.
    """
    shown = [chart for chart in charts if _KINDS[chart.picture.kind].figures(chart.picture)]
    top, left = page.row, page.free
    places = page.beside(len(shown) > 1)
    for first in range(0, len(shown), len(places)):
        row = shown[first : first + len(places)]
        for chart, (column, _) in zip(row, places, strict=False):
            page.sheet.write_string(page.row, column, clean(chart.title), page.styles.caption())
        page.row += 1
        high = _MARGINS + max(_KINDS[chart.picture.kind].pixels(chart.picture) for chart in row)
        at = page.leave(high)
        for chart, (column, wide) in zip(row, places, strict=False):
            data = DataBlock(page.sheet, page.styles, top, left, links)
            data.title(chart.title)
            drawn = _KINDS[chart.picture.kind].draw(book, chart.picture, data)
            drawn.set_size({"width": min(_WIDEST, wide - _GUTTER), "height": high})
            drawn.set_title({"none": True})
            drawn.set_chartarea({"border": {"none": True}, "fill": {"none": True}})
            page.sheet.insert_chart(at, column, drawn, {"y_offset": 2, "description": clean(chart.alt)})
            left = data.column + 1
    page.free = left


@dataclass(frozen=True)
class _Kind:
    """How a kind of picture is drawn, how many pixels its content is high, and whether it has any."""

    draw: Callable[[Any, Any, DataBlock], Any]
    pixels: Callable[[Any], int]
    figures: Callable[[Any], Sequence[object]]


_KINDS: Mapping[str, _Kind] = {
    Bars.kind: _Kind(bars, lambda picture: _BAR * len(picture.bars), lambda picture: picture.bars),
    Stack.kind: _Kind(stack, lambda picture: _BAR * (2 * len(picture.totals) + 3), lambda picture: picture.parts),
    Gaps.kind: _Kind(gaps, lambda picture: _GAP_ROW * len(picture.gaps), lambda picture: picture.gaps),
    Lines.kind: _Kind(lines, lambda picture: _LINES, lambda picture: picture.lines and picture.x),
    # Bars that begin within an axis are none of a workbook's: what it shows instead are points around the present.
    Tornado.kind: _Kind(
        lambda book, picture, data: gaps(book, picture.gaps, data),
        lambda picture: _GAP_ROW * len(picture.gaps.gaps),
        lambda picture: picture.gaps.gaps,
    ),
    Points.kind: _Kind(points, lambda picture: _PLANE, lambda picture: picture.points),
}
