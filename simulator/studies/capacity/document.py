"""The capacity of a server as blocks: the answer, its limits in order, and the load curve around the knee."""

from collections.abc import Callable, Sequence

from models.node_groups import group_scenario
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad, LoadPoint
from simulator.experiment.results import Unavailable, require_estimate
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.farm import Farm
from simulator.farm.stamp import Stamp
from simulator.farm.tier_failure import TierFailure
from simulator.messages.decision import purchase_sentence
from simulator.messages.limit_order import OrderedLimit, limit_order
from simulator.messages.numbers import theory_number
from simulator.messages.ratings import path_group_sentences
from simulator.messages.tier_failure import tier_failures
from simulator.output.blocks import Block, Chart, Charts, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.output.pictures import PLAN, Bar, Bars, Line, Lines, Rule
from simulator.output.provenance import provenance
from simulator.studies.capacity.by_group import CapacityByGroup
from simulator.studies.capacity.sentences import (
    answer,
    answer_by_group,
    basis_sentences,
    binding_load_text,
    stopping_target,
)

Read = Callable[[LoadPoint], Estimate | Unavailable]
RESPONSE = {"mean": lambda point: point.response_mean, "95 % within": lambda point: point.response_p95}
CAPACITY = "capacity"
MILLISECONDS = 1e3
BY_ITSELF = "Each group of nodes is searched by itself: groups share nothing but the balancer."


def capacity_report(
    scenario: Scenario, largest_load: LargestLoad, farm: Farm | None, stamp: Stamp, down: Sequence[TierFailure] = ()
) -> Report:
    """The report of a search, with the farm for the demand if there is one, and its tiers with one server down."""
    blocks = capacity_document(scenario.name, largest_load, scenario.workload.offered_rate, farm, down)
    how, confidence = " ".join(basis_sentences(largest_load)), largest_load.offered.confidence
    return Report((*blocks, *provenance(stamp, how, confidence)), stamp.day, stamp.origin)


def capacity_document(
    name: str,
    largest_load: LargestLoad,
    offered: float | None,
    farm: Farm | None = None,
    down: Sequence[TierFailure] = (),
) -> list[Block]:
    """The report of a search; `offered` is the load that the scenario states, requests/s of one server, if any."""
    return [
        Heading(f"{name}: what one server carries", 1),
        Heading("The answer", 2),
        Text(answer(largest_load), lead=True),
        *([Text(purchase_sentence(farm)), *_failures(farm, down)] if farm else []),
        _cards(largest_load),
        Text(stopping_target(largest_load)),
        Heading("Which limit binds first", 2),
        _use(largest_load),
        limits(largest_load),
        Heading("Load curve", 2),
        *curve_blocks(largest_load, offered),
    ]


def curve_blocks(largest_load: LargestLoad, offered: float | None) -> list[Block]:
    """What a server carries at loads around its capacity, drawn and in figures."""
    stated = () if offered is None else (Rule(offered, "stated load"),)
    rules = (Rule(largest_load.offered.value, CAPACITY), *stated)
    return [Charts(_curves(largest_load, rules)), points(largest_load)]


def _cards(largest_load: LargestLoad) -> KeyFigures:
    working = f"{largest_load.nodes - largest_load.spare_nodes} of {largest_load.nodes} servers at work"
    return KeyFigures(
        (
            KeyFigure("One server carries", largest_load.server_mbps),
            KeyFigure("That is", largest_load.offered, "asked for by clients"),
            KeyFigure("One unit carries", largest_load.unit_mbps, working),
            KeyFigure("Binds there", largest_load.binding.name, largest_load.binding.limit),
        )
    )


def _use(largest_load: LargestLoad) -> Chart:
    used = tuple(
        Bar(each.name, PLAN, each.utilisation.value, each.utilisation.half_width) for each in largest_load.limits
    )
    alt = "Bars of how much of each limit is in use at the capacity, with intervals; the table below has the figures."
    return Chart("Use of the limits of one server at its capacity", Bars(used, "utilisation, %", rule=100.0), alt)


def limits(largest_load: LargestLoad) -> Table:
    """The limits in the order in which they bind."""
    columns = (
        Column("limit"),
        Column("which is"),
        Column("from"),
        Column("in use", "%", numeric=True, use=True),
        Column("binds at requests/s", numeric=True),
        Column("x the one before", numeric=True),
    )
    rows = tuple(
        (
            each.limit.name,
            each.limit.limit,
            each.limit.origin,
            each.limit.utilisation,
            binding_load_text(each),
            _times(each),
        )
        for each in limit_order(largest_load)
    )
    return Table("Limits in the order in which they bind", columns, rows)


def _times(bite: OrderedLimit) -> str:
    return "" if bite.times is None else theory_number(bite.times)


def _curves(largest_load: LargestLoad, rules: tuple[Rule, ...]) -> tuple[Chart, ...]:
    charts = {
        "Carried, Mbps": {"carried": lambda point: point.wire_mbps},
        "Response, s": RESPONSE,
        "Requests lost, %": {"lost": lambda point: point.errors},
        "Open connections": {"open": lambda point: point.connections},
    }
    return tuple(_chart(largest_load, title, reads, rules) for title, reads in charts.items())


def _chart(largest_load: LargestLoad, title: str, reads: dict[str, Read], rules: tuple[Rule, ...]) -> Chart:
    """One figure over the load; a point at which it is not known is left out of all lines."""
    known = [p for p in largest_load.curve if not any(isinstance(read(p), Unavailable) for read in reads.values())]
    lines = tuple(
        Line(name, tuple(one.value for one in each), tuple(one.half_width for one in each))
        for name, each in ((name, [require_estimate(read(p)) for p in known]) for name, read in reads.items())
    )
    x = tuple(point.offered for point in known)
    picture = Lines(x, "offered requests/s", lines, title.split(", ")[-1], rules, dots=True)
    return Chart(title, picture, f"{title} of one server over the load offered.")


def points(largest_load: LargestLoad) -> Table:
    """What a server does at loads around its capacity."""
    columns = (
        Column("offered", "requests/s", numeric=True),
        Column("carried", "Mbps", numeric=True),
        Column("mean response", "ms", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("lost", "%", numeric=True),
        Column("connections", numeric=True),
        Column("in targets", good="yes", bad="no"),
    )
    rows = tuple(
        (round(p.offered, 1), p.wire_mbps, _in_ms(p.response_mean), _in_ms(p.response_p95), p.errors, p.connections,
         "yes" if p.met else "no")
        for p in largest_load.curve
    )  # fmt: skip
    return Table("Load curve of one server", columns, rows)


def _in_ms(seconds: Estimate | Unavailable) -> Estimate | Unavailable:
    return seconds if isinstance(seconds, Unavailable) else seconds.times(MILLISECONDS, "ms")


def capacity_blocks(largest_load: LargestLoad, farm: Farm | None, down: Sequence[TierFailure] = ()) -> list[Block]:
    """The capacity of a server and of a unit, the farm for the demand if there is one and its tiers with one server
    down, what ends the capacity, the limits in order, and the load curve."""
    return [
        Text(answer(largest_load), lead=True),
        *([Text(_farm(farm)), *_failures(farm, down)] if farm else []),
        Text(stopping_target(largest_load)),
        limits(largest_load).only("limit", "in use", "binds at requests/s", "x the one before", "which is"),
        points(largest_load),
        *(Text(line, aside=True) for line in basis_sentences(largest_load)),
    ]


def _farm(farm: Farm) -> str:
    stated = "" if farm.carried.way == LARGEST else " It is sized by the load that the scenario states."
    return f"{purchase_sentence(farm)}{stated}"


def _failures(farm: Farm, down: Sequence[TierFailure]) -> list[Block]:
    return [Text(line) for line in tier_failures(farm.scenario, down)]


def capacity_blocks_by_group(capacity_by_group: CapacityByGroup) -> list[Block]:
    """The unit, then a server of each group."""
    return _by_group(capacity_by_group, lambda _, load: capacity_blocks(load, None))


def capacity_report_by_group(capacity_by_group: CapacityByGroup, stamp: Stamp) -> Report:
    """The same as a report."""

    def of_one(name: str, load: LargestLoad) -> list[Block]:
        group = group_scenario(capacity_by_group.scenario, name)
        return capacity_document(name, load, group.workload.offered_rate)[1:]

    heading = Heading(f"{capacity_by_group.scenario.name}: what one unit carries", 1)
    blocks = (
        heading,
        *_by_group(capacity_by_group, of_one),
        *provenance(stamp, BY_ITSELF, capacity_by_group.carried.requests.confidence),
    )
    return Report(blocks, stamp.day, stamp.origin)


def _by_group(capacity_by_group: CapacityByGroup, of_one: Callable[[str, LargestLoad], list[Block]]) -> list[Block]:
    blocks: list[Block] = [
        Text(answer_by_group(capacity_by_group), lead=True),
        *map(Text, path_group_sentences(capacity_by_group.carried)),
    ]
    if capacity_by_group.farm:
        blocks.append(Text(purchase_sentence(capacity_by_group.farm)))
    for name, load in capacity_by_group.groups.items():
        blocks += [Heading(f"A server of {name}", 2), *of_one(name, load)]
    return blocks
