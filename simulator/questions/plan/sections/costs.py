"""What the farm costs a month."""

from simulator.questions.plan.money.bill import bill_table, capital_table
from simulator.questions.plan.money.prices import prices_table, quantities_table
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Chart, Heading, Text
from simulator.report.language.sentences import like_for_like
from simulator.report.language.wording import money_of
from simulator.report.pictures import Bar, Stack
from simulator.rollup.comparison import Bill
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The bill of each side with its prices and quantities, and a chart without the bandwidth; nothing without a
    demand."""
    if outcome.cost is None:
        return []
    of = money_of(outcome.cost.currency, outcome.cost.year)
    text = (
        f"In {of}. Whole units are what one buys: demand and reserve by what a unit "
        "carries, rounded up, and the spare units. Exact units are how the documents count. "
        f"{_bandwidth(outcome)} Money is shown to the digits that the ranges of "
        "its prices leave, and to two at least; the workbook has all of them. In the workbook of this report the "
        "prices are entries: the bill follows what is written over them, and so do the prices of the baseline where "
        "both sides buy the same; what other tiers cost, and the other sheets, stay as they are."
    )
    billed = {side: one for side, one in sides(outcome).items() if one.cost and one.sizing}
    bills = [bill_table(side, one) for side, one in billed.items()]
    capital = [capital_table(side, one) for side, one in billed.items()]
    return [
        Heading("Costs", 2), Text(text), _chart(billed), *bills, *capital, prices_table(billed),
        quantities_table(billed),
    ]  # fmt: skip


def _bandwidth(outcome: Outcome) -> str:
    """Where the bandwidth stands, for every way of paying for it that a side has."""
    if like_for_like(outcome) is not Bill.COST:
        return "Plan and baseline do not pay for traffic alike: compare their totals with bandwidth."
    if outcome.scenario.server.is_rented:
        return "What leaves the servers is paid as egress, which is in the total."
    return "Bandwidth is apart, for every farm that pays for it so and carries the demand pays it alike."


def _chart(billed: dict[str, Outcome]) -> Chart:
    parts = tuple(
        Bar(item.name, side, whole.value, whole.half_width, f"{side}_cost_of_{item.key}_whole")
        for side, one in billed.items()
        for item in one.bought.cost.items
        if (whole := item.amount.whole)
    )
    totals = tuple(
        Bar("total", side, total.value, total.half_width, f"{side}_total_whole")
        for side, one in billed.items()
        if (total := one.bought.cost.total.whole)
    )
    currency = next(iter(billed.values())).bought.cost.currency
    picture = Stack(parts, totals, f"{currency}/month, whole units, without bandwidth")
    alt = "Stacked bars of the monthly cost by item, without bandwidth, with the interval of the sum."
    return Chart("Monthly cost without bandwidth", picture, alt)
