"""The capacity of a server as blocks: the answer, its limits in order, and the load curve around the knee."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from models.node_groups import group_scenario
from models.quantities.formatting import count_text
from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad, LoadPoint
from simulator.experiment.results import Unavailable, require_estimate
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.farm import Farm
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.prediction import BeyondMeasured
from simulator.farm.stamp import Stamp
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.tier_failure import TierFailure
from simulator.messages import capacity
from simulator.messages.capacity import (
    answer,
    answer_by_group,
    basis_sentences,
    binding_load_text,
    stopping_target,
)
from simulator.messages.decision import farm_states_sentence, purchase_sentence
from simulator.messages.limit_order import limit_order
from simulator.messages.numbers import TRAFFIC, short_text, theory_number, unit_for
from simulator.messages.prediction import beyond_sentence
from simulator.messages.ratings import path_group_sentences
from simulator.messages.tier_failure import tier_failures
from simulator.output.blocks import Block, Chart, Charts, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.output.pictures import PLAN, Bar, Bars, Line, Lines, Rule
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for, terminal_blocks
from simulator.studies.capacity.by_group import CapacityByGroup

Read = Callable[[LoadPoint], Estimate | Unavailable]
RESPONSE = {"mean": lambda point: point.response_mean, "95 % within": lambda point: point.response_p95}
CAPACITY = "capacity"
MILLISECONDS = 1e3


class Capacity(NamedTuple):
    """What is shown: a search, the load that the scenario states (requests/s of one server), the farm for its demand if
    there is one, its tiers with one server down, a server of it at the demand with all nodes up and spares down, and
    how far the capacity lies beyond what was measured."""

    largest_load: LargestLoad
    offered: float | None = None
    farm: Farm | None = None
    down: Sequence[TierFailure] = ()
    states: Sequence[OperatingPoint] = ()
    beyond: BeyondMeasured | None = None


def _answer(found: Capacity) -> list[Block]:
    return [Text(answer(found.largest_load), lead=True)]


def _bought(found: Capacity) -> list[Block]:
    """The farm for the demand, and its tiers with one server down."""
    farm = found.farm
    if farm is None:
        return []
    stated = "" if farm.carried.way == LARGEST else capacity.SIZED_BY_LOAD
    said = farm_states_sentence(farm, found.states)
    return [
        Text(f"{purchase_sentence(farm)}{stated}"),
        *([Text(said)] if said else []),
        *map(Text, tier_failures(farm.scenario, found.down)),
    ]


def _basis(found: Capacity) -> list[Block]:
    return [Text(line, aside=True) for line in basis_sentences(found.largest_load)]


SECTIONS: tuple[Section[Capacity], ...] = (
    Section("The answer", _answer),
    Section("", lambda found: [_cards(found.largest_load)], REPORT | Output.PAGE),
    Section("", lambda found: [Text(stopping_target(found.largest_load))]),
    Section("", lambda found: [Text(beyond_sentence(found.beyond))] if found.beyond else []),
    Section("", _bought),
    Section(capacity.FIRST_LIMIT, lambda found: [_use(found.largest_load)], REPORT | Output.PAGE),
    Section("", lambda found: [limits(found.largest_load)]),
    Section("Load curve", lambda found: [_load_curve(found)], REPORT | Output.PAGE),
    Section("", lambda found: [points(found.largest_load)]),
    Section("", _basis, Output.TERMINAL),
)


def capacity_blocks(found: Capacity) -> list[Block]:
    """What a terminal shows of a search."""
    return terminal_blocks(SECTIONS, found)


def capacity_document(name: str, found: Capacity) -> list[Block]:
    """The report of a search."""
    return [Heading(capacity.report_title(name, "one server"), 1), *blocks_for(SECTIONS, found, Output.HTML)]


def capacity_report(name: str, found: Capacity, stamp: Stamp) -> Report:
    """The same with what makes it again."""
    how, confidence = " ".join(basis_sentences(found.largest_load)), found.largest_load.offered.confidence
    blocks = (*capacity_document(name, found), *provenance(stamp, how, confidence))
    return Report(blocks, stamp.day, stamp.origin)


def _load_curve(found: Capacity) -> Charts:
    stated = () if found.offered is None else (Rule(found.offered, "stated load"),)
    rules = (Rule(found.largest_load.offered.value, CAPACITY), *stated)
    return Charts(_curves(found.largest_load, rules))


def curve_blocks(largest_load: LargestLoad, offered: float | None) -> list[Block]:
    """What a server carries at loads around its capacity, drawn and in figures."""
    return [_load_curve(Capacity(largest_load, offered)), points(largest_load)]


def _node(largest_load: LargestLoad) -> str:
    return "pod" if largest_load.in_pods else "server"


def _cards(largest_load: LargestLoad) -> KeyFigures:
    stops, down = stopping_limit(largest_load), largest_load.spare_nodes
    node = _node(largest_load)
    unit = f"{count_text(largest_load.nodes, node)}{f', {down} of them down' if down else ''}"
    return KeyFigures(
        (
            KeyFigure(f"Capacity of a {node}", largest_load.server_mbps, short_text(largest_load.offered)),
            KeyFigure("Capacity of a unit", largest_load.unit_mbps, unit),
            KeyFigure("Bottleneck", f"{stops.name[:1].upper()}{stops.name[1:]}", stops.limit),
        )
    )


def _use(largest_load: LargestLoad) -> Chart:
    used = tuple(
        Bar(each.name, PLAN, each.utilisation.value, each.utilisation.half_width) for each in largest_load.limits
    )
    alt = capacity.LIMIT_BARS
    return Chart(capacity.limits_in_use(_node(largest_load)), Bars(used, "utilisation, %", rule=100.0), alt)


def limits(largest_load: LargestLoad) -> Table:
    """The limits in the order in which they bind."""
    columns = (
        Column("limit"),
        Column("used", "%", numeric=True, use=True, short=True),
        Column("full at", "req/s", numeric=True),
        Column("x the one before", numeric=True),
        Column("which is"),
        Column("from", detail=True),
    )
    rows = tuple(
        (
            each.limit.name,
            each.limit.utilisation,
            binding_load_text(each),
            "" if each.times is None else theory_number(each.times),
            each.limit.limit,
            each.limit.origin,
        )
        for each in limit_order(largest_load)
    )
    return Table(capacity.LIMITS, columns, rows)


def _curves(largest_load: LargestLoad, rules: tuple[Rule, ...]) -> tuple[Chart, ...]:
    size, unit = unit_for(max((point.wire_mbps.value for point in largest_load.curve), default=0.0), TRAFFIC)
    charts: dict[str, dict[str, Read]] = {
        f"Carried, {unit}": {"carried": lambda point: point.wire_mbps.times(1.0 / size, unit)},
        "Response, s": RESPONSE,
        "Requests lost, %": {"lost": lambda point: point.errors},
        "Open connections": {"open": lambda point: point.connections},
    }
    return tuple(_chart(largest_load, title, reads, rules) for title, reads in charts.items())


def _chart(largest_load: LargestLoad, title: str, reads: dict[str, Read], rules: tuple[Rule, ...]) -> Chart:
    """One figure over the load; a line of which no point is known is left out, and of the others a point at which one
    is not known."""
    reads = {
        name: read
        for name, read in reads.items()
        if not all(isinstance(read(point), Unavailable) for point in largest_load.curve)
    }
    known = [p for p in largest_load.curve if not any(isinstance(read(p), Unavailable) for read in reads.values())]
    lines = tuple(
        Line(name, tuple(one.value for one in each), tuple(one.half_width for one in each))
        for name, each in ((name, [require_estimate(read(p)) for p in known]) for name, read in reads.items())
    )
    x = tuple(point.offered for point in known)
    picture = Lines(x, "offered requests/s", lines, title.split(", ")[-1], rules, dots=True)
    return Chart(title, picture, capacity.over_the_load(title))


def points(largest_load: LargestLoad) -> Table:
    """What a server does at loads around its capacity; theory knows no percentiles there."""
    judged = not largest_load.standing
    columns = (
        Column("offered", "req/s", numeric=True),
        Column("carried", "Mbps", numeric=True, short=True),
        Column("mean response", "ms", numeric=True, short=True),
        *([Column("95 % within", "ms", numeric=True, short=True)] if judged else []),
        Column("lost", "%", numeric=True, short=True),
        Column("connections", numeric=True, short=True),
        Column("in targets", good="yes", bad="no"),
    )
    rows = tuple(
        (round(p.offered, 1), p.wire_mbps, _in_ms(p.response_mean), *([_in_ms(p.response_p95)] if judged else []),
         p.errors, p.connections, "yes" if p.met else "no")
        for p in largest_load.curve
    )  # fmt: skip
    return Table(capacity.load_curve(_node(largest_load)), columns, rows)


def _in_ms(seconds: Estimate | Unavailable) -> Estimate | Unavailable:
    return seconds if isinstance(seconds, Unavailable) else seconds.times(MILLISECONDS, "ms")


def capacity_blocks_by_group(capacity_by_group: CapacityByGroup) -> list[Block]:
    """The unit, then a server of each group."""
    return _by_group(capacity_by_group, lambda _, load: capacity_blocks(Capacity(load)))


def capacity_report_by_group(capacity_by_group: CapacityByGroup, stamp: Stamp) -> Report:
    """The same as a report."""

    def of_one(name: str, load: LargestLoad) -> list[Block]:
        group = group_scenario(capacity_by_group.scenario, name)
        return capacity_document(name, Capacity(load, group.workload.offered_rate))[1:]

    heading = Heading(capacity.report_title(capacity_by_group.scenario.name, "one unit"), 1)
    blocks = (
        heading,
        *_by_group(capacity_by_group, of_one),
        *provenance(stamp, capacity.BY_ITSELF, capacity_by_group.carried.requests.confidence),
    )
    return Report(blocks, stamp.day, stamp.origin)


def _by_group(found: CapacityByGroup, of_one: Callable[[str, LargestLoad], list[Block]]) -> list[Block]:
    blocks: list[Block] = [
        Text(answer_by_group(found.scenario.unit, found.carried, found.unit_mbps), lead=True),
        *map(Text, path_group_sentences(found.carried)),
    ]
    if found.farm:
        blocks.append(Text(purchase_sentence(found.farm)))
    for name, load in found.groups.items():
        blocks += [Heading(f"A server of {name}", 2), *of_one(name, load)]
    return blocks
