"""What a unit of each generation carries and costs to run: found once, by the path that sizes every farm."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.parts.growth.supply import StandingUnits
from models.parts.hardware import Server
from models.parts.instance import MONTHS
from models.parts.operating_system import OperatingSystem
from models.pods import servers_of_pods
from models.reading.catalogue_model import catalogue_model
from models.scenario import Scenario
from models.tier_flows import as_tier_server
from models.unit_pods import as_node, servers_of_unit
from models.variations.changes import with_changes
from models.variations.option import exact_caches, with_matching_caches
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.progress import Progress
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.single_server import sole_binding_loads
from simulator.farm.costs.cost import (
    SERVERS,
    BilledServers,
    farm_gateways,
    monthly_unit,
    purchase_prices,
    request_cost,
    running_items,
    total,
    zone_cost,
)
from simulator.farm.costs.power import AlwaysBusy, always_busy, power_draw
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.sized_server import size_server
from simulator.farm.stopping_limit import stopping_limit
from simulator.growth.demand_paths import FloatArray
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
    def servers(self) -> int:
        """Servers of a unit: its nodes, or those that its pods stand on."""
        return servers_of_unit(self.scenario)

    @property
    def servers_of_tiers(self) -> tuple[int, ...]:
        """Servers of each other tier that come with a unit."""
        return tuple(servers_of_pods(self.scenario.unit, tier) for tier in self.scenario.tiers)

    @cached_property
    def kinds(self) -> tuple[tuple[Scenario, int], ...]:
        """The servers of a unit, then those of each other tier that come with it: of each kind, a scenario that has
        it as its server, and how many."""
        scenario = self.scenario
        others = (as_tier_server(scenario, tier) for tier in scenario.tiers)
        return (scenario, self.servers), *zip(others, self.servers_of_tiers, strict=True)

    @property
    def bottleneck(self) -> str:
        """What stops a server of it first, by its name."""
        return stopping_limit(self.farm.carried, self.scenario.targets).name

    @property
    def rack_units(self) -> int:
        """Rack units of a unit, and of what comes with it."""
        return sum(count * kind.server.rack_units for kind, count in self.kinds)

    @property
    def watts(self) -> float:
        """What these draw at most."""
        return sum(count * kind.server.busy_power for kind, count in self.kinds)

    def price(self, falls: float, months: int) -> float:
        """What a unit, its other tiers and their licences cost to buy after so many months: prices of servers fall by a
        share a year, those of licences do not."""
        fallen: float = (1.0 - falls) ** (months / MONTHS)
        shares = {SERVERS: fallen}
        return sum(
            count * price * shares.get(name, 1.0)
            for kind, count in self.kinds
            for name, price in purchase_prices(kind).items()
        )

    def running(self, units: float, times: float, times_in_all: float | None = None) -> float:
        """What so many units cost a month to run that carry so many times the demand of today; instances of a cloud on
        the terms that are chosen among it. times_in_all: what all units carry, these and others, of whose volume the
        price of what leaves a cloud may have steps; None for these alone."""
        sizing = self.farm.sizing
        busy, needed = exact(self.farm.carried.busy.value, "share"), times * sizing.needed_servers.value
        own = busy, needed, always_busy(self.scenario)
        # In whole servers' worth of work, as the bill of a farm has it.
        others = ((exact(1.0, "share"), times * each.busy / each.cores, AlwaysBusy()) for each in sizing.tiers)
        traffic = exact(times * sizing.demand.value, "Mbps"), exact(times * sizing.fetched.value, "Mbps")
        inside = exact(0.0, "Mbps"), exact(0.0, "Mbps")
        # The work of a pod is what it may do of a server.
        works_as = as_node(self.scenario).server, *(kind.server for kind, _ in self.kinds[1:])
        wires = traffic, *(inside for _ in sizing.tiers)
        leaving = (times if times_in_all is None else times_in_all) * sizing.demand.value
        servers = sum(
            _run(kind, node, units * count, *work, *wire, leaving)
            for (kind, count), node, work, wire in zip(self.kinds, works_as, (own, *others), wires, strict=True)
        )
        by_traffic = zone_cost(self.scenario, sizing) + request_cost(self.scenario, sizing)
        return servers + self._gateways(units, *traffic) + times * by_traffic

    def _gateways(self, units: float, demand: Estimate, fetched: Estimate) -> float:
        """What a cloud bills a month for what passes its gateways, and for those that come with each unit."""
        there, unit = exact(units, "units"), monthly_unit(self.scenario.datacenter.prices)
        found = farm_gateways(self.scenario, ExactAndWhole(there, there), demand, fetched)
        with_units = (each.cost(unit) if each.for_each_unit else each.volume_cost(unit) for each in found)
        return sum(amount.whole.value for amount in with_units)

    @property
    def standing_gateways(self) -> float:
        """What a cloud bills a month for gateways that are there however many units stand behind them."""
        sizing, unit = self.farm.sizing, monthly_unit(self.scenario.datacenter.prices)
        found = farm_gateways(self.scenario, sizing.units, sizing.demand, sizing.fetched)
        return sum(each.hours_cost(unit).whole.value for each in found if not each.for_each_unit)

    def keeping(self, units: float, times: float, times_in_all: float | None = None) -> float:
        """The same without the rent of instances."""
        convert = self.scenario.datacenter.prices.from_usd
        rent = sum(count * convert(kind.instance_a_month) for kind, count in self.kinds)
        return self.running(units, times, times_in_all) - units * rent

    def drawn_levels(self, random: np.random.Generator, draws: int, reach: float) -> FloatArray:
        """What a unit carries by draws, normal within its interval, of which `reach` is the half-width in standard
        deviations; it is never nothing."""
        return np.asarray(self.level * np.maximum(0.01, 1.0 + self.error / reach * random.standard_normal(draws)))


def _run(
    kind: Scenario,
    node: Server,
    servers: float,
    busy: Estimate,
    needed: float,
    always: AlwaysBusy,
    traffic: Estimate,
    fetched: Estimate,
    leaving_in_all: float,
) -> float:
    """What so many servers of a kind cost a month to run. needed: nodes that the demand takes, each so `busy`;
    leaving_in_all: Mbps that leave the cloud from these and others."""
    there = exact(servers, "servers")
    drawn = power_draw(node, busy, there, exact(needed, "servers"), always)
    height = exact(servers * kind.server.rack_units, "U")
    bought = BilledServers.whole(drawn, there, height, traffic, fetched, leaving_in_all)
    return total([item.amount for item in running_items(kind, bought)]).whole.value


def scenario_generation(scenario: Scenario, solver: Solver, name: str, progress: Progress) -> Generation:
    """The units of a scenario. Raises what sizing raises."""
    return farm_generation(buy_farm(scenario, size_server(scenario, solver, progress=progress)), name)


def farm_generation(farm: Farm, name: str) -> Generation:
    """The units of which a farm consists, as many as its demand needs: more, which an origin may pay for, are not
    looked at ahead."""
    farm = farm.enough or farm
    unit, amount = farm.sizing.unit_carries, farm.sizing.demanded.amount.value
    return Generation(name, farm.scenario, farm, unit.value / amount, unit.relative, _alone(farm.carried))


def installed_generation(
    scenario: Scenario, each: StandingUnits, new: Generation, solver: Solver, progress: Progress
) -> Generation:
    """The units that stand: those of the scenario, or of another server or system of the catalogue, with as much
    of a cache of `up_to` some size as it makes room for. Raises what sizing raises, and ScenarioError where they cannot
    be."""
    values: dict[str, object] = {}
    if each.server is not None:
        values["server"] = catalogue_model(Server, each.server)[0]
    if each.operating_system is not None:
        values["operating_system"] = catalogue_model(OperatingSystem, each.operating_system)[0]
    if not values:
        return new
    why = "stands today"
    there = with_matching_caches(scenario, with_changes(scenario, values, why), why, exact_caches(scenario))
    return scenario_generation(there, solver, each.name, progress)


def _alone(carried: ServerCapacity) -> Mapping[str, float]:
    """Where each limit of a server would bind by itself, in times what it carries."""
    known = sole_binding_loads(carried.network)
    return {name: alone.rate / carried.requests.value for name, alone in known.items()}
