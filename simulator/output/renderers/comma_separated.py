"""The key figures and tables of a report as comma-separated values (RFC 4180), for those who paste them into a sheet.

One file: each table below its title and apart from the next by an empty line. A figure is a number in full precision;
its half-width stands in the column after it, headed "±", and its unit after that where the heading does not say it.
"""

import csv
import io
import math
from collections.abc import Iterable, Sequence

from models.visible import visible
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import NOT_KNOWN, PLUS_MINUS, cell_text
from simulator.output.blocks import Cell, Column, Heading, KeyFigures, Report, Table, plain_cell

# A text that begins so is a formula to a spreadsheet (OWASP, CSV Injection): it is kept from being one.
_FORMULA = ("=", "+", "-", "@")
CARDS = (Column("figure"), Column("value", numeric=True), Column("note"))


def to_csv(report: Report) -> str:
    """The tables of a report, under the headings of their sections."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    for block in report.blocks:
        if isinstance(block, Heading):
            lines.writerows([[harmless(block.text)], []])
        elif isinstance(block, Table):
            lines.writerows([[harmless(block.title)], *_grid(block.columns, block.in_full().rows), []])
        elif isinstance(block, KeyFigures):
            rows = [(card.label, card.figure, card.note) for card in block.cards]
            lines.writerows([*_grid(CARDS, rows), []])
    return written.getvalue()


def _grid(columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> Iterable[list[object]]:
    """The heading and the rows, with further columns for half-widths and units where a column has any."""
    shown = [[plain_cell(content) for content in row] for row in rows]
    measured = [any(isinstance(row[at], Estimate) for row in shown) for at in range(len(columns))]
    yield [name for column, has in zip(columns, measured, strict=True) for name in _heads(column, has)]
    for row in shown:
        cells = zip(row, columns, measured, strict=True)
        yield [part for content, column, has in cells for part in _parts(content, column, has)]


def _heads(column: Column, measured: bool) -> list[str]:
    name = harmless(f"{column.name}, {column.unit}" if column.unit else column.name)
    return [name, PLUS_MINUS, *([] if column.unit else ["unit"])] if measured else [name]


def _parts(content: Cell, column: Column, measured: bool) -> list[object]:
    """A cell, and in a column of figures what goes into the columns beside it."""
    if isinstance(content, Estimate):
        half_width = content.half_width if math.isfinite(content.half_width) else NOT_KNOWN
        return [content.value, half_width, *([] if column.unit else [content.unit])]
    own = content if isinstance(content, int | float) else harmless(_cell_text(content))
    return [own, *([""] * (1 if column.unit else 2))] if measured else [own]


def _cell_text(content: Cell) -> str:
    """A text; of a figure that is not known, also why."""
    return f"{NOT_KNOWN}: {content.reason}" if isinstance(content, Unavailable) else cell_text(content)


def harmless(text: str) -> str:
    """A text on one line, all of which can be seen, and that no spreadsheet takes for a formula."""
    seen = visible(text)
    return f"'{seen}" if seen.startswith(_FORMULA) else seen
