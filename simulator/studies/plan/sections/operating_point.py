"""The farm as bought: how near its limits every server is at the demand, all nodes up and with the spares gone."""

from collections.abc import Iterator

from simulator.experiment.subjects import measure_label
from simulator.farm.farm import Farm
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome
from simulator.messages.decision import operating_point_sentence
from simulator.output.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.studies.plan.sections.limits import limits_table
from simulator.studies.plan.sides import sides

# What a farm at work is judged by, beside its limits.
_MEASURES = (
    "wire_mbps", "response_mean", "response_p50", "response_p95", "response_p99", "client_speed", "errors",
    "connections",
)  # fmt: skip
_NOTE = (
    "Each server has the same share of the demand. Power is at the wall, without cooling. What is left is what the farm"
    " carries beyond the demand with its spares gone."
)


def section(outcome: Outcome) -> list[Block]:
    """Every limit, response, connection and kilowatt; nothing where no farm was measured at its demand."""
    if not outcome.as_bought:
        return []
    blocks: list[Block] = [Heading("The farm as bought", 2), Text(operating_point_sentence(outcome)), Text(_NOTE)]
    for side, one in sides(outcome).items():
        if one.as_bought and one.farm:
            blocks += [_limits(side, one), _at_work(side, one, one.farm)]
    return blocks


def _limits(side: str, outcome: Outcome) -> Table:
    title = f"How much of each limit of a server is in use at the demand, {side}"
    states = {each.state: each.limits for each in outcome.as_bought}
    full = "full at, spares gone" if len(states) > 1 else "full at"
    return limits_table(title, states, (full, "x this load", outcome.as_bought[-1].limits))


def _at_work(side: str, outcome: Outcome, farm: Farm) -> Table:
    states = outcome.as_bought
    columns = (Column(""), *(Column(each.state, numeric=True) for each in states))
    sizing, rented = farm.sizing, farm.scenario.server.is_rented
    whose = "the servers in front" if sizing.tiers else "the farm"
    drawn = () if rented else ((f"power of {whose}", *(farm.power_of(each).average for each in states)),)
    rows: tuple[tuple[Cell, ...], ...] = (
        ("servers at work", *(each.servers for each in states)),
        ("requests that each is offered", *(each.requests for each in states)),
        *_measures(states),
        *drawn,
    )
    empty = ("",) * (len(states) - 1)
    left: tuple[tuple[Cell, ...], ...] = (
        ("capacity that is left", *empty, sizing.residual_mbps),
        ("the farm carries", *empty, sizing.supports),
    )
    return Table(f"One server at the demand, and the farm, {side}", columns, (*rows, *left))


def _measures(states: tuple[OperatingPoint, ...]) -> Iterator[tuple[Cell, ...]]:
    for name in _MEASURES:
        found = [each.results.measures.get(name) for each in states]
        if any(one is not None for one in found):
            yield measure_label(name), *found
