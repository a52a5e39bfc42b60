"""Blocks as one HTML file that opens offline: styles and charts are inside it, and it needs no script."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.blocks import Block, Cell, Chart, Column, Heading, Table
from simulator.report.numbers import NOT_KNOWN, PLUS_MINUS, cell, parts, readable
from simulator.report.svg import to_svg

TEMPLATES = Path(__file__).parent / "templates"
_NOTES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Figure:
    """A cell in pieces: the value, its half-width and unit ("" for none), and the mark of its note."""

    value: str
    half_width: str = ""
    unit: str = ""
    note: str = ""


def to_html(blocks: Sequence[Block]) -> str:
    """The page. Every text in the blocks is escaped; the same blocks give the same bytes."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    headings = [block for block in blocks if isinstance(block, Heading)]
    title = next((heading.text for heading in headings if heading.level == 1), "Report")
    contents = [(slug(heading.text), heading.text) for heading in headings if heading.level == 2]
    drawing = _Drawing()
    environment.filters["unbroken"] = unbroken
    environment.globals |= {"svg": drawing.svg, "slug": slug, "figure": figure, "table_cells": table_cells}
    return environment.get_template("page.html").render(title=title, contents=contents, blocks=blocks)


class _Drawing:
    """Numbers the charts of one page, so that nothing in one carries the name of something in another."""

    def __init__(self) -> None:
        self._drawn = 0

    def svg(self, chart: Chart) -> Markup:
        """The chart as SVG; its texts were escaped when it was drawn."""
        self._drawn += 1
        return Markup(to_svg(chart.chart, f"chart{self._drawn}"))


def unbroken(text: str) -> str:
    """A sentence whose intervals stay on the line of their values."""
    return text.replace(f" {PLUS_MINUS} ", f"\N{NO-BREAK SPACE}{PLUS_MINUS}\N{NO-BREAK SPACE}")


def slug(text: str) -> str:
    """A heading as the name of its place in the page."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def figure(content: Cell, *, unit: bool = True, note: str = "") -> Figure:
    """A cell in the pieces that are styled apart."""
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
        plus = column.signed and isinstance(content, Estimate) and content.value > 0
        return replace(found, value=f"+{found.value}") if plus else found

    rows = [[shown(content, column) for content, column in zip(row, table.columns, strict=True)] for row in table.rows]
    return rows, [(mark, f"{NOT_KNOWN}: {reason}") for reason, mark in marks.items()]
