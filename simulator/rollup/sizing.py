"""How many units, servers, racks and kilowatts carry the demand: counted exactly, and whole as one buys them."""

import math
from dataclasses import dataclass

from models.quantities import DATA_RATE, format_quantity
from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged
from simulator.measure.estimate import Estimate, given
from simulator.measure.results import Results
from simulator.rollup.capacity import MBPS, Capacity, carried
from simulator.rollup.counted import Counted
from simulator.rollup.power import Power, power

MBPS_PER_BYTE = 8e-6  # Mbps of one byte per second.
MOST_UNITS = 1_000_000
_ROUNDING = 1e-9  # A quotient that misses a whole number by less is that number: floats, not a further unit.


@dataclass(frozen=True)
class Sizing:
    """A farm that carries `demand` (wire Mbps).

    units, servers, rack_units: counted exactly and whole. needed_servers: demand / what one server carries, without
    spares or rounding. spare_servers: what whole units have beyond that. racks: of servers_per_rack servers each, as
    many as the height and the power of a rack allow (rack_limit says which of the two).
    power: kW on average at the demand, and provisioned for all cores busy.
    """

    demand: Estimate
    capacity: Capacity
    units: Counted
    servers: Counted
    needed_servers: Estimate
    spare_servers: Estimate
    rack_units: Counted
    racks: Estimate
    servers_per_rack: int
    rack_limit: str
    power: Power
    whole_power: Power

    @property
    def farm_mbps(self) -> Estimate:
        """Wire Mbps that the whole units carry as planned; the count of units is taken as decided."""
        return self.capacity.unit_mbps.times(self.units.whole.value, MBPS)


def size(scenario: Scenario, results: Results) -> Sizing:
    """The farm that carries the demand of a scenario.

    Raises NoCapacity when no unit carries anything or more than a million would be needed, NotConverged when the
    interval of what a server carries reaches 0, and ValueError for a scenario without a demand.
    """
    if scenario.demand is None:
        raise ValueError(f"{scenario.name} states no demand, so there is no farm to size")
    capacity = carried(scenario, results)
    _require_capacity(scenario, capacity)
    demand = given(scenario.demand * MBPS_PER_BYTE, MBPS)
    units = _units(demand, capacity.unit_mbps)
    servers = units.times(scenario.unit.nodes, "servers")
    needed = capacity.server_mbps.through(lambda mbps: demand.value / mbps, "servers")
    per_rack, rack_limit = _servers_per_rack(scenario)
    return Sizing(
        demand,
        capacity,
        units,
        servers,
        needed,
        spare_servers=_spare(servers.whole, needed),
        rack_units=servers.times(scenario.server.rack_units, "U"),
        racks=servers.whole.through(lambda count: float(_ceiling(count / per_rack)), "racks"),
        servers_per_rack=per_rack,
        rack_limit=rack_limit,
        power=power(scenario.server, results, servers.exact, needed),
        whole_power=power(scenario.server, results, servers.whole, needed),
    )


def _units(demand: Estimate, unit_mbps: Estimate) -> Counted:
    """demand / unit_mbps, exactly and rounded up; the whole interval is rounded up at its ends."""
    exact = unit_mbps.through(lambda mbps: demand.value / mbps, "units")
    return Counted(exact, exact.through(lambda count: float(_ceiling(count)), "units"))


def _ceiling(count: float) -> int:
    return math.ceil(count - _ROUNDING * max(1.0, count))


def _spare(bought: Estimate, needed: Estimate) -> Estimate:
    """Servers bought beyond those needed. With the purchase decided, only the need is uncertain."""
    return Estimate(bought.value - needed.value, needed.half_width, needed.confidence, needed.samples, "servers")


def _servers_per_rack(scenario: Scenario) -> tuple[int, str]:
    """How many servers a rack holds, and whether its "height" or its "power" decides; models checks it is not 0."""
    prices, server = scenario.datacenter.prices, scenario.server
    by_height = prices.rack_height // server.rack_units
    if prices.rack_power is None:
        return by_height, "height"
    by_power = int(prices.rack_power / server.busy_power + _ROUNDING)
    return (by_power, "power") if by_power < by_height else (by_height, "height")


def _require_capacity(scenario: Scenario, capacity: Capacity) -> None:
    """Raises NoCapacity or NotConverged, naming the demand, what a unit carries and the nearest remedy."""
    unit_mbps, demand = capacity.unit_mbps, scenario.demand
    place = f"{scenario.file}: demand = {format_quantity(demand, DATA_RATE, digits=6)} ({scenario.name})"
    if unit_mbps.value <= 0.0:
        raise NoCapacity(
            f"{place}: one unit carries nothing, so no number of units carries it; see which limit of the server"
            " turns the load away with `run`, and enlarge that one"
        )
    if unit_mbps.low <= 0.0:
        raise NotConverged(
            f"{place}: one unit carries {unit_mbps.value:.4g} Mbps, but the interval of plus or minus"
            f" {unit_mbps.half_width:.2g} Mbps reaches 0; raise run.duration or lower run.precision"
        )
    if demand * MBPS_PER_BYTE / unit_mbps.value > MOST_UNITS:
        most = format_quantity(MOST_UNITS * unit_mbps.value / MBPS_PER_BYTE, DATA_RATE, digits=3)
        raise NoCapacity(
            f"{place}: one unit carries {unit_mbps.value:.4g} Mbps, so more than {MOST_UNITS:,} units would be"
            f" needed; write at most {most}, or choose a server that carries more"
        )
