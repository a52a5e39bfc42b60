"""From one server to the unit to the farm, the arithmetic spelled out."""

from simulator.report.blocks import Block, Column, Heading, Table
from simulator.report.numbers import bare, plain, text
from simulator.report.sides import sides
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing

_Step = tuple[str, str, object]


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
    planned = f"({unit.nodes} nodes - {unit.spare_nodes} spare) x {server}"
    return (
        ("one server", "measured on the wire, framing included", unit.server_mbps),
        ("one unit, as planned", planned, unit.unit_mbps),
        ("one unit, spares at work", f"{unit.nodes} nodes x {server}", unit.unit_mbps_full),
    )


def _farm(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    units, servers, nodes = sizing.units, sizing.servers, outcome.capacity.nodes
    height = outcome.scenario.server.rack_units
    bought, boxes = plain(units.whole.value), plain(servers.whole.value)
    needed = f"{text(sizing.demand)} / {bare(sizing.capacity.server_mbps)}"
    return (
        ("demand", "stated", sizing.demand),
        ("units, exactly", f"{text(sizing.demand)} / {bare(sizing.capacity.unit_mbps)}", units.exact),
        ("units to buy", "rounded up, as are the ends of the interval", units.whole),
        ("what they carry", f"{bought} units x {bare(sizing.capacity.unit_mbps)}", sizing.farm_mbps),
        ("servers", f"{bought} units x {nodes} nodes", servers.whole),
        ("servers, exactly", f"{bare(units.exact)} units x {nodes} nodes", servers.exact),
        ("servers needed", needed, sizing.needed_servers),
        ("servers beyond the need", f"{boxes} - {bare(sizing.needed_servers)}", sizing.spare_servers),
        ("rack units", f"{boxes} servers x {height} U", sizing.rack_units.whole),
        ("rack units, exactly", f"{bare(servers.exact)} servers x {height} U", sizing.rack_units.exact),
        ("racks", f"{sizing.servers_per_rack} servers a rack, by its {sizing.rack_limit}", sizing.racks),
        *_power(outcome, sizing),
    )


def _power(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    server, boxes = outcome.scenario.server, plain(sizing.servers.whole.value)
    idle, busy = f"{server.idle_power:g} W idle", f"{server.busy_power:g} W busy"
    return (
        ("average power", f"{boxes} servers between {idle} and {busy}, by their CPU", sizing.whole_power.average),
        ("power provisioned", f"{boxes} servers x {server.busy_power:g} W", sizing.whole_power.provisioned),
    )
