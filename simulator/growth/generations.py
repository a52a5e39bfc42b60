"""What a unit of each generation carries and costs to run: found once, by the path that sizes every farm."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import StandingUnits
from models.parts.hardware import MONTHS, Server
from models.parts.operating_system import OperatingSystem
from models.scenario import Scenario
from models.variations.changed import changed
from models.variations.option import model_of, with_its_cache
from simulator.growth.ahead import FloatArray
from simulator.measure.estimate import given
from simulator.measure.progress import Progress
from simulator.rollup.carried import Carried
from simulator.rollup.counted import Counted
from simulator.rollup.farm import Farm, buy
from simulator.rollup.money.cost import SERVERS, Bought, bought_once, running, total
from simulator.rollup.money.power import power
from simulator.sizing.as_sized import as_sized
from simulator.sizing.capacity import binding_alone
from simulator.solver import Solver


@dataclass(frozen=True)
class Generation:
    """Units of one kind of server.

    farm: what the demand of today takes of them, which holds what a server carries. level: what a unit carries, in
    times the demand of today; error: the half-width of that as a share. alone: by limit, the load at which it would
    bind if no other did, in times what is carried within all targets.
    """

    name: str
    scenario: Scenario
    farm: Farm
    level: float
    error: float
    alone: Mapping[str, float]

    @property
    def nodes(self) -> int:
        """Servers of a unit."""
        return self.scenario.unit.nodes

    @property
    def rack_units(self) -> int:
        """Rack units of a unit."""
        return self.nodes * self.scenario.server.rack_units

    @property
    def watts(self) -> float:
        """What a unit draws at most."""
        return self.nodes * self.scenario.server.busy_power

    def price(self, falls: float, months: int) -> float:
        """What a unit and its licences cost to buy after so many months: prices of servers fall by a share a year,
        those of licences do not."""
        fallen: float = (1.0 - falls) ** (months / MONTHS)
        shares = {SERVERS: fallen}
        return self.nodes * sum(
            price * shares.get(name, 1.0) for name, price in bought_once(self.scenario).items()
        )

    def running(self, units: float, times: float) -> float:
        """What so many units cost a month to run that carry so many times the demand of today; instances of a cloud on
        the terms that are chosen among it."""
        sizing = self.farm.sizing
        servers = given(units * self.nodes, "servers")
        needed = given(times * sizing.needed_servers.value, "servers")
        drawn = power(self.scenario.server, given(self.farm.carried.busy.value, "share"), servers, needed)
        traffic = given(times * sizing.demand.value, "Mbps")
        height, behind = given(units * self.rack_units, "U"), given(times * sizing.fetched.value, "Mbps")
        whole = (servers, drawn.average, drawn.provisioned, height, traffic, behind)
        bought = Bought(*(Counted(each, each) for each in whole))
        return total([item.amount for item in running(self.scenario, bought)]).whole.value

    def keeping(self, units: float, times: float) -> float:
        """The same without the rent of instances."""
        rent = self.scenario.datacenter.prices.from_usd(self.scenario.server.instance_a_month)
        return self.running(units, times) - units * self.nodes * rent

    def drawn_levels(self, random: np.random.Generator, draws: int, reach: float) -> FloatArray:
        """What a unit carries by draws, normal within its interval, of which `reach` is the half-width in standard
        deviations; it is never nothing."""
        return np.asarray(self.level * np.maximum(0.01, 1.0 + self.error / reach * random.standard_normal(draws)))


def generation(scenario: Scenario, solver: Solver, name: str, progress: Progress) -> Generation:
    """The units of a scenario. Raises what sizing raises."""
    return of_farm(buy(scenario, as_sized(scenario, solver, progress=progress)), name)


def of_farm(farm: Farm, name: str) -> Generation:
    """The units of which a farm consists."""
    unit, amount = farm.sizing.unit_carries, farm.sizing.demanded.amount.value
    return Generation(name, farm.scenario, farm, unit.value / amount, unit.relative, _alone(farm.carried))


def of_standing(
    scenario: Scenario, each: StandingUnits, new: Generation, solver: Solver, progress: Progress
) -> Generation:
    """The units that stand: those of the scenario, or of another server or system of the catalogue, with the file cache
    that it makes room for. Raises what sizing raises, and ScenarioError where they cannot be."""
    values: dict[str, object] = {}
    if each.server is not None:
        values["server"] = model_of(Server, each.server)[0]
    if each.operating_system is not None:
        values["operating_system"] = model_of(OperatingSystem, each.operating_system)[0]
    if not values:
        return new
    why = "stands today"
    there = with_its_cache(scenario, changed(scenario, values, why), why)
    return generation(there, solver, each.name, progress)


def _alone(carried: Carried) -> Mapping[str, float]:
    """Where each limit of a server would bind by itself, in times what it carries."""
    known = binding_alone(carried.network)
    return {name: alone.rate / carried.requests.value for name, alone in known.items()}
