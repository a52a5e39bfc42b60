"""The months ahead of a scenario. Read this first: demand -> what stands -> orders -> limits reached -> money."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models.parts.growth.supply import Supply
from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.experiment.capacity_search import search_steps
from simulator.experiment.progress import Progress
from simulator.farm.farm import Farm
from simulator.farm.tier_failure_study import tiers_down_when_full
from simulator.growth.bill import ValuedCosts, capital_range, monthly_costs, present_value_with_ranges
from simulator.growth.capacity import CapacityAhead, nominal_capacity, sampled_capacity
from simulator.growth.demand_paths import DemandPaths, FloatArray, Months
from simulator.growth.forecast import forecast_demand
from simulator.growth.generations import Generation, farm_generation, installed_generation, scenario_generation
from simulator.growth.growth_plan import GrowthPlan, Purchase
from simulator.growth.hourly.autoscaled_day import autoscaled_day
from simulator.growth.installed_base import InstalledUnits, installed_units, server_life
from simulator.growth.limit_dates import MonthRange, exceeding_month, first_exceeding_month, limit_dates, month_range
from simulator.growth.offers import discount_factors, unit_offers
from simulator.growth.order_snapshots import order_snapshots
from simulator.growth.required_units import required_units
from simulator.growth.schedule import Order, Terms, cheapest_orders, units_in_service, units_in_service_before
from simulator.growth.site_limits import require_site_room, site_room
from simulator.solver import Solver


def plan_growth(
    scenario: Scenario, solver: Solver, ahead: DemandPaths | None = None, progress: Progress = lambda: None,
    farm: Farm | None = None, closely: bool = True, in_worlds: bool = True,
) -> GrowthPlan:  # fmt: skip
    """When what stands is too small, what to order when, and what that costs; its baseline too, if it has one.

    ahead, farm: the demand of the months ahead, and the farm of today, where they are known already. closely: whether
    the months in which orders begin to serve, and the hours of a day, are looked at singly too; in_worlds: whether what
    is not known of units is drawn, which is done where `ahead` has it already. Raises ScenarioError
    without a growth, NoCapacity where the hall never holds what is needed, and what sizing raises.
    """
    ahead = forecast_demand(scenario) if ahead is None else ahead
    asked = _asked(scenario, ahead, solver, progress, in_worlds, farm)
    found = _closely(asked, _grown(asked), solver) if closely else _grown(asked)
    if scenario.baseline is None:
        return found
    try:
        return replace(found, against=_grown(_asked(scenario.baseline, ahead, solver, progress, in_worlds)))
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return replace(found, why_not=str(error))


def growth_steps(scenario: Scenario) -> int:
    """How many times `grow` reports progress, at least: replications of the kinds of units that are asked about."""
    others = [each for each in (scenario.supply or Supply()).today if each.server or each.operating_system]
    return search_steps(scenario) * (1 + len(others) + (scenario.baseline is not None))


@dataclass(frozen=True)
class _Asked:
    """A scenario with a supply, the demand ahead of it, and what stands and can be had."""

    scenario: Scenario
    supply: Supply
    ahead: DemandPaths
    new: Generation
    standing: tuple[InstalledUnits, ...]
    lives: int
    in_worlds: bool

    @property
    def months(self) -> int:
        return self.ahead.months

    @property
    def reserve(self) -> float:
        """What is stated. In place of one, a `confidence` holds over the ways that are drawn: the reserve that `plan`
        makes of it would count what is not known twice."""
        return self.scenario.reserve if self.scenario.confidence is None else 0.0

    @property
    def risk(self) -> float:
        """The chance of being too small in a month that is allowed; where it is not stated, what a `confidence`
        leaves."""
        confidence = self.scenario.confidence
        return self.supply.risk if confidence is None or _states_risk(self.scenario) else 1.0 - confidence

    @property
    def demanded(self) -> FloatArray:
        """The demand with its reserve, in the ways that are drawn."""
        return (1.0 + self.reserve) * self.ahead.drawn

    @cached_property
    def possible(self) -> CapacityAhead:
        """What is carried, in the ways that are drawn."""
        return self._sampled(self.in_worlds)

    @cached_property
    def as_planned(self) -> CapacityAhead:
        """The same with the capacity as it stands, by which `plan` counts what takes the reserve too."""
        return self._sampled(in_worlds=False)

    @cached_property
    def needed(self) -> Months:
        """New units that carry the demand, and with the capacity as it stands its reserve too: a reserve is there for
        what is not known, and does not come on top of it."""
        return np.maximum(self.as_planned.needed(self.demanded), self.possible.needed(self.ahead.drawn))

    def strain(self, units: Months) -> FloatArray:
        """What falls to a server with so many new units, in times what it carries within its targets, likewise: by
        draws and months."""
        reserved = self.as_planned.strain(self.demanded, units)
        return np.maximum(reserved, self.possible.strain(self.ahead.drawn, units))

    def _sampled(self, in_worlds: bool) -> CapacityAhead:
        spare = self.scenario.spare_units
        return sampled_capacity(self.new, self.standing, spare, self.ahead, self.scenario.run.seed, in_worlds)

    @property
    def terms(self) -> Terms:
        """When orders may be placed and what the hall holds of them."""
        delivery, free = round(self.supply.delivery), site_room(self.supply, self.new, self.standing, self.months)
        return Terms(self.ahead.start, delivery, self.supply.order_every, not self.standing, free)


def _states_risk(scenario: Scenario) -> bool:
    source = scenario.sources.get("supply.risk")
    return source is not None and source.kind != "default"


def _asked(
    scenario: Scenario,
    ahead: DemandPaths,
    solver: Solver,
    progress: Progress,
    in_worlds: bool,
    farm: Farm | None = None,
) -> _Asked:
    """What stands and what a new unit carries, each found once."""
    supply = scenario.supply or Supply()
    lives = server_life(scenario, supply)
    name = scenario.server.name
    new = farm_generation(farm, name) if farm is not None else scenario_generation(scenario, solver, name, progress)
    standing = tuple(
        installed_units(
            each, installed_generation(scenario, each, new, solver, progress), ahead.start, ahead.months, lives
        )
        for each in supply.today
    )
    return _Asked(scenario, supply, ahead, new, standing, lives, in_worlds)


def _grown(asked: _Asked) -> GrowthPlan:
    scenario, ahead, supply = asked.scenario, asked.ahead, asked.supply
    spare, more = scenario.spare_units, 1.0 + asked.reserve
    known = nominal_capacity(asked.new, asked.standing, spare, ahead.months)
    needed, likely = asked.needed, known.needed(more * ahead.likely[np.newaxis])
    terms, fewest = asked.terms, required_units(needed, asked.risk)
    ways = unit_offers(scenario, supply, asked.new, ahead.months, asked.lives)
    require_site_room(scenario, supply, terms, fewest, ways, ahead)
    orders = cheapest_orders(fewest, ways, terms, discount_factors(scenario, ahead.months))
    units = units_in_service(orders, ahead.months)
    short = needed > units
    begun = units_in_service([order for order in orders if order.arrives == 0], ahead.months)
    serving = _serving(asked, begun)
    now = known.with_units(begun)[0]
    carried = (asked.possible.with_units(begun), now)
    kept = (asked.as_planned.with_units(begun) / more, now / more)
    valued = ValuedCosts(scenario, supply, orders, asked.standing, asked.new, asked.lives)
    return GrowthPlan(
        scenario=scenario,
        supply=supply,
        reserve=asked.reserve,
        risk=asked.risk,
        ahead=ahead,
        new=asked.new,
        standing=asked.standing,
        full=exceeding_month(ahead, *carried),
        reserve_gone=exceeding_month(ahead, *kept),
        reached=limit_dates(ahead, serving, carried, terms, needed, likely),
        purchases=_purchases(orders, needed, likely, terms, ahead),
        units=units,
        carries_now=now,
        carries=known.with_units(units)[0],
        unit_carries=asked.possible.unit_interval,
        why_known=asked.possible.why_known,
        short=short.mean(axis=0),
        ever=float(short.any(axis=1).mean()),
        late=_late(short.mean(axis=0), asked.risk),
        bill=monthly_costs(orders, asked.standing, asked.new, ahead.likely),
        worth=present_value_with_ranges(valued, ahead, needed, ways),
        capital=capital_range(valued, ahead.months),
        bottleneck=" and ".join(dict.fromkeys(each.bottleneck for each in serving)),
        tiers_down=tiers_down_when_full(asked.new.farm),
    )


def _closely(asked: _Asked, growth_plan: GrowthPlan, solver: Solver) -> GrowthPlan:
    """The months in which the first orders begin to serve, and the hours of a day if the farm follows them."""
    orders, scaling = [each.order for each in growth_plan.purchases], asked.supply.autoscaling
    looked = order_snapshots(asked.new, orders, asked.demanded, asked.strain, asked.risk, solver)
    by_the_hour = autoscaled_day(asked.scenario, scaling, asked.new, solver) if scaling and scaling.hours else None
    return replace(growth_plan, around=looked, followed=by_the_hour)


def _serving(asked: _Asked, begun: Months) -> tuple[Generation, ...]:
    """The generations that serve in the first month, each once."""
    serving = [each.generation for each in asked.standing if each.units[0]]
    serving += [asked.new] if begun[0] else []
    return tuple({each.name: each for each in serving}.values())


def _purchases(
    orders: tuple[Order, ...], needed: Months, likely: Months, terms: Terms, ahead: DemandPaths
) -> tuple[Purchase, ...]:
    """Each order with the interval of its month: an order is needed when what serves without it and all later ones is
    too little. Where the demand grows so fast that it is needed early, those before it have come early too."""
    found = []
    for place, order in enumerate(orders):
        without = units_in_service_before(order, orders[:place], ahead.months)
        needs = month_range(first_exceeding_month(needed > without), first_exceeding_month(likely > without), ahead)
        found.append(Purchase(order, _ordered(needs, terms)))
    return tuple(found)


def _ordered(needs: MonthRange, terms: Terms) -> MonthRange:
    """The months in which something must be ordered to serve when it is needed."""
    early, likely, late = (
        None if each is None else each - terms.delivery for each in (needs.early, needs.likely, needs.late)
    )
    return MonthRange(early, likely, late, needs.chance)


def _late(short: np.ndarray, risk: float) -> tuple[int, ...]:
    """The months in which the farm is too small more often than it may be, whatever is ordered."""
    return tuple(int(month) for month in np.flatnonzero(short > risk + 1e-12))
