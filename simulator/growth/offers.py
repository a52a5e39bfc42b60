"""The ways in which a further unit can be had, and what each costs a month from the month in which it serves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import Supply
from models.parts.instance import MONTHS, ON_DEMAND, ONE_YEAR, SPOT, THREE_YEARS
from models.scenario import Scenario
from simulator.errors import require
from simulator.farm.costs.cost import annuity
from simulator.growth.demand_paths import FloatArray
from simulator.growth.generations import Generation
from simulator.messages.stages.growth import orders

BUY = "buy"
# The terms of a cloud: what they are called, months, and the price that is paid.
_TERMS = (
    ("rent on demand", 1, ON_DEMAND),
    ("reserve for a year", MONTHS, ONE_YEAR),
    (orders.THREE_YEARS, 3 * MONTHS, THREE_YEARS),
    (orders.SPOT, 1, SPOT),
)


@dataclass(frozen=True)
class UnitOffer:
    """A way to have a unit, in the currency of the prices.

    term: months for which it is paid and serves. charges: what that is a month, by the month in which it begins to
    serve; price: what is paid at once in that month, which the charges pay off; keeps: what it takes a month in power,
    space and people, without the work. bought: whether it stands in the hall.
    """

    name: str
    term: int
    charges: FloatArray
    price: FloatArray
    keeps: float
    bought: bool

    @property
    def by_the_month(self) -> bool:
        """Whether it goes on, month after month, for as long as it is wanted."""
        return self.term == 1 and not self.bought


def unit_offers(scenario: Scenario, supply: Supply, new: Generation, months: int, lives: int) -> tuple[UnitOffer, ...]:
    """All ways to have a unit, and the servers of other tiers with it. What is bought is paid off over its life, at the
    interest of the prices; a server of a cloud is rented on any of the terms that have a price, and only its licence is
    bought, with it. Either all of them are bought or all are rented, which the reading of a scenario sees to."""
    prices, keeps = scenario.datacenter.prices, new.keeping(1.0, 0.0)
    price = np.array([new.price(supply.price_falls, month) for month in range(months)])
    if not scenario.server.is_rented:
        paid = np.array([annuity(each, prices.interest, lives / MONTHS) for each in price])
        return (UnitOffer(BUY, lives, paid, price, keeps, True),)
    found = []
    for name, term, a_month in _terms(new):
        licence = np.array([annuity(each, prices.interest, lives / MONTHS) for each in price])
        charges = licence + prices.from_usd(a_month)
        found.append(UnitOffer(name, term, charges, np.zeros(months), keeps, False))
    return tuple(found)


def _terms(new: Generation) -> Iterator[tuple[str, int, float]]:
    """The terms of a cloud on which a unit, and what comes with it, can be had: name, months, US dollars a month. Spot
    prices, at which it may be taken back, only where somebody has chosen them."""
    at_spot = all(kind.rent == SPOT for kind, _ in new.kinds)
    rented = [(require(kind.server.instance, orders.INSTANCE), count) for kind, count in new.kinds]
    for name, term, rent in _TERMS:
        each = [(instance.a_month_on(rent), count) for instance, count in rented]
        if all(price is not None for price, _ in each) and (at_spot or rent != SPOT):
            yield name, term, sum(count * (price or 0.0) for price, count in each)


def discount_factors(scenario: Scenario, months: int) -> FloatArray:
    """What money of each month is worth in the first one: (1 + interest / 12) ** -month."""
    a_month = 1.0 + scenario.datacenter.prices.interest / MONTHS
    return np.asarray(a_month ** -np.arange(float(months)), dtype=np.float64)


def unit_costs(offer: UnitOffer, discount: FloatArray) -> FloatArray:
    """The present value of a unit by the month in which it begins to serve: of what it costs within the horizon."""
    months = len(discount)
    served = np.concatenate([[0.0], np.cumsum(discount)])
    ends = np.minimum(np.arange(months) + offer.term, months)
    return np.asarray((offer.charges + offer.keeps) * (served[ends] - served[:months]), dtype=np.float64)


def cheapest_unit_costs(unit_offers: Sequence[UnitOffer], discount: FloatArray) -> FloatArray:
    """The present value of a unit that is kept from each month to the end of the horizon, on the cheapest offer."""
    left = np.cumsum(discount[::-1])[::-1]
    return np.asarray(np.min([(offer.charges + offer.keeps) * left for offer in unit_offers], axis=0), dtype=np.float64)
