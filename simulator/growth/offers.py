"""The ways in which a further unit can be had, and what each costs a month from the month in which it serves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import Supply
from models.scenario import Scenario
from simulator.growth.ahead import Numbers
from simulator.growth.generations import Generation
from simulator.rollup.money.cost import MONTHS, annuity

BUY = "buy"


@dataclass(frozen=True)
class UnitOffer:
    """A way to have a unit. term: months for which it is paid and serves. charges: USD a month by the month in which it
    begins to serve; price: USD at once in that month, which the charges pay off; 0 for what is rented. keeps: USD a
    month for power, space and people, without the work. bought: whether it stands in the hall."""

    name: str
    term: int
    charges: Numbers
    price: Numbers
    keeps: float
    bought: bool


def offers(scenario: Scenario, supply: Supply, new: Generation, months: int, lives: int) -> tuple[UnitOffer, ...]:
    """All ways of a supply. A server that is bought is paid off over its life, at the interest of the prices."""
    prices, steps = scenario.datacenter.prices, range(months)
    found = []
    if supply.buys:
        price = np.array([new.price(supply.price_falls, month) for month in steps])
        charges = np.array([annuity(each, prices.interest, lives / MONTHS) for each in price])
        found.append(UnitOffer(BUY, lives, charges, price, new.running(1.0, 0.0), True))
    for rent in supply.rent:
        charges, nothing = np.full(months, new.nodes * rent.price), np.zeros(months)
        people = new.nodes * prices.administration
        found.append(UnitOffer(rent.name, round(rent.term), charges, nothing, people, False))
    return tuple(found)


def discounts(scenario: Scenario, months: int) -> Numbers:
    """What a dollar of each month is worth in the first one: (1 + interest / 12) ** -month."""
    a_month = 1.0 + scenario.datacenter.prices.interest / MONTHS
    return np.asarray(a_month ** -np.arange(float(months)), dtype=np.float64)


def unit_costs(offer: UnitOffer, discount: Numbers) -> Numbers:
    """The present value of a unit by the month in which it begins to serve: of what it costs within the horizon."""
    months = len(discount)
    served = np.concatenate([[0.0], np.cumsum(discount)])
    ends = np.minimum(np.arange(months) + offer.term, months)
    return np.asarray((offer.charges + offer.keeps) * (served[ends] - served[:months]), dtype=np.float64)


def cheapest_from(found: Sequence[UnitOffer], discount: Numbers) -> Numbers:
    """The present value of a unit that is kept from each month to the end of the horizon, on the cheapest offer."""
    left = np.cumsum(discount[::-1])[::-1]
    return np.asarray(np.min([(offer.charges + offer.keeps) * left for offer in found], axis=0), dtype=np.float64)
