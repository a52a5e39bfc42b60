"""The ways in which a further unit can be had, and what each costs a month from the month in which it serves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import Supply
from models.parts.hardware import HOURS_PER_MONTH, MONTHS, Instance
from models.scenario import Scenario
from simulator.growth.ahead import FloatArray
from simulator.growth.generations import Generation
from simulator.rollup.money.cost import annuity

BUY, ON_DEMAND, A_YEAR, THREE_YEARS = "buy", "rent on demand", "reserve for a year", "reserve for three years"


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


def offers(scenario: Scenario, supply: Supply, new: Generation, months: int, lives: int) -> tuple[UnitOffer, ...]:
    """All ways to have a unit. What is bought is paid off over its life, at the interest of the prices; a server of a
    cloud is rented on any of the terms that have a price, and only its licence is bought, with it."""
    prices, keeps = scenario.datacenter.prices, new.keeping(1.0, 0.0)
    price = np.array([new.price(supply.price_falls, month) for month in range(months)])
    instance = scenario.server.instance
    if instance is None:
        paid = np.array([annuity(each, prices.interest, lives / MONTHS) for each in price])
        return (UnitOffer(BUY, lives, paid, price, keeps, True),)
    found = []
    for name, term, a_month in _terms(instance):
        licence = np.array([annuity(each, prices.interest, lives / MONTHS) for each in price])
        charges = licence + new.nodes * prices.from_usd(a_month)
        found.append(UnitOffer(name, term, charges, np.zeros(months), keeps, False))
    return tuple(found)


def _terms(instance: Instance) -> Iterator[tuple[str, int, float]]:
    """The terms of a cloud that have a price: name, months, and US dollars a month."""
    yield ON_DEMAND, 1, instance.on_demand * HOURS_PER_MONTH
    if instance.reserved_1_year is not None:
        yield A_YEAR, MONTHS, instance.reserved_1_year / MONTHS
    if instance.reserved_3_years is not None:
        yield THREE_YEARS, 3 * MONTHS, instance.reserved_3_years / MONTHS


def discounts(scenario: Scenario, months: int) -> FloatArray:
    """What money of each month is worth in the first one: (1 + interest / 12) ** -month."""
    a_month = 1.0 + scenario.datacenter.prices.interest / MONTHS
    return np.asarray(a_month ** -np.arange(float(months)), dtype=np.float64)


def unit_costs(offer: UnitOffer, discount: FloatArray) -> FloatArray:
    """The present value of a unit by the month in which it begins to serve: of what it costs within the horizon."""
    months = len(discount)
    served = np.concatenate([[0.0], np.cumsum(discount)])
    ends = np.minimum(np.arange(months) + offer.term, months)
    return np.asarray((offer.charges + offer.keeps) * (served[ends] - served[:months]), dtype=np.float64)


def cheapest_from(found: Sequence[UnitOffer], discount: FloatArray) -> FloatArray:
    """The present value of a unit that is kept from each month to the end of the horizon, on the cheapest offer."""
    left = np.cumsum(discount[::-1])[::-1]
    return np.asarray(np.min([(offer.charges + offer.keeps) * left for offer in found], axis=0), dtype=np.float64)
