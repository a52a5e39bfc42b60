"""The largest load of a unit whose nodes serve classes of their own in groups: a server of each, and all together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from models.node_groups import of_group
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.measure.progress import Progress
from simulator.questions.capacity.data import capacity_data
from simulator.questions.capacity.document import capacity_blocks, capacity_document
from simulator.report.blocks import Block, Heading, Report, Text
from simulator.report.data import farm_data
from simulator.report.figure import figure
from simulator.report.language.decision import bought
from simulator.report.language.numbers import bare, text
from simulator.report.language.rated import by_path
from simulator.report.provenance import provenance
from simulator.rollup.carried import Carried
from simulator.rollup.farm import Farm
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.stamp import Stamp
from simulator.sizing.as_sized import farm_of
from simulator.sizing.capacity import find_capacity
from simulator.sizing.carries import of_largest_load, together

BY_ITSELF = "Each group of nodes is searched by itself: groups share nothing but the balancer."


@dataclass(frozen=True)
class CapacityByGroup:
    """What a server of each group carries, what one of the unit does on average when the first group is full, and the
    farm, where there is a demand."""

    scenario: Scenario
    groups: Mapping[str, LargestLoad]
    carried: Carried
    farm: Farm | None


def find_capacity_by_group(scenario: Scenario, engine: Engine, progress: Progress = lambda: None) -> CapacityByGroup:
    """Searches the capacity of a server of each group. Raises what `find_capacity` raises."""
    found: list[LargestLoad] = []

    def one(group: Scenario) -> Carried:
        found.append(find_capacity(group, engine, progress))
        return of_largest_load(group, found[-1])

    carried = together(scenario, one)
    groups = dict(zip((group.name for group in scenario.unit.paths), found, strict=True))
    return CapacityByGroup(scenario, groups, carried, farm_of(scenario, carried))


def capacity_blocks_by_group(found: CapacityByGroup) -> list[Block]:
    """The unit, then a server of each group."""
    return _document(found, lambda _, load: capacity_blocks(load, None))


def capacity_report_by_group(found: CapacityByGroup, stamp: Stamp) -> Report:
    """The same as a report."""

    def of_one(name: str, load: LargestLoad) -> list[Block]:
        group = of_group(found.scenario, name)
        return capacity_document(name, load, group.workload.offered_rate)[1:]

    heading = Heading(f"{found.scenario.name}: what one unit carries", 1)
    blocks = (heading, *_document(found, of_one), *provenance(stamp, BY_ITSELF, found.carried.requests.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def capacity_data_by_group(found: CapacityByGroup) -> dict[str, object]:
    """The same as data: `unit`, of requests of all classes, and each group with what `capacity` tells of a server."""
    carried = found.carried
    full = dict(carried.of_groups)
    return {
        "unit": {
            "offered_requests": figure(full[carried.group]),
            "capacity_mbps": figure(carried.mbps.times(_at_work(found), carried.mbps.unit)),
            "group": carried.group,
            "binding_limit": carried.binding,
            "groups_full_at": {name: figure(rate) for name, rate in carried.of_groups},
        },
        "groups": {name: capacity_data(load) for name, load in found.groups.items()},
        "farm": farm_data(found.farm) if found.farm else None,
    }


def _document(found: CapacityByGroup, of_one: Callable[[str, LargestLoad], list[Block]]) -> list[Block]:
    blocks: list[Block] = [Text(_unit(found), lead=True), *map(Text, by_path(found.carried))]
    if found.farm:
        blocks.append(Text(bought(found.farm)))
    for name, load in found.groups.items():
        blocks += [Heading(f"A server of {name}", 2), *of_one(name, load)]
    return blocks


def _unit(found: CapacityByGroup) -> str:
    unit, carried = found.scenario.unit, found.carried
    rate = dict(carried.of_groups)[carried.group]
    mbps = carried.mbps.times(_at_work(found), carried.mbps.unit)
    working = f"{unit.nodes - unit.spare_nodes} of {unit.nodes} at work"
    return f"A unit with {working} carries {text(mbps)} ({bare(rate)} requests/s of all paths) within its targets."


def _at_work(found: CapacityByGroup) -> float:
    """Servers of a unit with its spares gone."""
    unit = found.scenario.unit
    return float(unit.nodes - unit.spare_nodes)
