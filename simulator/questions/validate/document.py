"""Published figures as blocks: what was measured, what is simulated, and what published tables say about themselves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from simulator.measure.estimate import Estimate, given
from simulator.questions.validate.published import Figure
from simulator.questions.validate.rows import AuditTable, Row
from simulator.questions.validate.terminal import summary
from simulator.report.blocks import Block, Cell, Column, Heading, Report, Table, Text
from simulator.report.language.numbers import deviation
from simulator.version import VERSION

IN_WORDS = "in words"
ROLES = (
    "What was measured of real systems and published, against what this program computes for them. A figure with the"
    " role fit was used to choose parameters; one with the role predict was not, and is the evidence."
)
_MARKS = {"reproduced": "✓ reproduced", "not reproduced": "✗ not reproduced", "audit": "audit"}
_PUBLISHED = (Column("figure"), Column("published", numeric=True))
_JUDGED = (Column("bound", numeric=True), Column("role"))
_SIMULATED = (Column("simulated", numeric=True), Column("error", numeric=True))
_AUDITED = (Column("quantity"), Column("column"), Column("value", numeric=True), Column("remark"))


def validation_report(found: Sequence[Row], tables: Sequence[AuditTable], day: str) -> Report:
    """The report of a validation: a section for each case, then what published tables say about themselves."""
    cases = dict.fromkeys(row.figure.case for row in found)
    blocks: list[Block] = [Heading("Published against simulated", 1), Heading("The answer", 2)]
    blocks += [Text(f"Of all cases: {summary(found, tables)}", lead=True), Text(ROLES)]
    for case in cases:
        blocks += [Heading(spoken(case), 2), *result_blocks([row for row in found if row.figure.case == case])]
    return Report((*blocks, *audit_blocks(tables)), day, f"validation, model {VERSION}")


def spoken(case: str) -> str:
    """The name of a case in words."""
    return case.replace("_", " ")


def published_blocks(figures: Sequence[Figure]) -> list[Block]:
    """The figures of a case before anything is simulated; at least one."""
    cells = tuple((_name(each), _published(each, each.unit), _bound(each), each.role) for each in figures)
    units = Text("Units that the publication takes for granted are told with what is simulated.")
    return [_source(figures), units, Table("Published figures", (*_PUBLISHED, *_JUDGED), cells)]


def result_blocks(found: Sequence[Row]) -> list[Block]:
    """Published against simulated, the verdicts, and what is to be said of single figures."""
    columns = (*_PUBLISHED, *_SIMULATED, *_JUDGED, Column("verdict"))
    cells = tuple(map(_cells, found))
    remarks = tuple((_name(row.figure), row.remark) for row in found if row.remark)
    blocks = [Text(summary(found), lead=True), _source([row.figure for row in found])]
    blocks.append(Table("Published against simulated", columns, cells))
    return [*blocks, *([Table("Remarks", (Column("figure"), Column("remark")), remarks)] if remarks else [])]


def audit_blocks(tables: Iterable[AuditTable]) -> list[Block]:
    """What published tables say about themselves; nothing where there are none."""
    heading = Heading("What the published tables say about themselves", 2)
    found = [block for table in tables for block in _audited(table)]
    return [heading, *found] if found else []


def _source(figures: Sequence[Figure]) -> Text:
    return Text(f"Source: {figures[0].source}.")


def _name(figure: Figure) -> str:
    return f"{figure.column} {figure.key}".replace("_", " ")


def _published(figure: Figure, unit: str) -> Cell:
    return IN_WORDS if figure.published is None else given(figure.published, unit)


def _bound(figure: Figure) -> str:
    """What the figure must keep to, e.g. "5 %" or "at least 60, at most 600"."""
    least = "" if figure.at_least is None else f"at least {figure.at_least:g}"
    most = "" if figure.at_most is None else f"at most {figure.at_most:g}"
    return ", ".join(part for part in (str(figure.bound or ""), least, most) if part)


def _cells(row: Row) -> tuple[Cell, ...]:
    """One row; the simulated figure is told in the unit of the published one."""
    found = row.simulated
    if isinstance(found, Estimate) and row.figure.unit:
        found = replace(found, unit=row.figure.unit)
    unit = found.unit if isinstance(found, Estimate) else row.figure.unit
    error = "" if row.error is None else deviation(row.error, row.error_unit)
    published = _published(row.figure, unit)
    return _name(row.figure), published, found, error, _bound(row.figure), row.figure.role, _MARKS[row.verdict]


def _audited(table: AuditTable) -> list[Block]:
    cells = tuple(
        (row.quantity, row.column.replace("_", " "), given(row.value, row.unit), row.remark) for row in table.rows
    )
    contradictions = (Text(f"Contradiction: {contradiction}") for contradiction in table.contradictions)
    return [Table(f"{table.table}, {table.source}", _AUDITED, cells), *contradictions]
