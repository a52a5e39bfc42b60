"""When to buy, as blocks: the answer, the demand against what carries it, orders, limits, money."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from models.quantities.formatting import count_text
from models.quantities.months import YEAR, short_month_text
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.stamp import Stamp
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.limit_dates import MonthRange
from simulator.growth.order_snapshots import FAR, OrderSnapshot
from simulator.messages.grow import headings
from simulator.messages.grow.when_to_buy import (
    against_baseline,
    answer,
    capital,
    exhaustion_sentence,
    history_mismatch,
    later_orders,
    money,
    notes,
    present_value,
    risk,
    terms_of,
)
from simulator.messages.numbers import unit_for
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Cell, Chart, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.output.pictures import Line, Lines, Rule
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for
from simulator.studies.grow.hourly import hourly_blocks, hourly_on_terminal

QUARTER = 3
PERCENT = 100.0


def _answer(found: GrowthPlan) -> list[Block]:
    return [Text(answer(found), lead=True), *_apart(found)]


def _reasons(found: GrowthPlan) -> list[Block]:
    """The orders after the first, when the farm is too small, how sure that is, and the baseline."""
    told = (later_orders(found), exhaustion_sentence(found), risk(found), against_baseline(found))
    return [*map(Text, filter(None, told))]


SECTIONS: tuple[Section[GrowthPlan], ...] = (
    Section("The answer", _answer),
    Section("", lambda found: [key_figures(found)], REPORT | Output.PAGE),
    Section("", _reasons),
    Section("", lambda found: [demand_chart(found)], REPORT | Output.PAGE),
    Section("Orders", lambda found: [orders_table(found)]),
    Section("", lambda found: [snapshot_table(found)] if found.around else []),
    Section(headings.LIMITS, lambda found: [limits_table(found)]),
    Section("By quarter", lambda found: [Text(money(found)), quarters_table(found)]),
    Section("", hourly_blocks, REPORT | Output.PAGE),
    Section("", hourly_on_terminal, Output.TERMINAL),
    Section("", lambda found: [Text(note, aside=True) for note in notes(found)]),
)


def growth_report(growth_plan: GrowthPlan, stamp: Stamp) -> Report:
    """The report of the months ahead."""
    samples = growth_plan.new.farm.carried.mbps.samples
    how = headings.basis(samples, len(growth_plan.ahead.drawn))
    stamped = provenance(stamp, how, growth_plan.ahead.confidence)
    title = Heading(f"{growth_plan.scenario.name}: when to buy", 1)
    return Report((title, *growth_blocks(growth_plan), *stamped), stamp.day, stamp.origin)


def growth_blocks(growth_plan: GrowthPlan) -> list[Block]:
    """The report, without title and stamp."""
    return blocks_for(SECTIONS, growth_plan, Output.HTML)


def _apart(growth_plan: GrowthPlan) -> list[Block]:
    """That the stated demand is not that of its history, where it is not."""
    return [Text(said, tone="bad")] if (said := history_mismatch(growth_plan.ahead)) else []


def key_figures(growth_plan: GrowthPlan) -> KeyFigures:
    """The figures that answer."""
    low, worth, high = present_value(growth_plan)
    spent, over = capital(growth_plan)
    return KeyFigures(
        (
            KeyFigure(
                "Too small", _month(growth_plan, growth_plan.full.likely), _interval(growth_plan, growth_plan.full)
            ),
            KeyFigure(
                headings.UNITS_AT_END,
                exact(_units(growth_plan), "units"),
                growth_plan.month(growth_plan.ahead.months - 1),
            ),
            KeyFigure(
                "Capital", f"{spent} {growth_plan.currency}", f"{growth_plan.ahead.months} months{over and f', {over}'}"
            ),
            KeyFigure("Present value", f"{worth} {growth_plan.currency}", f"{low} to {high} {growth_plan.currency}"),
        )
    )


def demand_chart(growth_plan: GrowthPlan) -> Chart:
    """The demand with its fan against what carries it, and when orders are placed."""
    amount = growth_plan.new.farm.sizing.demanded.amount
    largest = amount.value * max(float(growth_plan.ahead.high.max()), float(growth_plan.carries.max()))
    size, unit = unit_for(largest, amount.unit)
    spelt = {"/s": "requests/s"}.get(unit, unit)
    low, high, likely = (
        each * amount.value / size for each in (growth_plan.ahead.low, growth_plan.ahead.high, growth_plan.ahead.likely)
    )
    share = f"{PERCENT * growth_plan.ahead.confidence:g} %"
    x, carries = _steps(growth_plan.carries * amount.value / size)
    _, now = _steps(growth_plan.carries_now * amount.value / size)
    sure = (0.0,) * len(x)
    lines = (
        Line(headings.demand_interval(share), _doubled((low + high) / 2.0), _doubled((high - low) / 2.0)),
        Line("demand, likely", _doubled(likely), sure),
        Line(headings.CARRIED_WITH_ORDERS, carries, sure),
        Line("carried, without", now, sure),
    )
    rules = tuple(
        Rule(float(each.order.ordered), f"order {each.order.units}")
        for each in growth_plan.purchases
        if each.order.ordered
    )
    first, start = f"months after {growth_plan.month(0)}", divmod(growth_plan.start, YEAR)
    return Chart(
        headings.DEMAND,
        Lines(x, first, lines, spelt, rules, start=start),
        headings.DEMAND_CHART,
    )


def orders_table(growth_plan: GrowthPlan) -> Table:
    """What to order by when."""
    and_tiers = " with other tiers" if growth_plan.new.scenario.tiers else ""
    columns = (
        Column("order by"), Column("early"), Column("likely", detail=True), Column("late"), Column("serves from"),
        Column("units", numeric=True), Column(f"servers{and_tiers}", numeric=True, detail=True), Column("how"),
        Column("capital", growth_plan.currency, numeric=True),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for each in growth_plan.purchases:
        order, when = each.order, each.when
        from_start = order.arrives == 0 and growth_plan.is_from_nothing
        months = (
            ("", "", "")
            if from_start
            else tuple(_month(growth_plan, at) for at in (when.early, when.likely, when.late))
        )
        capital = order.units * float(order.offer.price[order.arrives])
        first = headings.FROM_START if from_start else _column_month(growth_plan, order.ordered)
        units = order.units, order.units * sum(count for _, count in growth_plan.new.kinds)
        serves, price = _column_month(growth_plan, order.arrives), _money(growth_plan, capital)
        rows.append((first, *months, serves, *units, terms_of(growth_plan, order), price))
    return Table("Orders", columns, tuple(rows))


def snapshot_table(growth_plan: GrowthPlan) -> Table:
    """A server, or pod, in the months in which the first orders begin to serve, without each of them and with it."""
    columns = (
        Column("month"), Column("the order"), Column("demand", "x today's", numeric=True),
        Column(f"load of a {node_word(growth_plan.scenario)}", "% of capacity", numeric=True),
        Column("used most", "%", numeric=True), Column("targets missed"),
    )  # fmt: skip
    return Table(headings.SNAPSHOTS, columns, tuple(_around(growth_plan, x) for x in growth_plan.around))


def _around(growth_plan: GrowthPlan, each: OrderSnapshot) -> tuple[Cell, ...]:
    missed = ", ".join(verdict.name for verdict in each.missed) or "none"
    used = each.most_used.utilisation if each.most_used is not None else None
    serves = "serves" if each.served else "is not there"
    told = missed if not each.why_not else each.why_not.partition(":")[0]
    # What nothing serves has no load.
    strain = None if each.strain > FAR else PERCENT * each.strain
    return _column_month(growth_plan, each.month), serves, each.times, strain, used, told


def limits_table(growth_plan: GrowthPlan) -> Table:
    """When what serves in the first month is too small, limit by limit."""
    several = len({each.of for each in growth_plan.reached if each.of}) > 1
    columns = (
        Column("limit"), Column("at", "x today's demand", numeric=True), Column("early"), Column("likely"),
        Column("late"), Column("reached, chance", "%", numeric=True),
    )  # fmt: skip
    carries, reserve = growth_plan.carries_now[0], growth_plan.reserve
    rows: list[tuple[Cell, ...]] = [("all its targets", carries, *_cells(growth_plan, growth_plan.full))]
    if reserve:
        rows.insert(0, ("the reserve", carries / (1.0 + reserve), *_cells(growth_plan, growth_plan.reserve_gone)))
    for each in growth_plan.reached:
        name = f"{each.name} of {each.of}" if several and each.of else each.name
        level = each.level if each.of else None
        rows.append((name, level, *_cells(growth_plan, each.when)))
    return Table(headings.LIMITS, columns, tuple(rows))


def quarters_table(growth_plan: GrowthPlan) -> Table:
    """For finance: demand, units and money, quarter by quarter of the calendar."""
    unit, money = growth_plan.new.farm.sizing.demanded.amount.unit, growth_plan.currency
    columns = (
        Column("quarter"), Column("demand, low", unit, numeric=True), Column("likely", unit, numeric=True),
        Column("high", unit, numeric=True), Column("units", numeric=True), Column("capital", money, numeric=True),
        Column(headings.PAID_OR_RENTED, money, numeric=True, detail=True),
        Column("running", money, numeric=True, detail=True),
        Column("together", money, numeric=True),
    )  # fmt: skip
    return Table("By quarter", columns, tuple(_quarter(growth_plan, months) for months in quarters_of(growth_plan)))


def quarters_of(growth_plan: GrowthPlan) -> list[list[int]]:
    """The months ahead, quarter by quarter of the calendar; the first and the last may be shorter."""
    months = range(growth_plan.ahead.months)
    return [list(group) for _, group in groupby(months, key=lambda month: (growth_plan.start + month) // QUARTER)]


def _quarter(growth_plan: GrowthPlan, months: Sequence[int]) -> tuple[Cell, ...]:
    """A row: the largest demand, the units at the end, and sums of money."""
    first, amount = growth_plan.start + months[0], growth_plan.new.farm.sizing.demanded.amount
    part = "" if len(months) == QUARTER else f" ({count_text(len(months), 'month')})"
    at, ahead, bill = list(months), growth_plan.ahead, growth_plan.bill
    demand = (each[at].max() * amount.value for each in (ahead.low, ahead.likely, ahead.high))
    sums = (each[at].sum() for each in (bill.capital, bill.paid_off, bill.running, bill.total))
    return (
        f"{first // YEAR} Q{first % YEAR // QUARTER + 1}{part}",
        *(exact(each, amount.unit) for each in demand),
        _units(growth_plan, at[-1]),
        *(_money(growth_plan, each) for each in sums),
    )


def _units(growth_plan: GrowthPlan, month: int = -1) -> int:
    return int(growth_plan.units[month]) + sum(int(each.units[month]) for each in growth_plan.standing)


def _money(growth_plan: GrowthPlan, amount: float) -> Estimate:
    return exact(amount, growth_plan.currency)


def _cells(growth_plan: GrowthPlan, when: MonthRange) -> tuple[Cell, ...]:
    months = (_month(growth_plan, each) for each in (when.early, when.likely, when.late))
    return *months, exact(PERCENT * when.chance, "%")


def _month(growth_plan: GrowthPlan, month: int | None) -> str:
    if month is None:
        return "later"
    shown = _column_month(growth_plan, month)
    return shown if month >= 0 else f"{shown}, past"


def _column_month(growth_plan: GrowthPlan, month: int) -> str:
    return short_month_text(growth_plan.start + month)


def _interval(growth_plan: GrowthPlan, when: MonthRange) -> str:
    return f"{_month(growth_plan, when.early)} to {_month(growth_plan, when.late)}"


def _steps(values: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Months as steps: each value from its month until the next."""
    x = tuple(float(end) for month in range(len(values)) for end in (month, month + 1))
    return x, _doubled(values)


def _doubled(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(value) for value in values for _ in range(2))
