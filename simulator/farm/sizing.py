"""How many units, servers, racks and kilowatts carry the demand: counted exactly, and whole as one buys them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.errors import Remedy
from models.quantities.rounding import ROUNDING, round_up
from models.quantities.units import DATA_RATE, format_quantity
from models.scenario import Scenario
from models.tier_flows import as_tier_server, tiers_called_on_misses
from models.unit_pods import as_node
from simulator.engines.theory.cache_errors import depends_on_request_rate
from simulator.errors import NoCapacity, NotConverged
from simulator.experiment.error_propagation import add
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.load_imbalance import MOST_UNITS as MOST_BY_NAME
from simulator.experiment.load_imbalance import busiest_unit_factor, units_needed
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.cache_at_work import before_origin
from simulator.farm.costs.origin_traffic import miss_shares
from simulator.farm.costs.power import KW, PowerDraw, always_busy, power_draw
from simulator.farm.costs.zone_traffic import ZoneTraffic
from simulator.farm.exact_and_whole import ExactAndWhole, add_quantities
from simulator.farm.flows import FarmFlows, farm_flows
from simulator.farm.tiers import TierServers, in_units, tier_servers
from simulator.farm.traffic_demand import WIRE, TrafficDemand, traffic_demand
from simulator.farm.unit_capacity import MBPS, UnitCapacity, unit_capacity
from simulator.messages.stages.farm import (
    SIMULATE_IT,
    carries_nothing,
    states_no_demand,
    too_many_by_name,
    too_many_units,
    unsure,
)
from simulator.network.lines import MBPS_PER_BYTE

MOST_UNITS = 1_000_000
TIMES_THE_DEMAND = "x the demand"


@dataclass(frozen=True)
class Sizing:
    """A farm that carries what is `demanded`, with `reserve` (a share of the demand) to spare.

    demand: its traffic on the wire, Mbps. fetched: Mbps that it takes from the origin; filled: the same with what
    shields find of it. units: those that carry demand and reserve, counted exactly, and whole with the spare units of
    the farm. servers, rack_units: of those units. nodes: the servers, or the pods that stand on them. needed_servers:
    demand / what one of these carries, without reserve, spares or rounding; spare_servers: what there is beyond that.
    racks: of servers_per_rack servers each, as many as the height and the power of a rack allow (rack_limit says which
    of the two), none where servers are rented. power: kW on average at the demand, and provisioned for all cores busy;
    whole_power: of what is bought. tiers: the servers of other tiers, which are in none of these but the racks.
    leaving: Mbps of answers that leave a cloud from a tier, by its name; crossing: what crosses between zones of the
    cloud for each. fetches: requests/s to an origin that bills them. busiest_unit, busiest_of_all: what the busiest
    unit gets, in times an even share, without and with the spare units of the farm, where clients find units by name.
    missed_by_class: per cent of the requests of each class that are fetched from the origin, where one has content of
    its own. revalidated: questions/s about old copies that the origin answers 304.
    """

    demanded: TrafficDemand
    demand: Estimate
    fetched: Estimate
    filled: Estimate
    reserve: float
    capacity: UnitCapacity
    units: ExactAndWhole
    spare_units: int
    servers: ExactAndWhole
    nodes: ExactAndWhole
    needed_servers: Estimate
    spare_servers: Estimate
    rack_units: ExactAndWhole
    racks: Estimate
    servers_per_rack: int
    rack_limit: str
    power: PowerDraw
    whole_power: PowerDraw
    tiers: tuple[TierServers, ...] = ()
    leaving: Mapping[str, Estimate] = field(default_factory=dict)
    crossing: Mapping[str, ZoneTraffic] = field(default_factory=dict)
    fetches: Estimate | None = None
    busiest_unit: float = 1.0
    busiest_of_all: float = 1.0
    missed_by_class: Mapping[str, Estimate] = field(default_factory=dict)
    revalidated: Estimate | None = None

    @property
    def unit_share(self) -> Estimate:
        """What a unit gets on average while the busiest of them gets all that it carries."""
        return _shared(self.unit_carries, self.busiest_unit)

    @property
    def server_carries(self) -> Estimate:
        """What one server carries, in what the demand is counted by."""
        return _counted_by(self.demanded, self.capacity)[0]

    @property
    def unit_carries(self) -> Estimate:
        """What a unit carries without its spares, in what the demand is counted by."""
        return _counted_by(self.demanded, self.capacity)[1]

    @property
    def units_between(self) -> tuple[int, int]:
        """The fewest and the most units to buy that the interval of what a unit carries holds."""
        amount, unit = self.demanded.amount.value * (1.0 + self.reserve), self.unit_share
        few, many = (round_up(amount / carried) + self.spare_units for carried in (unit.high, unit.low))
        return few, many

    @property
    def working_units(self) -> float:
        """Whole units without the spare ones of the farm."""
        return self.units.whole.value - self.spare_units

    @property
    def working_servers(self) -> float:
        """Servers, or pods, that are left when all spares are gone, those of every unit and of the farm."""
        return self.working_units * (self.capacity.nodes - self.capacity.spare_nodes)

    @property
    def farm_mbps(self) -> Estimate:
        """Wire Mbps that the farm carries with its spares gone; the count of units is taken as decided."""
        return self.capacity.unit_mbps.times(self.working_units / self.busiest_unit, MBPS)

    @property
    def supports(self) -> Estimate:
        """How much the farm carries with its spares gone, in times the demand: the growth that it supports."""
        working = self.working_servers / self.capacity.busiest / self.busiest_unit
        return self.needed_servers.through(lambda needed: working / needed, TIMES_THE_DEMAND)

    @property
    def of_other_tiers(self) -> float:
        """Servers of other tiers that are bought with the units."""
        return self.servers_of_other_tiers.whole.value

    @property
    def servers_of_other_tiers(self) -> ExactAndWhole:
        """The same with its interval, and exactly."""
        return add_quantities([each.servers for each in self.tiers], "servers")

    @property
    def servers_in_all(self) -> ExactAndWhole:
        """All servers, those of other tiers among them."""
        return add_quantities([self.servers, *(each.servers for each in self.tiers)], "servers")

    @property
    def power_in_all(self) -> PowerDraw:
        """kW of the servers needed exactly, those of other tiers among them."""
        return _in_all([self.power, *(each.power for each in self.tiers)])

    @property
    def whole_power_in_all(self) -> PowerDraw:
        """kW of all servers that are bought."""
        return _in_all([self.whole_power, *(each.whole_power for each in self.tiers)])

    @property
    def rack_units_in_all(self) -> ExactAndWhole:
        """The height of all servers."""
        return add_quantities([self.rack_units, *(each.rack_units for each in self.tiers)], "U")

    def years_until_full(self, growth: float) -> float:
        """Years after which a demand that grows by a share a year is all that the farm carries with its spares gone;
        0 where it is more already."""
        return max(0.0, math.log(self.supports.value) / math.log1p(growth))

    @property
    def residual_mbps(self) -> Estimate:
        """Wire Mbps that it carries beyond the demand with its spares gone."""
        carried = self.farm_mbps
        return Estimate(
            carried.value - self.demand.value, carried.half_width, carried.confidence, carried.samples, MBPS
        )


@dataclass(frozen=True)
class UnitCount:
    """How many units carry a demand: what is demanded, what a unit carries, the units, the spare ones of the farm among
    them, and how many of these work."""

    demanded: TrafficDemand
    capacity: UnitCapacity
    units: ExactAndWhole
    working: int

    def of(self, bought: int, scenario: Scenario) -> "UnitCount":
        """The same demand on so many units."""
        units = replace(self.units, whole=exact(bought, "units"))
        return replace(self, units=units, working=bought - scenario.spare_units)


def count_units(scenario: Scenario, carried: ServerCapacity) -> UnitCount:
    """The units that carry the demand of a scenario: units = demand x (1 + reserve) / what a unit carries.

    Raises NoCapacity when no unit carries anything or more than a million would be needed, NotConverged when the
    interval of what a server carries reaches 0, and ValueError for a scenario without a demand.
    """
    if scenario.demand is None:
        raise ValueError(states_no_demand(scenario.name))
    asked, capacity = traffic_demand(scenario, carried.network), unit_capacity(scenario, carried)
    _, unit = _counted_by(asked, capacity)
    _require_capacity(scenario, asked, unit)
    amount = asked.amount.value * (1.0 + scenario.reserve)
    working = _working_units(scenario, amount / unit.value)
    busiest = busiest_unit_factor(scenario.dns, working)
    return UnitCount(asked, capacity, _units(amount, _shared(unit, busiest), scenario.spare_units), working)


def size_farm(scenario: Scenario, carried: ServerCapacity) -> Sizing:
    """The farm of so many units. Raises what `count_units` does."""
    return size_counted(scenario, carried, count_units(scenario, carried))


def size_counted(scenario: Scenario, carried: ServerCapacity, count: UnitCount) -> Sizing:
    """The farm of the units that have been counted for a server."""
    return _of_units(scenario, carried, count.demanded, count.capacity, count.units, count.working)


def size_units(scenario: Scenario, carried: ServerCapacity, bought: int) -> Sizing:
    """The farm of so many units for that demand, the spare units of the farm among them, whether it needs as many or
    not. Raises what `size` does."""
    return resize_farm(scenario, carried, size_farm(scenario, carried), bought)


def resize_farm(scenario: Scenario, carried: ServerCapacity, sizing: Sizing, bought: int) -> Sizing:
    """A farm that has been sized for the same server, of so many units."""
    units = replace(sizing.units, whole=exact(bought, "units"))
    working = bought - scenario.spare_units
    return _of_units(scenario, carried, sizing.demanded, sizing.capacity, units, working, sizing)


def _of_units(
    scenario: Scenario,
    carried: ServerCapacity,
    traffic_demand: TrafficDemand,
    capacity: UnitCapacity,
    units: ExactAndWhole,
    working: int,
    known: Sizing | None = None,
) -> Sizing:
    """What is bought with so many units, of which so many are not spare; known: the same in another number of units."""
    busiest = busiest_unit_factor(scenario.dns, working)
    server, _ = _counted_by(traffic_demand, capacity)
    servers, node = units.times(capacity.servers, "servers"), "pods" if capacity.in_pods else "servers"
    nodes, server_of_node = units.times(scenario.unit.nodes, node), as_node(scenario).server
    needed = server.through(lambda carries: traffic_demand.amount.value / carries, node)
    (per_rack, rack_limit), always = servers_per_rack(scenario), always_busy(scenario)
    working_server = _as_bought(carried, traffic_demand.requests / max(1.0, nodes.whole.value))
    misses = miss_shares(working_server) if tiers_called_on_misses(scenario) else {}
    # How much is missed may depend on how many share the load.
    alike = known if working_server is carried else None
    flows: Sizing | FarmFlows = alike or farm_flows(scenario, working_server, traffic_demand)
    if known is not None and (alike or not misses):
        tiers = in_units(scenario, known.tiers, units, traffic_demand.requests, misses)
    else:
        tiers = tier_servers(scenario, units, traffic_demand.requests, misses, carried.network.transport)
    tiers = tuple(_before_origin(scenario, each, flows) for each in tiers)
    beside = sum(_in_racks(scenario, each) for each in tiers)
    return Sizing(
        demanded=traffic_demand,
        demand=exact(traffic_demand.mbps, MBPS),
        fetched=flows.fetched,
        filled=flows.filled,
        reserve=scenario.reserve,
        capacity=capacity,
        units=units,
        spare_units=scenario.spare_units,
        servers=servers,
        nodes=nodes,
        needed_servers=needed,
        spare_servers=_spare(nodes.whole, needed),
        rack_units=servers.times(scenario.server.rack_units, "U"),
        racks=servers.whole.through(
            lambda count: float(round_up(count / per_rack + beside)) if per_rack else 0.0, "racks"
        ),
        servers_per_rack=per_rack,
        rack_limit=rack_limit,
        power=known.power if known else power_draw(server_of_node, carried.busy, servers.exact, needed, always),
        whole_power=power_draw(server_of_node, carried.busy, servers.whole, needed, always),
        tiers=tiers,
        leaving=flows.leaving,
        fetches=flows.fetches,
        crossing=flows.crossing,
        busiest_unit=busiest,
        busiest_of_all=busiest_unit_factor(scenario.dns, working + scenario.spare_units),
        missed_by_class=flows.missed_by_class,
        revalidated=flows.revalidated,
    )


def _before_origin(scenario: Scenario, bought: TierServers, flows: Sizing | FarmFlows) -> TierServers:
    if bought.cache is None:
        return bought
    cache = before_origin(scenario, bought.tier, bought.cache, flows.filled, flows.fetched)
    return replace(bought, cache=cache)


def _as_bought(carried: ServerCapacity, requests: float) -> ServerCapacity:
    """A server that works at so many requests/s, where caches hit as often as objects are asked for; as it is where
    they hit alike at any load."""
    return replace(carried, requests=exact(requests, carried.requests.unit)) if hits_by_rate(carried) else carried


def hits_by_rate(carried: ServerCapacity) -> bool:
    """Whether how often a cache of a server hits depends on how many requests come to it."""
    network = carried.network
    return any(depends_on_request_rate(network, f"{cache.name} hit ratio") for cache in network.caches)


def _in_all(drawn: Sequence[PowerDraw]) -> PowerDraw:
    return PowerDraw(add([each.average for each in drawn], KW), add([each.provisioned for each in drawn], KW))


def _working_units(scenario: Scenario, exact: float) -> int:
    """How many units carry the demand, of which `exact` would do if all were used alike. Raises NoCapacity where that
    many are not to be had."""
    found = units_needed(scenario.dns, exact)
    if found is None:
        raise NoCapacity(
            too_many_by_name(scenario.file, scenario.name, MOST_BY_NAME),
            remedies=(Remedy({"dns": "none"}),),
        )
    return found


def _shared(unit: Estimate, busiest: float) -> Estimate:
    """What units get on average of which the busiest gets so many times as much, and all that it carries."""
    return unit if busiest == 1.0 else unit.times(1.0 / busiest, unit.unit)


def _counted_by(traffic_demand: TrafficDemand, capacity: UnitCapacity) -> tuple[Estimate, Estimate]:
    """What a server and a unit carry, in what the demand is counted by."""
    if traffic_demand.basis == WIRE:
        return capacity.server_mbps, capacity.unit_mbps
    return capacity.server_requests, capacity.unit_requests


def _units(amount: float, unit: Estimate, spare: int) -> ExactAndWhole:
    """amount / unit exactly; rounded up and with the spare units; the whole interval is rounded up at its ends."""
    exact = unit.through(lambda carries: amount / carries, "units")
    return ExactAndWhole(exact, exact.through(lambda count: float(round_up(count) + spare), "units"))


def _spare(bought: Estimate, needed: Estimate) -> Estimate:
    """Servers bought beyond those needed. With the purchase decided, only the need is uncertain."""
    return Estimate(bought.value - needed.value, needed.half_width, needed.confidence, needed.samples, needed.unit)


def servers_per_rack(scenario: Scenario) -> tuple[int, str]:
    """How many servers a rack holds, and whether its "height" or its "power" decides; models checks it is not 0. None
    where they are rented."""
    prices, server = scenario.datacenter.prices, scenario.server
    if server.is_rented:
        return 0, ""
    by_height = prices.rack_height // server.rack_units
    if prices.rack_power is None:
        return by_height, "height"
    by_power = int(prices.rack_power / server.busy_power + ROUNDING)
    return (by_power, "power") if by_power < by_height else (by_height, "height")


def _in_racks(scenario: Scenario, bought: TierServers) -> float:
    """How many racks the servers of another tier fill."""
    per_rack, _ = servers_per_rack(as_tier_server(scenario, bought.tier))
    return bought.servers.whole.value / per_rack if per_rack else 0.0


def _require_capacity(scenario: Scenario, traffic_demand: TrafficDemand, unit: Estimate) -> None:
    """Raises NoCapacity or NotConverged, naming the demand, what a unit carries and the nearest remedy."""
    place = f"{scenario.file}: demand = {traffic_demand.stated} ({scenario.name})"
    if unit.value <= 0.0:
        raise NoCapacity(carries_nothing(place))
    if unit.low <= 0.0:
        # Where replications are added until they do, none is as wide as that.
        remedy = Remedy({"run.replications": "auto"}) if unit.samples else Remedy(engine="kernel")
        raise NotConverged(
            unsure(place, unit.value, unit.half_width, unit.unit, str(remedy) if unit.samples else SIMULATE_IT),
            (remedy,),
        )
    if traffic_demand.amount.value / unit.value > MOST_UNITS:
        share = MOST_UNITS * unit.value / traffic_demand.amount.value
        most = format_quantity(share * traffic_demand.mbps / MBPS_PER_BYTE, DATA_RATE, digits=3)
        raise NoCapacity(
            too_many_units(place, unit.value, unit.unit, MOST_UNITS, most),
            remedies=(Remedy({"demand": most}),),
        )
