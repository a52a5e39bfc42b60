"""What a validation comes to, in a sentence."""

from collections.abc import Sequence

from simulator.studies.validate.published import PublishedFigure
from simulator.studies.validate.rows import AuditTable, ValidationRow


def summary(rows: Sequence[ValidationRow], tables: Sequence[AuditTable] = ()) -> str:
    """How many figures came out, how many are only shown, and how often the published tables contradict themselves."""
    missed = sum(row.verdict == "not reproduced" for row in rows)
    judged = sum(row.verdict != "audit" for row in rows)
    open_ones = sum(row.verdict == "not told apart" for row in rows)
    by_chance = f", {open_ones} not told apart" if open_ones else ""
    found = (
        f"{judged - missed - open_ones} of {judged} figures reproduced{by_chance};"
        f" {len(rows) - judged} shown without a bound, for audit."
    )
    return f"{found} {contradicting(sum(len(table.contradictions) for table in tables))}".strip()


def contradicting(count: int) -> str:
    """How often published tables contradict themselves, in a sentence; "" where nothing is known of it."""
    times = "once" if count == 1 else f"{count} times"
    return f"The published tables contradict themselves {times}: `validate --audit` says where." if count else ""


def bound(figure: PublishedFigure, least: str = "at least", most: str = "at most") -> str:
    """What a figure must keep to, e.g. "5 %" or "at least 60, at most 600"."""
    ends = ((least, figure.at_least), (most, figure.at_most))
    told = (f"{words} {end:g}" for words, end in ends if end is not None)
    return ", ".join(filter(None, (str(figure.bound or ""), *told)))
