"""Tables and key figures as grids of cells: a column for each half-width and unit that the column beside it needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.messages.numbers import PLUS_MINUS, readable
from simulator.output.blocks import Cell, Column, KeyFigures, Table, Tone, plain_cell
from simulator.output.cells import table_cells
from simulator.output.renderers.workbook.cells import CellContent, Pieces, pieces
from simulator.output.renderers.workbook.links import Links
from simulator.output.renderers.workbook.text import cell_text

UNIT = "unit"
CARDS = (Column("figure"), Column("value", numeric=True), Column("note"))


@dataclass(frozen=True)
class Head:
    """The heading of a column of a sheet, and whether it aligns to the right."""

    text: str
    numeric: bool = False


@dataclass(frozen=True)
class Grid:
    """A table of a sheet. Every row has a cell under each head; `tones` has one for each row, or is empty.

    notes: why cells are not known, below the table.
    """

    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[CellContent, ...], ...]
    notes: tuple[str, ...] = ()
    tones: tuple[Tone, ...] = ()


@dataclass(frozen=True)
class _Wide:
    """A column of a report in the columns that it takes."""

    heads: tuple[Head, ...]
    cells: tuple[tuple[CellContent, ...], ...]


def grid(table: Table, links: Links) -> Grid:
    """A table of a report. Cells that are not known bear a mark, which the notes explain."""
    table = table.in_full()
    figures, notes = table_cells(table)
    columns = [
        _wide(column, [row[at] for row in table.rows], [row[at].note for row in figures], links)
        for at, column in enumerate(table.columns)
    ]
    heads = tuple(head for column in columns for head in column.heads)
    rows = tuple(tuple(written for column in columns for written in column.cells[at]) for at in range(len(table.rows)))
    return Grid(cell_text(table.title), heads, rows, tuple(cell_text(f"{mark}: {reason}") for mark, reason in notes))


def cards_grid(block: KeyFigures, links: Links) -> Grid:
    """Key figures as a table, each row in its tone."""
    table = Table("Key figures", CARDS, tuple((card.label, card.figure, card.note) for card in block.cards))
    found = grid(table, links)
    return Grid(found.title, found.heads, found.rows, found.notes, tuple(card.tone for card in block.cards))


def _wide(column: Column, contents: Sequence[Cell], marks: Sequence[str], links: Links) -> _Wide:
    """A column of the report: the values, and beside them half-widths and units where there are any to tell."""
    own_unit, units = not column.unit, _units(contents)
    found = [
        pieces(content, links, unit=own_unit, signed=column.signed, note=mark)
        for content, mark in zip(contents, marks, strict=True)
    ]
    intervals = any(each.half_width != CellContent() for each in found)
    apart = own_unit and len(units) > 1
    unit = column.unit or ("" if apart else "".join(units))
    heads = [Head(cell_text(_headed(column.name, unit)), column.numeric)]
    heads += [Head(PLUS_MINUS, True)] * intervals + [Head(UNIT)] * apart
    return _Wide(tuple(heads), tuple(_across(each, intervals, apart) for each in found))


def _headed(name: str, unit: str) -> str:
    """A heading with its unit, unless it ends in it."""
    return name if name.endswith(f", {unit}") else ", ".join(filter(None, (name, unit)))


def _units(contents: Sequence[Cell]) -> set[str]:
    """The units in which the figures of a column read best."""
    return {readable(cell).unit for each in contents if isinstance(cell := plain_cell(each), Estimate)}


def _across(pieces: Pieces, intervals: bool, apart: bool) -> tuple[CellContent, ...]:
    unit = cell_text(pieces.unit)
    return (pieces.value, *([pieces.half_width] * intervals), *([CellContent(unit, shown=unit)] * apart))
