"""What a farm costs a month, item by item."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.parts.datacenter import Prices
from models.scenario import Scenario
from simulator.measure.estimate import given
from simulator.measure.propagate import added
from simulator.rollup.counted import Counted
from simulator.rollup.sizing import Sizing

USD = "USD/month"
USD_ONCE = "USD"
USD_PER_MBPS = "USD/Mbps-month"
MONTHS = 12
HOURS_PER_MONTH = 8760 / 12

SERVERS, LICENCES, ELECTRICITY = "servers", "licences", "electricity"
HOSTING, BANDWIDTH, ADMINISTRATION = "hosting", "bandwidth", "administration"


@dataclass(frozen=True)
class Item:
    """One item of the bill in USD a month, or of what is bought in USD; `basis` says in words what is multiplied."""

    name: str
    basis: str
    amount: Counted


@dataclass(frozen=True)
class Cost:
    """A monthly bill in US dollars of the year `year`.

    items: machines, licences, power, space and people; total: their sum, what the farm costs. bandwidth is apart: it
    is the demand's, and every farm that carries that pays it alike. per_mbps: the total for each Mbps of the demand.
    """

    year: int
    items: tuple[Item, ...]
    bandwidth: Item
    total: Counted
    per_mbps: Counted

    def item(self, name: str) -> Item:
        """The item of that name, bandwidth too. Raises KeyError when there is none."""
        for item in (*self.items, self.bandwidth):
            if item.name == name:
                return item
        raise KeyError(name)

    @property
    def with_bandwidth(self) -> Counted:
        """The total and the bandwidth; half-widths add, as they do in the total."""
        return total([item.amount for item in (*self.items, self.bandwidth)])


@dataclass(frozen=True)
class Capital:
    """What is paid once, in US dollars of the year of the bill: items, servers and licences, and their sum."""

    items: tuple[Item, ...]
    total: Counted


@dataclass(frozen=True)
class Bought:
    """What a bill is for: so many servers, what they draw on average and at most in kW, and their rack units."""

    servers: Counted
    average: Counted
    provisioned: Counted
    rack_units: Counted


def annuity(price: float, interest: float, years: float) -> float:
    """What paying off `price` over `years` costs a month, in the price's currency.

    price * r / (1 - (1 + r) ** -n), with r = interest / 12 a month and n = 12 * years payments at the end of each
    month: the ordinary annuity (Brealey, Myers and Allen 2011, Principles of Corporate Finance, section 2-2), by which
    Hamilton 2008 (Perspectives, Cost of Power in Large-Scale Data Centers) pays servers off.

    >>> round(annuity(18_000.0, 0.05, 3.0), 2)
    539.48
    >>> annuity(18_000.0, 0.0, 3.0)
    500.0
    """
    rate, payments = interest / MONTHS, years * MONTHS
    if rate == 0.0:
        return price / payments
    return price * rate / (1.0 - (1.0 + rate) ** -payments)


def cost(scenario: Scenario, sizing: Sizing) -> Cost:
    """The monthly bill of a farm, for the units it needs exactly and for those that are bought.

    Electricity is the average power at the demand, all month, times the PUE. Hosting is the power provisioned and the
    rack space. Bandwidth is the demand, which every farm that meets it carries alike.
    """
    prices, demand = scenario.datacenter.prices, sizing.demand.value
    bought = Bought(
        sizing.servers,
        Counted(sizing.power.average, sizing.whole_power.average),
        Counted(sizing.power.provisioned, sizing.whole_power.provisioned),
        sizing.rack_units,
    )
    items = bill(scenario, bought)
    whole = total([item.amount for item in items])
    return Cost(prices.year, items, _bandwidth(prices, demand), whole, whole.times(1.0 / demand, USD_PER_MBPS))


def capital(scenario: Scenario, sizing: Sizing) -> Capital:
    """What a farm costs to buy: its servers and their licences, which the monthly bill pays off."""
    items = tuple(
        Item(name, f"{price:,.0f} USD a server", sizing.servers.times(price, USD_ONCE))
        for name, price in bought_once(scenario).items()
    )
    amounts = [item.amount for item in items]
    exact, whole = (added([getattr(amount, count) for amount in amounts], USD_ONCE) for count in ("exact", "whole"))
    return Capital(items, Counted(exact, whole))


def bill(scenario: Scenario, bought: Bought) -> tuple[Item, ...]:
    """What is bought, item by item, without bandwidth: every bill is this one, whatever it is for."""
    return (*_paid_off(scenario, bought.servers), *running(scenario.datacenter.prices, bought))


def total(amounts: Sequence[Counted]) -> Counted:
    """The sum of amounts that all hang on one measurement, in USD a month."""
    exact = added([amount.exact for amount in amounts], USD)
    return Counted(exact, added([amount.whole for amount in amounts], USD))


def _paid_off(scenario: Scenario, servers: Counted) -> tuple[Item, ...]:
    """What is paid off: the machines and their licences."""
    prices = scenario.datacenter.prices
    paid_off = f"paid off over {prices.server_life:g} years at {prices.interest * 100:g} % a year"
    return tuple(
        Item(name, f"{price:,.0f} USD a server, {paid_off}", servers.times(_monthly(price, prices), USD))
        for name, price in bought_once(scenario).items()
    )


def bought_once(scenario: Scenario) -> dict[str, float]:
    """The prices of what is bought with every server, USD."""
    return {SERVERS: scenario.server.price, LICENCES: scenario.operating_system.licence}


def _monthly(price: float, prices: Prices) -> float:
    return annuity(price, prices.interest, prices.server_life)


def running(prices: Prices, bought: Bought) -> tuple[Item, ...]:
    """What is paid for as it is used."""
    per_kw = prices.pue * HOURS_PER_MONTH * prices.electricity
    space = bought.rack_units.times(prices.rack_space, USD)
    power = f"average power x PUE {prices.pue:g} x {HOURS_PER_MONTH:g} h x {prices.electricity:g} USD/kWh"
    hosting = f"{prices.hosting:g} USD a kW provisioned and {prices.rack_space:g} USD a rack unit"
    people = f"{prices.administration:g} USD a server"
    return (
        Item(ELECTRICITY, power, bought.average.times(per_kw, USD)),
        Item(HOSTING, hosting, total((bought.provisioned.times(prices.hosting, USD), space))),
        Item(ADMINISTRATION, people, bought.servers.times(prices.administration, USD)),
    )


def _bandwidth(prices: Prices, demand: float) -> Item:
    amount = given(demand * prices.bandwidth, USD)
    return Item(BANDWIDTH, f"{prices.bandwidth:g} USD a Mbps of the demand", Counted(amount, amount))
