"""The farm as bought: how near its limits every server is at the demand, all nodes up and with the spares down."""

from collections.abc import Iterator

from simulator.experiment.subjects import measure_label
from simulator.farm.farm import Farm
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome
from simulator.messages.decision import state_text
from simulator.messages.plan import notes, titles
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.output.pictures import BASELINE
from simulator.output.sides import sides
from simulator.studies.plan.sections.limits import used_table

# What a farm at work is judged by, beside its limits.
_MEASURES = (
    "wire_mbps", "response_mean", "response_p50", "response_p95", "response_p99", "first_piece_mean",
    "first_piece_p95", "first_piece_p99", "client_speed", "errors", "connections",
)  # fmt: skip


def section(outcome: Outcome) -> list[Block]:
    """Responses, connections and kilowatts at peak, and the limits of the baseline's servers; nothing where no farm was
    measured at its demand."""
    if not outcome.operating_points:
        return []
    baseline = outcome.baseline
    limits = [used_table(baseline, BASELINE)] if baseline is not None and baseline.operating_points else []
    shown = [_at_work(side, one, one.farm) for side, one in sides(outcome).items() if one.operating_points and one.farm]
    return [*limits, *shown, Text(notes.SHARE_OF_DEMAND)]


def _at_work(side: str, outcome: Outcome, farm: Farm) -> Table:
    states = outcome.operating_points
    columns = (Column(""), *(Column(state_text(outcome, each), numeric=True) for each in states))
    sizing, rented = farm.sizing, farm.scenario.server.is_rented
    whose = notes.IN_FRONT if sizing.tiers else "the farm"
    drawn = () if rented else ((f"power of {whose}", *(farm.power_of(each).average for each in states)),)
    rows: tuple[tuple[Cell, ...], ...] = (
        (f"{node_word(outcome.scenario)}s at work", *(each.servers for each in states)),
        (notes.REQUESTS_OF_EACH, *(each.requests for each in states)),
        *_measures(states),
        *drawn,
    )
    empty = ("",) * (len(states) - 1)
    left: tuple[tuple[Cell, ...], ...] = (
        (notes.CAPACITY_LEFT, *empty, sizing.residual_mbps),
        (notes.FARM_CAN_CARRY, *empty, farm.supports),
    )
    return Table(titles.at_peak(node_word(outcome.scenario), side), columns, (*rows, *left))


def _measures(states: tuple[OperatingPoint, ...]) -> Iterator[tuple[Cell, ...]]:
    for name in _MEASURES:
        found = [each.results.measures.get(name) for each in states]
        if any(one is not None for one in found):
            yield measure_label(name), *found
