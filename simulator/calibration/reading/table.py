"""A table of text: its separator, its headings and its cells, each with its line."""

import csv
import io
import math
import re
from dataclasses import dataclass

from simulator.calibration.reading.problems import Unreadable, refuse

_SEPARATORS = (",", ";", "\t", "|")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_EMPTY = {"", "-", "n/a", "na", "nan", "none", "null"}


@dataclass(frozen=True)
class CellTable:
    """headings: as written; rows: line of the file, and a cell for each heading; comma: whether numbers are written
    with a decimal comma, as they are where a semicolon stands between them."""

    file: str
    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    comma: bool

    def column(self, heading: str) -> int:
        """The place of a heading, -1 where there is none, whatever its case."""
        lowered = [each.strip().lower() for each in self.headings]
        return lowered.index(heading.lower()) if heading.lower() in lowered else -1


def cells_of(text: str, file: str) -> CellTable:
    """The cells of a table with one line of headings; lines that begin with # are passed over. Raises ScenarioError for
    a table without rows, and for a row that is longer or shorter than its headings."""
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    headings: tuple[str, ...] = ()
    rows = []
    for cells in reader:
        if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
            continue
        if not headings:
            headings = tuple(cell.strip() for cell in cells)
            continue
        if len(cells) != len(headings):
            told = f"this row has {len(cells)} cells, and there are {len(headings)} headings"
            refuse(file, told, "write one cell under each heading, empty where nothing was measured", reader.line_num)
        rows.append((reader.line_num, tuple(cell.strip() for cell in cells)))
    if not rows:
        refuse(file, "this table has no rows", "write a line of headings with units, and a row for each load")
    return CellTable(file, headings, tuple(rows), separator == ";")


def number_of(cell: str, comma: bool = False) -> float | None:
    """The number of a cell, None of one that is empty.

    Raises Unreadable for a text, for a number with a unit of its own and for one that is not finite.
    """
    text = cell.strip()
    if text.lower() in _EMPTY:
        return None
    plain = text.replace(".", "").replace(",", ".") if comma and "," in text else text.replace(",", "")
    if _NUMBER.fullmatch(plain):
        value = float(plain)
        if not math.isfinite(value):
            raise Unreadable("not a finite number", "write the number as it was measured")
        return value
    if re.match(r"[+-]?[\d.,]+\s*[a-zA-Z%µ]", text):
        raise Unreadable("a unit in a cell: units are mixed", "write units in the heading only, one for the column")
    raise Unreadable("not a number", "write a number, or leave the cell empty")
