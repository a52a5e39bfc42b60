"""What changes against the baseline."""

from simulator.report.blocks import Block, Column, Heading, Table, Text
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The figures of both sides, what is saved, and what differs in the scenarios; nothing without a baseline."""
    comparison = outcome.comparison
    if comparison is None or outcome.baseline is None:
        return []
    names = f"{outcome.scenario.name} against {outcome.baseline.scenario.name}."
    changes = Table(
        "Plan and baseline",
        (Column(""), _number("plan"), _number("baseline"), Column("change", numeric=True, signed=True)),
        tuple((change.name, change.plan, change.baseline, change.percent) for change in comparison.changes),
    )
    ratios = Table(
        "What the plan needs, in % of the baseline's",
        (Column(""), _number("exact units"), _number("whole units")),
        (
            ("capacity of a unit", comparison.capacity, None),
            ("footprint in rack units", comparison.footprint, comparison.whole_footprint),
        ),
    )
    blocks: list[Block] = [Heading("Against the baseline", 2), Text(names), changes, ratios]
    if comparison.savings:
        blocks.append(_savings(outcome))
    return [*blocks, *_differences(outcome), Text(_NOTE)]


_NOTE = (
    "Exact units count as the documents do (2.46 units), whole units as one buys. Plan and baseline are taken as"
    " independent; because both see the same workload, the true intervals of the changes are narrower."
)


def _savings(outcome: Outcome) -> Table:
    columns = (
        Column("saving"),
        _number("exact units"),
        _number("whole units"),
        _number("exact units", "USD/month"),
        _number("whole units", "USD/month"),
    )
    rows = tuple(
        (saving.name, saving.exact_percent, saving.whole_percent, saving.usd.exact, saving.usd.whole)
        for saving in outcome.comparison.savings
    )
    return Table("What the plan saves", columns, rows)


def _differences(outcome: Outcome) -> list[Block]:
    """The parameters that the two sides do not share."""
    plan, baseline = outcome.scenario.sources, outcome.baseline.scenario.sources
    paths = sorted({*plan, *baseline})
    rows = tuple(
        (path, _value(plan, path), _value(baseline, path))
        for path in paths
        if _value(plan, path) != _value(baseline, path)
    )
    columns = (Column("parameter"), Column("plan"), Column("baseline"))
    return [Table("What differs in the scenarios", columns, rows)] if rows else []


def _value(sources: object, path: str) -> str:
    return sources[path].value_text if path in sources else "-"


def _number(name: str, unit: str = "") -> Column:
    return Column(name, unit, numeric=True)
