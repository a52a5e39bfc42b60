"""When to buy, in sentences: what to order by when, what is full when, and what it costs."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, number
from models.quantities.months import month_text
from simulator.experiment.estimate import exact
from simulator.farm.costs.cost_difference import scenarios_pay_alike
from simulator.farm.prediction import PREDICTED
from simulator.growth.bill import PresentValue
from simulator.growth.demand_paths import DemandPaths
from simulator.growth.growth_plan import GrowthPlan, Purchase
from simulator.growth.limit_dates import MonthRange
from simulator.growth.schedule import Order
from simulator.messages.cost_difference import no_price_of_origin
from simulator.messages.numbers import plain_number, range_texts, rounded, short_text, traffic_text
from simulator.messages.tier_failure import tier_failures

PERCENT = 100.0
LISTED = 3  # Orders and limits that a sentence tells; the tables have all.


def answer(growth_plan: GrowthPlan) -> str:
    """The first order that is still to be placed, and how sure its month is."""
    later = orders_ahead(growth_plan)
    if not later:
        last = growth_plan.month(growth_plan.ahead.months - 1)
        return f"{_begins(growth_plan)}Order nothing until {last}."
    return f"{_begins(growth_plan)}{order_by(growth_plan, later[0])}."


def order_by(growth_plan: GrowthPlan, purchase: Purchase) -> str:
    """One order in words: "Order 2 units (10 servers) by March 2027 (between January and June 2027)"."""
    order = purchase.order
    units = count_text(order.units, "unit")
    servers = servers_of(growth_plan, order.units)
    how = "" if order.offer.bought else f": {terms_of(growth_plan, order)}"
    if order.ordered == 0:
        return f"Order {units} ({servers}{how}) at once, in {growth_plan.month(0)}"
    return (
        f"Order {units} ({servers}{how}) by {growth_plan.month(order.ordered)}"
        f" ({month_range_text(growth_plan, purchase.when)})"
    )


def terms_of(growth_plan: GrowthPlan, order: Order) -> str:
    """How the units of an order are had, and for how long if that is not to the end: "rent on demand for 2 months"."""
    for_a_while = order.offer.by_the_month and order.ends < growth_plan.ahead.months
    return f"{order.offer.name} for {count_text(order.lasts, 'month')}" if for_a_while else order.offer.name


def servers_of(growth_plan: GrowthPlan, units: int) -> str:
    """The servers of so many new units with the pods on them, and those of other tiers that come with them."""
    new, unit = growth_plan.new, growth_plan.new.scenario.unit
    own = _with_pods(units * new.servers, units * unit.nodes if unit.pods else 0)
    others = [
        f"{_with_pods(units * servers, units * tier.servers if tier.pods else 0)} of {tier.name}"
        for tier, servers in zip(new.scenario.tiers, new.servers_of_tiers, strict=True)
    ]
    return "; with ".join(filter(None, (own, ", ".join(others))))


def _with_pods(servers: int, pods: int) -> str:
    """So many servers, with the pods that stand on them where they have some."""
    return count_text(servers, "server") + (f" with {count_text(pods, 'pod')}" if pods else "")


def orders_ahead(growth_plan: GrowthPlan) -> tuple[Purchase, ...]:
    """The orders after what is there from the first month."""
    return tuple(each for each in growth_plan.purchases if each.order.arrives > 0 or not growth_plan.is_from_nothing)


def later_orders(growth_plan: GrowthPlan) -> str:
    """The orders after the first one; "" where there are none."""
    later = orders_ahead(growth_plan)[1:]
    if not later:
        return ""
    told = "; ".join(order_by(growth_plan, each).removeprefix("Order ") for each in later[:LISTED])
    more = f"; and {count_text(len(later) - LISTED, 'order')} more" if len(later) > LISTED else ""
    return f"Then {told}{more}."


def exhaustion_sentence(growth_plan: GrowthPlan) -> str:
    """What stands and when it is full, and the first limit."""
    carries = short_text(exact(growth_plan.carries_now[0], ""))
    what = "The farm of the first month" if growth_plan.is_from_nothing else "The present farm"
    ends = f" Bottleneck: the {growth_plan.bottleneck}." if growth_plan.bottleneck else ""
    return (
        f"{what} can carry {carries} times today's demand. It is too small"
        f" {month_interval_text(growth_plan, growth_plan.full)}{_reserve(growth_plan)}.{ends}{_ends(growth_plan)}"
    )


def money(growth_plan: GrowthPlan) -> str:
    """What the orders cost, and how much growth and prices move that."""
    spent, over = capital(growth_plan)
    return (
        f"Capital over {count_text(growth_plan.ahead.months, 'month')}: {spent} {growth_plan.currency}"
        f"{over and f' ({over})'}. Present value of all costs, servers as they are paid off: {value_text(growth_plan)}."
    )


def capital(growth_plan: GrowthPlan) -> tuple[str, str]:
    """What the orders cost to buy, and how far that goes over the ranges of its prices; "" where none has one."""
    known, over = float(growth_plan.bill.capital.sum()), growth_plan.capital
    if not over.half_width:
        return plain_number(round(known)), ""
    low, value, high = range_texts(over.low, known, over.high)
    return value, f"{low}-{high} over its prices"


def value_text(growth_plan: GrowthPlan) -> str:
    """A present value with its range, growth, capacity and prices together."""
    low, value, high = present_value(growth_plan)
    return f"{value} {growth_plan.currency} ({low}-{high} over growth, capacity and prices)"


def present_value(growth_plan: GrowthPlan) -> tuple[str, str, str]:
    """Its lowest, what it is, and its highest."""
    low, high = growth_plan.worth.together
    return range_texts(low, growth_plan.worth.value, high)


def against_baseline(growth_plan: GrowthPlan) -> str:
    """The baseline through the same months; "" without one."""
    if growth_plan.why_not:
        return f"The baseline is not answered: {growth_plan.why_not}."
    other = growth_plan.against
    if other is None:
        return ""
    difference = other.worth.value - growth_plan.worth.value
    more, half = "more" if difference >= 0 else "less", max(_half(growth_plan.worth), _half(other.worth))
    units = f"{_units(other)} where this takes {_units(growth_plan)}"
    return (
        f"Staying with {other.scenario.name}: {units} at the end, and {rounded(abs(difference), half)}"
        f" {growth_plan.currency}"
        f" {more} in present value: {value_text(other)}.{_unlike(growth_plan, other)}"
    )


def _unlike(growth_plan: GrowthPlan, other: GrowthPlan) -> str:
    """That both do not pay for their traffic in the same way, so that it is in one present value only; or ""."""
    if scenarios_pay_alike((growth_plan.scenario, other.scenario)):
        return ""
    return " They do not pay for traffic alike: the present value has egress in it, and no bandwidth."


def risk(growth_plan: GrowthPlan) -> str:
    """How often the farm is too small all the same."""
    stated, ever = (plain_number(round(PERCENT * each, 1)) for each in (growth_plan.risk, growth_plan.ever))
    told = f"With these orders the farm is too small with at most {stated} % probability in any month"
    if not growth_plan.late:
        return f"{told}; in some month at all with {ever} %."
    months = f"{growth_plan.month(growth_plan.late[0])} to {growth_plan.month(growth_plan.late[-1])}"
    worst = plain_number(round(PERCENT * float(growth_plan.short.max()), 1))
    delivery = count_text(round(growth_plan.supply.delivery), "month")
    return (
        f"{told}, except {months}: what is ordered now takes {delivery} to serve, so that the probability is up to"
        f" {worst} % there."
    )


def notes(growth_plan: GrowthPlan) -> Iterator[str]:
    """How to read the figures."""
    share = plain_number(PERCENT * growth_plan.ahead.confidence)
    yield (
        f"Demand: {demand_source(growth_plan.ahead)}; {plain_number(len(growth_plan.ahead.drawn))} possible courses are"
        f" drawn. Intervals of months hold with {share} %, over the growth and the capacity of a unit."
    )
    yield (
        f"A new unit can carry {short_text(growth_plan.new.farm.sizing.unit_carries)},"
        f" {short_text(exact(growth_plan.new.level, ''))} times today's demand{_unit_interval(growth_plan)}. Units are"
        f" whole, with the spare units, and carry the demand in"
        f" {plain_number(round(PERCENT * (1.0 - growth_plan.risk), 1))} % of the courses{_reserved(growth_plan)}."
    )
    if growth_plan.why_known:
        yield f"The ranges of the model are not in the capacity of a unit. {growth_plan.why_known}."
    if growth_plan.new.farm.fetches_at_no_price:
        yield no_price_of_origin(f"{traffic_text(growth_plan.new.farm.sizing.fetched)} at the demand of today")
    for line in tier_failures(
        growth_plan.scenario, growth_plan.tiers_down, "In a unit that is full but for its reserve"
    ):
        yield f"{line} That is by the utilisation law; response times were not looked at then."
    if not growth_plan.ahead.spreads:
        yield (
            "The growth has no range, so it is taken as known. State `low` and `high` to see how sure the months are."
        )
    yield (
        "Servers are paid off over their life with interest; what is used beyond the horizon is paid for beyond it, and"
        f" what stands already is paid. {_bandwidth(growth_plan)}"
    )


def _reserved(growth_plan: GrowthPlan) -> str:
    """What takes the reserve besides; "" without one."""
    return ", and its reserve too by the capacity as it stands, as `plan` counts" if growth_plan.reserve else ""


def _unit_interval(growth_plan: GrowthPlan) -> str:
    """The prediction interval of what a new unit carries; "" where it has no width."""
    of_unit = growth_plan.unit_carries
    low, _, high = range_texts(of_unit.low, growth_plan.new.level, of_unit.high)
    return f" ({PERCENT * PREDICTED:.0f} %: {low}-{high})" if low != high else ""


def demand_source(ahead: DemandPaths) -> str:
    """Where the demand ahead comes from, and how good a forecast would have been."""
    forecast = ahead.forecast
    if forecast is None:
        return "as stated"
    past, tried = forecast.past, forecast.tried
    gaps = f" ({count_text(len(past.missing), 'month')} missing)" if past.missing else ""
    season = "with a season of a year" if forecast.seasonal else "without a season"
    error, naive, inside = (_percent(each) for each in (tried.error, tried.naive, tried.inside))
    return (
        f"forecast from {forecast.file}, {month_text(past.first)} to {month_text(past.last)}{gaps}, {season}; of its"
        f" last {count_text(tried.months, 'month')}, forecast from those before, it is off by {error}, where the same"
        f" month of the year before is off by {naive}, and {inside} of them lie in their intervals"
        + (f"; its {past.guessed}" if past.guessed else "")
    )


def _percent(share: float) -> str:
    """A share in per cent, to two digits: "7.1 %", "100 %"."""
    return f"{number(float(f'{PERCENT * share:.2g}'))} %"


def history_mismatch(ahead: DemandPaths) -> str:
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


def _bandwidth(growth_plan: GrowthPlan) -> str:
    """Where what the traffic costs stands: egress among what runs, bandwidth apart."""
    generations = (growth_plan.new, *(each.generation for each in growth_plan.standing))
    rented = {each.scenario.server.is_rented for each in generations}
    if rented == {True}:
        return "What leaves the servers is paid as egress, which is in the costs."
    if rented == {False}:
        return "Bandwidth is apart."
    return "Egress of rented servers is in the costs; the bandwidth of those bought is apart."


def month_interval_text(growth_plan: GrowthPlan, when: MonthRange) -> str:
    """A month with its interval, in words."""
    last = growth_plan.month(growth_plan.ahead.months - 1)
    told = f"after {last}" if when.likely is None else f"in {growth_plan.month(when.likely)}"
    return told if when.early is None else f"{told} ({month_range_text(growth_plan, when)})"


def month_range_text(growth_plan: GrowthPlan, when: MonthRange) -> str:
    """The interval of a month, in words."""
    after = f"after {growth_plan.month(growth_plan.ahead.months - 1)}"
    if when.early is None:
        return after
    early = growth_plan.month(when.early)
    if when.early == when.late:
        return "in every course drawn" if when.chance == 1.0 else f"nearly always in {early}"
    if when.late is None and when.likely is None:
        return f"{early} at the earliest"
    if when.late is None:
        return f"{early} at the earliest, perhaps {after}"
    late = growth_plan.month(when.late)
    first, year = early.rsplit(" ", 1)
    return f"between {first if late.endswith(year) else early} and {late}"


def _reserve(growth_plan: GrowthPlan) -> str:
    """When its reserve is used up, where there is one."""
    if not growth_plan.reserve:
        return ""
    share = plain_number(PERCENT * growth_plan.reserve)
    return f"; its reserve of {share} % is used up {month_interval_text(growth_plan, growth_plan.reserve_gone)}"


def _ends(growth_plan: GrowthPlan) -> str:
    """Which of what stands ends within the horizon."""
    told = ""
    for each in growth_plan.standing:
        if each.last is not None:
            what = "support" if each.why == "support" else "life"
            units, name = count_text(each.stated, "unit"), each.generation.name
            ends = "ends" if each.last >= growth_plan.start else "ended"
            told += f" The {what} of {units} ({name}) {ends} with {growth_plan.month(each.last - growth_plan.start)}."
    return told


def _begins(growth_plan: GrowthPlan) -> str:
    """What is there from the first month, where nothing stands before."""
    begun = [each.order for each in growth_plan.purchases if each.order.arrives == 0]
    if not begun or not growth_plan.is_from_nothing:
        return ""
    units = sum(order.units for order in begun)
    servers = servers_of(growth_plan, units)
    return f"Begin with {count_text(units, 'unit')} ({servers}) in {growth_plan.month(0)}. "


def _units(growth_plan: GrowthPlan) -> str:
    stood = sum(int(each.units[-1]) for each in growth_plan.standing)
    return count_text(stood + int(growth_plan.units[-1]), "unit")


def _half(present_value: PresentValue) -> float:
    low, high = present_value.together
    return (high - low) / 2.0
