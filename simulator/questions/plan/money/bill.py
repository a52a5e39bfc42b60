"""The monthly bill as arithmetic that a workbook can do again: prices, quantities, and formulas of both.

The names of prices and quantities begin with their side; a quantity, an item and a total end in _whole or _exact.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from models.parts.rented import HOURS_PER_MONTH, MONTHS
from simulator.measure.estimate import Estimate, given
from simulator.questions.plan.money.amounts import beside_others
from simulator.questions.plan.money.prices import ANY, BOUGHT, FETCHED, METERED, kinds_of
from simulator.report.blocks import Cell, Column, Linked, Table
from simulator.rollup.counted import Counted
from simulator.rollup.money.cost import (
    ADMINISTRATION,
    BANDWIDTH,
    EGRESS,
    ELECTRICITY,
    GB_PER_MBPS_MONTH,
    HOSTING,
    INSTANCES,
    LICENCES,
    ORIGIN,
    SERVERS,
    Item,
    peak_to_mean,
)
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing
from simulator.rollup.tiers import TierServers

WHOLE = "whole"
COUNTS = (WHOLE, "exact")


@dataclass(frozen=True)
class _Quantity:
    """What is counted: in words, its unit, where it stands, and its formula of other quantities, if any, in which it
    is linear in those of `of`; side: where it is paid for, as of prices."""

    label: str
    unit: str
    read: Callable[[Outcome, Sizing], Counted]
    formula: str = ""
    of: tuple[str, ...] = ()
    side: str = ANY


def _alike(value: float | Estimate) -> Counted:
    """A quantity that is the same for whole and exact units."""
    known = value if isinstance(value, Estimate) else given(value, "")
    return Counted(known, known)


# A quotient that misses a whole number by less than floats do is that number, as in rollup/sizing.py.
_WHOLE_UNITS = "ROUNDUP({side}_units_exact*(1-1E-9),0)+{side}_spare_units_{count}"
_EXACT_UNITS = "{side}_demanded_{count}*(1+{side}_reserve_{count})/{side}_unit_carries_{count}"
_QUANTITIES: Mapping[str, _Quantity] = {
    "demanded": _Quantity("demand, as units are counted", "", lambda _, sizing: _alike(sizing.demanded.amount)),
    "reserve": _Quantity("reserve, a share of it", "", lambda _, sizing: _alike(sizing.reserve)),
    "unit_carries": _Quantity("what a unit carries", "", lambda _, sizing: _alike(sizing.unit_share)),
    "spare_units": _Quantity("spare units of the farm", "units", lambda _, sizing: _alike(sizing.spare_units)),
    "nodes": _Quantity("servers of a unit", "servers", lambda one, _: _alike(one.capacity.nodes)),
    "units": _Quantity("units", "units", lambda _, sizing: sizing.units, _EXACT_UNITS),
    "servers": _Quantity(
        "servers", "servers", lambda _, sizing: sizing.servers, "{side}_units_{count}*{side}_nodes_{count}", ("units",)
    ),
    "average_power": _Quantity(
        "average power", "kW", lambda _, one: Counted(one.power.average, one.whole_power.average), side=BOUGHT
    ),
    "provisioned_power": _Quantity(
        "power provisioned",
        "kW",
        lambda _, one: Counted(one.power.provisioned, one.whole_power.provisioned),
        side=BOUGHT,
    ),
    "rack_units": _Quantity("rack units", "U", lambda _, sizing: sizing.rack_units, side=BOUGHT),
    "demand": _Quantity("demand on the wire", "Mbps", lambda _, sizing: _alike(sizing.demand)),
    "peak_to_mean": _Quantity(
        "peak in times the mean", "", lambda one, _: _alike(peak_to_mean(one.scenario)), side=METERED
    ),
    "fetched": _Quantity("fetched from the origin", "Mbps", lambda _, sizing: _alike(sizing.fetched), side=FETCHED),
}
_OF_A_TIER: tuple[tuple[str, str, Callable[[TierServers], Counted]], ...] = (
    ("servers", "servers", lambda each: each.servers),
    ("average power", "kW", lambda each: Counted(each.power.average, each.whole_power.average)),
    ("power provisioned", "kW", lambda each: Counted(each.power.provisioned, each.whole_power.provisioned)),
    ("rack units", "U", lambda each: each.rack_units),
)
_ANNUITY = f"PMT({{side}}_interest/{100 * MONTHS},{{side}}_years*{MONTHS},-{{side}}_{{price}})"


@dataclass(frozen=True)
class _Counting:
    """How an item is counted: in words, as a formula, and of which quantities, in which the formula is linear."""

    words: str
    formula: str
    of: tuple[str, ...]


_ITEMS: Mapping[str, _Counting] = {
    SERVERS: _Counting(
        "servers x the price of one, paid off with interest",
        "{side}_servers_{count}*" + _ANNUITY.replace("{price}", "server_price"),
        ("servers",),
    ),
    LICENCES: _Counting(
        "servers x the price of a licence, paid off with interest",
        "{side}_servers_{count}*" + _ANNUITY.replace("{price}", "licence"),
        ("servers",),
    ),
    ELECTRICITY: _Counting(
        f"average power x PUE x {HOURS_PER_MONTH:g} h x electricity",
        f"{{side}}_average_power_{{count}}*{{side}}_pue*{HOURS_PER_MONTH:g}*{{side}}_electricity",
        ("average_power",),
    ),
    HOSTING: _Counting(
        "power provisioned and rack units x their prices",
        "{side}_provisioned_power_{count}*{side}_hosting+{side}_rack_units_{count}*{side}_rack_space",
        ("provisioned_power", "rack_units"),
    ),
    INSTANCES: _Counting("servers x an instance", "{side}_servers_{count}*{side}_instance_price", ("servers",)),
    EGRESS: _Counting(
        f"demand / peak to mean x {GB_PER_MBPS_MONTH:g} GB a Mbps and month x egress",
        f"{{side}}_demand_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_egress",
        ("demand",),
    ),
    ORIGIN: _Counting(
        f"what is fetched / peak to mean x {GB_PER_MBPS_MONTH:g} GB a Mbps and month x its price",
        f"{{side}}_fetched_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_origin_price",
        ("fetched",),
    ),
    BANDWIDTH: _Counting("demand x bandwidth", "{side}_demand_{count}*{side}_bandwidth", ("demand",)),
    ADMINISTRATION: _Counting("servers x administration", "{side}_servers_{count}*{side}_administration", ("servers",)),
}

# What is bought once: the price in formulas, and in words.
_BOUGHT = {SERVERS: ("server_price", "the price of one"), LICENCES: ("licence", "the price of a licence")}


def quantities_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for, in whole and exact units."""
    heads = [Column(f"{side}, {count} units", numeric=True) for side in billed for count in COUNTS]
    kinds = kinds_of(billed.values())
    rows = tuple(_quantity(name, billed) for name, quantity in _QUANTITIES.items() if quantity.side in kinds)
    return Table("Quantities", (Column("quantity"), Column("unit"), *heads), (*rows, *_of_tiers(billed)))


def _of_tiers(billed: Mapping[str, Outcome]) -> Iterator[tuple[Cell, ...]]:
    """The servers, power and height of every other tier, as they are; "" for a side without that tier."""
    found = {side: {each.tier.name: each for each in outcome.bought.sizing.tiers} for side, outcome in billed.items()}
    for tier in dict.fromkeys(name for known in found.values() for name in known):
        for label, unit, read in _OF_A_TIER:
            counts = [read(known[tier]) if tier in known else None for known in found.values()]
            cells = [getattr(each, count).times(1.0, "") if each else "" for each in counts for count in COUNTS]
            yield (f"{label} of {tier}", unit, *cells)


def bill_table(side: str, outcome: Outcome) -> Table:
    """The items of a side's bill and their totals."""
    cost, over = outcome.bought.cost, outcome.bought.range.half_width
    columns = (
        Column("item"),
        Column("how it is counted"),
        Column("whole units", f"{cost.currency}/month", numeric=True),
        Column("exact units", f"{cost.currency}/month", numeric=True),
    )
    billed = cost.items if outcome.scenario.server.is_rented else (*cost.items, cost.bandwidth)
    items: tuple[tuple[Cell, ...], ...] = tuple(
        (item.name, _counted_in_words(item), *_item(side, item, over)) for item in billed
    )
    names = [item.key for item in cost.items]
    per_mbps = {count: f"{side}_total_{count}/{side}_demand_{count}" for count in COUNTS}
    totals: tuple[tuple[Cell, ...], ...] = (
        ("total without bandwidth", "", *_sum(side, "total", names, cost.total, over)),
        (
            "total with bandwidth",
            "",
            *_sum(side, "total_with_bandwidth", [item.key for item in billed], cost.with_bandwidth, over),
        ),
        (
            "total for each Mbps",
            f"total without bandwidth / demand, in {cost.currency}/Mbps-month",
            *_linked(side, "total_per_mbps", cost.per_mbps, per_mbps, (f"{side}_total",)),
        ),
    )
    return Table(f"Monthly bill, {side}", columns, (*items, *totals))


def capital_table(side: str, outcome: Outcome) -> Table:
    """What a side pays once."""
    farm = outcome.bought
    columns = (
        Column("bought once"),
        Column("how it is counted"),
        Column("whole units", farm.cost.currency, numeric=True),
        Column("exact units", farm.cost.currency, numeric=True),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (item.name, f"servers x {_BOUGHT[item.sort][1]}", *_once(side, outcome, item)) for item in farm.capital.items
    )
    of = tuple(f"{side}_capital_of_{item.key}" for item in farm.capital.items)
    sums = {count: "+".join(f"{each}_{count}" for each in of) for count in COUNTS}
    total = _linked(side, "capital", farm.capital.total, sums, of, farm.capital_range.half_width)
    return Table(f"Capital, {side}", columns, (*rows, ("total", "", *total)))


def _once(side: str, outcome: Outcome, item: Item) -> tuple[Linked, ...]:
    formulas = {count: f"{side}_servers_{count}*{side}_{_BOUGHT[item.sort][0]}" for count in COUNTS}
    uncertainty, name = outcome.bought.capital_range.half_width, f"capital_of_{item.key}"
    return _by_formulas(side, name, item, formulas, (f"{side}_servers",), uncertainty)


def _quantity(name: str, billed: Mapping[str, Outcome]) -> tuple[Cell, ...]:
    quantity = _QUANTITIES[name]
    found = {side: quantity.read(outcome, outcome.bought.sizing) for side, outcome in billed.items()}
    cells = [
        _linked_quantity(name, side, count, getattr(counted, count)) for side, counted in found.items()
        for count in COUNTS
    ]  # fmt: skip
    return (quantity.label, quantity.unit or _unit_of(found), *cells)


def _unit_of(found: Mapping[str, Counted]) -> str:
    """The unit that a quantity has by itself, such as that of the demand."""
    return next((counted.exact.unit for counted in found.values()), "")


def _linked_quantity(name: str, side: str, count: str, estimate: Estimate) -> Linked:
    quantity = _QUANTITIES[name]
    rounded_up = name == "units" and count == WHOLE
    formula = (_WHOLE_UNITS if rounded_up else quantity.formula).format(side=side, count=count)
    of = tuple(f"{side}_{each}_{count}" for each in quantity.of)
    return Linked(estimate.times(1.0, ""), f"{side}_{name}_{count}", formula, of)


def _counted_in_words(item: Item) -> str:
    """How an item is counted; what is paid for other tiers stands as it is, with its prices."""
    return item.basis if item.tier else _ITEMS[item.sort].words


def _item(side: str, item: Item, uncertainty: float) -> tuple[Linked, ...]:
    counting = _ITEMS[item.sort]
    formulas = {count: counting.formula.format(side=side, count=count) for count in COUNTS}
    of = tuple(f"{side}_{each}" for each in counting.of)
    return _by_formulas(side, f"cost_of_{item.key}", item, formulas, of, uncertainty)


def _by_formulas(
    side: str, name: str, item: Item, formulas: Mapping[str, str], of: tuple[str, ...], uncertainty: float
) -> tuple[Linked, ...]:
    """An item by its formulas; a value where it is of another tier, whose quantities a workbook does not hold."""
    if item.tier:
        formulas, of = dict.fromkeys(COUNTS, ""), ()
    return _linked(side, name, item.amount, formulas, of, uncertainty)


def _sum(side: str, name: str, items: list[str], amount: Counted, uncertainty: float) -> tuple[Linked, ...]:
    of = tuple(f"{side}_cost_of_{item}" for item in items)
    formulas = {count: "+".join(f"{each}_{count}" for each in of) for count in COUNTS}
    return _linked(side, name, amount, formulas, of, uncertainty)


def _linked(
    side: str, name: str, amount: Counted, formulas: Mapping[str, str], of: tuple[str, ...], uncertainty: float = 0.0
) -> tuple[Linked, ...]:
    """An amount for whole and for exact units, each by its formula."""
    return tuple(
        Linked(
            getattr(amount, count), f"{side}_{name}_{count}", formulas[count], tuple(f"{each}_{count}" for each in of),
            uncertainty=beside_others(getattr(amount, count), uncertainty),
        )
        for count in COUNTS
    )  # fmt: skip
