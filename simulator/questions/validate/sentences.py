"""What a validation comes to, in a sentence."""

from collections.abc import Sequence

from simulator.questions.validate.rows import AuditTable, Row


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
