"""What changes against the baseline."""

from collections.abc import Mapping

from models.quantities.provenance import Provenance
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.comparison import FigureChange
from simulator.farm.outcome import Outcome
from simulator.messages.decision import stopping_sentence
from simulator.messages.plan import notes, titles
from simulator.messages.sentences import HALF_A_PER_CENT, comparison_sentence
from simulator.output.blocks import Block, Cell, Column, Linked, Table, Text
from simulator.studies.plan.money.bill import common_uncertainty, share


def summary(outcome: Outcome) -> list[Block]:
    """How the plan compares, the figures of both sides, and the bottleneck of the baseline; nothing without one."""
    if outcome.baseline is None or outcome.comparison is None:
        return []
    stops = Text(f"{outcome.baseline.scenario.name}: {stopping_sentence(outcome.baseline)}", aside=True)
    return [Text(comparison_sentence(outcome)), changes(outcome), stops]


def section(outcome: Outcome) -> list[Block]:
    """Ratios, and what differs in the scenarios; nothing without a baseline."""
    comparison, baseline = outcome.comparison, outcome.baseline
    if comparison is None or baseline is None:
        return []
    ratios = Table(
        titles.SHARES_OF_BASELINE,
        (Column(""), Column("exact units", numeric=True), Column("whole units", numeric=True)),
        (
            ("capacity of a unit", comparison.capacity, None),
            (notes.FOOTPRINT, comparison.footprint, comparison.whole_footprint),
        ),
    )
    return [ratios, *_differences(outcome, baseline), Text(notes.COUNTED)]


def changes(outcome: Outcome) -> Table:
    """The figures of both sides, and how far the plan's are from the baseline's."""
    columns = (
        Column(""),
        Column("plan", numeric=True, short=True),
        Column("baseline", numeric=True, short=True),
        Column("change", numeric=True, signed=True, short=True),
    )
    rows = tuple(_change(change, outcome) for change in require(outcome.comparison, "comparison").changes)
    return Table("Plan and baseline", columns, rows, row_units=True)


def _change(change: FigureChange, outcome: Outcome) -> tuple[Cell, ...]:
    """A figure of both sides; money to the digits that its prices leave, unless its own interval is wider."""
    both: tuple[Cell, ...] = (change.plan, change.baseline)
    if outcome.farm and change.plan.unit == outcome.farm.whole.unit:
        over = outcome.farm.range.half_width
        both = tuple(
            Linked(each, uncertainty=common_uncertainty(each, over)) for each in (change.plan, change.baseline)
        )
        return change.name, *both, _of_money(change.percent)
    return change.name, *both, change.percent


def _of_money(percent: Estimate | Unavailable) -> Cell:
    """How far a bill changes, in whole per cent unless its interval is wider."""
    vague = isinstance(percent, Estimate) and percent.half_width >= HALF_A_PER_CENT
    return percent if vague else share(percent)


def _differences(outcome: Outcome, against: Outcome) -> list[Block]:
    """The parameters that the two sides do not share."""
    plan, baseline = outcome.scenario.sources, against.scenario.sources
    paths = sorted({*plan, *baseline})
    rows = tuple(
        (path, _value(plan, path), _value(baseline, path))
        for path in paths
        if _value(plan, path) != _value(baseline, path)
    )
    columns = (Column("parameter"), Column("plan"), Column("baseline"))
    return [Table(titles.DIFFERENCES, columns, rows)] if rows else []


def _value(sources: Mapping[str, Provenance], path: str) -> str:
    return sources[path].value_text if path in sources else "-"
