"""A table of text: its separator, its headings and its cells, each with its line, and the decimal marks that fit it."""

import csv
import io
import re
from dataclasses import dataclass, replace

from models.quantities.decimals import (
    COMMA,
    MARKS,
    POINT,
    ambiguous_mark_example,
    common_decimal_marks,
    decimal_marks,
    parse_number,
    without_thousands,
)
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.messages.stages.calibration import recordings, tables

SEPARATORS = (",", ";", "\t", "|")
# Rows that tell the decimal mark: so many numbers of one file have it in some.
_TRIED = 5_000
_EMPTY = {"", "-", "n/a", "na", "nan", "none", "null"}


@dataclass(frozen=True)
class CellTable:
    """headings: as written; rows: line of the file, and a cell for each heading; odd: lines that have not one cell
    under each heading, with how many they have. marks: decimal marks with which all of it can be read, one once it is
    known; example: a number that only the first of them explains."""

    file: str
    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    odd: tuple[tuple[int, int], ...] = ()
    separator: str = ","
    marks: tuple[str, ...] = (POINT,)
    example: str = ""

    def column(self, heading: str) -> int:
        """The place of a heading, -1 where there is none, whatever its case."""
        lowered = [each.strip().lower() for each in self.headings]
        return lowered.index(heading.lower()) if heading.lower() in lowered else -1

    def has(self, *headings: str) -> bool:
        """Whether all of some headings are there."""
        return all(self.column(each) >= 0 for each in headings)

    @property
    def mark(self) -> str:
        """The decimal mark of its numbers."""
        return self.marks[0]

    def require_whole(self) -> "CellTable":
        """Itself. Raises ScenarioError where a line has not one cell under each heading."""
        for line, cells in self.odd:
            refuse(self.file, *tables.cells_unlike_headings(cells, len(self.headings)), line)
        return self


def first_line(text: str) -> str:
    """The first line of a text that is not empty and does not begin with #, "" where there is none."""
    begun = re.search(r"^(?!#)[^\S\n]*\S.*$", text, re.MULTILINE)
    return begun[0] if begun else ""


def read_cells(text: str, file: str, decimal: str = "") -> CellTable:
    """The cells of a table with one line of headings; lines that begin with # are passed over. decimal: the mark that
    somebody states. Raises ScenarioError for a table without rows, and for one whose numbers have both marks."""
    separator = max(SEPARATORS, key=first_line(text).count)
    headings: tuple[str, ...] = ()
    rows: list[tuple[int, tuple[str, ...]]] = []
    odd = []
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    try:
        for cells in reader:
            stripped = tuple(map(str.strip, cells))
            if not any(stripped) or cells[0].startswith("#"):
                continue
            if not headings:
                headings = stripped
            elif len(cells) != len(headings):
                odd.append((reader.line_num, len(cells)))
            else:
                rows.append((reader.line_num, stripped))
    except csv.Error as error:
        refuse(file, *recordings.cut_off("a table", str(error)), reader.line_num)
    if not rows and not odd:
        refuse(file, *tables.NO_ROWS)
    cell_table = CellTable(file, headings, tuple(rows), tuple(odd), separator)
    return replace(cell_table, marks=(decimal,)) if decimal else _marked(cell_table)


def _marked(cells: CellTable) -> CellTable:
    """With the decimal marks that fit its numbers: all of one column and all columns have the same."""
    texts = [cell.removesuffix("%").strip() for _, row in cells.rows[:_TRIED] for cell in row]
    marks, only = common_decimal_marks(texts)
    if not marks:
        line = next(n for n, row in cells.rows for cell in row if cell.removesuffix("%").strip() == only[COMMA])
        refuse(cells.file, *tables.comma_beside_point(only[POINT]), line, value=only[COMMA])
    if len(marks) == 1:
        (mark,) = marks
        return replace(cells, marks=(mark,), example=only.get(mark, ""))
    if not (open_to_both := ambiguous_mark_example(texts)):
        return cells
    with_comma = any("," in each and decimal_marks(each) for each in texts)
    if cells.separator != ";" and not with_comma:
        return cells
    likely = decimal_mark(cells)
    return replace(cells, marks=(likely,) if likely else MARKS, example=open_to_both)


def decimal_mark(cells: CellTable) -> str:
    """The decimal mark that the columns show in which some numbers have a mark and others none, "" where none does.

    Thousands that are set apart are so in all numbers from 1,000 on: 900 beside 1,200 is a number below a thousand, and
    1200 beside 1,300 says that the comma is decimal.
    """
    found = set()
    for place in range(len(cells.headings)):
        column = [without_thousands(row[place].removesuffix("%")) for _, row in cells.rows]
        whole = [each for each in column if each.isdigit()]
        marked = ambiguous_mark_example(column)
        if not whole or not marked:
            continue
        mark = COMMA if "," in marked else POINT
        apart = POINT if mark == COMMA else COMMA
        found.add(mark if any(len(each) > 3 for each in whole) else apart)
    return found.pop() if len(found) == 1 else ""


def cell_number(cell: str, mark: str = POINT) -> float | None:
    """The number of a cell, None of one that is empty.

    Raises Unreadable for a text, for a number with a unit of its own and for one that is not finite.
    """
    text = cell.strip()
    if text.isdecimal():
        return float(text)
    if text:
        value = parse_number(text, mark)
        if value is not None:
            return value
    if text.lower() in _EMPTY:
        return None
    if mark in decimal_marks(text):
        raise Unreadable(tables.NOT_FINITE, tables.AS_MEASURED)
    if decimal_marks(text):
        raise Unreadable(*tables.other_mark("point" if mark == POINT else "comma"))
    if re.match(r"[+-]?[\d.,]+\s*[a-zA-Z%µ]", text):
        raise Unreadable(*tables.UNIT_IN_CELL)
    raise Unreadable(tables.NOT_A_NUMBER, tables.OR_EMPTY)
