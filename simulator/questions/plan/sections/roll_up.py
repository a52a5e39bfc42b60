"""From one server to the unit to the farm, the arithmetic spelled out."""

from collections.abc import Iterator

from models.quantities.writing import counted
from simulator.measure.results import Refused
from simulator.questions.plan.money.amounts import amount
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Cell, Column, Heading, Table
from simulator.report.language.numbers import bare, plain, text
from simulator.rollup.carried import LARGEST
from simulator.rollup.demanded import WIRE
from simulator.rollup.money.carbon import HOURS_PER_YEAR
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing

_Step = tuple[str, str, Cell]


def section(outcome: Outcome) -> list[Block]:
    """One table for each side: step, how it is reckoned, result."""
    tables = [_table(side, one) for side, one in sides(outcome).items()]
    return [Heading("From one server to the farm", 2), *tables]


def _table(side: str, outcome: Outcome) -> Table:
    columns = (Column("step"), Column("how"), Column("result", numeric=True))
    farm = _farm(outcome, outcome.sizing) if outcome.sizing else ()
    return Table(f"Arithmetic, {side}", columns, (*_unit(outcome), *farm))


def _unit(outcome: Outcome) -> tuple[_Step, ...]:
    unit, server = outcome.capacity, bare(outcome.capacity.server_mbps)
    largest = outcome.carried.way == LARGEST
    how = "the largest load within its targets, on the wire" if largest else "of the load that is stated, on the wire"
    if outcome.carried.group:
        how = f"on average, where {outcome.carried.group} stops the unit first; all classes, on the wire"
    working = f"({unit.nodes} nodes - {unit.spare_nodes} spare)"
    if unit.busiest > 1.0:
        working = f"{working} / {unit.busiest:.3g}"
    steps: tuple[_Step, ...] = (
        ("one server carries", how, unit.server_mbps),
        ("the same in requests", "", unit.server_requests),
        *_busiest(outcome),
        ("one unit, as planned", f"{working} x {server}", unit.unit_mbps),
        ("the same in requests", f"{working} x {bare(unit.server_requests)}", unit.unit_requests),
    )
    if not unit.spare_nodes:
        return steps
    nodes = f"{unit.nodes} nodes" + (f" / {unit.busiest_of_all:.3g}" if unit.busiest_of_all > 1.0 else "")
    how = "" if isinstance(unit.unit_mbps_full, Refused) else f"{nodes} x {server}"
    return (*steps, ("one unit, spares at work", how, unit.unit_mbps_full))


def _busiest(outcome: Outcome) -> tuple[_Step, ...]:
    """How much more than an even share the busiest node gets, where nodes do not get the same."""
    unit, sent = outcome.capacity, outcome.network.balancer
    if unit.busiest <= 1.0:
        return ()
    by_chance = "what 95 % of units do not exceed" if sent.sources is not None else "by its weight"
    return (("the busiest node gets", f"of an even share of the sessions, {by_chance}", f"{unit.busiest:.3g} times"),)


def _farm(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    servers, nodes = sizing.servers, outcome.capacity.nodes
    bought = plain(sizing.units.whole.value)
    return (
        *_demanded(sizing),
        *_units(sizing),
        ("servers", f"{bought} units x {nodes} nodes", servers.whole),
        ("servers, exactly", f"{bare(sizing.units.exact)} units x {nodes} nodes", servers.exact),
        *_left(sizing),
        *(() if outcome.scenario.server.is_rented else _housed(outcome, sizing)),
    )


def _housed(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    """Racks, power and carbon of servers that stand somewhere."""
    servers, height = sizing.servers, outcome.scenario.server.rack_units
    boxes = plain(servers.whole.value)
    return (
        ("rack units", f"{boxes} servers x {height} U", sizing.rack_units.whole),
        ("rack units, exactly", f"{bare(servers.exact)} servers x {height} U", sizing.rack_units.exact),
        ("racks", f"{sizing.servers_per_rack} servers a rack, by its {sizing.rack_limit}", sizing.racks),
        *_power(outcome, sizing),
        *_carbon(outcome),
    )


def _carbon(outcome: Outcome) -> Iterator[_Step]:
    prices, farm = outcome.scenario.datacenter.prices, outcome.farm
    found = farm.carbon if farm else None
    if farm is not None and found is not None:
        how = f"average power x PUE {prices.pue:g} x {HOURS_PER_YEAR:,.0f} h x {prices.carbon:g} kg a kWh"
        yield "carbon of its electricity", how, amount(found.whole, farm.carbon_range)


def _demanded(sizing: Sizing) -> Iterator[_Step]:
    """The demand as it is stated, in what units are counted by, and with its reserve."""
    asked = sizing.demanded
    yield "demand", f"stated: {asked.stated}", asked.amount
    if asked.basis != WIRE:
        yield "the same on the wire", "by the mean size of a response", sizing.demand
    if sizing.reserve:
        with_reserve = asked.amount.times(1.0 + sizing.reserve, asked.amount.unit)
        share = plain(100.0 * sizing.reserve)
        yield "demand and reserve", f"{text(asked.amount)} x (1 + {share} %)", text(with_reserve)


def _units(sizing: Sizing) -> Iterator[_Step]:
    units, unit = sizing.units, sizing.unit_share
    if sizing.busiest_unit > 1.0:
        how = "of an even share, what it does not exceed for 95 % of the time: names are kept by resolvers"
        yield "the busiest unit gets", how, f"{sizing.busiest_unit:.3g} times"
        yield "what a unit gets on average then", f"{bare(sizing.unit_carries)} / {sizing.busiest_unit:.3g}", unit
    asked = text(sizing.demanded.amount.times(1.0 + sizing.reserve, sizing.demanded.amount.unit))
    yield "units, exactly", f"{asked} / {bare(unit)}", units.exact
    spare = f" + {counted(sizing.spare_units, 'spare unit')}" if sizing.spare_units else ""
    yield "units to buy", f"rounded up, as are the ends of the interval{spare}", units.whole
    working = counted(sizing.working_units, "unit")
    by_name = f" / {sizing.busiest_unit:.3g}" if sizing.busiest_unit > 1.0 else ""
    yield "what they carry, spares gone", f"{working} x {bare(sizing.capacity.unit_mbps)}{by_name}", sizing.farm_mbps


def _left(sizing: Sizing) -> Iterator[_Step]:
    needed, demand = bare(sizing.needed_servers), text(sizing.demanded.amount)
    yield "servers needed", f"{demand} / {bare(sizing.server_carries)}, no reserve", sizing.needed_servers
    boxes, working = plain(sizing.servers.whole.value), plain(sizing.working_servers)
    yield "servers beyond the need", f"{boxes} - {needed}", sizing.spare_servers
    yield "capacity that is left", f"{bare(sizing.farm_mbps)} - {bare(sizing.demand)}", sizing.residual_mbps
    yield "growth that it supports", f"{working} servers / {needed}", sizing.supports


def _power(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    server, boxes = outcome.scenario.server, plain(sizing.servers.whole.value)
    idle, busy = f"{server.idle_power:g} W idle", f"{server.busy_power:g} W busy"
    by = "by their CPU" if server.power_curve is None else "along their measured points, by their CPU"
    return (
        ("average power", f"{boxes} servers between {idle} and {busy}, {by}", sizing.whole_power.average),
        ("power provisioned", f"{boxes} servers x {server.busy_power:g} W", sizing.whole_power.provisioned),
    )
