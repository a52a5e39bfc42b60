"""What the farm costs a month."""

from simulator.report.blocks import Block, Chart, Column, Heading, Table, Text
from simulator.report.pictures import Bar, Stack
from simulator.report.sides import sides
from simulator.rollup.cost import BANDWIDTH
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The bill of each side and a chart of it without the bandwidth; nothing without a demand."""
    if outcome.cost is None:
        return []
    text = (
        f"In US dollars of {outcome.cost.year}. Whole units are what one buys; exact units are how the documents"
        " count. The interval is that of what one server carries; the prices are taken as given, and those that are"
        " assumed are listed with their ranges under the assumptions."
    )
    tables = [_table(side, one) for side, one in sides(outcome).items() if one.cost]
    return [Heading("Costs", 2), Text(text), _chart(outcome), *tables]


def _chart(outcome: Outcome) -> Chart:
    billed = {side: one.cost for side, one in sides(outcome).items() if one.cost}
    parts = tuple(
        Bar(item.name, side, item.amount.whole.value, item.amount.whole.half_width)
        for side, cost in billed.items()
        for item in cost.items
        if item.name != BANDWIDTH
    )
    totals = tuple(
        Bar("total", side, total.value, total.half_width)
        for side, cost in billed.items()
        if (total := cost.without(BANDWIDTH).whole)
    )
    picture = Stack(parts, totals, "USD/month, whole units, without bandwidth")
    alt = "Stacked bars of the monthly cost by item, without bandwidth, with the interval of the sum."
    return Chart("Monthly cost without bandwidth, which is the same for every farm that meets the demand", picture, alt)


def _table(side: str, outcome: Outcome) -> Table:
    cost = outcome.cost
    columns = (
        Column("item"),
        Column("how it is counted"),
        Column("whole units", "USD/month", numeric=True),
        Column("exact units", "USD/month", numeric=True),
    )
    items = [(item.name, item.basis, item.amount.whole, item.amount.exact) for item in cost.items]
    without = cost.without(BANDWIDTH)
    rows = (
        *items,
        ("total", "", cost.total.whole, cost.total.exact),
        ("total without bandwidth", "", without.whole, without.exact),
        ("total for each Mbps", "USD/Mbps-month", cost.per_mbps.whole, cost.per_mbps.exact),
    )
    return Table(f"Monthly bill, {side}", columns, rows)
