"""The cells of a report as every renderer shows them: the digits of a figure, its interval and unit, and its note."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import (
    NOT_KNOWN,
    NOT_RESOLVED,
    PLUS_MINUS,
    TRAFFIC,
    cell_text,
    is_resolved,
    readable,
    readable_unit,
    rounded,
    short_estimate,
    short_parts,
    signed_text,
    size_of,
    unit_beside,
    unit_for,
    value_and_half_width,
)
from simulator.output.blocks import Cell, Column, Linked, Table, plain_cell

# The spaces of "97 ± 2 %".
_BROKEN = re.compile(rf"(?<=\d) (?=[{PLUS_MINUS}%])|(?<={PLUS_MINUS}) ")
_NOTES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class FigureCell:
    """A cell in pieces: the value, its half-width and unit ("" for none), and the mark of its note."""

    value: str
    half_width: str = ""
    unit: str = ""
    note: str = ""

    @property
    def written(self) -> str:
        """Value, half-width and unit in one piece, without the mark."""
        value = f"{self.value} {PLUS_MINUS} {self.half_width}" if self.half_width else self.value
        return f"{value} {self.unit}".rstrip()


def figure(content: Cell, *, unit: bool = True, note: str = "") -> FigureCell:
    """A cell in the pieces that are styled apart."""
    if isinstance(content, Linked) and content.uncertainty > content.content.half_width:
        value = rounded(content.content.value, content.uncertainty)
        return FigureCell(value, unit=content.content.unit if unit else "")
    content = plain_cell(content)
    if isinstance(content, Estimate):
        shown = readable(content) if unit else content
        value, half_width = value_and_half_width(shown)
        return FigureCell(value, half_width, unit_beside(value if not half_width else "", shown.unit) if unit else "")
    return FigureCell(cell_text(content), note=note)


def key_figure(content: Cell) -> FigureCell:
    """A key figure as sentences have it: three digits, and an interval only where it is wide."""
    shown = plain_cell(content)
    if isinstance(content, Linked) and content.uncertainty > content.content.half_width:
        return figure(content)
    if not isinstance(shown, Estimate):
        return figure(content)
    value, unit = short_parts(shown)
    return FigureCell(value, unit=unit)


def table_cells(table: Table) -> tuple[list[list[FigureCell]], list[tuple[str, str]]]:
    """The rows of a table as figures, and the reasons of those that are not known, each with its mark."""
    reasons = dict.fromkeys(found.reason for row in table.rows for found in row if isinstance(found, Unavailable))
    marks = {reason: _NOTES[number % len(_NOTES)] for number, reason in enumerate(reasons)}
    rows = [
        [_shown(content, column, marks) for content, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    return rows, [(mark, f"{NOT_KNOWN}: {reason}") for reason, mark in marks.items()]


def _shown(content: Cell, column: Column, marks: Mapping[str, str]) -> FigureCell:
    """A cell of a column, whose unit it does not say again."""
    note = marks[content.reason] if isinstance(content, Unavailable) else ""
    if column.short and isinstance(content, Estimate):
        content = short_estimate(content)
    figure_cell = figure(content, unit=not column.unit, note=note)
    amount = plain_cell(content)
    if not column.signed or not isinstance(amount, Estimate):
        return figure_cell
    if not is_resolved(amount):
        return FigureCell(NOT_RESOLVED)
    positive = signed_text(amount).startswith("+") and figure_cell.value.strip("0.,")
    return replace(figure_cell, value=f"+{figure_cell.value}") if positive else figure_cell


def as_read(table: Table) -> Table:
    """A table as people read it: a column of traffic, or of its differences, in the unit of its largest figure.
    Workbooks and comma-separated values, which programs read, have Mbps."""
    for at, column in enumerate(table.columns):
        if column.unit == TRAFFIC:
            table = _traffic_scaled(table, at)
    return table


def _traffic_scaled(table: Table, at: int) -> Table:
    known = [abs(amount) for row in table.rows if (amount := _traffic(row[at]))]
    size, unit = unit_for(max(known, default=0.0), TRAFFIC)

    def scaled(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        cell = row[at]
        if isinstance(cell, Estimate):
            cell = cell.times(1.0 / size, unit)
        elif (amount := _traffic(cell)) is not None:
            cell = amount / size
        return (*row[:at], cell, *row[at + 1 :])

    columns = (*table.columns[:at], replace(table.columns[at], unit=unit), *table.columns[at + 1 :])
    rows, every = (tuple(map(scaled, each)) for each in (table.rows, table.every))
    return replace(table, columns=columns, rows=rows, every=every)


def _traffic(cell: Cell) -> float | None:
    """The Mbps of a cell; None where it has none."""
    if isinstance(cell, Estimate):
        return cell.value
    return float(cell) if isinstance(cell, int | float) else None


def in_three_digits(table: Table) -> Table:
    """A table as it is read on a screen: three digits, and an interval only where it is wide, or of a difference."""
    read = as_read(table)
    columns = tuple(column if column.signed else replace(column, short=True) for column in read.columns)
    return replace(read, columns=columns)


def units_once(table: Table) -> Table:
    """A table of `row_units` whose rows say their unit behind their names, and its cells as they are shown then."""
    if not table.row_units:
        return table
    return replace(table, rows=tuple(_unit_once(row, table.columns) for row in table.rows), row_units=False)


def _unit_once(row: tuple[Cell, ...], columns: tuple[Column, ...]) -> tuple[Cell, ...]:
    name, *cells = row
    known = [amount for cell in cells if isinstance(amount := plain_cell(cell), Estimate)]
    if not known or not known[0].unit:
        return row
    first = next((amount for amount in known if amount.value and amount.unit == known[0].unit), known[0])
    unit = readable_unit(first.value, first.unit)

    def bare(content: Cell, column: Column) -> Cell:
        """The figure without the unit that the name says now; another unit stays."""
        amount = plain_cell(content)
        if not isinstance(amount, Estimate) or amount.unit != first.unit or column.beneath:
            return content
        scaled = content if unit == first.unit else amount.times(1.0 / size_of(unit), unit)
        return _shown(scaled, replace(column, unit=unit), {}).written

    named = name if unit in str(name).replace(",", "").split() else f"{name}, {unit}"
    return named, *map(bare, cells, columns[1:])


def unbroken(text: str) -> str:
    """A sentence whose intervals and signs of per cent stay on the line of their values."""
    return _BROKEN.sub("\N{NO-BREAK SPACE}", text)
