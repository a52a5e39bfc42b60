"""What one server does."""

from collections.abc import Mapping

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.experiment.subjects import PartQuantity
from simulator.farm.outcome import Outcome
from simulator.messages.numbers import NOT_KNOWN
from simulator.messages.plan import notes, titles
from simulator.messages.plan.basis import measured_server
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.output.sides import sides

# How often processes are recycled, and what that costs.
_TURNOVER = ("recycles", "recycle_interval", "full_cpu_run", "collections")


def section(outcome: Outcome) -> list[Block]:
    """All measures of one server, plan and baseline side by side."""
    shown = sides(outcome)
    refused = {side: _causes(one) for side, one in shown.items()}
    causes = {cause: cause for found in refused.values() for cause in found}
    blocks: list[Block] = [Text(measured_server(outcome)), measures(outcome)]
    return [*blocks, _table(titles.TURNED_AWAY, refused, causes)] if any(refused.values()) else blocks


def measures(outcome: Outcome) -> Table:
    """All measures of one server, plan and baseline side by side."""
    shown = sides(outcome)
    labels = {name: one.results.label(name) for one in shown.values() for name in one.results.measures}
    return _table("Measures", {side: one.results.measures for side, one in shown.items()}, labels)


def measured(outcome: Outcome) -> list[Block]:
    """All measures of one server; by theory each with how exact that is, or why it is not known."""
    return [_in_theory(outcome) if outcome.results.standing else measures(outcome)]


def _in_theory(outcome: Outcome) -> Table:
    standing = outcome.results.standing
    columns = (Column(""), Column("value", numeric=True), Column(notes.EXACT))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (outcome.results.label(name), NOT_KNOWN, found.reason)
        if isinstance(found, Unavailable)
        else (outcome.results.label(name), found, standing[name])
        for name, found in outcome.results.measures.items()
    )
    return Table("One server", columns, rows)


def by_class(outcome: Outcome) -> list[Block]:
    """How long each class of requests waits, and how often processes are recycled; nothing where there is one class."""
    results = outcome.results
    responses = {part.key for part in results.parts if part.quantity is PartQuantity.RESPONSE}
    if not responses:
        return []
    labels = {name: results.label(name) for name in results.measures if name in responses or name in _TURNOVER}
    found = {side: one.results.measures for side, one in sides(outcome).items()}
    return [_table(titles.CLASSES, found, labels)]


def _causes(outcome: Outcome) -> dict[str, Estimate]:
    results = outcome.results
    refused = {f"sessions refused: {cause}": share for cause, share in results.refused.items()}
    return refused | {f"requests failed: {cause}": share for cause, share in results.failed.items()}


def _table(title: str, found: Mapping[str, Mapping[str, Cell]], labels: Mapping[str, str]) -> Table:
    """A row for each label, in that order, and a column for each side."""
    columns = (Column(""), *(Column(side, numeric=True) for side in found))
    rows = tuple((label, *(measures.get(name) for measures in found.values())) for name, label in labels.items())
    return Table(title, columns, rows)
