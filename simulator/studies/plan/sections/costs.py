"""What the farm costs a month."""

from simulator.farm.comparison import Bill
from simulator.farm.costs.cost import BANDWIDTH, EGRESS
from simulator.farm.outcome import Outcome
from simulator.messages.sentences import comparable_bill
from simulator.messages.wording import currency_text
from simulator.output.blocks import Block, Chart, Text
from simulator.output.pictures import Bar, Stack
from simulator.studies.plan.money.bill import bill_table, capital_table
from simulator.studies.plan.money.prices import prices_table, quantities_table
from simulator.studies.plan.sides import sides

WITHOUT = "without bandwidth"


def section(outcome: Outcome) -> list[Block]:
    """The bill of each side with its prices and quantities, and a chart of it; nothing without a demand."""
    if outcome.cost is None:
        return []
    billed = {side: one for side, one in sides(outcome).items() if one.cost and one.sizing}
    of = currency_text(outcome.cost.currency, outcome.cost.year)
    text = (
        f"In {of}. Whole units are what one buys: demand and reserve by what a unit "
        "carries, rounded up, and the spare units. Exact units are how the documents count. "
        f"{_bandwidth(outcome, billed)} Money is shown to the digits that the ranges of "
        "its prices leave, and to two at least; the workbook has all of them. In the workbook of this report the "
        "prices are entries: the bill follows what is written over them, and so do the prices of the baseline where "
        "both sides buy the same; what other tiers cost, and the other sheets, stay as they are."
    )
    bills = [bill_table(side, one) for side, one in billed.items()]
    capital = [capital_table(side, one) for side, one in billed.items()]
    return [
        Text(text), _chart(billed), *bills, *capital, prices_table(billed),
        quantities_table(billed),
    ]  # fmt: skip


def _bandwidth(outcome: Outcome, billed: dict[str, Outcome]) -> str:
    """Where what traffic costs stands, for every way of paying for it that a side has."""
    if comparable_bill(outcome) is not Bill.COST:
        return "Plan and baseline do not pay for traffic alike: compare their totals with bandwidth."
    if outcome.scenario.server.is_rented:
        return "What leaves the servers is paid as egress, which is in the total."
    if _has_traffic(billed):
        return "What leaves a cloud is in the total; bandwidth is apart."
    return "Bandwidth is apart, for every farm that pays for it so and carries the demand pays it alike."


def _has_traffic(billed: dict[str, Outcome]) -> bool:
    """Whether the items of a side have traffic among them besides its bandwidth."""
    return any(EGRESS in one.bought.cost.parts for one in billed.values())


def _chart(billed: dict[str, Outcome]) -> Chart:
    """The items of each side; with the bandwidth where traffic is among them, so that all or none of it is there."""
    traffic = _has_traffic(billed)
    parts = tuple(
        Bar(item.name, side, whole.value, whole.half_width, f"{side}_cost_of_{item.key}_whole")
        for side, one in billed.items()
        for item in (*one.bought.cost.items, one.bought.cost.bandwidth)
        if (whole := item.amount.whole) and (item.sort != BANDWIDTH or (traffic and item.is_paid))
    )
    of = "total_with_bandwidth" if traffic else "total"
    totals = tuple(
        Bar("total", side, total.value, total.half_width, f"{side}_{of}_whole")
        for side, one in billed.items()
        if (total := (one.bought.cost.with_bandwidth if traffic else one.bought.cost.total).whole)
    )
    currency, which = next(iter(billed.values())).bought.cost.currency, "with traffic" if traffic else WITHOUT
    picture = Stack(parts, totals, f"{currency}/month, whole units, {which}")
    alt = f"Stacked bars of the monthly cost by item, {which}, with the interval of the sum."
    return Chart(f"Monthly cost {which}", picture, alt)
