"""What a bill is made of, as a workbook has it: the prices, which are its entries, and the quantities, with formulas.

The names of both begin with their side; that of a quantity ends in _whole or _exact.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from models.quantities.rounding import ROUNDING
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.costs.cost import farm_gateways, peak_to_mean
from simulator.farm.costs.gateways import BALANCERS, NAT
from simulator.farm.costs.origin_traffic import origin_price, request_price
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.outcome import Outcome
from simulator.farm.sizing import Sizing
from simulator.farm.tiers import TierServers
from simulator.messages.plan import arithmetic, bill
from simulator.output.blocks import Cell, Column, Linked, Table
from simulator.output.pictures import PLAN

BOUGHT, RENTED, ANY = "bought", "rented", "any"
# What an origin bills, and what is billed by the GB: egress or that.
FETCHED, METERED = "fetched", "metered"
BY_CORE, BY_VOLUME, REQUESTED = "by core", "by volume", "requested"
# Gateways of a cloud.
BALANCED, NATTED = "balanced", "natted"
WHOLE = "whole"
COUNTS = (WHOLE, "exact")


@dataclass(frozen=True)
class PriceCell:
    """A price: what formulas call it, what it is for, its unit, where it lies in a scenario, and in what multiple.

    in_usd: whether a scenario has it in US dollars, whatever the currency of the bill. of: what is paid
    for so. A unit has {currency} for the currency of the bill. of_bought: where the price of a server that is bought
    lies, if that has one of its own.
    """

    name: str
    label: str
    unit: str
    path: str
    factor: float = 1.0
    in_usd: bool = False
    of: str = ANY
    of_bought: str = ""

    @property
    def part(self) -> str:
        """Where the thing lies that has this price."""
        return self.path.rpartition(".")[0]


_EGRESS, _INSTANCE = "datacenter.prices.egress", "server.instance"
_BANDWIDTH = "datacenter.prices.bandwidth"
_VOLUMES = "server.disks.volumes_a_month"
PRICES = (
    PriceCell("server_price", "a server", "{currency}", "server.price", in_usd=True, of=BOUGHT),
    PriceCell("instance_price", "an instance", "{currency}/month", _INSTANCE, in_usd=True, of=RENTED),
    PriceCell("volumes_price", bill.VOLUMES_OF_ONE, "{currency}/month", _VOLUMES, in_usd=True, of=BY_VOLUME),
    PriceCell("licence", "a licence", "{currency}/server", "operating_system.licence", in_usd=True),
    PriceCell(
        "core_licence",
        "a licence of a core",
        "{currency}/core-month",
        "operating_system.core_licence",
        in_usd=True,
        of=BY_CORE,
    ),
    PriceCell("years", "paid off over", "years", "datacenter.prices.server_life"),
    PriceCell("interest", "interest", "% a year", "datacenter.prices.interest", 100.0),
    PriceCell("electricity", "electricity", "{currency}/kWh", "datacenter.prices.electricity", of=BOUGHT),
    PriceCell("pue", "PUE", bill.PUE_UNIT, "datacenter.prices.pue", of=BOUGHT),
    PriceCell("hosting", "power provisioned", "{currency}/kW-month", "datacenter.prices.hosting", of=BOUGHT),
    PriceCell("rack_space", "rack space", "{currency}/U-month", "datacenter.prices.rack_space", of=BOUGHT),
    PriceCell("bandwidth", "bandwidth", "{currency}/Mbps-month", _BANDWIDTH, of=BOUGHT),
    PriceCell("egress", "what leaves", "{currency}/GB", _EGRESS, of=RENTED),
    PriceCell("balancer_hour", "a load balancer", "{currency}/h", "datacenter.prices.load_balancer_hour", of=BALANCED),
    PriceCell(
        "balancer_gb", "what passes a balancer", "{currency}/GB", "datacenter.prices.load_balancer_gb", of=BALANCED
    ),
    PriceCell("nat_hour", "a NAT gateway", "{currency}/h", "datacenter.prices.nat_hour", of=NATTED),
    PriceCell("nat_gb", bill.NAT_GB, "{currency}/GB", "datacenter.prices.nat_gb", of=NATTED),
    PriceCell(
        "origin_price", "what is fetched", "{currency}/GB", "workload.content.origin.price", in_usd=True, of=FETCHED
    ),
    PriceCell(
        "request_price",
        "a thousand requests",
        "{currency}/thousand",
        "workload.content.origin.request_price",
        in_usd=True,
        of=REQUESTED,
    ),
    PriceCell(
        "administration",
        "administration",
        "{currency}/server-month",
        "datacenter.prices.administration",
        of_bought="datacenter.prices.administration_of_bought",
    ),
)


def prices_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for one of each; a reader of the workbook may change it.

    A price of the baseline follows the plan's while both are for the same thing, as in a scenario.
    """
    columns = (Column("price"), Column("unit"), *(Column(side, numeric=True) for side in billed))
    kinds, by_links = paid_kinds(billed.values()), all(one.scenario.datacenter.links for one in billed.values())
    currency = next(iter(billed.values())).scenario.datacenter.prices.currency
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            _label(price, billed.values()),
            price.unit.format(currency=currency),
            *(_price(price, side, billed) for side in billed),
        )
        for price in PRICES
        if price.of in kinds and not (by_links and price.path == _BANDWIDTH)
    )
    return Table("Prices", columns, rows)


def paid_kinds(sides: Iterable[Outcome]) -> set[str]:
    """What is paid for on any side: servers that are bought or rented, what is fetched, what is billed by the GB."""
    found = {ANY}
    for scenario in (outcome.scenario for outcome in sides):
        rented, fetched = scenario.server.is_rented, origin_price(scenario) > 0.0
        found |= {RENTED if rented else BOUGHT} | ({FETCHED} if fetched else set())
        requested = request_price(scenario) > 0.0
        found |= {REQUESTED} if requested else set()
        found |= {METERED} if rented or fetched or requested else set()
        found |= _gateway_kinds(scenario)
        found |= {BY_VOLUME} if rented and scenario.server.disks.volume is not None else set()
        found |= {BY_CORE} if scenario.operating_system.core_licence > 0.0 else set()
    return found


def _gateway_kinds(scenario: Scenario) -> set[str]:
    """Which gateways a cloud bills."""
    prices, rented = scenario.datacenter.prices, scenario.server.is_rented
    balanced = {BALANCED} if rented and prices.bills_balancers else set()
    return balanced | ({NATTED} if rented and prices.bills_nat else set())


def _gateways(sort: str) -> Callable[[Outcome, Sizing], ExactAndWhole]:
    """How many gateways of a sort a side has."""

    def count(outcome: Outcome, sizing: Sizing) -> ExactAndWhole:
        found = farm_gateways(outcome.scenario, sizing.units, sizing.demand, sizing.fetched)
        return next((each.count for each in found if each.sort == sort), _alike(0.0))

    return count


def _price(price: PriceCell, side: str, billed: Mapping[str, Outcome]) -> Linked:
    value = _stated(price, billed[side])
    follows = f"{PLAN}_{price.name}" if side != PLAN and _same(price, billed[side], billed[PLAN]) else ""
    return Linked(exact(value, ""), f"{side}_{price.name}", follows, entry=True)


def _label(price: PriceCell, sides: Iterable[Outcome]) -> str:
    """What a price is called; one that has steps is what is paid on average."""
    has_steps = price.path == _EGRESS and any(one.cost and one.cost.egress_price for one in sides)
    return f"{price.label}, on average" if has_steps else price.label


def _stated(price: PriceCell, outcome: Outcome) -> float:
    if price.path == _EGRESS and outcome.cost and outcome.cost.egress_price:
        return outcome.cost.egress_price.average
    if price.path == _INSTANCE:
        scenario = outcome.scenario
        return scenario.datacenter.prices.from_usd(round(scenario.instance_a_month, 12))
    # Per cent from a fraction, without the rounding of floats: 7 %, not 7.000000000000001 %.
    own = None if outcome.scenario.server.is_rented or not price.of_bought else _held(outcome, price.of_bought)
    value = round(price.factor * ((_held(outcome, price.path) if own is None else own) or 0.0), 12)
    return outcome.scenario.datacenter.prices.from_usd(value) if price.in_usd else value


def _same(price: PriceCell, one: Outcome, other: Outcome) -> bool:
    """Whether two sides pay the same for the same thing, told by its name."""
    parts = [getattr(_held(outcome, price.part), "name", "") for outcome in (one, other)]
    return parts[0] == parts[1] and _stated(price, one) == _stated(price, other)


def _held(outcome: Outcome, path: str) -> Any:
    """What a scenario has at a path; None where what would have it is not there, such as an origin."""
    return reduce(lambda part, key: part and getattr(part, key), path.split("."), outcome.scenario)


@dataclass(frozen=True)
class _Quantity:
    """What is counted: in words, its unit, where it stands, and its formula of other quantities, if any, in which it
    is linear in those of `of`; side: where it is paid for, as of prices."""

    label: str
    unit: str
    read: Callable[[Outcome, Sizing], ExactAndWhole]
    formula: str = ""
    of: tuple[str, ...] = ()
    side: str = ANY


def _alike(value: float | Estimate) -> ExactAndWhole:
    """A quantity that is the same for whole and exact units."""
    known = value if isinstance(value, Estimate) else exact(value, "")
    return ExactAndWhole(known, known)


# A quotient that hardly misses a whole number is that number, as everywhere.
_WHOLE_UNITS = f"ROUNDUP({{side}}_units_exact*(1-{ROUNDING:.0E}),0)+{{side}}_spare_units_{{count}}"
_EXACT_UNITS = "{side}_demanded_{count}*(1+{side}_reserve_{count})/{side}_unit_carries_{count}"
_QUANTITIES: Mapping[str, _Quantity] = {
    "demanded": _Quantity(bill.DEMAND, "", lambda _, sizing: _alike(sizing.demanded.amount)),
    "reserve": _Quantity(bill.RESERVE, "", lambda _, sizing: _alike(sizing.reserve)),
    "unit_carries": _Quantity("what a unit carries", "", lambda _, sizing: _alike(sizing.unit_share)),
    "spare_units": _Quantity(bill.SPARE_UNITS, "units", lambda _, sizing: _alike(sizing.spare_units)),
    "nodes": _Quantity("servers of a unit", "servers", lambda one, _: _alike(one.capacity.servers)),
    "units": _Quantity("units", "units", lambda _, sizing: sizing.units, _EXACT_UNITS),
    "servers": _Quantity(
        "servers", "servers", lambda _, sizing: sizing.servers, "{side}_units_{count}*{side}_nodes_{count}", ("units",)
    ),
    "cores": _Quantity("cores of a server", "cores", lambda one, _: _alike(one.scenario.server.cores), side=BY_CORE),
    "average_power": _Quantity(
        "average power", "kW", lambda _, one: ExactAndWhole(one.power.average, one.whole_power.average), side=BOUGHT
    ),
    "provisioned_power": _Quantity(
        "power provisioned",
        "kW",
        lambda _, one: ExactAndWhole(one.power.provisioned, one.whole_power.provisioned),
        side=BOUGHT,
    ),
    "rack_units": _Quantity("rack units", "U", lambda _, sizing: sizing.rack_units, side=BOUGHT),
    "demand": _Quantity(bill.ON_THE_WIRE, "Mbps", lambda _, sizing: _alike(sizing.demand)),
    "peak_to_mean": _Quantity(bill.PEAK_TO_MEAN, "", lambda one, _: _alike(peak_to_mean(one.scenario)), side=METERED),
    "balancers": _Quantity("load balancers", "gateways", _gateways(BALANCERS), side=BALANCED),
    "nat_gateways": _Quantity("NAT gateways", "gateways", _gateways(NAT), side=NATTED),
    "through_nat": _Quantity("through NAT gateways", "Mbps", lambda _, sizing: _alike(sizing.fetched), side=NATTED),
    "fetches": _Quantity(bill.FETCHES, "/s", lambda _, sizing: _alike(sizing.fetches or 0.0), side=REQUESTED),
    "fetched": _Quantity(arithmetic.FETCHED, "Mbps", lambda _, sizing: _alike(sizing.fetched), side=FETCHED),
}
_OF_A_TIER: tuple[tuple[str, str, Callable[[TierServers], ExactAndWhole]], ...] = (
    ("servers", "servers", lambda each: each.servers),
    ("average power", "kW", lambda each: ExactAndWhole(each.power.average, each.whole_power.average)),
    ("power provisioned", "kW", lambda each: ExactAndWhole(each.power.provisioned, each.whole_power.provisioned)),
    ("rack units", "U", lambda each: each.rack_units),
)


def quantities_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for, in whole and exact units."""
    heads = [Column(f"{side}, {count} units", numeric=True) for side in billed for count in COUNTS]
    kinds = paid_kinds(billed.values())
    rows = tuple(_quantity(name, billed) for name, quantity in _QUANTITIES.items() if quantity.side in kinds)
    every = (*rows, *_of_tiers(billed))
    return Table("Quantities", (Column("quantity"), Column("unit"), *heads), rows, every=every)


def _of_tiers(billed: Mapping[str, Outcome]) -> Iterator[tuple[Cell, ...]]:
    """The servers, power and height of every other tier, as they are; "" for a side without that tier."""
    found = {side: {each.tier.name: each for each in outcome.bought.sizing.tiers} for side, outcome in billed.items()}
    for tier in dict.fromkeys(name for known in found.values() for name in known):
        for label, unit, read in _OF_A_TIER:
            counts = [read(known[tier]) if tier in known else None for known in found.values()]
            cells = [getattr(each, count).times(1.0, "") if each else "" for each in counts for count in COUNTS]
            yield (f"{label} of {tier}", unit, *cells)


def _quantity(name: str, billed: Mapping[str, Outcome]) -> tuple[Cell, ...]:
    quantity = _QUANTITIES[name]
    found = {side: quantity.read(outcome, outcome.bought.sizing) for side, outcome in billed.items()}
    cells = [
        _linked_quantity(name, side, count, getattr(counted, count)) for side, counted in found.items()
        for count in COUNTS
    ]  # fmt: skip
    return (quantity.label, quantity.unit or _unit_of(found), *cells)


def _unit_of(found: Mapping[str, ExactAndWhole]) -> str:
    """The unit that a quantity has by itself, such as that of the demand."""
    return next((counted.exact.unit for counted in found.values()), "")


def _linked_quantity(name: str, side: str, count: str, estimate: Estimate) -> Linked:
    quantity = _QUANTITIES[name]
    rounded_up = name == "units" and count == WHOLE
    formula = (_WHOLE_UNITS if rounded_up else quantity.formula).format(side=side, count=count)
    of = tuple(f"{side}_{each}_{count}" for each in quantity.of)
    return Linked(estimate.times(1.0, ""), f"{side}_{name}_{count}", formula, of)
