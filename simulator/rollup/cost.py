"""What a farm costs a month, item by item."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.datacenter import Prices
from models.scenario import Scenario
from simulator.measure.estimate import given
from simulator.rollup.counted import Counted
from simulator.rollup.propagate import added
from simulator.rollup.sizing import Sizing

USD = "USD/month"
USD_PER_MBPS = "USD/Mbps-month"
MONTHS = 12
HOURS_PER_MONTH = 8760 / 12

SERVERS, LICENCES, ELECTRICITY = "servers", "licences", "electricity"
HOSTING, BANDWIDTH, ADMINISTRATION = "hosting", "bandwidth", "administration"


@dataclass(frozen=True)
class Item:
    """One item of the bill in USD a month; `basis` says in words what is multiplied."""

    name: str
    basis: str
    amount: Counted


@dataclass(frozen=True)
class Cost:
    """A monthly bill in US dollars of the year `year`; per_mbps is the total for each Mbps of the demand."""

    year: int
    items: tuple[Item, ...]
    total: Counted
    per_mbps: Counted

    def item(self, name: str) -> Item:
        """The item of that name. Raises KeyError when there is none."""
        for item in self.items:
            if item.name == name:
                return item
        raise KeyError(name)

    def without(self, name: str) -> Counted:
        """The total without the item of that name; half-widths add, as they do in the total."""
        return total([item.amount for item in self.items if item.name != name])


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
    """The monthly bill of a farm, for the units it needs exactly and for whole units.

    Electricity is the average power at the demand, all month, times the PUE. Hosting is the power provisioned and the
    rack space. Bandwidth is the demand, which every farm that meets it carries alike.
    """
    prices = scenario.datacenter.prices
    items = (*_bought(scenario, sizing), *_run(prices, sizing))
    whole = total([item.amount for item in items])
    demand = sizing.demand.value
    return Cost(prices.year, items, whole, whole.times(1.0 / demand, USD_PER_MBPS))


def total(amounts: Sequence[Counted]) -> Counted:
    """The sum of amounts that all hang on one measurement, in USD a month."""
    exact = added([amount.exact for amount in amounts], USD)
    return Counted(exact, added([amount.whole for amount in amounts], USD))


def _bought(scenario: Scenario, sizing: Sizing) -> tuple[Item, ...]:
    """What is paid off: the machines and their licences."""
    prices, servers = scenario.datacenter.prices, sizing.servers
    paid_off = f"paid off over {prices.server_life:g} years at {prices.interest * 100:g} % a year"
    amounts = {
        SERVERS: (f"{scenario.server.price:,.0f} USD a server", scenario.server.price),
        LICENCES: (f"{scenario.operating_system.licence:,.0f} USD a server", scenario.operating_system.licence),
    }
    return tuple(
        Item(name, f"{each}, {paid_off}", servers.times(_monthly(price, prices), USD))
        for name, (each, price) in amounts.items()
    )


def _monthly(price: float, prices: Prices) -> float:
    return annuity(price, prices.interest, prices.server_life)


def _run(prices: Prices, sizing: Sizing) -> tuple[Item, ...]:
    """What is paid for as it is used."""
    average = Counted(sizing.power.average, sizing.whole_power.average)
    provisioned = Counted(sizing.power.provisioned, sizing.whole_power.provisioned)
    per_kw = prices.pue * HOURS_PER_MONTH * prices.electricity
    space = sizing.rack_units.times(prices.rack_space, USD)
    bandwidth = given(sizing.demand.value * prices.bandwidth, USD)
    return (
        Item(
            ELECTRICITY,
            f"average power x PUE {prices.pue:g} x {HOURS_PER_MONTH:g} h x {prices.electricity:g} USD/kWh",
            average.times(per_kw, USD),
        ),
        Item(
            HOSTING,
            f"{prices.hosting:g} USD a kW provisioned and {prices.rack_space:g} USD a rack unit",
            total((provisioned.times(prices.hosting, USD), space)),
        ),
        Item(
            BANDWIDTH,
            f"{prices.bandwidth:g} USD a Mbps of the demand",
            Counted(bandwidth, bandwidth),
        ),
        Item(
            ADMINISTRATION,
            f"{prices.administration:g} USD a server",
            sizing.servers.times(prices.administration, USD),
        ),
    )
