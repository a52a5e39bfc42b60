"""Published against simulated, and published against itself: as tables on a terminal, as a page, as data."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from simulator.measure.estimate import Estimate, given
from simulator.questions.validate.rows import AuditTable, Row
from simulator.report.data import figure as figure_data
from simulator.report.language.numbers import cell, deviation, plain, readable_unit, size_of, text
from simulator.report.renderers.charts import PALETTE, WIDTH
from simulator.report.renderers.console import print_written
from simulator.report.renderers.fitted_table import FittedTable
from simulator.report.renderers.svg import to_svg

COLUMNS = ("figure", "published", "simulated", "error", "bound", "role", "verdict")
LEFT = {"figure", "role", "verdict", "quantity", "remark"}
ACROSS = "across"
WIDEST = 110
COLOUR = {"reproduced": "green", "not reproduced": "red", "audit": "yellow"}


@dataclass(frozen=True)
class Picture:
    """A chart that a case is shown with: its file beside the page, and what it shows."""

    case: str
    file: str
    description: str


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
            "bound": _bound(row) or None,
            "role": row.figure.role,
            "verdict": row.verdict,
            "why": row.remark,
        }
        for row in rows
    ]


def figures_of_audit(tables: Sequence[AuditTable]) -> list[dict[str, object]]:
    """What follows from the published tables, as data; a contradiction is a row without a value."""
    rows: list[dict[str, object]] = []
    for table in tables:
        name = f"{table.case}: {table.table}"
        rows += [{"table": name, **asdict(row)} for row in table.rows]
        empty = {"table": name, "quantity": "contradiction", "column": "", "value": None, "unit": ""}
        rows += [{**empty, "remark": contradiction} for contradiction in table.contradictions]
    return rows


def print_rows(rows: Sequence[Row], tables: Sequence[AuditTable], report: Sequence[Path], stream: TextIO) -> None:
    """Prints a table for each case, then what is to be said of single figures, how many figures of these and of the
    audited tables came out, and where the report is."""
    console = _console(stream)
    for case, chosen in _cases(rows):
        title = f"[bold]{case.replace('_', ' ')}[/], {chosen[0].figure.source}"
        table = _table(title, COLUMNS)
        for row in chosen:
            *cells, verdict = _cells(row)
            table.add_row(*map(escape, cells), f"[{COLOUR[row.verdict]}]{verdict}[/]")
        console.print(table)
        for row in chosen:
            if row.remark:
                console.print(Padding(f"[bold]{_name(row)}[/]: {escape(row.remark)}", (0, 2)), style="dim")
        console.print()
    console.print(summary(rows, tables))
    print_written(console, report)


def print_audit(tables: Sequence[AuditTable], stream: TextIO) -> None:
    """Prints what follows from each published table, a column for each of its own, and its contradictions."""
    console = _console(stream)
    for table in tables:
        columns = ("quantity", *_columns(table), "remark")
        shown = _table(f"[bold]{table.case.replace('_', ' ')}, {escape(table.table)}[/], {table.source}", columns)
        for cells in _audited(table):
            shown.add_row(*map(escape, cells))
        console.print(shown)
        for contradiction in table.contradictions:
            console.print(Padding(f"- {escape(contradiction)}", (0, 2)))
        console.print()


def markdown(rows: Sequence[Row], tables: Sequence[AuditTable] = (), pictures: Sequence[Picture] = ()) -> str:
    """The same as a page of Markdown."""
    lines = ["# Validation", "", "Made by `python -m simulator validate --markdown docs/validation.md`.", ""]
    lines += [summary(rows, tables), ""]
    for case, chosen in _cases(rows):
        lines += [f"## {case}", "", f"Source: {chosen[0].figure.source}.", ""]
        lines += [*_grid(COLUMNS, [_cells(row) for row in chosen]), ""]
        lines += [*(f"- {_name(row)}: {row.remark}" for row in chosen if row.remark), ""]
        for picture in pictures:
            lines += [f"![{picture.description}]({picture.file})", ""] if picture.case == case else []
    return "\n".join([*lines, *_audit_lines(tables)])


def audit_markdown(tables: Sequence[AuditTable]) -> str:
    """What follows from the published tables, as a page of Markdown."""
    return "\n".join(_audit_lines(tables))


def _audit_lines(tables: Sequence[AuditTable]) -> list[str]:
    lines = ["# Audit of the published tables", ""]
    lines += ["What the published figures say about each other; `python -m simulator validate --audit` prints it.", ""]
    for table in tables:
        lines += [f"## {table.case}: {table.table}", "", f"Source: {table.source}.", ""]
        lines += [*_grid(("quantity", *_columns(table), "remark"), _audited(table)), ""]
        lines += [*(f"- {contradiction}" for contradiction in table.contradictions), ""]
    return lines if tables else []


def summary(rows: Sequence[Row], tables: Sequence[AuditTable] = ()) -> str:
    """How many figures came out, how many are only shown, and how often the published tables contradict themselves."""
    missed = sum(row.verdict == "not reproduced" for row in rows)
    judged = sum(row.verdict != "audit" for row in rows)
    found = f"{judged - missed} of {judged} figures reproduced; {len(rows) - judged} shown without a bound, for audit."
    return f"{found} {contradicting(sum(len(table.contradictions) for table in tables))}".strip()


def contradicting(count: int) -> str:
    """How often published tables contradict themselves, in a sentence; "" where nothing is known of it."""
    times = "once" if count == 1 else f"{count} times"
    return f"The published tables contradict themselves {times}: `validate --audit` says where." if count else ""


def _console(stream: TextIO) -> Console:
    """As wide as the terminal, or as reads well in a pipe."""
    console = Console(file=stream, highlight=False)
    if not console.is_terminal:
        console.width = WIDEST
    return console


def _cases(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each case."""
    names = dict.fromkeys(row.figure.case for row in rows)
    return [(name, [row for row in rows if row.figure.case == name]) for name in names]


def _name(row: Row) -> str:
    return f"{row.figure.column} {row.figure.key}"


def _cells(row: Row) -> tuple[str, ...]:
    """One row as text."""
    figure, shown = row.figure, row.simulated
    if isinstance(shown, Estimate) and figure.unit:
        shown = replace(shown, unit=figure.unit)
    unit = shown.unit if isinstance(shown, Estimate) else figure.unit
    published = "in words" if figure.published is None else text(given(figure.published, unit))
    error = "" if row.error is None else deviation(row.error, row.error_unit)
    return _name(row).replace("_", " "), published, cell(shown), error, _bound(row), figure.role, row.verdict


def _bound(row: Row) -> str:
    """What the figure must keep to, e.g. "5 %" or ">= 60, <= 600"."""
    figure = row.figure
    least = "" if figure.at_least is None else f">= {figure.at_least:g}"
    most = "" if figure.at_most is None else f"<= {figure.at_most:g}"
    return ", ".join(part for part in (str(figure.bound or ""), least, most) if part)


def _columns(table: AuditTable) -> tuple[str, ...]:
    """The columns of a published table that something was derived in; one more for what was derived across them."""
    found = {row.column for row in table.rows}
    own = tuple(column for column in table.columns if column in found)
    return own if found <= set(own) else (*own, ACROSS)


def _audited(table: AuditTable) -> list[tuple[str, ...]]:
    """One line for each quantity: its name, its values in the columns, the remark."""
    lines = []
    for name in dict.fromkeys(row.quantity for row in table.rows):
        rows = [row for row in table.rows if row.quantity == name]
        unit = readable_unit(max(abs(row.value) for row in rows), rows[0].unit)
        shown = {
            row.column if row.column in table.columns else ACROSS: plain(row.value / size_of(unit)) for row in rows
        }
        across = f" ({rows[0].column})" if ACROSS in shown else ""
        values = (shown.get(column, "") for column in _columns(table))
        lines.append((f"{name}{across}" + (f", {unit}" if unit else ""), *values, rows[0].remark))
    return lines


def _grid(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    body = ["| " + " | ".join(cells) + " |" for cells in lines]
    return ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns), *body]


def _table(title: str, columns: Sequence[str]) -> FittedTable:
    table = FittedTable(
        title=title, title_justify="left", title_style="", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for name in columns:
        table.add_column(name, justify="left" if name in LEFT else "right")
    return table


def throughput_over_heap(points: Sequence[tuple[str, float, Estimate]]) -> str:
    """The chart of requests a second over heap size as SVG, a line for each kind of references with its intervals.

    `points` are (kind, heap in GiB, throughput). It is shown by itself, so it has a ground of its own.
    """
    import altair as alt

    rows = [
        {"kind": kind, "heap": heap, "value": found.value, "low": found.low, "high": found.high}
        for kind, heap, found in points
    ]
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    scale = alt.Scale(domain=kinds, range=list(PALETTE[: len(kinds)]))
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("heap:Q", title="heap, GiB"), color=alt.Color("kind:N", sort=kinds, scale=scale, legend=legend)
    )
    y = alt.Y("value:Q", title="requests per second", scale=alt.Scale(zero=False))
    line = base.mark_line(strokeWidth=1.6, point=True).encode(y=y)
    whiskers = base.mark_rule(strokeWidth=1.4).encode(y=alt.Y("low:Q", title="requests per second"), y2="high:Q")
    chart = alt.layer(line, whiskers).properties(width=2 * WIDTH, height=WIDTH)
    chart = chart.configure(background="white", font="sans-serif", padding=8).configure_view(stroke=None)
    return to_svg(chart.to_dict(), "throughput-over-heap")
