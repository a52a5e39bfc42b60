"""Published figures as blocks: what was measured, what is simulated, and what published tables say about themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.scenario import Scenario
from simulator.commands.day import today
from simulator.measure.estimate import Estimate, given
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.report.validation import summary
from simulator.ui.desk import Desk
from simulator.ui.ticket import Ticket
from simulator.validate.audit import audit_tables
from simulator.validate.needed import scenarios_of, to_run
from simulator.validate.published import Figure, published_figures, systems_of
from simulator.validate.rows import AuditTable, Row, rows
from simulator.validate.simulate import simulate, steps

SLOT = "validation"
IN_WORDS = "in words"
_MARKS = {"reproduced": "✓ reproduced", "not reproduced": "✗ not reproduced", "audit": "audit"}
_PUBLISHED = (Column("figure"), Column("published", numeric=True))
_JUDGED = (Column("bound", numeric=True), Column("role"))
_SIMULATED = (Column("simulated", numeric=True), Column("error", numeric=True))
_AUDITED = (Column("quantity"), Column("column"), Column("value", numeric=True), Column("remark"))


def case_names() -> tuple[str, ...]:
    """The published cases, in the order of their file."""
    return tuple(dict.fromkeys(figure.case for figure in published_figures()))


def validate(desk: Desk, owner: str, case: str) -> Ticket[tuple[Row, ...]]:
    """Asks for the rows of a case, simulated as long and as often as its scenarios say. Raises ScenarioError."""
    figures = _figures(case)
    scenarios = scenarios_of(systems_of(figures))
    running = to_run(figures, scenarios)

    def work(engine, progress):
        outcomes = simulate(running, engine, today(), progress)
        return rows(figures, outcomes, scenarios)

    return desk.ask(owner, SLOT, f"validate {case}", _requests(running), work, steps(running))


def published_blocks(case: str) -> list[Block]:
    """The figures of a case before anything is simulated."""
    figures = _figures(case)
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


def audit_blocks(case: str) -> list[Block]:
    """What the published tables of a case say about themselves; nothing for a case without tables."""
    tables = [table for table in audit_tables() if table.case == case]
    heading = Heading("What the published tables say about themselves", 2)
    return [heading, *(block for table in tables for block in _audited(table))] if tables else []


def _figures(case: str) -> tuple[Figure, ...]:
    return tuple(figure for figure in published_figures() if figure.case == case)


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
    error = "" if row.error is None else f"{row.error:+.1f} {row.error_unit}"
    published = _published(row.figure, unit)
    return _name(row.figure), published, found, error, _bound(row.figure), row.figure.role, _MARKS[row.verdict]


def _audited(table: AuditTable) -> list[Block]:
    cells = tuple(
        (row.quantity, row.column.replace("_", " "), given(row.value, row.unit), row.remark) for row in table.rows
    )
    contradictions = (Text(f"Contradiction: {contradiction}") for contradiction in table.contradictions)
    return [Table(f"{table.table}, {table.source}", _AUDITED, cells), *contradictions]


def _requests(scenarios: Mapping[str, Scenario]) -> float:
    """About how many requests it takes to simulate some scenarios."""
    return sum(map(_of_one, scenarios.values()))


def _of_one(scenario: Scenario) -> float:
    run = scenario.run
    seconds = run.duration + (run.duration if run.warm_up is None else run.warm_up)
    own = (scenario.workload.offered_rate or 0.0) * scenario.unit.nodes * seconds * (run.replications or 1)
    return own + (_of_one(scenario.baseline) if scenario.baseline else 0.0)
