"""From one server to the unit to the farm, the arithmetic spelled out."""

from collections.abc import Iterator
from typing import NamedTuple

from models.content_share import splits_content
from models.parts.hardware import Server
from models.parts.instance import HOURS_PER_YEAR
from models.quantities.formatting import count_text
from models.scenario import Scenario
from models.tier_flows import as_tier_server
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.costs.origin_share import origin_traffic
from simulator.farm.costs.power import PowerDraw
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.outcome import Outcome
from simulator.farm.sizing import Sizing, servers_per_rack
from simulator.farm.traffic_demand import WIRE
from simulator.messages.numbers import bare, figure_text, plain_number
from simulator.messages.plan import arithmetic, notes
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Cell, Column, Table
from simulator.output.sides import sides
from simulator.studies.plan.money.bill import amount

_Step = tuple[str, str, Cell]


def section(outcome: Outcome) -> list[Block]:
    """One table for each side: step, how it is reckoned, result."""
    return [_table(side, one) for side, one in sides(outcome).items()]


def _table(side: str, outcome: Outcome) -> Table:
    columns = (Column("step"), Column("how"), Column("result", numeric=True))
    farm = _farm(outcome, outcome.sizing) if outcome.sizing else ()
    return Table(f"Arithmetic, {side}", columns, (*_unit(outcome), *farm))


def _unit(outcome: Outcome) -> tuple[_Step, ...]:
    unit, server = outcome.capacity, bare(outcome.capacity.server_mbps)
    largest = outcome.carried.way == LARGEST
    how = arithmetic.LARGEST_LOAD if largest else arithmetic.STATED_LOAD
    if outcome.carried.group:
        how = arithmetic.on_average(outcome.carried.group)
    working = f"({count_text(unit.nodes, 'node')} - {unit.spare_nodes} spare)"
    if unit.busiest > 1.0:
        working = f"{working} / {unit.busiest:.3g}"
    steps: tuple[_Step, ...] = (
        (f"one {node_word(outcome.scenario)} carries", how, unit.server_mbps),
        (arithmetic.IN_REQUESTS, "", unit.server_requests),
        *_busiest(outcome),
        (arithmetic.UNIT, f"{working} x {server}", unit.unit_mbps),
        (arithmetic.IN_REQUESTS, f"{working} x {bare(unit.server_requests)}", unit.unit_requests),
    )
    if not unit.spare_nodes:
        return steps
    nodes = f"{unit.nodes} nodes" + (f" / {unit.busiest_of_all:.3g}" if unit.busiest_of_all > 1.0 else "")
    how = "" if isinstance(unit.unit_mbps_full, Unavailable) else f"{nodes} x {server}"
    return (*steps, (arithmetic.UNIT_AT_WORK, how, unit.unit_mbps_full))


def _busiest(outcome: Outcome) -> tuple[_Step, ...]:
    """How much more than an even share the busiest node gets, where nodes do not get the same."""
    unit, sent = outcome.capacity, outcome.network.balancer
    if unit.busiest <= 1.0:
        return ()
    by_url = splits_content(outcome.scenario)
    by_chance = arithmetic.BY_CHANCE if by_url or sent.sources is not None else "by its weight"
    share = arithmetic.share_of_work if by_url else arithmetic.share_of_sessions
    return ((arithmetic.BUSIEST_NODE, share(by_chance), f"{unit.busiest:.3g} times"),)


def _farm(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    servers, nodes = sizing.servers, outcome.capacity.nodes
    bought, exact = count_text(sizing.units.whole.value, "unit"), bare(sizing.units.exact)
    a_unit = count_text(sizing.capacity.servers, "server" if sizing.capacity.in_pods else "node")
    return (
        *_demanded(sizing),
        *_units(sizing),
        *((("pods", f"{bought} x {count_text(nodes, 'pod')}", sizing.nodes.whole),) if sizing.capacity.in_pods else ()),
        ("servers", f"{bought} x {a_unit}", servers.whole),
        *(
            (f"servers{each.of}", f"{bought} x {count_text(each.a_unit, 'server')}", each.servers.whole)
            for each in _of_tiers(outcome, sizing)
        ),
        ("servers, exactly", f"{exact} units x {a_unit}", servers.exact),
        *_left(sizing),
        *_fetched(outcome, sizing),
        *(() if outcome.scenario.server.is_rented else _housed(outcome, sizing)),
    )


def _housed(outcome: Outcome, sizing: Sizing) -> tuple[_Step, ...]:
    """Racks, power and carbon of servers that stand somewhere."""
    return (*_height(outcome, sizing), *_racks(outcome, sizing), *_power(outcome, sizing), *_carbon(outcome))


def _height(outcome: Outcome, sizing: Sizing) -> Iterator[_Step]:
    kinds, exact = _kinds(outcome, sizing), bare(sizing.servers.exact)
    for each in kinds:
        boxes, height = count_text(each.servers.whole.value, "server"), each.server.rack_units
        yield f"rack units{each.of}", f"{boxes} x {height} U", each.servers.whole.times(height, "U")
        if not each.of:
            yield "rack units, exactly", f"{exact} servers x {height} U", sizing.rack_units.exact
    if sizing.tiers:
        parts = [each.servers.whole.value * each.server.rack_units for each in kinds]
        yield arithmetic.RACK_UNITS, " + ".join(map(plain_number, parts)), sizing.rack_units_in_all.whole


def _racks(outcome: Outcome, sizing: Sizing) -> Iterator[_Step]:
    """How many racks hold all servers; beside other tiers how much of a rack each kind fills."""
    how = arithmetic.in_a_rack(sizing.servers_per_rack, sizing.rack_limit)
    if sizing.tiers:
        known = ((each, servers_per_rack(each.scenario)) for each in _kinds(outcome, sizing))
        filled = [f"{plain_number(each.servers.whole.value)} / {count} by {limit}" for each, (count, limit) in known]
        how = arithmetic.in_racks(" + ".join(filled))
    yield "racks", how, sizing.racks


def _carbon(outcome: Outcome) -> Iterator[_Step]:
    prices, farm = outcome.scenario.datacenter.prices, outcome.farm
    found = farm.decided.carbon if farm else None
    if farm is not None and found is not None:
        of = " in all" if farm.sizing.tiers else ""
        how = arithmetic.carbon_of(of, prices.pue, HOURS_PER_YEAR, prices.carbon)
        yield arithmetic.CARBON, how, amount(found.whole, farm.carbon_range)


def _demanded(sizing: Sizing) -> Iterator[_Step]:
    """The demand as it is stated, in what units are counted by, and with its reserve."""
    asked = sizing.demanded
    yield "demand", f"stated: {asked.stated}", asked.amount
    if asked.basis != WIRE:
        yield arithmetic.ON_THE_WIRE, arithmetic.BY_MEAN_SIZE, sizing.demand
    if sizing.reserve:
        with_reserve = asked.amount.times(1.0 + sizing.reserve, asked.amount.unit)
        share = plain_number(100.0 * sizing.reserve)
        yield "demand and reserve", f"{figure_text(asked.amount)} x (1 + {share} %)", figure_text(with_reserve)


def _units(sizing: Sizing) -> Iterator[_Step]:
    units, unit = sizing.units, sizing.unit_share
    if sizing.busiest_unit > 1.0:
        how = arithmetic.BUSIEST_UNIT
        yield arithmetic.BUSIEST_UNIT_GETS, how, f"{sizing.busiest_unit:.3g} times"
        yield arithmetic.ON_AVERAGE, f"{bare(sizing.unit_carries)} / {sizing.busiest_unit:.3g}", unit
    asked = figure_text(sizing.demanded.amount.times(1.0 + sizing.reserve, sizing.demanded.amount.unit))
    yield "units, exactly", f"{asked} / {bare(unit)}", units.exact
    spare = f" + {count_text(sizing.spare_units, 'spare unit')}" if sizing.spare_units else ""
    yield "units to buy", arithmetic.rounded_up(spare), units.whole
    working = count_text(sizing.working_units, "unit")
    by_name = f" / {sizing.busiest_unit:.3g}" if sizing.busiest_unit > 1.0 else ""
    yield arithmetic.CARRIED, f"{working} x {bare(sizing.capacity.unit_mbps)}{by_name}", sizing.farm_mbps


def _left(sizing: Sizing) -> Iterator[_Step]:
    needed, demand = bare(sizing.needed_servers), figure_text(sizing.demanded.amount)
    node = "pod" if sizing.capacity.in_pods else "server"
    yield f"{node}s needed", f"{demand} / {bare(sizing.server_carries)}, no reserve", sizing.needed_servers
    boxes, working = plain_number(sizing.nodes.whole.value), plain_number(sizing.working_servers)
    yield arithmetic.beyond_the_need(node), f"{boxes} - {needed}", sizing.spare_servers
    yield notes.CAPACITY_LEFT, f"{bare(sizing.farm_mbps)} - {bare(sizing.demand)}", sizing.residual_mbps
    yield arithmetic.GROWTH, f"{working} {node}s / {needed}", sizing.supports


def _fetched(outcome: Outcome, sizing: Sizing) -> Iterator[_Step]:
    """What the origin delivers to all servers at the demand."""
    found = origin_traffic(outcome.scenario, sizing)
    if found is not None:
        yield arithmetic.SHARE_FETCHED, f"by {found.by}", found.share
        yield arithmetic.FETCHED, f"{bare(sizing.demand)} Mbps x {bare(found.share)} %", found.mbps


def _power(outcome: Outcome, sizing: Sizing) -> Iterator[_Step]:
    kinds, drawn = _kinds(outcome, sizing), sizing.whole_power_in_all
    for each in kinds:
        server, boxes = each.server, count_text(each.servers.whole.value, "server")
        idle, busy = f"{server.idle_power:g} W idle", f"{server.busy_power:g} W busy"
        by = "by their CPU" if server.power_curve is None else arithmetic.BY_MEASURED_POINTS
        yield f"average power{each.of}", f"{boxes} between {idle} and {busy}, {by}", each.power.average
    if sizing.tiers:
        yield arithmetic.AVERAGE_POWER, " + ".join(bare(each.power.average) for each in kinds), drawn.average
    for each in kinds:
        boxes = count_text(each.servers.whole.value, "server")
        yield f"power provisioned{each.of}", f"{boxes} x {each.server.busy_power:g} W", each.power.provisioned
    if sizing.tiers:
        yield arithmetic.PROVISIONED, " + ".join(bare(each.power.provisioned) for each in kinds), drawn.provisioned


class _Kind(NamedTuple):
    """Servers of one kind in the farm: " of " and their tier, "" for the farm's own; a scenario that has one as its
    server; how many come with a unit, how many there are, and what those draw that are bought."""

    of: str
    scenario: Scenario
    a_unit: int
    servers: ExactAndWhole
    power: PowerDraw

    @property
    def server(self) -> Server:
        """One of them."""
        return self.scenario.server


def _kinds(outcome: Outcome, sizing: Sizing) -> list[_Kind]:
    """The farm's own servers, then those of every other tier."""
    own = _Kind("", outcome.scenario, outcome.capacity.servers, sizing.servers, sizing.whole_power)
    return [own, *_of_tiers(outcome, sizing)]


def _of_tiers(outcome: Outcome, sizing: Sizing) -> list[_Kind]:
    return [
        _Kind(
            f" of {each.tier.name}",
            as_tier_server(outcome.scenario, each.tier),
            each.a_unit,
            each.servers,
            each.whole_power,
        )
        for each in sizing.tiers
    ]  # fmt: skip
