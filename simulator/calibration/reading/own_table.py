"""A table of one's own: rows of a load test, with the unit of each column in its heading."""

from collections.abc import Callable

from models.errors import Problem, ScenarioError
from models.visible import shortened
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.headings import ColumnHeading, parse_heading
from simulator.calibration.reading.problems import Unreadable
from simulator.calibration.reading.source import Source
from simulator.calibration.reading.table import CellTable, cell_number, first_line
from simulator.messages.stages.calibration import tables

# Reads what a load tool wrote into a file that a row names.
ReadOutput = Callable[[str], LoadTestRow]


def is_own_table(source: Source) -> bool:
    """Whether the first line of a text is of headings: one of them at least is a quantity, with its unit or without."""
    names = source.headings or (first_line(source.text),)
    return any(_is_quantity(name) for name in names)


def _is_quantity(name: str) -> bool:
    try:
        column_heading = parse_heading(name)
    except Unreadable as error:
        # A quantity without its unit, or in another one, is nearly a heading.
        return error.message != tables.UNKNOWN_HEADING[0]
    # What is counted a second may be any text that ends so.
    return column_heading.quantity is not None or column_heading.share is not None or column_heading.is_file


def read_own_table(cells: CellTable, output: ReadOutput) -> tuple[LoadTestRow, ...]:
    """The points of a table, in its order. A column `file` names what a load tool wrote in each row: what that says
    holds where the row says nothing. Raises ScenarioError with every heading and cell that is wrong."""
    problems: list[Problem] = []
    cells.require_whole()
    columns = _columns(cells, problems)
    points = [_point(cells, line, row, columns, output, problems) for line, row in cells.rows]
    if problems:
        raise ScenarioError(tuple(problems))
    return tuple(points)


def _columns(cells: CellTable, problems: list[Problem]) -> list[ColumnHeading]:
    columns: list[ColumnHeading] = []
    for text in cells.headings:
        try:
            columns.append(parse_heading(text))
        except Unreadable as error:
            columns.append(ColumnHeading(None))
            problems.append(Problem(cells.file, 1, shortened(text), "", error.message, error.remedy))
    for place, each in enumerate(columns):
        same = [n for n in range(place) if columns[n][0] == each[0] and columns[n].share == each.share]
        if same and (each.quantity is not None or each.share is not None):
            told = tables.same_quantity(shortened(cells.headings[same[0]]))
            problems.append(Problem(cells.file, 1, shortened(cells.headings[place]), "", *told))
    return columns


def _point(
    cells: CellTable,
    line: int,
    row: tuple[str, ...],
    columns: list[ColumnHeading],
    output: ReadOutput,
    problems: list[Problem],
) -> LoadTestRow:
    measured: dict[Metric, float] = {}
    percentiles: dict[float, float] = {}
    counters: dict[str, float] = {}
    below = None
    for column, cell, text in zip(columns, row, cells.headings, strict=True):
        if column.is_file and cell:
            below = output(cell)
        if column.quantity is None and column.share is None and not column.counter:
            continue
        try:
            value = cell_number(cell, cells.mark)
        except Unreadable as error:
            place = (cells.file, line, shortened(text), shortened(cell))
            problems.append(Problem(*place, error.message, error.remedy))
            continue
        if value is None:
            continue
        if column.quantity is not None:
            measured[column.quantity] = value * column.factor
        elif column.share is not None:
            percentiles[column.share] = value * column.factor
        else:
            counters[column.counter] = value * column.factor
    if below is not None:
        measured = {**below.measured, **measured}
        percentiles = {**below.percentiles, **percentiles}
    return LoadTestRow(cells.file, line, measured, percentiles, counters)
