"""What the months ahead cost: each month's capital and bill, and their present value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.parts.growth.supply import Supply
from models.scenario import Scenario
from simulator.experiment.estimate import exact
from simulator.farm.costs.cost import egress_price
from simulator.farm.costs.price_range import PriceRange, price_range
from simulator.growth.demand_paths import DemandPaths, FloatArray, Months, column_quantile
from simulator.growth.generations import Generation
from simulator.growth.installed_base import InstalledUnits
from simulator.growth.offers import UnitOffer, cheapest_unit_costs, discount_factors, unit_offers
from simulator.growth.schedule import Order, units_in_service


@dataclass(frozen=True)
class CostsAhead:
    """By months, in the currency of the prices. capital: for what is bought, in the month in which it begins to serve.
    paid_off: servers and licences as they are paid off, and what is rented; running: power, space and people, of what
    stands too."""

    capital: FloatArray
    paid_off: FloatArray
    running: FloatArray

    @property
    def total(self) -> FloatArray:
        """What each month costs; the capital is in it as it is paid off."""
        return self.paid_off + self.running


@dataclass(frozen=True)
class PresentValue:
    """A present value, in money of the first month and the currency of the prices.

    by_prices: over the ranges of the assumed prices. by_growth: what it would be, at both ends of its interval, if each
    unit came in the month in which the demand needs it. together: both around the value, as squares.
    """

    value: float
    by_prices: PriceRange
    by_growth: tuple[float, float, float]

    @property
    def together(self) -> tuple[float, float]:
        """The lowest and the highest, growth and prices together."""
        low, likely, high = self.by_growth
        down = np.hypot(likely - low, self.value - self.by_prices.low)
        up = np.hypot(high - likely, self.by_prices.high - self.value)
        return max(0.0, self.value - float(down)), self.value + float(up)


def monthly_costs(
    orders: Sequence[Order], standing: Sequence[InstalledUnits], new: Generation, times: FloatArray
) -> CostsAhead:
    """What each month costs at a demand, which all that serves shares in proportion to what it carries."""
    months = len(times)
    capital, paid_off, running = np.zeros(months), np.zeros(months), np.zeros(months)
    for order in orders:
        capital[order.arrives] += order.units * order.offer.price[order.arrives]
        paid_off[order.arrives : order.ends] += order.units * order.offer.charges[order.arrives]
    groups = [(each.generation, each.generation.running, each.units) for each in standing]
    groups.append((new, new.keeping, units_in_service(orders, months)))
    levels = sum((generation.level * units for generation, _, units in groups), np.zeros(months))
    for generation, costs, units in groups:
        shares = np.divide(generation.level * units, levels, out=np.zeros(months), where=levels > 0.0)
        by_month = zip(units, shares * times, times, strict=True)
        running += [costs(float(count), float(each), float(in_all)) for count, each, in_all in by_month]
    return CostsAhead(capital, paid_off, running + new.standing_gateways)


def work_cost(generation: Generation) -> float:
    """What the work itself costs a month, for the demand of today: its electricity, or what leaves a cloud."""
    level = generation.level
    return (generation.running(1.0, level, 1.0) - generation.running(1.0, 0.0, 1.0)) / level


def stepped_egress(generation: Generation, times: FloatArray) -> FloatArray:
    """What leaves a cloud costs more a month than in proportion to what leaves today, at so many times the demand of
    today: the price of a GB may have steps of the month's volume."""
    scenario, today = generation.scenario, generation.farm.sizing.demand.value
    prices, now = scenario.datacenter.prices, egress_price(scenario, today)
    if not scenario.server.is_rented or not prices.egress_steps:
        return np.zeros_like(times)
    gigabytes = times * now.gigabytes
    beyond = (by * np.maximum(0.0, gigabytes - above) for above, by in prices.egress_changes)
    return gigabytes * ((prices.egress or 0.0) - now.average) + sum(beyond, np.zeros_like(times))


def present_value(costs_ahead: CostsAhead, discount: FloatArray) -> float:
    """What the months cost, in money of the first one."""
    return float(costs_ahead.total @ discount)


@dataclass(frozen=True)
class ValuedCosts:
    """What a present value is taken of."""

    scenario: Scenario
    supply: Supply
    orders: tuple[Order, ...]
    standing: tuple[InstalledUnits, ...]
    new: Generation
    lives: int

    def at_prices(self, scenario: Scenario, times: FloatArray) -> float:
        """The present value of the same orders at the prices of another scenario."""
        new = replace(self.new, scenario=scenario)
        standing = [replace(each, generation=_with_prices(each.generation, scenario)) for each in self.standing]
        costs_ahead = monthly_costs(self._ordered(scenario, len(times)), standing, new, times)
        return present_value(costs_ahead, discount_factors(scenario, len(times)))

    def capital_at_prices(self, scenario: Scenario, months: int) -> float:
        """What the same orders cost to buy at the prices of another scenario."""
        return sum(each.units * float(each.offer.price[each.arrives]) for each in self._ordered(scenario, months))

    def _ordered(self, scenario: Scenario, months: int) -> list[Order]:
        """The same orders on the offers of another scenario."""
        new = replace(self.new, scenario=scenario)
        found = {each.name: each for each in unit_offers(scenario, self.supply, new, months, self.lives)}
        return [replace(order, offer=found[order.offer.name]) for order in self.orders]


def present_value_with_ranges(
    valued: ValuedCosts, ahead: DemandPaths, needed: Months, unit_offers: Sequence[UnitOffer]
) -> PresentValue:
    """The present value with its ranges."""
    discount = discount_factors(valued.scenario, ahead.months)
    value = present_value(monthly_costs(valued.orders, valued.standing, valued.new, ahead.likely), discount)
    currency = valued.scenario.datacenter.prices.currency
    over = price_range(valued.scenario, lambda scenario: exact(valued.at_prices(scenario, ahead.likely), currency))
    fixed = present_value(monthly_costs((), valued.standing, valued.new, np.zeros(ahead.months)), discount)
    each = fixed + just_in_time_value(needed, unit_offers, discount) + ahead.drawn @ discount * work_cost(valued.new)
    each = each + stepped_egress(valued.new, ahead.drawn) @ discount
    shares = ((1.0 - ahead.confidence) / 2.0, 0.5, (1.0 + ahead.confidence) / 2.0)
    low, likely, high = (float(column_quantile(each, share)) for share in shares)
    return PresentValue(value, over, (low, likely, high))


def capital_range(valued: ValuedCosts, months: int) -> PriceRange:
    """How far the capital of all orders may be off because prices are assumed; growth moves the orders besides."""
    currency = valued.scenario.datacenter.prices.currency
    return price_range(valued.scenario, lambda each: exact(valued.capital_at_prices(each, months), currency))


def just_in_time_value(needed: Months, unit_offers: Sequence[UnitOffer], discount: FloatArray) -> FloatArray:
    """The present value by draws, if every unit came in the month in which it is needed first, and stayed."""
    most = np.maximum.accumulate(needed, axis=1)
    come = np.diff(most, axis=1, prepend=0)
    return np.asarray(come @ cheapest_unit_costs(unit_offers, discount), dtype=np.float64)


def _with_prices(generation: Generation, scenario: Scenario) -> Generation:
    """A generation in the data centre of another scenario."""
    parts = {"datacenter": scenario.datacenter}
    return replace(generation, scenario=generation.scenario.model_copy(update=parts))
