"""The answer to when must I buy: what is reached when, what to order when, and what that costs."""

from dataclasses import dataclass

from models.parts.growth.supply import Supply
from models.quantities.months import month_words
from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.farm.costs.price_range import PriceRange
from simulator.farm.prediction import PredictionInterval
from simulator.farm.tier_failure import TierFailure
from simulator.growth.bill import CostsAhead, PresentValue
from simulator.growth.demand_paths import DemandPaths, FloatArray, Months
from simulator.growth.generations import Generation
from simulator.growth.hourly.autoscaled_day import AutoscaledDay
from simulator.growth.installed_base import InstalledUnits
from simulator.growth.limit_dates import LimitDate, MonthRange
from simulator.growth.order_snapshots import OrderSnapshot
from simulator.growth.schedule import Order


@dataclass(frozen=True)
class Purchase:
    """An order with the interval of the month in which it must be placed; `when`: months of the order, 0 the first;
    before 0 it had to be placed before anybody asked."""

    order: Order
    when: MonthRange


@dataclass(frozen=True)
class GrowthPlan:
    """A scenario through the months ahead.

    standing: what stands today; full: when the demand passes what serves in the first month, its spares gone;
    reserve_gone: the same with the reserve; reached: limit by limit. purchases: the cheapest orders; units: new ones
    that serve by months. carries: in times the demand of today by months, with what serves in the first month
    (carries_now) and as ordered; unit_carries: a new unit, with its prediction interval; why_known: why the ranges of
    the model are not in that, "" where they are. reserve, risk: of the demand, and of being too small in a month, by
    which units are counted. short: by months, the chance that the demand is not carried, or that its reserve is not
    with the capacity as it stands; ever: in any of them. late: months in which that chance is above the risk, because
    nothing arrives before. around: a server in the months in which the first orders begin to serve. tiers_down: each
    other tier of a unit that is full but for its reserve, with one of its servers down. followed: the demand of today
    through the hours of a day, where the farm follows them. capital: what all orders cost to buy, over the ranges of
    its prices. bottleneck: what stops what serves in the first month. against: the baseline, if there is one that
    carries the demand; why_not: else why.
    """

    scenario: Scenario
    supply: Supply
    reserve: float
    risk: float
    ahead: DemandPaths
    new: Generation
    standing: tuple[InstalledUnits, ...]
    full: MonthRange
    reserve_gone: MonthRange
    reached: tuple[LimitDate, ...]
    purchases: tuple[Purchase, ...]
    units: Months
    carries_now: FloatArray
    carries: FloatArray
    unit_carries: PredictionInterval
    why_known: str
    short: FloatArray
    ever: float
    late: tuple[int, ...]
    bill: CostsAhead
    worth: PresentValue
    capital: PriceRange
    bottleneck: str = ""
    around: tuple[OrderSnapshot, ...] = ()
    tiers_down: tuple[TierFailure, ...] = ()
    followed: AutoscaledDay | None = None
    against: "GrowthPlan | None" = None
    why_not: str = ""

    __repr__ = short_repr

    @property
    def currency(self) -> str:
        """The currency of its money."""
        return self.scenario.datacenter.prices.currency

    @property
    def start(self) -> int:
        """The first month of the calendar."""
        return self.ahead.start

    def month(self, ahead: int) -> str:
        """A month ahead for people."""
        return month_words(self.start + ahead)

    @property
    def is_from_nothing(self) -> bool:
        """Whether nothing stands, so that the first units serve from the first month."""
        return not self.standing
