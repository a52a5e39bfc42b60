"""The cells of tables that tools write: numbers by their headings, and columns of percentiles."""

from collections.abc import Mapping

from simulator.calibration.point import WHOLE, percentile_share
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.table import CellTable, cell_number

# The line that stands for all requests together, in the languages of JMeter's reports.
ALL = {"aggregated", "total", "gesamt", "summe", "totaal", "totale", "totales", "toplam", "suma", "итого", "合計",
       "总体", "總計"}  # fmt: skip


def row_numbers(cells: CellTable, row: tuple[str, ...]) -> dict[str, float]:
    """The numbers of a row by heading, in small letters; what is none is left out."""
    found = {}
    for name, cell in zip(cells.headings, row, strict=True):
        try:
            value = cell_number(cell.removesuffix("%").strip(), cells.mark)
        except Unreadable:
            continue
        if value is not None:
            found[name.strip().lower()] = value
    return found


def number_in_cell(cells: CellTable, line: int, row: tuple[str, ...], place: int) -> float | None:
    """The number of a cell, None where it is empty. Raises ScenarioError with its line where it is no number."""
    try:
        return cell_number(row[place].removesuffix("%").strip(), cells.mark)
    except Unreadable as error:
        refuse(cells.file, error.message, error.remedy, line, cells.headings[place], row[place])


def percent_headings(values: Mapping[str, float], suffix: str = "") -> dict[float, float]:
    """The columns "50%", "99.9%" or "95% Line", all in milliseconds; the least and the greatest are no percentiles."""
    found = {}
    for column, value in values.items():
        share = column.removesuffix(suffix).removesuffix("%")
        if (
            column.endswith(f"%{suffix}")
            and share.replace(".", "", 1).isdigit()
            and 0.0 < percentile_share(share) < WHOLE
        ):
            found[percentile_share(share)] = value / 1e3
    return found
