"""The largest load of a unit whose nodes serve classes of their own in groups: a server of each, and all together."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.engines.engine import Engine
from simulator.measure.estimate import Estimate
from simulator.measure.progress import Progress
from simulator.rollup.carried import Carried
from simulator.rollup.farm import Farm
from simulator.rollup.largest_load import LargestLoad
from simulator.sizing.as_sized import farm_of
from simulator.sizing.capacity import find_capacity
from simulator.sizing.carries import of_largest_load, together


@dataclass(frozen=True)
class CapacityByGroup:
    """What a server of each group carries, what one of the unit does on average when the first group is full, and the
    farm, where there is a demand."""

    scenario: Scenario
    groups: Mapping[str, LargestLoad]
    carried: Carried
    farm: Farm | None

    __repr__ = short_repr

    @property
    def at_work(self) -> int:
        """Servers of a unit with its spares gone."""
        return self.scenario.unit.nodes - self.scenario.unit.spare_nodes

    @property
    def unit_mbps(self) -> Estimate:
        """What these carry together."""
        return self.carried.mbps.times(float(self.at_work), self.carried.mbps.unit)


def find_capacity_by_group(scenario: Scenario, engine: Engine, progress: Progress = lambda: None) -> CapacityByGroup:
    """Searches the capacity of a server of each group. Raises what `find_capacity` raises."""
    found: list[LargestLoad] = []

    def one(group: Scenario) -> Carried:
        found.append(find_capacity(group, engine, progress))
        return of_largest_load(group, found[-1])

    carried = together(scenario, one)
    groups = dict(zip((group.name for group in scenario.unit.paths), found, strict=True))
    return CapacityByGroup(scenario, groups, carried, farm_of(scenario, carried))
