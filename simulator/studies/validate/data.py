"""Published against simulated, and published against itself, as data: what `validate --json` writes."""

from collections.abc import Sequence
from dataclasses import asdict

from simulator.output.figure import figure_data
from simulator.studies.validate.rows import AuditTable, ValidationRow
from simulator.studies.validate.sentences import bound


def figures_of_rows(rows: Sequence[ValidationRow]) -> list[dict[str, object]]:
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
            "bound": bound(row.figure, ">=", "<=") or None,
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
