"""One sheet: texts, tables and charts one below the other, on columns that all of them share, and right of what is
printed the figures of its charts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulator.messages.numbers import plain_number
from simulator.messages.output import figures_of_chart
from simulator.output.blocks import Tone
from simulator.output.renderers.workbook.cells import CellContent, number_format
from simulator.output.renderers.workbook.grid import Grid, Head
from simulator.output.renderers.workbook.links import Links
from simulator.output.renderers.workbook.styles import Styles
from simulator.output.renderers.workbook.text import cell_text

_WIDTH = 13  # Characters of a column of figures.


@dataclass(frozen=True)
class CellReference:
    """A figure that stands in a cell of the report already, by its name."""

    name: str
    value: float


CellFigures = Sequence[float | str | None | CellReference]


@dataclass(frozen=True)
class CellRange:
    """The cells of some figures as formulas refer to them: their heading, and the figures."""

    head: str
    cells: str


class DataBlock:
    """A block of columns, filled from the left; `column` is the next free one."""

    def __init__(self, sheet: Any, styles: Styles, row: int, column: int, links: Links) -> None:
        self._sheet, self._styles, self._row, self.column = sheet, styles, row, column
        self.links = links

    def title(self, text: str) -> None:
        """What the figures are of, above them."""
        self._sheet.write_string(self._row, self.column, cell_text(figures_of_chart(text)), self._styles.caption())

    def add(self, head: str, figures: CellFigures) -> CellRange:
        """A further column. Where there is no figure the cell is empty."""
        column, first = self.column, self._row + 2
        self._sheet.set_column(column, column, _WIDTH)
        self._sheet.write_string(self._row + 1, column, cell_text(head), self._styles.head(numeric=False))
        for row, figure in enumerate(figures, start=first):
            if isinstance(figure, CellReference):
                style = self._styles.data(number_format(plain_number(figure.value), figure.value))
                self._sheet.write_formula(row, column, f"={figure.name}", style, figure.value)
            elif isinstance(figure, str):
                self._sheet.write_string(row, column, cell_text(figure), self._styles.data())
            elif figure is not None:
                style = self._styles.data(number_format(plain_number(figure), figure))
                self._sheet.write_number(row, column, figure, style)
        self.column += 1
        return CellRange(self._at(first - 1, first - 1, column), self._at(first, first + len(figures) - 1, column))

    def _at(self, first: int, last: int, column: int) -> str:
        from simulator.extras import utility

        return f"='{self._sheet.get_name()}'!{utility.xl_range_abs(first, column, last, column)}"


WIDTH = 122  # Characters across a page, at least; texts are no wider.
_FILLER, _NARROWEST, _WIDEST, _WIDEST_LAST = 11, 8, 54, 64  # Widths of columns, in characters.
_PIXELS, _PADDING = 7, 5  # Of a character and around a column (Calibri 11).
_LINE, _HIGHEST, _APART = 15.0, 409.0, 8.0  # Points of a line, of the highest row that Excel has, between paragraphs.
_ROW_PIXELS = 20
_PAPER, _SMALLEST = 480.0, 0.58  # Points of a page from head to foot, and how far a sheet is shrunk to fit on one.
_FROZEN = 12  # Rows above which a heading is too far down to stay in view.


@dataclass(frozen=True)
class CellPlace:
    """Where something lies: the row and the column, counted from 0."""

    row: int
    column: int


class Page:
    """A sheet that is filled from the top; `row` is the next free one."""

    def __init__(self, sheet: Any, styles: Styles, grids: Sequence[Grid]) -> None:
        self.sheet, self.styles, self.row = sheet, styles, 0
        widths = _widths(grids)
        while sum(widths) < WIDTH:
            widths.append(min(_FILLER, max(2, WIDTH - sum(widths))))
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        self.last = len(widths) - 1
        self._widths, self._pixels = widths, sum(_PIXELS * width + _PADDING for width in widths)
        self.free = self.last + 2  # The first column right of the page that is not taken.
        self._text_ends = next(at for at in range(len(widths)) if sum(widths[: at + 1]) >= WIDTH)
        self._text_width = sum(widths[: self._text_ends + 1])
        self._headings: list[int] = []
        self._beyond = 0.0  # Points of all rows beyond a line each.
        self.named: dict[str, CellPlace] = {}

    def text(self, text: str, style: Any, *, size: float = 1.0) -> None:
        """A text across the page, as high as it needs to be; `size` is that of its letters, 1 for usual ones."""
        self._set_height(_LINE * size * _lines(text, self._text_width / size) + _APART * size)
        # Merged while empty, for a merged range would take a text that begins with "=" for a formula.
        self.sheet.merge_range(self.row, 0, self.row, self._text_ends, "", style)
        self.sheet.write_string(self.row, 0, text, style)
        self.row += 1

    def line(self, text: str, style: Any) -> None:
        """A text that runs on over the empty cells beside it."""
        self.sheet.write_string(self.row, 0, text, style)
        self.row += 1

    def table(self, grid: Grid) -> None:
        """A table under its title, with its notes below it."""
        if grid.title:
            self.line(grid.title, self.styles.caption())
        if any(head.text for head in grid.heads):
            self._heads(grid.heads)
        untoned: list[Tone] = ["neutral"] * len(grid.rows)
        for row, tone in zip(grid.rows, grid.tones or untoned, strict=True):
            self._table_row(row, grid.heads, tone)
        for note in grid.notes:
            self.text(note, self.styles.note())
        self.row += 1

    def _heads(self, heads: Sequence[Head]) -> None:
        self._headings.append(self.row)
        self._set_height(_LINE * self._most_lines([head.text for head in heads]))
        for column, head in enumerate(heads):
            style = self.styles.head(numeric=head.numeric, first=not column)
            self.sheet.write_string(self.row, column, head.text, style)
        self.row += 1

    def _table_row(self, row: Sequence[CellContent], heads: Sequence[Head], tone: Tone) -> None:
        self._set_height(_LINE * self._most_lines([written.shown for written in row]))
        for column, (written, head) in enumerate(zip(row, heads, strict=True)):
            style = self.styles.cell(
                written.digits,
                numeric=head.numeric,
                entry=written.entry,
                first=not column,
                tone=tone if column else "neutral",
            )
            self._write(written, CellPlace(self.row, column), style)
        self.row += 1

    def _most_lines(self, texts: Sequence[str]) -> int:
        """Lines of a row of texts, each in its column; most letters are narrower than the digits that widths count."""
        return max((_lines(text, 1.05 * width) for text, width in zip(texts, self._widths, strict=False)), default=1)

    def _set_height(self, points: float) -> None:
        """The height of the row, where it is not that of one line: not every program finds it by itself."""
        if points > _LINE:
            self.sheet.set_row(self.row, min(_HIGHEST, points))
            self._beyond += min(_HIGHEST, points) - _LINE

    def _write(self, written: CellContent, place: CellPlace, style: Any) -> None:
        at = (place.row, place.column)
        if written.formula:
            self.sheet.write_formula(*at, f"={written.formula}", style, written.content)
        elif isinstance(written.content, str):
            self.sheet.write_string(*at, written.content, style)
        else:
            self.sheet.write_number(*at, written.content, style)
        if written.comment:
            self.sheet.write_comment(*at, written.comment)
        if written.name:
            self.named.setdefault(written.name, place)

    def beside(self, several: bool) -> list[tuple[int, int]]:
        """Where charts begin and how many pixels wide they may be: one across the page, or two, each on a column."""
        if not several:
            return [(0, self._pixels)]
        edges = [sum(_PIXELS * width + _PADDING for width in self._widths[:at]) for at in range(len(self._widths))]
        middle = min(range(1, len(edges)), key=lambda at: abs(edges[at] - self._pixels / 2))
        wide = min(edges[middle], self._pixels - edges[middle])
        return [(0, wide), (middle, wide)]

    def leave(self, pixels: int) -> int:
        """Leaves empty rows for something so high, and says with which they begin."""
        row = self.row
        self.row += math.ceil(pixels / _ROW_PIXELS) + 1
        return row

    def finish(self) -> None:
        """What is printed, and what stays in view: the heading of the only table of a sheet."""
        self.sheet.print_area(0, 0, max(0, self.row - 1), self.last)
        high = self.row * _LINE + self._beyond
        self.sheet.fit_to_pages(1, 1 if high * _SMALLEST <= _PAPER else 0)
        if len(self._headings) == 1:
            self.sheet.repeat_rows(self._headings[0])
            if self._headings[0] < _FROZEN:
                self.sheet.freeze_panes(self._headings[0] + 1, 0)


def _lines(text: str, width: float) -> int:
    """Lines of a text between so many characters, broken at words or, where one is longer, within it."""
    return sum(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: float) -> int:
    lines, filled = 1, 0.0
    for word in line.split(" "):
        if filled and filled + len(word) > width:
            lines, filled = lines + 1, 0.0
        over = max(0, math.ceil(len(word) / width) - 1)
        lines, filled = lines + over, filled + len(word) + 1 - over * width
    return lines


def _widths(grids: Sequence[Grid]) -> list[int]:
    """The widths of the columns of some tables, one below the other: that of the longest text, within bounds."""
    widths: list[int] = []
    for grid in grids:
        for column, head in enumerate(grid.heads):
            if column == len(widths):
                widths.append(_NARROWEST)
            widest = _WIDEST_LAST if column == len(grid.heads) - 1 else _WIDEST
            needed = [len(row[column].shown) + 2 for row in grid.rows]
            # A heading may take two lines.
            words = [len(word) + 2 for word in head.text.split()]
            widths[column] = max(widths[column], min(widest, max(*needed, *words, len(head.text) // 2 + 3, 0)))
    return widths
