"""What one server does."""

from collections.abc import Mapping

from simulator.measure.estimate import Estimate
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.report.language.how_long import how_long
from simulator.report.language.labels import measure_label
from simulator.rollup.carried import LARGEST
from simulator.rollup.outcome import Outcome

# How often processes are recycled, and what that costs.
_TURNOVER = ("recycles", "recycle_interval", "full_cpu_run", "collections")


def section(outcome: Outcome) -> list[Block]:
    """All measures of one server, plan and baseline side by side."""
    shown = sides(outcome)
    results = outcome.results
    baseline = f" Of the baseline: {_simulated(outcome.baseline)}." if outcome.baseline else ""
    text = (
        f"{_which(results.nodes)} in steady state{_at(outcome)}: {_simulated(outcome)}.{baseline}"
        f" Intervals hold with {results.confidence * 100:g} % confidence."
    )
    refused = {side: _causes(one) for side, one in shown.items()}
    blocks: list[Block] = [Heading("What one server does", 2), Text(text), measures(outcome)]
    return [*blocks, _table("Turned away, by cause", refused, str)] if any(refused.values()) else blocks


def measures(outcome: Outcome) -> Table:
    """All measures of one server, plan and baseline side by side."""
    found = {side: one.results.measures for side, one in sides(outcome).items()}
    return _table("Measures", found, measure_label)


def by_class(outcome: Outcome) -> list[Block]:
    """How long each class of requests waits, and how often processes are recycled; nothing where there is one class."""
    if not any(map(_is_response, outcome.results.measures)):
        return []
    names = [name for name in outcome.results.measures if _is_response(name) or name in _TURNOVER]
    found = {side: {name: one.results.measures.get(name) for name in names} for side, one in sides(outcome).items()}
    return [_table("What clients and processes see", found, measure_label)]


def _is_response(name: str) -> bool:
    return name.startswith("response ")


def _at(outcome: Outcome) -> str:
    """At which load that is."""
    if outcome.carried.way != LARGEST:
        return ""
    return " at its share of the demand, all nodes up" if outcome.as_bought else " at its largest load"


def _which(nodes: int) -> str:
    return f"The mean over the {nodes} servers of a unit" if nodes > 1 else "The server"


def _simulated(outcome: Outcome) -> str:
    return f"{how_long(outcome.results)}, {outcome.results.simulated_requests:,} requests simulated"


def _causes(outcome: Outcome) -> dict[str, Estimate]:
    results = outcome.results
    refused = {f"sessions refused: {cause}": share for cause, share in results.refused.items()}
    return refused | {f"requests failed: {cause}": share for cause, share in results.failed.items()}


def _table(title: str, found: Mapping[str, Mapping[str, Cell]], label: object) -> Table:
    names = dict.fromkeys(name for measures in found.values() for name in measures)
    columns = (Column(""), *(Column(side, numeric=True) for side in found))
    rows = tuple((label(name), *(measures.get(name) for measures in found.values())) for name in names)
    return Table(title, columns, rows)
