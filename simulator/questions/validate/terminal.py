"""What a terminal shows of a validation, and of an audit of the published tables."""

from collections.abc import Iterator, Sequence

from simulator.questions.validate.document import audited, by_case, remarks, results_table, spoken
from simulator.questions.validate.rows import AuditTable, ValidationRow
from simulator.questions.validate.sentences import summary
from simulator.report.blocks import Block, Text


def validation_blocks(rows: Sequence[ValidationRow], tables: Sequence[AuditTable]) -> Iterator[Block]:
    """A table for each case, what is to be said of single figures, and how many of these and of the audited tables
    came out."""
    for case, chosen in by_case(rows):
        yield results_table(chosen, f"{spoken(case)}, {chosen[0].figure.source}")
        yield from (Text(remark, aside=True) for remark in remarks(chosen))
    yield Text(summary(rows, tables), lead=True)


def audit_on_terminal(tables: Sequence[AuditTable]) -> Iterator[Block]:
    """What follows from each published table, and its contradictions."""
    for table in tables:
        yield from audited(table, f"{spoken(table.case)}, {table.table}, {table.source}")
