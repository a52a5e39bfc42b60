"""The capacity of a server as blocks: the answer, its limits in order, and the load curve around the knee."""

from collections.abc import Callable, Sequence

from models.node_groups import of_group
from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused, surely_known
from simulator.questions.capacity.by_group import CapacityByGroup
from simulator.questions.capacity.sentences import answer, answer_by_group, binds_at, how_found, what_ends_it
from simulator.report.blocks import Block, Chart, Charts, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.report.language.bites import Bite, bites
from simulator.report.language.decision import bought
from simulator.report.language.numbers import rough
from simulator.report.language.rated import by_path
from simulator.report.language.tier_failure import tier_failures
from simulator.report.pictures import PLAN, Bar, Bars, Line, Lines, Rule
from simulator.report.provenance import provenance
from simulator.rollup.carried import LARGEST
from simulator.rollup.farm import Farm
from simulator.rollup.largest_load import LargestLoad, LoadPoint
from simulator.rollup.stamp import Stamp
from simulator.rollup.tier_failure import TierDown

Read = Callable[[LoadPoint], Estimate | Refused]
RESPONSE = {"mean": lambda point: point.response_mean, "95 % within": lambda point: point.response_p95}
CAPACITY = "capacity"
MILLISECONDS = 1e3
BY_ITSELF = "Each group of nodes is searched by itself: groups share nothing but the balancer."


def capacity_report(
    scenario: Scenario, found: LargestLoad, farm: Farm | None, stamp: Stamp, down: Sequence[TierDown] = ()
) -> Report:
    """The report of a search, with the farm for the demand if there is one, and its tiers with one server down."""
    blocks = capacity_document(scenario.name, found, scenario.workload.offered_rate, farm, down)
    how, confidence = " ".join(how_found(found)), found.offered.confidence
    return Report((*blocks, *provenance(stamp, how, confidence)), stamp.day, stamp.origin)


def capacity_document(
    name: str, found: LargestLoad, offered: float | None, farm: Farm | None = None, down: Sequence[TierDown] = ()
) -> list[Block]:
    """The report of a search; `offered` is the load that the scenario states, requests/s of one server, if any."""
    return [
        Heading(f"{name}: what one server carries", 1),
        Heading("The answer", 2),
        Text(answer(found), lead=True),
        *([Text(bought(farm)), *_failures(farm, down)] if farm else []),
        _cards(found),
        Text(what_ends_it(found)),
        Heading("Which limit binds first", 2),
        _use(found),
        limits(found),
        Heading("Load curve", 2),
        *curve_blocks(found, offered),
    ]


def curve_blocks(found: LargestLoad, offered: float | None) -> list[Block]:
    """What a server carries at loads around its capacity, drawn and in figures."""
    stated = () if offered is None else (Rule(offered, "stated load"),)
    rules = (Rule(found.offered.value, CAPACITY), *stated)
    return [Charts(_curves(found, rules)), points(found)]


def _cards(found: LargestLoad) -> KeyFigures:
    working = f"{found.nodes - found.spare_nodes} of {found.nodes} servers at work"
    return KeyFigures(
        (
            KeyFigure("One server carries", found.server_mbps),
            KeyFigure("That is", found.offered, "asked for by clients"),
            KeyFigure("One unit carries", found.unit_mbps, working),
            KeyFigure("Binds there", found.binding.name, found.binding.limit),
        )
    )


def _use(found: LargestLoad) -> Chart:
    used = tuple(Bar(each.name, PLAN, each.utilisation.value, each.utilisation.half_width) for each in found.limits)
    alt = "Bars of how much of each limit is in use at the capacity, with intervals; the table below has the figures."
    return Chart("Use of the limits of one server at its capacity", Bars(used, "utilisation, %", rule=100.0), alt)


def limits(found: LargestLoad) -> Table:
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
        (each.limit.name, each.limit.limit, each.limit.origin, each.limit.utilisation, binds_at(each), _times(each))
        for each in bites(found)
    )
    return Table("Limits in the order in which they bind", columns, rows)


def _times(bite: Bite) -> str:
    return "" if bite.times is None else rough(bite.times)


def _curves(found: LargestLoad, rules: tuple[Rule, ...]) -> tuple[Chart, ...]:
    charts = {
        "Carried, Mbps": {"carried": lambda point: point.wire_mbps},
        "Response, s": RESPONSE,
        "Requests lost, %": {"lost": lambda point: point.errors},
        "Open connections": {"open": lambda point: point.connections},
    }
    return tuple(_chart(found, title, reads, rules) for title, reads in charts.items())


def _chart(found: LargestLoad, title: str, reads: dict[str, Read], rules: tuple[Rule, ...]) -> Chart:
    """One figure over the load; a point at which it is not known is left out of all lines."""
    known = [p for p in found.curve if not any(isinstance(read(p), Refused) for read in reads.values())]
    lines = tuple(
        Line(name, tuple(one.value for one in each), tuple(one.half_width for one in each))
        for name, each in ((name, [surely_known(read(p)) for p in known]) for name, read in reads.items())
    )
    x = tuple(point.offered for point in known)
    picture = Lines(x, "offered requests/s", lines, title.split(", ")[-1], rules, dots=True)
    return Chart(title, picture, f"{title} of one server over the load offered.")


def points(found: LargestLoad) -> Table:
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
        for p in found.curve
    )  # fmt: skip
    return Table("Load curve of one server", columns, rows)


def _in_ms(seconds: Estimate | Refused) -> Estimate | Refused:
    return seconds if isinstance(seconds, Refused) else seconds.times(MILLISECONDS, "ms")


def capacity_blocks(found: LargestLoad, farm: Farm | None, down: Sequence[TierDown] = ()) -> list[Block]:
    """The capacity of a server and of a unit, the farm for the demand if there is one and its tiers with one server
    down, what ends the capacity, the limits in order, and the load curve."""
    return [
        Text(answer(found), lead=True),
        *([Text(_farm(farm)), *_failures(farm, down)] if farm else []),
        Text(what_ends_it(found)),
        limits(found).only("limit", "in use", "binds at requests/s", "x the one before", "which is"),
        points(found),
        *(Text(line, aside=True) for line in how_found(found)),
    ]


def _farm(farm: Farm) -> str:
    stated = "" if farm.carried.way == LARGEST else " It is sized by the load that the scenario states."
    return f"{bought(farm)}{stated}"


def _failures(farm: Farm, down: Sequence[TierDown]) -> list[Block]:
    return [Text(line) for line in tier_failures(farm.scenario, down)]


def capacity_blocks_by_group(found: CapacityByGroup) -> list[Block]:
    """The unit, then a server of each group."""
    return _by_group(found, lambda _, load: capacity_blocks(load, None))


def capacity_report_by_group(found: CapacityByGroup, stamp: Stamp) -> Report:
    """The same as a report."""

    def of_one(name: str, load: LargestLoad) -> list[Block]:
        group = of_group(found.scenario, name)
        return capacity_document(name, load, group.workload.offered_rate)[1:]

    heading = Heading(f"{found.scenario.name}: what one unit carries", 1)
    blocks = (heading, *_by_group(found, of_one), *provenance(stamp, BY_ITSELF, found.carried.requests.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def _by_group(found: CapacityByGroup, of_one: Callable[[str, LargestLoad], list[Block]]) -> list[Block]:
    blocks: list[Block] = [Text(answer_by_group(found), lead=True), *map(Text, by_path(found.carried))]
    if found.farm:
        blocks.append(Text(bought(found.farm)))
    for name, load in found.groups.items():
        blocks += [Heading(f"A server of {name}", 2), *of_one(name, load)]
    return blocks
