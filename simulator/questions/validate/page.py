"""Published against simulated, and published against itself, as a page of Markdown for the documents."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from simulator.questions.validate.document import audited, by_case, remarks, results_table, source
from simulator.questions.validate.pictures import CaseChart
from simulator.questions.validate.rows import AuditTable, ValidationRow
from simulator.questions.validate.sentences import summary
from simulator.report.blocks import Block, Heading, Table, Text
from simulator.report.cells import units_once
from simulator.report.renderers.markdown import blocks_as_markdown

CALIBRATED = "\n# Calibrated, and held against what was not seen\n"
_MADE = "Made by `python -m simulator validate --markdown docs/validation.md`."
_AUDIT = "What the published figures say about each other; `python -m simulator validate --audit` prints it."


def markdown(
    rows: Sequence[ValidationRow], tables: Sequence[AuditTable] = (), pictures: Sequence[CaseChart] = ()
) -> str:
    """The page of a validation, with the audit of the published tables."""
    parts = [blocks_as_markdown([Heading("Validation", 1)]), _MADE, blocks_as_markdown([Text(summary(rows, tables))])]
    for case, chosen in by_case(rows):
        parts.append(blocks_as_markdown([Heading(case, 2), *_case(chosen)]))
        parts += [f"![{each.description}]({each.file})" for each in pictures if each.case == case]
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
    parts = [blocks_as_markdown([Heading("Audit of the published tables", 1)]), _AUDIT]
    return [*parts, *(blocks_as_markdown(_derived(table)) for table in tables)]


def _derived(table: AuditTable) -> Iterator[Block]:
    """What follows from one table. A page has little room: units stand behind the names of quantities."""
    yield Heading(f"{table.case}: {table.table}", 2)
    for block in audited(table):
        yield units_once(block) if isinstance(block, Table) else block


def _case(rows: Sequence[ValidationRow]) -> Iterator[Block]:
    yield source([row.figure for row in rows])
    yield results_table(rows)
    yield from map(Text, remarks(rows))
