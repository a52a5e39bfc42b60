"""What a validation comes to, in a sentence."""

from collections.abc import Sequence

from simulator.messages import validation
from simulator.studies.validate.published import PublishedFigure
from simulator.studies.validate.rows import AuditTable, ValidationRow


def summary(rows: Sequence[ValidationRow], tables: Sequence[AuditTable] = ()) -> str:
    """How many figures came out, how many are only shown, and how often the published tables contradict themselves."""
    missed = sum(row.verdict == "not reproduced" for row in rows)
    judged = sum(row.verdict != "audit" for row in rows)
    open_ones = sum(row.verdict == "not told apart" for row in rows)
    found = validation.reproduced(judged - missed - open_ones, judged, open_ones, len(rows) - judged)
    return f"{found} {validation.contradicting(sum(len(table.contradictions) for table in tables))}".strip()


def bound(figure: PublishedFigure, least: str = "at least", most: str = "at most") -> str:
    """What a figure must keep to, e.g. "5 %" or "at least 60, at most 600"."""
    ends = ((least, figure.at_least), (most, figure.at_most))
    told = (f"{words} {end:g}" for words, end in ends if end is not None)
    return ", ".join(filter(None, (str(figure.bound or ""), *told)))
