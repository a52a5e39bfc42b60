"""Money: amounts with no more digits than the ranges of their prices deserve, and the monthly bill as arithmetic that a
workbook can do again, with formulas of prices and quantities.

The names of items and totals begin with their side and end in _whole or _exact.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.parts.instance import HOURS_PER_MONTH, MONTHS
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost import (
    ADMINISTRATION,
    BANDWIDTH,
    CORE_LICENCES,
    EGRESS,
    ELECTRICITY,
    GB_PER_MBPS_MONTH,
    HOSTING,
    INSTANCES,
    LICENCES,
    ORIGIN,
    REQUESTS,
    SERVERS,
    THOUSANDS_A_MONTH,
    VOLUMES,
    Item,
    total,
)
from simulator.farm.costs.gateways import BALANCERS, NAT
from simulator.farm.costs.price_range import PriceRange
from simulator.farm.costs.zone_traffic import ZONES
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.farm import Farm, MonthlyPayment
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import PREDICTED
from simulator.messages.decision import TRAFFIC, metering_sentence, servers_and_people
from simulator.messages.numbers import range_texts
from simulator.messages.plan import bill
from simulator.messages.wording import currency_text
from simulator.output.blocks import Cell, Column, Linked, Table
from simulator.studies.plan.money.prices import COUNTS

WITHOUT_BANDWIDTH = "total without bandwidth"
_Row = tuple[Cell, ...]
_WHOLE_PER_CENT = 10.0  # Its second digit is that of 1 %.


def amount(estimate: Estimate, over: PriceRange) -> Linked:
    """An amount as it is shown beside others that are as uncertain."""
    return Linked(estimate, uncertainty=over.half_width)


def common_uncertainty(estimate: Estimate, uncertainty: float) -> float:
    """The uncertainty by which an amount is shown beside others that are so uncertain: two digits are left of it at
    least, so that nothing that is paid reads 0 beside what is far larger."""
    return min(uncertainty, abs(estimate.value))


def share(percent: Estimate | Unavailable) -> Cell:
    """A share of a bill, to whole per cent: prices that may be off by a fifth know no more of it."""
    return percent if isinstance(percent, Unavailable) else Linked(percent, uncertainty=_WHOLE_PER_CENT)


def range_ends(over: PriceRange, of: Estimate) -> tuple[str, str]:
    """The lowest and the highest of an amount, with its digits; "" where no price has a range."""
    if not over.half_width:
        return "", ""
    low, _, high = range_texts(over.low, of.value, over.high, of.half_width)
    return low, high


def money_table(farm: Farm) -> Table:
    """What a farm costs once and a month, in all and by what is paid for, each with its range."""
    columns = (
        Column("cost"),
        Column("of what"),
        Column("how much", numeric=True),
        Column("lowest", numeric=True),
        Column("highest", numeric=True),
    )
    once = "licences" if farm.scenario.server.is_rented else bill.SERVERS_AND_LICENCES
    capital, over = farm.capital.total.whole, farm.capital_range
    rows: tuple[tuple[Cell, ...], ...] = (
        ("once, as capital", once, amount(capital, over), *range_ends(over, capital)),
        *((*names, _beside(each), *range_ends(each.over, each.amount)) for names, each in _a_month(farm)),
    )
    title = bill.costs_in(currency_text(farm.cost.currency, farm.cost.year))
    within = bill.with_intervals(100.0 * PREDICTED) if farm.is_predicted else ""
    return Table(f"{title}{within}", columns, rows)


def _a_month(farm: Farm) -> Iterator[tuple[tuple[str, str], MonthlyPayment]]:
    """All of a month's bill where traffic is in it, then its parts: when it is paid, what for, and how much."""
    found, basis = farm.paid_for, {item.sort: item.basis for item in (*farm.cost.items, farm.cost.bandwidth)}
    if len(found) > 1:
        yield ("a month, in all", f"traffic too{metering_sentence(farm)}"), farm.in_all
    for name, each in found.items():
        of = f"{TRAFFIC[name]}, {basis[name]}" if name in TRAFFIC else servers_and_people(farm, "machines paid off")
        yield ("of it" if len(found) > 1 else "a month", of), each


def _beside(monthly_payment: MonthlyPayment) -> Linked:
    """An amount to the digits that its own range leaves, two at least."""
    uncertainty = monthly_payment.over.half_width
    return Linked(monthly_payment.amount, uncertainty=common_uncertainty(monthly_payment.amount, uncertainty))


_ANNUITY = f"PMT({{side}}_interest/{100 * MONTHS},{{side}}_years*{MONTHS},-{{side}}_{{price}})"


@dataclass(frozen=True)
class _Counting:
    """How an item is counted: in words, as a formula, and of which quantities, in which the formula is linear."""

    words: str
    formula: str
    of: tuple[str, ...]


_ITEMS: Mapping[str, _Counting] = {
    SERVERS: _Counting(
        bill.SERVERS,
        "{side}_servers_{count}*" + _ANNUITY.replace("{price}", "server_price"),
        ("servers",),
    ),
    LICENCES: _Counting(
        bill.LICENCES,
        "{side}_servers_{count}*" + _ANNUITY.replace("{price}", "licence"),
        ("servers",),
    ),
    CORE_LICENCES: _Counting(
        bill.CORE_LICENCES,
        "{side}_servers_{count}*{side}_cores_{count}*{side}_core_licence",
        ("servers",),
    ),
    ELECTRICITY: _Counting(
        bill.ELECTRICITY,
        f"{{side}}_average_power_{{count}}*{{side}}_pue*{HOURS_PER_MONTH:g}*{{side}}_electricity",
        ("average_power",),
    ),
    HOSTING: _Counting(
        bill.HOSTING,
        "{side}_provisioned_power_{count}*{side}_hosting+{side}_rack_units_{count}*{side}_rack_space",
        ("provisioned_power", "rack_units"),
    ),
    INSTANCES: _Counting("servers x an instance", "{side}_servers_{count}*{side}_instance_price", ("servers",)),
    VOLUMES: _Counting("servers x their volumes", "{side}_servers_{count}*{side}_volumes_price", ("servers",)),
    EGRESS: _Counting(
        bill.EGRESS,
        f"{{side}}_demand_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_egress",
        ("demand",),
    ),
    ORIGIN: _Counting(
        bill.ORIGIN,
        f"{{side}}_fetched_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_origin_price",
        ("fetched",),
    ),
    REQUESTS: _Counting(
        bill.REQUESTS,
        f"{{side}}_fetches_{{count}}/{{side}}_peak_to_mean_{{count}}*{THOUSANDS_A_MONTH:g}*{{side}}_request_price",
        ("fetches",),
    ),
    ZONES: _Counting(bill.ZONES, "", ()),
    BALANCERS: _Counting(
        bill.BALANCERS,
        f"{{side}}_balancers_{{count}}*{HOURS_PER_MONTH:g}*{{side}}_balancer_hour"
        f"+{{side}}_demand_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_balancer_gb",
        ("balancers", "demand"),
    ),
    NAT: _Counting(
        bill.NAT,
        f"{{side}}_nat_gateways_{{count}}*{HOURS_PER_MONTH:g}*{{side}}_nat_hour"
        f"+{{side}}_through_nat_{{count}}/{{side}}_peak_to_mean_{{count}}*{GB_PER_MBPS_MONTH:g}*{{side}}_nat_gb",
        ("nat_gateways", "through_nat"),
    ),
    BANDWIDTH: _Counting("demand x bandwidth", "{side}_demand_{count}*{side}_bandwidth", ("demand",)),
    ADMINISTRATION: _Counting("servers x administration", "{side}_servers_{count}*{side}_administration", ("servers",)),
}

# What is bought once: the price in formulas, and in words.
_BOUGHT = {SERVERS: ("server_price", bill.PRICE_OF_ONE), LICENCES: ("licence", bill.PRICE_OF_LICENCE)}


def bill_table(side: str, outcome: Outcome) -> Table:
    """The items of a side's bill and their totals."""
    cost, over = outcome.bought.cost, outcome.bought.range.half_width
    columns = (
        Column("item"),
        Column(bill.HOW),
        Column("whole units", f"{cost.currency}/month", numeric=True),
        Column("exact units", f"{cost.currency}/month", numeric=True),
    )
    billed = cost.items if outcome.scenario.server.is_rented else (*cost.items, cost.bandwidth)
    items: tuple[_Row, ...] = tuple((item.name, _counted_in_words(item), *_item(side, item, over)) for item in billed)
    names = [item.key for item in cost.items]
    per_mbps = {count: f"{side}_total_{count}/{side}_demand_{count}" for count in COUNTS}
    inside = [item for item in cost.items if item.sort != EGRESS]
    leaves = len(inside) < len(cost.items)
    without = total([item.amount for item in inside])
    in_total = "total with egress" if leaves else WITHOUT_BANDWIDTH
    apart: tuple[tuple[Cell, ...], ...] = (
        (WITHOUT_BANDWIDTH, "", *_sum(side, "total_inside", [item.key for item in inside], without, over)),
    )
    totals: tuple[tuple[Cell, ...], ...] = (
        *(apart if leaves else ()),
        (in_total, "", *_sum(side, "total", names, cost.total, over)),
        (
            "total with bandwidth",
            "",
            *_sum(side, "total_with_bandwidth", [item.key for item in billed], cost.with_bandwidth, over),
        ),
        (
            bill.PER_MBPS,
            f"{in_total} / demand, in {cost.currency}/Mbps-month",
            *_linked(side, "total_per_mbps", cost.per_mbps, per_mbps, (f"{side}_total",)),
        ),
    )
    in_short = _in_short(cost.items, billed, items, outcome.scenario, over)
    return Table(f"Monthly bill, {side}", columns, (*in_short, *totals), every=(*items, *totals))


def servers_by_tier(items: Iterable[Item], scenario: Scenario) -> dict[str, ExactAndWhole]:
    """What the servers of each other tier come to, of all items but their traffic."""
    found: dict[str, list[ExactAndWhole]] = {}
    for item in items:
        if item.tier and item.sort not in TRAFFIC:
            found.setdefault(scenario.tiers[item.tier - 1].name, []).append(item.amount)
    return {name: total(amounts) for name, amounts in found.items()}


def _in_short(
    counted: Iterable[Item], billed: Sequence[Item], rows: Sequence[_Row], scenario: Scenario, uncertainty: float
) -> Iterator[_Row]:
    """The rows of a bill that people read: those of the servers of each other tier as one."""
    own = [(item, row) for item, row in zip(billed, rows, strict=True) if not item.tier or item.sort in TRAFFIC]
    yield from (row for item, row in own if item.sort not in TRAFFIC)
    for name, amounts in servers_by_tier(counted, scenario).items():
        yield name, bill.OF_A_TIER, *(_unlinked(getattr(amounts, count), uncertainty) for count in COUNTS)
    yield from (row for item, row in own if item.sort in TRAFFIC)


def _unlinked(amount: Estimate, uncertainty: float) -> Linked:
    return Linked(amount, uncertainty=common_uncertainty(amount, uncertainty))


def capital_table(side: str, outcome: Outcome) -> Table:
    """What a side pays once."""
    farm = outcome.bought
    columns = (
        Column("bought once"),
        Column(bill.HOW),
        Column("whole units", farm.cost.currency, numeric=True),
        Column("exact units", farm.cost.currency, numeric=True),
    )
    items, uncertainty = farm.capital.items, farm.capital_range.half_width
    rows: tuple[_Row, ...] = tuple(
        (item.name, f"servers x {_BOUGHT[item.sort][1]}", *_once(side, outcome, item)) for item in items
    )
    in_short = _in_short(items, items, rows, outcome.scenario, uncertainty)
    of = tuple(f"{side}_capital_of_{item.key}" for item in farm.capital.items)
    sums = {count: "+".join(f"{each}_{count}" for each in of) for count in COUNTS}
    last: _Row = ("total", "", *_linked(side, "capital", farm.capital.total, sums, of, uncertainty))
    return Table(f"Capital, {side}", columns, (*in_short, last), every=(*rows, last))


def _once(side: str, outcome: Outcome, item: Item) -> tuple[Linked, ...]:
    formulas = {count: f"{side}_servers_{count}*{side}_{_BOUGHT[item.sort][0]}" for count in COUNTS}
    uncertainty, name = outcome.bought.capital_range.half_width, f"capital_of_{item.key}"
    return _by_formulas(side, name, item, formulas, (f"{side}_servers",), uncertainty)


def _counted_in_words(item: Item) -> str:
    """How an item is counted; what is paid for other tiers stands as it is, with its prices."""
    words = item.basis if item.tier or not item.by_formula else _ITEMS[item.sort].words
    return f"{words}, {item.note}" if item.note and not item.tier else words


def _item(side: str, item: Item, uncertainty: float) -> tuple[Linked, ...]:
    counting = _ITEMS[item.sort]
    formulas = {count: counting.formula.format(side=side, count=count) for count in COUNTS}
    of = tuple(f"{side}_{each}" for each in counting.of)
    return _by_formulas(side, f"cost_of_{item.key}", item, formulas, of, uncertainty)


def _by_formulas(
    side: str, name: str, item: Item, formulas: Mapping[str, str], of: tuple[str, ...], uncertainty: float
) -> tuple[Linked, ...]:
    """An item by its formulas; a value where it is of another tier or of links, whose quantities a workbook does not
    hold."""
    if item.tier or not item.by_formula:
        formulas, of = dict.fromkeys(COUNTS, ""), ()
    return _linked(side, name, item.amount, formulas, of, uncertainty)


def _sum(side: str, name: str, items: list[str], amount: ExactAndWhole, uncertainty: float) -> tuple[Linked, ...]:
    of = tuple(f"{side}_cost_of_{item}" for item in items)
    formulas = {count: "+".join(f"{each}_{count}" for each in of) for count in COUNTS}
    return _linked(side, name, amount, formulas, of, uncertainty)


def _linked(
    side: str,
    name: str,
    amount: ExactAndWhole,
    formulas: Mapping[str, str],
    of: tuple[str, ...],
    uncertainty: float = 0.0,
) -> tuple[Linked, ...]:
    """An amount for whole and for exact units, each by its formula."""
    return tuple(
        Linked(
            getattr(amount, count), f"{side}_{name}_{count}", formulas[count], tuple(f"{each}_{count}" for each in of),
            uncertainty=common_uncertainty(getattr(amount, count), uncertainty),
        )
        for count in COUNTS
    )  # fmt: skip
