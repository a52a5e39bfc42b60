"""When to buy, as blocks: the answer, the demand against what carries it, orders, limits, money."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from models.quantities.months import YEAR
from models.quantities.writing import counted
from simulator.growth.around import FAR, Around
from simulator.growth.grown import Grown
from simulator.growth.reached import When
from simulator.measure.estimate import Estimate, given
from simulator.questions.grow.hourly import hourly_blocks, hourly_on_terminal
from simulator.questions.grow.sentences import (
    against,
    answer,
    apart,
    capital,
    money,
    notes,
    present_value,
    risk,
    terms_of,
    then,
    what_is_full,
)
from simulator.report.blocks import Block, Cell, Chart, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.report.pictures import Line, Lines, Rule
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp

QUARTER = 3
PERCENT = 100.0


def growth_report(found: Grown, stamp: Stamp) -> Report:
    """The report of the months ahead."""
    title = [Heading(f"{found.scenario.name}: when to buy", 1)]
    samples = found.new.farm.carried.mbps.samples
    how = f"{samples} replications for what a unit carries" if samples else "by theory"
    stamped = provenance(stamp, f"{how}; {len(found.ahead.drawn):,} draws of the demand", found.ahead.confidence)
    return Report((*title, *growth_blocks(found), *stamped), stamp.day, stamp.origin)


def growth_blocks(found: Grown) -> list[Block]:
    """All but title and stamp."""
    told = (then(found), what_is_full(found), risk(found), against(found))
    return [
        Heading("The answer", 2),
        Text(answer(found), lead=True),
        *_apart(found),
        cards(found),
        *(Text(line) for line in told if line),
        demand_chart(found),
        Heading("Orders", 2),
        orders(found),
        *([months_around(found)] if found.around else []),
        Heading("When each limit is reached", 2),
        limits(found),
        Heading("By quarter", 2),
        Text(money(found)),
        quarters(found),
        *hourly_blocks(found),
        *(Text(note) for note in notes(found)),
    ]


def _apart(found: Grown) -> list[Block]:
    """That the stated demand is not that of its history, where it is not."""
    return [Text(said, tone="bad")] if (said := apart(found.ahead)) else []


def cards(found: Grown) -> KeyFigures:
    """The figures that answer."""
    low, worth, high = present_value(found)
    spent, over = capital(found)
    return KeyFigures(
        (
            KeyFigure("Too small", _month(found, found.full.likely), _interval(found, found.full)),
            KeyFigure("Units at the end", given(_units(found), "units"), found.month(found.ahead.months - 1)),
            KeyFigure("Capital", f"{spent} {found.currency}", f"{found.ahead.months} months{over and f', {over}'}"),
            KeyFigure("Present value", f"{worth} {found.currency}", f"{low} to {high} {found.currency}"),
        )
    )


def demand_chart(found: Grown) -> Chart:
    """The demand with its fan against what carries it, and when orders are placed."""
    amount = found.new.farm.sizing.demanded.amount
    low, high, likely = (each * amount.value for each in (found.ahead.low, found.ahead.high, found.ahead.likely))
    share = f"{PERCENT * found.ahead.confidence:g} %"
    x, carries = _steps(found.carries * amount.value)
    _, now = _steps(found.carries_now * amount.value)
    sure = (0.0,) * len(x)
    lines = (
        Line(f"demand, {share} of its ways", _doubled((low + high) / 2.0), _doubled((high - low) / 2.0)),
        Line("demand, likely", _doubled(likely), sure),
        Line("carried, with the orders", carries, sure),
        Line("carried, without", now, sure),
    )
    rules = tuple(
        Rule(float(each.order.ordered), f"order {each.order.units}") for each in found.purchases if each.order.ordered
    )
    alt = "The demand by months with its interval, and the steps of what carries it; the table has the figures."
    first = f"months after {found.month(0)}"
    return Chart("Demand and what carries it", Lines(x, first, lines, amount.unit, rules), alt)


def orders(found: Grown) -> Table:
    """What to order by when."""
    and_tiers = " with other tiers" if found.new.scenario.tiers else ""
    columns = (
        Column("order by"), Column("early"), Column("likely"), Column("late"), Column("serves from"),
        Column("units", numeric=True), Column(f"servers{and_tiers}", numeric=True), Column("how"),
        Column("capital", found.currency, numeric=True),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for each in found.purchases:
        order, when = each.order, each.when
        from_start = order.arrives == 0 and found.is_from_nothing
        months = ("", "", "") if from_start else tuple(_month(found, at) for at in (when.early, when.likely, when.late))
        capital = order.units * float(order.offer.price[order.arrives])
        first = "there at the start" if from_start else found.month(order.ordered)
        units = order.units, order.units * sum(count for _, count in found.new.kinds)
        serves, price = found.month(order.arrives), _money(found, capital)
        rows.append((first, *months, serves, *units, terms_of(found, order), price))
    return Table("Orders", columns, tuple(rows))


def months_around(found: Grown) -> Table:
    """A server in the months in which the first orders begin to serve, without each of them and with it."""
    columns = (
        Column("month"), Column("the order"), Column("to be carried", "x the demand of today", numeric=True),
        Column("load of a server", "% of what it carries", numeric=True), Column("used most", "%", numeric=True),
        Column("targets missed"),
    )  # fmt: skip
    return Table("The months in which orders begin to serve", columns, tuple(_around(found, x) for x in found.around))


def _around(found: Grown, each: Around) -> tuple[Cell, ...]:
    missed = ", ".join(verdict.name for verdict in each.missed) or "none"
    used = each.most_used.utilisation if each.most_used is not None else None
    serves = "serves" if each.served else "is not there"
    told = missed if not each.why_not else each.why_not
    # What nothing serves has no load.
    strain = None if each.strain > FAR else PERCENT * each.strain
    return found.month(each.month), serves, each.times, strain, used, told


def limits(found: Grown) -> Table:
    """When what serves in the first month is too small, limit by limit."""
    several = len({each.of for each in found.reached if each.of}) > 1
    columns = (
        Column("limit"), Column("at", "x the demand of today", numeric=True), Column("early"), Column("likely"),
        Column("late"), Column("within the horizon", "%", numeric=True),
    )  # fmt: skip
    carries, reserve = found.carries_now[0], found.scenario.reserve
    rows: list[tuple[Cell, ...]] = [("all its targets", carries, *_cells(found, found.full))]
    if reserve:
        rows.insert(0, ("the reserve", carries / (1.0 + reserve), *_cells(found, found.reserve_gone)))
    for each in found.reached:
        name = f"{each.name} of {each.of}" if several and each.of else each.name
        level = each.level if each.of else None
        rows.append((name, level, *_cells(found, each.when)))
    return Table("When each limit is reached", columns, tuple(rows))


def quarters(found: Grown) -> Table:
    """For finance: demand, units and money, quarter by quarter of the calendar."""
    unit, money = found.new.farm.sizing.demanded.amount.unit, found.currency
    columns = (
        Column("quarter"), Column("demand, low", unit, numeric=True), Column("likely", unit, numeric=True),
        Column("high", unit, numeric=True), Column("units", numeric=True), Column("capital", money, numeric=True),
        Column("paid off or rented", money, numeric=True), Column("running", money, numeric=True),
        Column("together", money, numeric=True),
    )  # fmt: skip
    return Table("By quarter", columns, tuple(_quarter(found, months) for months in quarters_of(found)))


def quarters_of(found: Grown) -> list[list[int]]:
    """The months ahead, quarter by quarter of the calendar; the first and the last may be shorter."""
    months = range(found.ahead.months)
    return [list(group) for _, group in groupby(months, key=lambda month: (found.start + month) // QUARTER)]


def _quarter(found: Grown, months: Sequence[int]) -> tuple[Cell, ...]:
    """A row: the largest demand, the units at the end, and sums of money."""
    first, amount = found.start + months[0], found.new.farm.sizing.demanded.amount
    part = "" if len(months) == QUARTER else f" ({counted(len(months), 'month')})"
    at, ahead, bill = list(months), found.ahead, found.bill
    demand = (each[at].max() * amount.value for each in (ahead.low, ahead.likely, ahead.high))
    sums = (each[at].sum() for each in (bill.capital, bill.paid_off, bill.running, bill.total))
    return (
        f"{first // YEAR} Q{first % YEAR // QUARTER + 1}{part}",
        *(given(each, amount.unit) for each in demand), _units(found, at[-1]), *(_money(found, each) for each in sums),
    )  # fmt: skip


def _units(found: Grown, month: int = -1) -> int:
    return int(found.units[month]) + sum(int(each.units[month]) for each in found.standing)


def _money(found: Grown, amount: float) -> Estimate:
    return given(amount, found.currency)


def _cells(found: Grown, when: When) -> tuple[Cell, ...]:
    months = (_month(found, each) for each in (when.early, when.likely, when.late))
    return *months, given(PERCENT * when.chance, "%")


def _month(found: Grown, month: int | None) -> str:
    if month is None:
        return "later"
    return found.month(month) if month >= 0 else f"{found.month(month)}, past"


def _interval(found: Grown, when: When) -> str:
    return f"{_month(found, when.early)} to {_month(found, when.late)}"


def _steps(values: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Months as steps: each value from its month until the next."""
    x = tuple(float(end) for month in range(len(values)) for end in (month, month + 1))
    return x, _doubled(values)


def _doubled(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(value) for value in values for _ in range(2))


def growth_on_terminal(found: Grown) -> list[Block]:
    """The answer, the orders, when each limit is reached, and the money by quarter."""
    told = (then(found), what_is_full(found), risk(found), money(found), against(found))
    return [
        Text(answer(found), lead=True),
        *_apart(found),
        *(Text(line) for line in told if line),
        orders(found),
        *([months_around(found)] if found.around else []),
        limits(found),
        quarters(found).only("quarter", "demand, low", "likely", "high", "units", "capital", "together"),
        *hourly_on_terminal(found),
        *(Text(line, aside=True) for line in notes(found)),
    ]
