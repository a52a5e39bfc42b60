"""The cells of a report as every renderer shows them: the digits of a figure, its interval and unit, and its note."""

from dataclasses import dataclass, replace

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.blocks import Cell, Column, Linked, Table, plain_cell
from simulator.report.language.numbers import (
    NOT_KNOWN,
    NOT_RESOLVED,
    PLUS_MINUS,
    cell,
    parts,
    readable,
    resolved,
    rounded,
    signed,
)

_NOTES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Figure:
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


def figure(content: Cell, *, unit: bool = True, note: str = "") -> Figure:
    """A cell in the pieces that are styled apart."""
    if isinstance(content, Linked) and content.uncertainty:
        value = rounded(content.content.value, content.uncertainty)
        return Figure(value, unit=content.content.unit if unit else "")
    content = plain_cell(content)
    if isinstance(content, Estimate):
        shown = readable(content) if unit else content
        value, half_width = parts(shown)
        return Figure(value, half_width, shown.unit if unit else "")
    return Figure(cell(content), note=note)


def table_cells(table: Table) -> tuple[list[list[Figure]], list[tuple[str, str]]]:
    """The rows of a table as figures, and the reasons of those that are not known, each with its mark."""
    reasons = dict.fromkeys(found.reason for row in table.rows for found in row if isinstance(found, Refused))
    marks = {reason: _NOTES[number % len(_NOTES)] for number, reason in enumerate(reasons)}

    def shown(content: Cell, column: Column) -> Figure:
        note = marks[content.reason] if isinstance(content, Refused) else ""
        found = figure(content, unit=not column.unit, note=note)
        amount = plain_cell(content)
        if not column.signed or not isinstance(amount, Estimate):
            return found
        if not resolved(amount):
            return Figure(NOT_RESOLVED)
        return replace(found, value=f"+{found.value}") if signed(amount).startswith("+") else found

    rows = [[shown(content, column) for content, column in zip(row, table.columns, strict=True)] for row in table.rows]
    return rows, [(mark, f"{NOT_KNOWN}: {reason}") for reason, mark in marks.items()]


def unbroken(text: str) -> str:
    """A sentence whose intervals stay on the line of their values."""
    return text.replace(f" {PLUS_MINUS} ", f"\N{NO-BREAK SPACE}{PLUS_MINUS}\N{NO-BREAK SPACE}")
