"""The largest load of a unit whose nodes serve classes of their own in groups: a server of each, and all together."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.experiment.capacity_by_solver import capacity_from_search, capacity_of_groups
from simulator.experiment.capacity_search import AROUND
from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.progress import Progress
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.farm import Farm
from simulator.farm.sized_server import buy_farm_of
from simulator.solver import Solver
from simulator.uncertainty.predict import with_own_prediction


@dataclass(frozen=True)
class CapacityByGroup:
    """What a server of each group carries, what one of the unit does on average when the first group is full, and the
    farm, where there is a demand."""

    scenario: Scenario
    groups: Mapping[str, LargestLoad]
    carried: ServerCapacity
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


def find_capacity_by_group(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> CapacityByGroup:
    """Searches the capacity of a server of each group. Raises what `find_capacity` or `largest_rate` raises."""
    largest_loads: list[LargestLoad] = []

    def one(group: Scenario) -> ServerCapacity:
        largest_loads.append(solver.searches(group, AROUND, progress))
        return capacity_from_search(group, largest_loads[-1])

    carried = capacity_of_groups(scenario, one)
    groups = dict(zip((group.name for group in scenario.unit.paths), largest_loads, strict=True))
    farm = buy_farm_of(scenario, carried)
    return CapacityByGroup(scenario, groups, carried, farm and with_own_prediction(farm))
