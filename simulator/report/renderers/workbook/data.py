"""The figures of a chart in cells of its sheet, right of what is printed, for the chart to be drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulator.report.language.numbers import plain
from simulator.report.renderers.workbook.cells import number_format
from simulator.report.renderers.workbook.links import Links
from simulator.report.renderers.workbook.styles import Styles
from simulator.report.renderers.workbook.text import clean

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
        self._sheet.write_string(self._row, self.column, clean(f"Figures of the chart: {text}"), self._styles.caption())

    def add(self, head: str, figures: CellFigures) -> CellRange:
        """A further column. Where there is no figure the cell is empty."""
        column, first = self.column, self._row + 2
        self._sheet.set_column(column, column, _WIDTH)
        self._sheet.write_string(self._row + 1, column, clean(head), self._styles.head(numeric=False))
        for row, figure in enumerate(figures, start=first):
            if isinstance(figure, CellReference):
                style = self._styles.data(number_format(plain(figure.value), figure.value))
                self._sheet.write_formula(row, column, f"={figure.name}", style, figure.value)
            elif isinstance(figure, str):
                self._sheet.write_string(row, column, clean(figure), self._styles.data())
            elif figure is not None:
                style = self._styles.data(number_format(plain(figure), figure))
                self._sheet.write_number(row, column, figure, style)
        self.column += 1
        return CellRange(self._at(first - 1, first - 1, column), self._at(first, first + len(figures) - 1, column))

    def _at(self, first: int, last: int, column: int) -> str:
        from xlsxwriter.utility import xl_range_abs

        return f"='{self._sheet.get_name()}'!{xl_range_abs(first, column, last, column)}"
