"""Servers beside each other: at which load they are compared, and what differs, in sentences, a picture and tables."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Difference, Paired, Results, require_estimate
from simulator.farm.scenario_comparison import ScenarioComparison
from simulator.messages.compare import (
    PICTURE,
    PICTURE_TITLE,
    headline,
    how_many_differ,
    how_to_read,
    load_line,
    overloaded_lines,
    unlike,
    unresolved,
)
from simulator.messages.numbers import NOT_RESOLVED, is_resolved
from simulator.output.blocks import Block, Cell, Chart, Column, Heading, Table, Text
from simulator.output.pictures import Gap, Gaps

AXIS = "difference, %"
REFERENCE = "current"
MANY = 1_000_000


def before_differences(compared: ScenarioComparison) -> list[Text]:
    """At which load servers are compared, and which of them are overloaded there."""
    load = [Text(load_line(compared))] if load_line(compared) else []
    return [*load, *(Text(line, lead=True, tone="bad") for line in overloaded_lines(compared))]


def difference_blocks(labels: Sequence[str], pairs: Sequence[Paired], results: Results) -> list[Block]:
    """What differs between each alternative and the current scenario, whose results are `results`; nothing without any.

    `labels` name the alternatives, in the order of `pairs`: the files that those carry may be the same ones.
    """
    if not pairs:
        return []
    return [
        _picture(labels, pairs),
        *(block for label, paired in zip(labels, pairs, strict=True) for block in _one(label, paired)),
        Text(how_to_read(results)),
    ]


def lead_sentences(labels: Sequence[str], pairs: Sequence[Paired]) -> list[Text]:
    """How much of each differs."""
    return [Text(f"{label}: {how_many_differ(paired)}", lead=True) for label, paired in zip(labels, pairs, strict=True)]


def _one(label: str, paired: Paired) -> list[Block]:
    differ = Text(how_many_differ(paired), lead=True)
    table, warning, told = differences_table(paired), unlike(paired), unresolved(paired)
    # Said before anyone reads the intervals.
    before = [Text(warning, tone="bad")] if warning else []
    return [Heading(label, 2), differ, *before, table, *([Text(told)] if told else [])]


def differences_on_terminal(pairs: Sequence[Paired], results: Results) -> list[Block]:
    """A table for each scenario against the first one, whose results these are; nothing without any."""
    if not pairs:
        return []
    each = (block for paired in pairs for block in _on_terminal(paired))
    return [*each, Text(how_to_read(results), aside=True)]


def _on_terminal(paired: Paired) -> Iterator[Block]:
    yield Text(headline(paired), lead=True)
    if told := unlike(paired):
        yield Text(told, tone="bad")
    yield differences_table(paired, *_names(paired))
    if told := unresolved(paired):
        yield Text(told, aside=True)


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")


def differences_table(paired: Paired, reference: str = REFERENCE, alternative: str = "alternative") -> Table:
    """A row for each measure of one server, or pod; those do not matter that do not differ. The names are of both
    sides."""
    columns = (
        Column("measure"),
        Column(reference, numeric=True),
        Column(alternative, numeric=True),
        Column("difference", numeric=True, signed=True),
        Column("difference, %", numeric=True, signed=True, beneath=True),
        Column("significant"),
        Column("replications if independent", numeric=True),
    )
    muted = tuple(place for place, found in enumerate(paired.differences) if not found.significant)
    return Table("One node", columns, tuple(map(_row, paired.differences)), muted=muted, row_units=True)


def _row(difference: Difference) -> tuple[Cell, ...]:
    return (
        difference.label,
        difference.reference,
        difference.other,
        difference.difference,
        difference.percent if is_resolved(difference.difference) else NOT_RESOLVED,
        "yes" if difference.significant else "no",
        _needed(difference.replications_if_independent),
    )


def _needed(replications: int | None) -> Cell:
    """How many replications independent workloads would have needed; beyond a million only that."""
    if replications is None:
        return "-"
    return replications if replications <= MANY else f"> {MANY:,}"


def _picture(labels: Sequence[str], pairs: Sequence[Paired]) -> Chart:
    gaps = (_gap(label, each) for label, paired in zip(labels, pairs, strict=True) for each in _drawn(paired))
    return Chart(PICTURE_TITLE, Gaps(tuple(gaps), AXIS), PICTURE)


def _drawn(paired: Paired) -> list[Difference]:
    """The differences that are known in per cent; of the others the table says why not."""
    return [found for found in paired.differences if isinstance(found.percent, Estimate)]


def _gap(label: str, difference: Difference) -> Gap:
    percent = require_estimate(difference.percent)
    return Gap(label, difference.label, percent.value, percent.low, percent.high, difference.significant)
