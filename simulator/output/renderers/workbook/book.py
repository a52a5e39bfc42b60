"""Blocks as a workbook: a sheet for each section, real numbers, the bill as formulas, and charts of the sheets' cells.

XlsxWriter is imported when the first workbook is made. The same report gives the same bytes: the only date is its day.
"""

import io
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from simulator.output.blocks import Block, Chart, Charts, Heading, KeyFigures, Preformatted, Report, Table, Text
from simulator.output.brand import HEADROOM, Brand
from simulator.output.pictures import Bars, Gaps, Lines, NamedBars, Points, Stack, Tornado
from simulator.output.renderers.workbook.grid import Grid, cards_grid, grid
from simulator.output.renderers.workbook.links import Links, links
from simulator.output.renderers.workbook.page import DataBlock, Page
from simulator.output.renderers.workbook.pictures.bars import bars, stack
from simulator.output.renderers.workbook.pictures.lines import lines
from simulator.output.renderers.workbook.pictures.points import gaps, points
from simulator.output.renderers.workbook.styles import Styles
from simulator.output.renderers.workbook.text import cell_text, margin_text, sheet_names

_WIDEST_CHART, _GUTTER = 660, 16  # Pixels of a chart, and between two of them.
_BAR, _GAP_ROW, _LINES, _PLANE, _MARGINS = 26, 30, 160, 260, 110  # Pixels of a bar or row, and around all of them.

_TITLE, _HEADING, _LEAD = 20 / 11, 15 / 11, 12 / 11  # Sizes in that of the usual text.
_PAPER_A4 = 9
_HEIGHT, _WIDEST = 44, 220  # Pixels of the logo on the sheet.
_DENSITY = 3  # Pixels of an image drawn from SVG for each pixel of the sheet, for paper.
_SIZE = slice(16, 24)  # Where a PNG says its width and height (PNG specification, section 11.2.2).


def to_workbook(report: Report, brand: Brand = HEADROOM) -> bytes:
    """The bytes of the workbook. Every text in the report is written as text, whatever it begins with."""
    from simulator.extras import xlsxwriter

    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    book.set_properties(_properties(report, brand))
    styles, sheet_sections = Styles(book, brand), sections(report)
    linked = links(report.blocks)
    for name, section in zip(sheet_names(section.name for section in sheet_sections), sheet_sections, strict=True):
        page = _page(book.add_worksheet(name), styles, section, linked)
        if section is sheet_sections[0]:
            logo_on(page, brand)
            _opening(page, report, brand)
        for block in section.blocks:
            _SHOWN[block.kind](page, block, linked, book)
        _print_set_up(page, report, brand)
        for defined, place in page.named.items():
            book.define_name(defined, f"='{name}'!{_absolute(place.row, place.column)}")
    book.close()
    return written.getvalue()


@dataclass(frozen=True)
class SheetSection:
    """What one sheet shows."""

    name: str
    blocks: tuple[Block, ...]


def sections(report: Report) -> list[SheetSection]:
    """The sections, each with its heading; what comes before the first of them, but for the title, is with it."""
    parts: list[tuple[str, list[Block]]] = [(report.title, [])]
    headed = False
    for block in report.blocks:
        if isinstance(block, Heading) and block.level == 1:
            continue
        if isinstance(block, Heading) and block.level == 2:
            parts = [*parts, (block.text, [])] if headed else [(block.text, parts[0][1])]
            headed = True
        parts[-1][1].append(block)
    return [SheetSection(name, tuple(blocks)) for name, blocks in parts]


def _properties(report: Report, brand: Brand) -> dict[str, object]:
    return {
        "title": cell_text(report.title),
        "author": cell_text(brand.name),
        "comments": cell_text(report.origin),
        "created": datetime.fromisoformat(report.day),
    }


def _page(sheet: Any, styles: Styles, section: SheetSection, linked: Links) -> Page:
    grids = [_GRIDS[block.kind](block, linked) for block in section.blocks if block.kind in _GRIDS]
    return Page(sheet, styles, grids)


def _opening(page: Page, report: Report, brand: Brand) -> None:
    """The head of the first sheet."""
    page.text(cell_text(report.title), page.styles.title(), size=_TITLE)
    page.text(cell_text(f"{brand.name}, {report.day}: {report.origin}"), page.styles.origin())


def _heading(page: Page, block: Heading, linked: Links, book: Any) -> None:
    if block.level == 2:
        page.text(cell_text(block.text), page.styles.heading(), size=_HEADING)
    else:
        page.line(cell_text(block.text), page.styles.caption())


def _text(page: Page, block: Text, linked: Links, book: Any) -> None:
    page.text(cell_text(block.text), page.styles.paragraph(lead=block.lead), size=_LEAD if block.lead else 1.0)


def _preformatted(page: Page, block: Preformatted, linked: Links, book: Any) -> None:
    for line in block.text.splitlines():
        page.line(cell_text(line), page.styles.preformatted())
    page.row += 1


def _table(page: Page, block: Table, linked: Links, book: Any) -> None:
    page.table(grid(block, linked))


def _key_figures(page: Page, block: KeyFigures, linked: Links, book: Any) -> None:
    page.table(cards_grid(block, linked))


def _chart(page: Page, block: Chart, linked: Links, book: Any) -> None:
    charts_on(page, book, (block,), linked)


def _charts(page: Page, block: Charts, linked: Links, book: Any) -> None:
    charts_on(page, book, block.charts, linked)


_GRIDS: Mapping[str, Callable[[Any, Links], Grid]] = {Table.kind: grid, KeyFigures.kind: cards_grid}
_SHOWN: Mapping[str, Callable[[Page, Any, Links, Any], None]] = {
    Heading.kind: _heading,
    Text.kind: _text,
    Preformatted.kind: _preformatted,
    KeyFigures.kind: _key_figures,
    Table.kind: _table,
    Chart.kind: _chart,
    Charts.kind: _charts,
}


def _print_set_up(page: Page, report: Report, brand: Brand) -> None:
    """Landscape A4, as wide as the paper, with what the report is and the number of the page."""
    sheet = page.sheet
    page.finish()
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.set_paper(_PAPER_A4)
    sheet.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.8)
    sheet.set_header(f"&L{margin_text(brand.name)}&R{margin_text(report.title)}")
    sheet.set_footer(f"&L{margin_text(report.origin)}&R{report.day}, page &P of &N")


def _absolute(row: int, column: int) -> str:
    from simulator.extras import utility

    return str(utility.xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True))


def logo_on(page: Page, brand: Brand) -> None:
    """Puts the logo, if there is one, in rows of its own; one in SVG is drawn, since sheets hold images."""
    if not brand.logo:
        return
    image = brand.logo if brand.logo_type == "png" else _drawn(brand.logo)
    width, height = struct.unpack(">II", image[_SIZE])
    scale = min(_HEIGHT / height, _WIDEST / width)
    look = {"x_scale": scale, "y_scale": scale, "description": cell_text(f"{brand.name}, logo")}
    page.sheet.insert_image(page.leave(_HEIGHT), 0, "logo.png", {"image_data": io.BytesIO(image)} | look)


def _drawn(svg: bytes) -> bytes:
    """An image of an SVG, large enough for paper."""
    from simulator.extras import vl_convert

    return vl_convert.svg_to_png(svg.decode(), scale=_DENSITY)


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
            page.sheet.write_string(page.row, column, cell_text(chart.title), page.styles.caption())
        page.row += 1
        high = _MARGINS + max(_KINDS[chart.picture.kind].pixels(chart.picture) for chart in row)
        at = page.leave(high)
        for chart, (column, wide) in zip(row, places, strict=False):
            data = DataBlock(page.sheet, page.styles, top, left, links)
            data.title(chart.title)
            drawn = _KINDS[chart.picture.kind].draw(book, chart.picture, data)
            drawn.set_size({"width": min(_WIDEST_CHART, wide - _GUTTER), "height": high})
            drawn.set_title({"none": True})
            drawn.set_chartarea({"border": {"none": True}, "fill": {"none": True}})
            page.sheet.insert_chart(at, column, drawn, {"y_offset": 2, "description": cell_text(chart.alt)})
            left = data.column + 1
    page.free = left


@dataclass(frozen=True)
class _Kind:
    """How a kind of picture is drawn, how many pixels its content is high, and whether it has any."""

    draw: Callable[[Any, Any, DataBlock], Any]
    pixels: Callable[[Any], int]
    figures: Callable[[Any], Sequence[object]]


# A kind of picture is a function of a file in pictures/, and one line here.
_KINDS: Mapping[str, _Kind] = {
    Bars.kind: _Kind(bars, lambda picture: _BAR * len(picture.bars), lambda picture: picture.bars),
    NamedBars.kind: _Kind(
        lambda book, picture, data: bars(book, picture.plain, data),
        lambda picture: _BAR * len(picture.bars),
        lambda picture: picture.bars,
    ),
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
