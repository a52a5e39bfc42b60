"""What falling short costs: the number of units with the least expected cost over the worlds, and the regret of others.

A farm costs its bill in each world, and the price of being short for each Mbps that the demand exceeds what the farm
carries there with its spares gone. Where a scenario states no such price, the one that its confidence comes to: by the
critical fractile of the newsvendor (Arrow, Harris and Marschak 1951, Optimal Inventory Policy, Econometrica 19) a unit
is worth its cost c as long as it is short with a probability above c / p, so that a farm that is enough with 90 % says
that a Mbps short costs ten times as much as one more Mbps of capacity.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.scenario import Scenario
from simulator.farm.costs.cost import monthly_unit
from simulator.farm.costs.origin_traffic import origin_price
from simulator.farm.prediction import LeastRegret, Rival
from simulator.uncertainty.worlds import Worlds

# So many numbers of units are looked at; where worlds need more different ones, every second one, or third.
MOST_RIVALS = 64
# The bills of so many of them are worked out where they are not linear in the units.
MOST_BILLS = 5


@dataclass(frozen=True)
class ExpectedCosts:
    """What each number of units costs in each world: bills, short, float64 (worlds, numbers of units)."""

    units: tuple[int, ...]
    bills: np.ndarray
    short: np.ndarray

    @property
    def of_all(self) -> np.ndarray:
        """Both together: float64 (worlds, numbers of units)."""
        total: np.ndarray = self.bills + self.short
        return total


@dataclass(frozen=True)
class PriceOfShort:
    """Money a month for each Mbps short, in the currency of the bill: `prices` up to the share of the demand that is
    missing in `up_to`, of which the last is infinite."""

    prices: tuple[float, ...]
    up_to: tuple[float, ...] = (np.inf,)

    def cost(self, short: np.ndarray, demanded: np.ndarray) -> np.ndarray:
        """What so many Mbps short of a demand cost in all: arrays that go together."""
        found, before = np.zeros_like(short), 0.0
        for price, share in zip(self.prices, self.up_to, strict=True):
            found += price * np.clip(short - before * demanded, 0.0, (share - before) * demanded)
            before = share
        return found


def price_of_short(scenario: Scenario, worlds: Worlds, confidence: float) -> PriceOfShort:
    """What falling short costs: as stated, else as the confidence says."""
    if scenario.price_of_short is not None:
        paid = tuple(scenario.datacenter.prices.from_usd(row.price) for row in scenario.price_of_short)
        return PriceOfShort(paid, tuple(np.inf if row.up_to is None else row.up_to for row in scenario.price_of_short))
    first = scenario.spare_units + 1
    # One that is paid for by what is then fetched less from the origin is bought in any case.
    one_more = max(0.0, float(np.mean(worlds.bills(first + 1) - worlds.bills(first))))
    return PriceOfShort((one_more / float(np.mean(worlds.carried_by(first))) / (1.0 - confidence),))


def rival_units(worlds: Worlds, *others: int) -> tuple[int, ...]:
    """The numbers of units that some world needs, and `others`."""
    few, many = int(worlds.units.min()), int(worlds.units.max())
    step = max(1, -(-(many - few + 1) // MOST_RIVALS))
    return tuple(sorted({*range(few, many + 1, step), many, *others}))


def expected_costs(worlds: Worlds, price: PriceOfShort, units: Sequence[int]) -> ExpectedCosts:
    """The costs of numbers of units in every world."""
    carried = np.stack([worlds.carried_by(each) for each in units], axis=-1)
    demanded = np.broadcast_to(worlds.demanded[:, None], carried.shape)
    short = price.cost(np.maximum(0.0, demanded - carried), demanded)
    return ExpectedCosts(tuple(units), _bills(worlds, units), short)


def _bills(worlds: Worlds, units: Sequence[int]) -> np.ndarray:
    """Money a month of numbers of units in every world: float64 (worlds, numbers of units). A bill is linear in them
    unless an origin is paid for, of which caches ask more the more of them share the load: then between some."""
    count = MOST_BILLS if origin_price(worlds.scenario) else 2
    places = np.linspace(0, len(units) - 1, count).round().astype(int)
    known = sorted({units[place] for place in places})
    bills = np.stack([worlds.bills(each) for each in known], axis=-1)
    return np.array([np.interp(units, known, row) for row in bills])


def least_regret(scenario: Scenario, worlds: Worlds, costs: ExpectedCosts, price: PriceOfShort) -> LeastRegret:
    """The number of units with the least expected cost, and the others, each with its regret."""
    bills, short = costs.bills.mean(axis=0), costs.short.mean(axis=0)
    least = float((bills + short).min())
    rivals = tuple(
        Rival(units, worlds.enough(units), float(bills[at]), float(short[at]), float(bills[at] + short[at] - least))
        for at, units in enumerate(costs.units)
    )
    best = min(rivals, key=lambda rival: rival.regret)
    stated = scenario.price_of_short is not None
    return LeastRegret(best, rivals, price.prices, price.up_to, stated, monthly_unit(scenario.datacenter.prices))
