"""Published against simulated, as a table on a terminal and as data."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from simulator.measure.estimate import given
from simulator.report.figures import figure as figure_data
from simulator.report.numbers import text
from simulator.validate.rows import Row

COLUMNS = ("figure", "published", "simulated", "error", "bound", "role", "verdict")
COLOUR = {"reproduced": "green", "not reproduced": "red", "audit": "yellow"}


def figures_of_rows(rows: Sequence[Row]) -> list[dict[str, object]]:
    """The rows as data, in their fixed shape."""
    return [
        {
            "case": row.figure.case,
            "column": row.figure.column,
            "measure": row.figure.key,
            "published": row.figure.published,
            "simulated": figure_data(row.simulated),
            "error": row.error,
            "error_unit": row.error_unit,
            "bound": str(row.figure.bound) if row.figure.bound else None,
            "role": row.figure.role,
            "verdict": row.verdict,
            "why": row.figure.why,
        }
        for row in rows
    ]


def print_rows(rows: Sequence[Row], stream: TextIO) -> None:
    """Prints a table for each case, then what is to be said of single figures."""
    console = Console(file=stream, highlight=False)
    for case, chosen in _cases(rows):
        console.print(_table(case, chosen))
        for row in chosen:
            if row.figure.why:
                name = f"{row.figure.column} {row.figure.key}"
                console.print(Padding(f"[bold]{name}[/]: {escape(row.figure.why)}", (0, 2)), style="dim")
        console.print()
    console.print(summary(rows))


def markdown(rows: Sequence[Row]) -> str:
    """The same as a page of Markdown."""
    lines = [
        "# Validation",
        "",
        "Made by `python -m simulator validate --markdown docs/validation.md`.",
        "",
        summary(rows),
        "",
    ]
    for case, chosen in _cases(rows):
        lines += [f"## {case}", "", f"Source: {chosen[0].figure.source}.", ""]
        lines += ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
        lines += ["| " + " | ".join(_cells(row)) + " |" for row in chosen]
        lines += [
            "",
            *(f"- {row.figure.column} {row.figure.key}: {row.figure.why}" for row in chosen if row.figure.why),
            "",
        ]
    return "\n".join(lines)


def summary(rows: Sequence[Row]) -> str:
    """How many figures came out, in a sentence."""
    missed = sum(row.verdict == "not reproduced" for row in rows)
    judged = sum(row.verdict != "audit" for row in rows)
    return f"{judged - missed} of {judged} figures reproduced; {len(rows) - judged} shown without a bound, for audit."


def _cases(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each case."""
    names = dict.fromkeys(row.figure.case for row in rows)
    return [(name, [row for row in rows if row.figure.case == name]) for name in names]


def _cells(row: Row) -> tuple[str, ...]:
    """One row as text."""
    figure = row.figure
    shown = replace(row.simulated, unit=figure.unit) if figure.unit else row.simulated
    published = "in words" if figure.published is None else text(given(figure.published, shown.unit))
    error = "" if row.error is None else f"{row.error:+.1f} {row.error_unit}"
    bound = str(figure.bound) if figure.bound else f">= {figure.at_least:g}" if figure.at_least else ""
    name = f"{figure.column} {figure.key.replace('_', ' ')}"
    return name, published, text(shown), error, bound, figure.role, row.verdict


def _table(case: str, rows: Sequence[Row]) -> Table:
    title = f"[bold]{case.replace('_', ' ')}[/], {rows[0].figure.source}"
    table = Table(
        title=title, title_justify="left", title_style="", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for name in COLUMNS:
        table.add_column(name, justify="left" if name in ("figure", "role", "verdict") else "right")
    for row in rows:
        *cells, verdict = _cells(row)
        table.add_row(*cells, f"[{COLOUR[row.verdict]}]{verdict}[/]")
    return table
