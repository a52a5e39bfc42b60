"""The monthly bill as arithmetic that a workbook can do again: prices, quantities, and formulas of both.

The names of prices and quantities begin with their side; a quantity, an item and a total end in _whole or _exact.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from simulator.measure.estimate import given
from simulator.report.blocks import Cell, Column, Linked, Table
from simulator.report.pictures import PLAN
from simulator.rollup.cost import (
    ADMINISTRATION,
    BANDWIDTH,
    ELECTRICITY,
    HOSTING,
    HOURS_PER_MONTH,
    LICENCES,
    MONTHS,
    SERVERS,
)
from simulator.rollup.counted import Counted
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing

COUNTS = ("whole", "exact")


@dataclass(frozen=True)
class Price:
    """A price: what formulas call it, what it is for, its unit, where it lies in a scenario, and in what multiple."""

    name: str
    label: str
    unit: str
    path: str
    factor: float = 1.0

    @property
    def part(self) -> str:
        """Where the thing lies that has this price."""
        return self.path.rpartition(".")[0]


PRICES = (
    Price("server_price", "a server", "USD", "server.price"),
    Price("licence", "a licence", "USD/server", "operating_system.licence"),
    Price("years", "paid off over", "years", "datacenter.prices.server_life"),
    Price("interest", "interest", "% a year", "datacenter.prices.interest", 100.0),
    Price("electricity", "electricity", "USD/kWh", "datacenter.prices.electricity"),
    Price("pue", "PUE", "kW per kW of servers", "datacenter.prices.pue"),
    Price("hosting", "power provisioned", "USD/kW-month", "datacenter.prices.hosting"),
    Price("rack_space", "rack space", "USD/U-month", "datacenter.prices.rack_space"),
    Price("bandwidth", "bandwidth", "USD/Mbps-month", "datacenter.prices.bandwidth"),
    Price("administration", "administration", "USD/server-month", "datacenter.prices.administration"),
)
_QUANTITIES: Mapping[str, tuple[str, str, Callable[[Sizing], Counted]]] = {
    "servers": ("servers", "servers", lambda sizing: sizing.servers),
    "average_power": ("average power", "kW", lambda one: Counted(one.power.average, one.whole_power.average)),
    "provisioned_power": (
        "power provisioned", "kW", lambda one: Counted(one.power.provisioned, one.whole_power.provisioned),
    ),
    "rack_units": ("rack units", "U", lambda sizing: sizing.rack_units),
    "demand": ("demand", "Mbps", lambda sizing: Counted(sizing.demand, sizing.demand)),
}  # fmt: skip
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
    BANDWIDTH: _Counting("demand x bandwidth", "{side}_demand_{count}*{side}_bandwidth", ("demand",)),
    ADMINISTRATION: _Counting("servers x administration", "{side}_servers_{count}*{side}_administration", ("servers",)),
}


def prices_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for one of each; a reader of the workbook may change it.

    A price of the baseline follows the plan's while both are for the same thing, as in a scenario.
    """
    columns = (Column("price"), Column("unit"), *(Column(side, numeric=True) for side in billed))
    rows = tuple((price.label, price.unit, *(_price(price, side, billed) for side in billed)) for price in PRICES)
    return Table("Prices", columns, rows)


def quantities_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for, in whole and exact units."""
    heads = [Column(f"{side}, {count} units", numeric=True) for side in billed for count in COUNTS]
    rows = tuple(_quantity(name, billed) for name in _QUANTITIES)
    return Table("Quantities", (Column("quantity"), Column("unit"), *heads), rows)


def bill_table(side: str, outcome: Outcome) -> Table:
    """The items of a side's bill and their totals."""
    cost = outcome.cost
    columns = (
        Column("item"),
        Column("how it is counted"),
        Column("whole units", "USD/month", numeric=True),
        Column("exact units", "USD/month", numeric=True),
    )
    items = tuple((item.name, _ITEMS[item.name].words, *_item(side, item.name, item.amount)) for item in cost.items)
    names = [item.name for item in cost.items]
    without = [name for name in names if name != BANDWIDTH]
    per_mbps = {count: f"{side}_total_{count}/{side}_demand_{count}" for count in COUNTS}
    totals = (
        ("total", "", *_sum(side, "total", names, cost.total)),
        ("total without bandwidth", "", *_sum(side, "total_without_bandwidth", without, cost.without(BANDWIDTH))),
        (
            "total for each Mbps",
            "total / demand, in USD/Mbps-month",
            *_linked(side, "total_per_mbps", cost.per_mbps, per_mbps, (f"{side}_total",)),
        ),
    )
    return Table(f"Monthly bill, {side}", columns, (*items, *totals))


def _price(price: Price, side: str, billed: Mapping[str, Outcome]) -> Linked:
    value = _stated(price, billed[side])
    follows = f"{PLAN}_{price.name}" if side != PLAN and _same(price, billed[side], billed[PLAN]) else ""
    return Linked(given(value, ""), f"{side}_{price.name}", follows, entry=True)


def _stated(price: Price, outcome: Outcome) -> float:
    # Per cent from a fraction, without the rounding of floats: 7 %, not 7.000000000000001 %.
    return round(price.factor * attrgetter(price.path)(outcome.scenario), 12)


def _same(price: Price, one: Outcome, other: Outcome) -> bool:
    """Whether two sides pay the same for the same thing, told by its name."""
    parts = [attrgetter(price.part)(outcome.scenario).name for outcome in (one, other)]
    return parts[0] == parts[1] and _stated(price, one) == _stated(price, other)


def _quantity(name: str, billed: Mapping[str, Outcome]) -> tuple[Cell, ...]:
    label, unit, read = _QUANTITIES[name]
    found = {side: read(outcome.sizing) for side, outcome in billed.items()}
    cells = [
        Linked(getattr(counted, count).times(1.0, ""), f"{side}_{name}_{count}")
        for side, counted in found.items()
        for count in COUNTS
    ]
    return (label, unit, *cells)


def _item(side: str, name: str, amount: Counted) -> tuple[Linked, ...]:
    counting = _ITEMS[name]
    formulas = {count: counting.formula.format(side=side, count=count) for count in COUNTS}
    return _linked(side, f"cost_of_{name}", amount, formulas, tuple(f"{side}_{each}" for each in counting.of))


def _sum(side: str, name: str, items: list[str], amount: Counted) -> tuple[Linked, ...]:
    of = tuple(f"{side}_cost_of_{item}" for item in items)
    return _linked(side, name, amount, {count: "+".join(f"{each}_{count}" for each in of) for count in COUNTS}, of)


def _linked(
    side: str, name: str, amount: Counted, formulas: Mapping[str, str], of: tuple[str, ...]
) -> tuple[Linked, ...]:
    """An amount for whole and for exact units, each by its formula."""
    return tuple(
        Linked(
            getattr(amount, count), f"{side}_{name}_{count}", formulas[count], tuple(f"{each}_{count}" for each in of)
        )
        for count in COUNTS
    )
