"""When to buy, in sentences: what to order by when, what is full when, and what it costs."""

from collections.abc import Iterator

from models.quantities.months import month_text
from models.quantities.writing import counted, number
from simulator.growth.ahead import Ahead
from simulator.growth.bill import PresentValue
from simulator.growth.grown import Grown, Purchase
from simulator.growth.reached import HALL, Reached, When
from simulator.growth.schedule import Order
from simulator.report.language.like_for_like import no_price_of_origin
from simulator.report.language.numbers import plain, ranged, rounded, text
from simulator.report.language.tier_failure import tier_failures
from simulator.rollup.money.like_for_like import scenarios_pay_alike

PERCENT = 100.0
LISTED = 3  # Orders and limits that a sentence tells; the tables have all.


def answer(found: Grown) -> str:
    """The first order that is still to be placed, and how sure its month is."""
    later = ahead_of(found)
    if not later:
        last = found.month(found.ahead.months - 1)
        return f"{_begins(found)}Nothing has to be ordered until {last}."
    return f"{_begins(found)}{order_by(found, later[0])}."


def order_by(found: Grown, purchase: Purchase) -> str:
    """One order in words: "Order 2 units (10 servers) by March 2027 (between January and June 2027)"."""
    order = purchase.order
    units = counted(order.units, "unit")
    servers = servers_of(found, order.units)
    how = "" if order.offer.bought else f": {terms_of(found, order)}"
    if order.ordered == 0:
        return f"Order {units} ({servers}{how}) at once, in {found.month(0)}"
    return f"Order {units} ({servers}{how}) by {found.month(order.ordered)} ({between(found, purchase.when)})"


def terms_of(found: Grown, order: Order) -> str:
    """How the units of an order are had, and for how long if that is not to the end: "rent on demand for 2 months"."""
    for_a_while = order.offer.by_the_month and order.ends < found.ahead.months
    return f"{order.offer.name} for {counted(order.lasts, 'month')}" if for_a_while else order.offer.name


def servers_of(found: Grown, units: int) -> str:
    """The servers of so many new units, and those of other tiers that come with them."""
    others = [f"{counted(units * tier.servers, 'server')} of {tier.name}" for tier in found.new.scenario.tiers]
    return "; with ".join(filter(None, (counted(units * found.new.nodes, "server"), ", ".join(others))))


def ahead_of(found: Grown) -> tuple[Purchase, ...]:
    """The orders after what is there from the first month."""
    return tuple(each for each in found.purchases if each.order.arrives > 0 or not found.is_from_nothing)


def then(found: Grown) -> str:
    """The orders after the first one; "" where there are none."""
    later = ahead_of(found)[1:]
    if not later:
        return ""
    told = "; ".join(order_by(found, each).removeprefix("Order ") for each in later[:LISTED])
    more = f"; and {counted(len(later) - LISTED, 'order')} more" if len(later) > LISTED else ""
    return f"Then {told}{more}."


def what_is_full(found: Grown) -> str:
    """What stands and when it is full, and the first limit."""
    first = next((each for each in found.reached if each.of), None)
    carries = plain(found.carries_now[0])
    what = "What serves in the first month carries" if found.is_from_nothing else "What stands carries"
    ends = f", by its {first.name}" if first is not None and _same(first, found) else ""
    return (
        f"{what} {carries} times the demand of today within its targets{ends}: it is too small"
        f" {month(found, found.full)}{_reserve(found)}.{_ends(found)}"
    )


def money(found: Grown) -> str:
    """What the orders cost, and how much growth and prices move that."""
    spent, over = capital(found)
    return (
        f"Capital over {counted(found.ahead.months, 'month')}: {spent} {found.currency}{over and f' ({over})'}."
        f" Present value of what the months cost, servers as they are paid off: {worth(found)}."
    )


def capital(found: Grown) -> tuple[str, str]:
    """What the orders cost to buy, and how far that goes over the ranges of its prices; "" where none has one."""
    known, over = float(found.bill.capital.sum()), found.capital
    if not over.half_width:
        return plain(round(known)), ""
    low, value, high = ranged(over.low, known, over.high)
    return value, f"{low} to {high} over the ranges of its prices"


def worth(found: Grown) -> str:
    """A present value with its range, growth and prices together."""
    low, value, high = present_value(found)
    return f"{value} {found.currency} ({low} to {high} over the growth and the ranges of its prices)"


def present_value(found: Grown) -> tuple[str, str, str]:
    """Its lowest, what it is, and its highest."""
    low, high = found.worth.together
    return ranged(low, found.worth.value, high)


def against(found: Grown) -> str:
    """The baseline through the same months; "" without one."""
    if found.why_not:
        return f"The baseline is not answered: {found.why_not}."
    other = found.against
    if other is None:
        return ""
    difference = other.worth.value - found.worth.value
    more, half = "more" if difference >= 0 else "less", max(_half(found.worth), _half(other.worth))
    units = f"{_units(other)} where this takes {_units(found)}"
    return (
        f"Staying with {other.scenario.name}: {units} at the end, and {rounded(abs(difference), half)} {found.currency}"
        f" {more} in present value, which is then {worth(other)}.{_unlike(found, other)}"
    )


def _unlike(found: Grown, other: Grown) -> str:
    """That both do not pay for their traffic in the same way, so that it is in one present value only; or ""."""
    if scenarios_pay_alike((found.scenario, other.scenario)):
        return ""
    return " They do not pay for traffic alike: egress is in a present value, bandwidth is not."


def risk(found: Grown) -> str:
    """How often the farm is too small all the same."""
    stated, ever = plain(PERCENT * found.supply.risk), plain(round(PERCENT * found.ever, 1))
    told = f"In each month the farm with these orders is too small in at most {stated} % of the ways that were drawn"
    if not found.late:
        return f"{told}, reserve included; in some month at all in {ever} %."
    months = f"{found.month(found.late[0])} to {found.month(found.late[-1])}"
    worst = plain(round(PERCENT * float(found.short.max()), 1))
    delivery = counted(round(found.supply.delivery), "month")
    return (
        f"{told}, but for {months}: nothing that is ordered now serves before {delivery} have passed, so that it is too"
        f" small there in up to {worst} %, reserve included."
    )


def notes(found: Grown) -> Iterator[str]:
    """How to read the figures."""
    share = plain(PERCENT * found.ahead.confidence)
    yield (
        f"Demand: {demand_is(found.ahead)}, {counted(len(found.ahead.drawn), 'way')} drawn in which it may go."
        f" Intervals of months hold {share} %, of the growth and of what a unit carries."
    )
    yield (
        f"A new unit carries {text(found.new.farm.sizing.unit_carries)}, {plain(found.new.level)} times the demand of"
        " today. Units are counted as `plan` does: with the reserve and the spare units, whole."
    )
    if found.new.farm.fetches_at_no_price:
        yield no_price_of_origin(f"{text(found.new.farm.sizing.fetched)} at the demand of today")
    for line in tier_failures(found.scenario, found.tiers_down, "In a unit that is full but for its reserve"):
        yield f"{line} That is by the utilisation law; response times were not looked at then."
    if not found.ahead.spreads:
        yield (
            "The growth is stated without a range, so that it is taken as known: state `low` and `high` to be told how"
            " sure the months are."
        )
    yield (
        "Servers that are bought are paid off over their life, at the interest of the prices; what is used beyond the"
        f" horizon is paid for beyond it, and what stands already is paid. {_bandwidth(found)}"
    )


def demand_is(ahead: Ahead) -> str:
    """Where the demand ahead comes from, and how good a forecast would have been."""
    forecast = ahead.forecast
    if forecast is None:
        return "as stated"
    past, tried = forecast.past, forecast.tried
    gaps = f" ({counted(len(past.missing), 'month')} missing)" if past.missing else ""
    season = "with a season of a year" if forecast.seasonal else "without a season"
    error, naive, inside = (_percent(each) for each in (tried.error, tried.naive, tried.inside))
    return (
        f"forecast from {forecast.file}, {month_text(past.first)} to {month_text(past.last)}{gaps}, {season}; of its"
        f" last {counted(tried.months, 'month')}, forecast from those before, it is off by {error}, where the same"
        f" month of the year before is off by {naive}, and {inside} of them lie in their intervals"
        + (f"; its {past.guessed}" if past.guessed else "")
    )


def _percent(share: float) -> str:
    """A share in per cent, to two digits: "7.1 %", "100 %"."""
    return f"{number(float(f'{PERCENT * share:.2g}'))} %"


def apart(ahead: Ahead) -> str:
    """That the stated demand is not that of its history; "" where it is, or there is none."""
    if ahead.forecast is None or ahead.forecast.apart is None:
        return ""
    found = ahead.forecast.apart
    demand = found.stated
    ends = f"{demand.roughly(found.low)} to {demand.roughly(found.high)}"
    return (
        f"The stated demand, {demand.stated}, is not what its history ends with: {month_text(found.month)} has"
        f" {demand.roughly(found.last)} there, and the forecast of {month_text(ahead.start)} is"
        f" {demand.roughly(found.likely)} ({ends}). All that is told in times the demand of today is in times of"
        " the stated one: state what the history ends with, or check its unit."
    )


def _bandwidth(found: Grown) -> str:
    """Where what the traffic costs stands: egress among what runs, bandwidth apart."""
    generations = (found.new, *(each.generation for each in found.standing))
    rented = {each.scenario.server.is_rented for each in generations}
    if rented == {True}:
        return "What leaves the servers is paid as egress, and is in what the months cost."
    if rented == {False}:
        return "Bandwidth is the demand's, and apart."
    return "What leaves servers that are rented is in what the months cost; the bandwidth of those bought is apart."


def month(found: Grown, when: When) -> str:
    """A month with its interval, in words."""
    last = found.month(found.ahead.months - 1)
    told = f"after {last}" if when.likely is None else f"in {found.month(when.likely)}"
    return told if when.early is None else f"{told} ({between(found, when)})"


def between(found: Grown, when: When) -> str:
    """The interval of a month, in words."""
    after = f"after {found.month(found.ahead.months - 1)}"
    if when.early is None:
        return after
    early = found.month(when.early)
    if when.early == when.late:
        return "in every way that was drawn" if when.chance == 1.0 else f"nearly always in {early}"
    if when.late is None and when.likely is None:
        return f"{early} at the earliest"
    if when.late is None:
        return f"{early} at the earliest, perhaps {after}"
    late = found.month(when.late)
    first, year = early.rsplit(" ", 1)
    return f"between {first if late.endswith(year) else early} and {late}"


def _reserve(found: Grown) -> str:
    """When its reserve is used up, where there is one."""
    if not found.scenario.reserve:
        return ""
    share = plain(PERCENT * found.scenario.reserve)
    return f", and its reserve of {share} % is used up {month(found, found.reserve_gone)}"


def _ends(found: Grown) -> str:
    """Which of what stands ends within the horizon."""
    told = ""
    for each in found.standing:
        if each.last is not None:
            what = "support" if each.why == "support" else "life"
            units, name = counted(each.stated, "unit"), each.generation.name
            ends = "ends" if each.last >= found.start else "ended"
            told += f" The {what} of {units} ({name}) {ends} with {found.month(each.last - found.start)}."
    return told


def _begins(found: Grown) -> str:
    """What is there from the first month, where nothing stands before."""
    begun = [each.order for each in found.purchases if each.order.arrives == 0]
    if not begun or not found.is_from_nothing:
        return ""
    units = sum(order.units for order in begun)
    servers = servers_of(found, units)
    return f"Begin with {counted(units, 'unit')} ({servers}) in {found.month(0)}. "


def _same(first: Reached, found: Grown) -> bool:
    """Whether the first limit is what stops what stands, and no target before it."""
    return first.name is not HALL and first.level <= found.carries_now[0] * (1.0 + 1e-6)


def _units(found: Grown) -> str:
    stood = sum(int(each.units[-1]) for each in found.standing)
    return counted(stood + int(found.units[-1]), "unit")


def _half(found: PresentValue) -> float:
    low, high = found.together
    return (high - low) / 2.0
