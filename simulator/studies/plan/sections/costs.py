"""What the farm costs a month."""

from collections.abc import Iterator

from simulator.farm.costs.cost import EGRESS
from simulator.farm.outcome import Outcome
from simulator.messages.decision import TRAFFIC
from simulator.messages.plan import bill
from simulator.output.blocks import Block, Chart, Text
from simulator.output.pictures import Bar, Stack
from simulator.output.sides import sides
from simulator.studies.plan.money.bill import bill_table, capital_table, servers_by_tier
from simulator.studies.plan.money.prices import prices_table, quantities_table

WITHOUT = "without bandwidth"


def section(outcome: Outcome) -> list[Block]:
    """The bill of each side with its prices and quantities, and a chart of it; nothing without a demand."""
    if outcome.cost is None:
        return []
    billed = {side: one for side, one in sides(outcome).items() if one.cost and one.sizing}
    bills = [bill_table(side, one) for side, one in billed.items()]
    capital = [capital_table(side, one) for side, one in billed.items()]
    return [
        Text(bill.how_to_read(outcome, _has_traffic(billed))), _chart(billed), *bills, *capital, prices_table(billed),
        quantities_table(billed),
    ]  # fmt: skip


def workbook_note(outcome: Outcome) -> list[Block]:
    """How the workbook has the bill; nothing without a demand."""
    return [] if outcome.cost is None else [Text(bill.IN_WORKBOOK)]


def _has_traffic(billed: dict[str, Outcome]) -> bool:
    """Whether the items of a side have traffic among them besides its bandwidth."""
    return any(EGRESS in one.bought.cost.parts for one in billed.values())


def _chart(billed: dict[str, Outcome]) -> Chart:
    """The items of each side, those of the servers of another tier as one; with the bandwidth where traffic is among
    them, so that all or none of it is there."""
    traffic = _has_traffic(billed)
    parts = tuple(bar for side, one in billed.items() for bar in _parts(side, one, traffic))
    of = "total_with_bandwidth" if traffic else "total"
    totals = tuple(
        Bar("total", side, total.value, total.half_width, f"{side}_{of}_whole")
        for side, one in billed.items()
        if (total := (one.bought.cost.with_bandwidth if traffic else one.bought.cost.total).whole)
    )
    currency, which = next(iter(billed.values())).bought.cost.currency, "with traffic" if traffic else WITHOUT
    picture = Stack(parts, totals, f"{currency}/month, whole units, {which}")
    alt = bill.stack_of(which)
    return Chart(f"Monthly cost {which}", picture, alt)


def _parts(side: str, outcome: Outcome, traffic: bool) -> Iterator[Bar]:
    cost = outcome.bought.cost
    for name, amount in servers_by_tier(cost.items, outcome.scenario).items():
        yield Bar(name, side, amount.whole.value, amount.whole.half_width)
    for item in (*cost.items, *((cost.bandwidth,) if traffic and cost.bandwidth.is_paid else ())):
        if item.amount.whole and (not item.tier or item.sort in TRAFFIC):
            whole = item.amount.whole
            yield Bar(item.name, side, whole.value, whole.half_width, f"{side}_cost_of_{item.key}_whole")
