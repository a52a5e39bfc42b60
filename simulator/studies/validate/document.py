"""Published against simulated, and published against itself, as one list of sections; and a page for the documents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from simulator.experiment.estimate import Estimate, exact
from simulator.messages import validation
from simulator.messages.numbers import deviation, readable_unit, size_of
from simulator.output.blocks import Block, Cell, Column, Heading, Report, Table, Text
from simulator.output.cells import units_once
from simulator.output.renderers.markdown import blocks_as_markdown
from simulator.output.sections import REPORT, Output, Section, blocks_for, report, terminal_blocks
from simulator.studies.validate.published import PublishedFigure
from simulator.studies.validate.rows import AuditRow, AuditTable, ValidationRow
from simulator.studies.validate.sentences import bound, summary
from simulator.version import VERSION

IN_WORDS = "in words"
_MARKS = {
    "reproduced": "✓ reproduced",
    "not reproduced": "✗ not reproduced",
    "not told apart": "? not told apart",
    "audit": "audit",
}
_JUDGED = (Column("bound", numeric=True), Column("role"))
_SIMULATED = (Column("simulated", numeric=True), Column("error", numeric=True))
ACROSS = "across"
CALIBRATED = f"\n# {validation.CALIBRATED}\n"


class Validation(NamedTuple):
    """What is shown: the figures with their verdicts, and what published tables say about themselves."""

    rows: Sequence[ValidationRow]
    tables: Sequence[AuditTable] = ()


def validation_report(rows: Sequence[ValidationRow], tables: Sequence[AuditTable], day: str) -> Report:
    """The report of a validation: a section for each case, then what published tables say about themselves."""
    shown = Validation(rows, tables)
    return report(SECTIONS, shown, "Published against simulated", day, f"validation, model {VERSION}")


def validation_blocks(rows: Sequence[ValidationRow], tables: Sequence[AuditTable]) -> list[Block]:
    """What a terminal shows: a table for each case, remarks, and how many of these and of the audited tables came
    out."""
    return terminal_blocks(SECTIONS, Validation(rows, tables))


def validation_page(rows: Sequence[ValidationRow], tables: Sequence[AuditTable] = ()) -> list[Block]:
    """What the page shows of one case."""
    return blocks_for(SECTIONS, Validation(rows, tables), Output.PAGE)


def _answer(shown: Validation) -> list[Block]:
    return [Text(validation.of_all_cases(summary(*shown)), lead=True), Text(validation.ROLES)]


def _cases(shown: Validation) -> list[Block]:
    cases = by_case(shown.rows)
    return [block for case, rows in cases for block in (Heading(case_title(case), 2), *result_blocks(rows))]


def _cases_in_short(shown: Validation) -> Iterator[Block]:
    for case, rows in by_case(shown.rows):
        yield results_table(rows, f"{case_title(case)}, {rows[0].figure.source}")
        yield from (Text(remark, aside=True) for remark in remarks(rows))


def by_case(validation_rows: Sequence[ValidationRow]) -> list[tuple[str, list[ValidationRow]]]:
    """The rows of each case."""
    names = dict.fromkeys(row.figure.case for row in validation_rows)
    return [(name, [row for row in validation_rows if row.figure.case == name]) for name in names]


def case_title(case: str) -> str:
    """The name of a case in words."""
    return case.replace("_", " ")


def published_blocks(figures: Sequence[PublishedFigure]) -> list[Block]:
    """The figures of a case before anything is simulated; at least one."""
    cells = tuple((_name(each), _published(each, each.unit), bound(each), each.role) for each in figures)
    return [source(figures), Table("Published figures", (*_known(figures), *_JUDGED), cells)]


def result_blocks(validation_rows: Sequence[ValidationRow]) -> list[Block]:
    """Published against simulated, the verdicts, and what is to be said of single figures."""
    told = tuple((_name(row.figure), row.remark) for row in validation_rows if row.remark)
    blocks: list[Block] = [
        Text(summary(validation_rows), lead=True),
        source([row.figure for row in validation_rows]),
        results_table(validation_rows),
    ]
    return [*blocks, *([Table("Remarks", (Column("figure"), Column("remark")), told)] if told else [])]


def results_table(validation_rows: Sequence[ValidationRow], title: str = "") -> Table:
    """A row for each figure, with its signed error and the verdict; at least one."""
    known = _known([row.figure for row in validation_rows])
    title = title or f"{known[1].name.capitalize()} against simulated"
    verdict = Column("verdict", good=_MARKS["reproduced"], bad=_MARKS["not reproduced"])
    return Table(title, (*known, *_SIMULATED, *_JUDGED, verdict), tuple(map(_cells, validation_rows)))


def _known(figures: Sequence[PublishedFigure]) -> tuple[Column, Column]:
    """The heads of what is known of the figures of a case: published, or measured by whoever asks."""
    return Column("figure"), Column("measured" if all(each.is_own for each in figures) else "published", numeric=True)


def remarks(validation_rows: Sequence[ValidationRow]) -> list[str]:
    """What is to be said of single figures, a line each."""
    return [f"{_name(row.figure)}: {row.remark}" for row in validation_rows if row.remark]


def audit_blocks(tables: Iterable[AuditTable]) -> list[Block]:
    """What published tables say about themselves; nothing where there are none."""
    return [block for table in tables for block in audit_section(table)]


def source(figures: Sequence[PublishedFigure]) -> Text:
    """Where the figures of a case were published."""
    return Text(f"Source: {figures[0].source}.")


def _name(figure: PublishedFigure) -> str:
    return f"{figure.column} {figure.key}".replace("_", " ")


def _published(figure: PublishedFigure, unit: str) -> Cell:
    return IN_WORDS if figure.published is None else exact(figure.published, unit)


def _cells(row: ValidationRow) -> tuple[Cell, ...]:
    """One row; the simulated figure is told in the unit of the published one."""
    found = row.simulated
    if isinstance(found, Estimate) and row.figure.unit:
        found = replace(found, unit=row.figure.unit)
    unit = found.unit if isinstance(found, Estimate) else row.figure.unit
    error = "" if row.error is None else deviation(row.error, row.error_unit)
    published = _published(row.figure, unit)
    return _name(row.figure), published, found, error, bound(row.figure), row.figure.role, _MARKS[row.verdict]


def audit_section(table: AuditTable, title: str = "") -> list[Block]:
    """A row for each quantity that follows from a published table, with its values in the columns of that table, and
    what contradicts itself."""
    columns = _columns(table)
    heads = (Column("quantity"), *(Column(case_title(each), numeric=True) for each in columns), Column("remark"))
    names = dict.fromkeys(row.quantity for row in table.rows)
    rows = tuple(_derived([row for row in table.rows if row.quantity == name], columns) for name in names)
    contradictions = (Text(f"Contradiction: {contradiction}", tone="bad") for contradiction in table.contradictions)
    return [Table(title or f"{table.table}, {table.source}", heads, rows, row_units=True), *contradictions]


def _columns(table: AuditTable) -> tuple[str, ...]:
    """The columns of a published table that something was derived in; one more for what was derived across them."""
    found = {row.column for row in table.rows}
    own = tuple(column for column in table.columns if column in found)
    return own if found <= set(own) else (*own, ACROSS)


def _derived(rows: Sequence[AuditRow], columns: Sequence[str]) -> tuple[Cell, ...]:
    """A quantity, its values, all in the unit in which the largest reads best, and the remark."""
    first = rows[0]
    unit = readable_unit(max(abs(row.value) for row in rows), first.unit)
    values = {row.column if row.column in columns else ACROSS: exact(row.value / size_of(unit), unit) for row in rows}
    across = f" ({first.column})" if ACROSS in values else ""
    return f"{first.quantity}{across}", *(values.get(column) for column in columns), first.remark


def audit_on_terminal(tables: Sequence[AuditTable]) -> Iterator[Block]:
    """What follows from each published table, and its contradictions."""
    for table in tables:
        yield from audit_section(table, f"{case_title(table.case)}, {table.table}, {table.source}")


def markdown(rows: Sequence[ValidationRow], tables: Sequence[AuditTable] = ()) -> str:
    """The page of a validation, with the audit of the published tables."""
    parts = [
        blocks_as_markdown([Heading("Validation", 1)]),
        validation.MADE,
        blocks_as_markdown([Text(summary(rows, tables))]),
    ]
    for case, chosen in by_case(rows):
        parts.append(blocks_as_markdown([Heading(case, 2), *_case(chosen)]))
    return "\n\n".join([*parts, *_audit(tables)]) + "\n"


def kept_part(page: Path) -> str:
    """What a page has below its heading CALIBRATED, which is written by hand from proofs and stays as it is; "" where
    there is none."""
    _, heading, text = page.read_text(encoding="utf-8").partition(CALIBRATED) if page.is_file() else ("", "", "")
    return f"{heading}{text}"


def audit_markdown(tables: Sequence[AuditTable]) -> str:
    """What follows from the published tables, as a page of Markdown."""
    return "\n\n".join(_audit(tables)) + "\n"


def _audit(tables: Sequence[AuditTable]) -> list[str]:
    if not tables:
        return []
    parts = [blocks_as_markdown([Heading(validation.AUDIT, 1)]), validation.AUDIT_MADE]
    return [*parts, *(blocks_as_markdown(_derived_page(table)) for table in tables)]


def _derived_page(table: AuditTable) -> Iterator[Block]:
    """What follows from one table. A page has little room: units stand behind the names of quantities."""
    yield Heading(f"{table.case}: {table.table}", 2)
    for block in audit_section(table):
        yield units_once(block) if isinstance(block, Table) else block


def _case(rows: Sequence[ValidationRow]) -> Iterator[Block]:
    yield source([row.figure for row in rows])
    yield results_table(rows)
    yield from map(Text, remarks(rows))


SECTIONS: tuple[Section[Validation], ...] = (
    Section("The answer", _answer, REPORT),
    Section("", _cases, REPORT),
    Section("", lambda shown: result_blocks(shown.rows) if shown.rows else [], Output.PAGE),
    Section("", lambda shown: list(_cases_in_short(shown)), Output.TERMINAL),
    Section("", lambda shown: [Text(summary(*shown), lead=True)], Output.TERMINAL),
    Section(validation.AUDITED, lambda shown: audit_blocks(shown.tables), Output.PAGE | REPORT),
)
