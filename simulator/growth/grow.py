"""The months ahead of a scenario. Read this first: demand -> what stands -> orders -> limits reached -> money."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models.parts.growth.supply import Supply
from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.growth.ahead import Ahead, Months
from simulator.growth.around import around
from simulator.growth.bill import Valued, bill, capital, worth
from simulator.growth.capacity import CapacityAhead, drawn, nominal
from simulator.growth.forecast import demand_ahead
from simulator.growth.generations import Generation, generation, of_farm, of_standing
from simulator.growth.grown import Grown, Purchase
from simulator.growth.hall import require_room, room
from simulator.growth.hourly.followed import followed
from simulator.growth.needed import required
from simulator.growth.offers import discounts, offers
from simulator.growth.reached import When, first_month, reached, summed_up, when
from simulator.growth.schedule import Order, Terms, cheapest, in_service, in_service_before
from simulator.growth.standing import Stands, life, stands
from simulator.measure.progress import Progress
from simulator.rollup.farm import Farm
from simulator.sizing.capacity import searches
from simulator.sizing.tier_failure import tiers_down_when_full
from simulator.solver import Solver


def grow(
    scenario: Scenario, solver: Solver, ahead: Ahead | None = None, progress: Progress = lambda: None,
    farm: Farm | None = None, closely: bool = True,
) -> Grown:  # fmt: skip
    """When what stands is too small, what to order when, and what that costs; its baseline too, if it has one.

    ahead, farm: the demand of the months ahead, and the farm of today, where they are known already. closely: whether
    the months in which orders begin to serve, and the hours of a day, are looked at singly too. Raises ScenarioError
    without a growth, NoCapacity where the hall never holds what is needed, and what sizing raises.
    """
    ahead = demand_ahead(scenario) if ahead is None else ahead
    asked = _asked(scenario, ahead, solver, progress, farm)
    found = _closely(asked, _grown(asked), solver) if closely else _grown(asked)
    if scenario.baseline is None:
        return found
    try:
        return replace(found, against=_grown(_asked(scenario.baseline, ahead, solver, progress)))
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return replace(found, why_not=str(error))


def units_found(scenario: Scenario) -> int:
    """How many times `grow` reports progress, at least: replications of the kinds of units that are asked about."""
    others = [each for each in (scenario.supply or Supply()).today if each.server or each.operating_system]
    return searches(scenario) * (1 + len(others) + (scenario.baseline is not None))


@dataclass(frozen=True)
class _Asked:
    """A scenario with a supply, the demand ahead of it, and what stands and can be had."""

    scenario: Scenario
    supply: Supply
    ahead: Ahead
    new: Generation
    standing: tuple[Stands, ...]
    lives: int

    @property
    def months(self) -> int:
        return self.ahead.months

    @cached_property
    def possible(self) -> CapacityAhead:
        """What is carried, in the ways that are drawn."""
        spare = self.scenario.spare_units
        return drawn(self.new, self.standing, spare, self.ahead, self.scenario.run.seed)

    @property
    def terms(self) -> Terms:
        """When orders may be placed and what the hall holds of them."""
        delivery, free = round(self.supply.delivery), room(self.supply, self.new, self.standing, self.months)
        return Terms(self.ahead.start, delivery, self.supply.order_every, not self.standing, free)


def _asked(scenario: Scenario, ahead: Ahead, solver: Solver, progress: Progress, farm: Farm | None = None) -> _Asked:
    """What stands and what a new unit carries, each found once."""
    supply = scenario.supply or Supply()
    lives = life(scenario, supply)
    name = scenario.server.name
    new = of_farm(farm, name) if farm is not None else generation(scenario, solver, name, progress)
    standing = tuple(
        stands(each, of_standing(scenario, each, new, solver, progress), ahead.start, ahead.months, lives)
        for each in supply.today
    )
    return _Asked(scenario, supply, ahead, new, standing, lives)


def _grown(asked: _Asked) -> Grown:
    scenario, ahead, supply = asked.scenario, asked.ahead, asked.supply
    spare, more = scenario.spare_units, 1.0 + scenario.reserve
    known = nominal(asked.new, asked.standing, spare, ahead.months)
    possible = asked.possible
    needed, likely = possible.needed(more * ahead.drawn), known.needed(more * ahead.likely[np.newaxis])
    terms, fewest = asked.terms, required(needed, supply.risk)
    ways = offers(scenario, supply, asked.new, ahead.months, asked.lives)
    require_room(scenario, supply, terms, fewest, ways, ahead)
    orders = cheapest(fewest, ways, terms, discounts(scenario, ahead.months))
    units = in_service(orders, ahead.months)
    short = needed > units
    begun = in_service([order for order in orders if order.arrives == 0], ahead.months)
    now = (possible.with_units(begun), known.with_units(begun)[0])
    valued = Valued(scenario, supply, orders, asked.standing, asked.new, asked.lives)
    return Grown(
        scenario=scenario,
        supply=supply,
        ahead=ahead,
        new=asked.new,
        standing=asked.standing,
        full=when(ahead, *now),
        reserve_gone=when(ahead, *(each / more for each in now)),
        reached=reached(ahead, _serving(asked, begun), now, terms, needed, likely),
        purchases=_purchases(orders, needed, likely, terms, ahead),
        units=units,
        carries_now=now[1],
        carries=known.with_units(units)[0],
        short=short.mean(axis=0),
        ever=float(short.any(axis=1).mean()),
        late=_late(short.mean(axis=0), supply.risk),
        bill=bill(orders, asked.standing, asked.new, ahead.likely),
        worth=worth(valued, ahead, needed, ways),
        capital=capital(valued, ahead.months),
        tiers_down=tiers_down_when_full(asked.new.farm),
    )


def _closely(asked: _Asked, found: Grown, solver: Solver) -> Grown:
    """The months in which the first orders begin to serve, and the hours of a day if the farm follows them."""
    orders, scaling = [each.order for each in found.purchases], asked.supply.autoscaling
    looked = around(asked.new, orders, asked.ahead, asked.possible, asked.supply.risk, solver)
    by_the_hour = None if scaling is None else followed(asked.scenario, scaling, asked.new, solver)
    return replace(found, around=looked, followed=by_the_hour)


def _serving(asked: _Asked, begun: Months) -> tuple[Generation, ...]:
    """The generations that serve in the first month, each once."""
    serving = [each.generation for each in asked.standing if each.units[0]]
    serving += [asked.new] if begun[0] else []
    return tuple({each.name: each for each in serving}.values())


def _purchases(
    orders: tuple[Order, ...], needed: Months, likely: Months, terms: Terms, ahead: Ahead
) -> tuple[Purchase, ...]:
    """Each order with the interval of its month: an order is needed when what serves without it and all later ones is
    too little. Where the demand grows so fast that it is needed early, those before it have come early too."""
    found = []
    for place, order in enumerate(orders):
        without = in_service_before(order, orders[:place], ahead.months)
        needs = summed_up(first_month(needed > without), first_month(likely > without), ahead)
        found.append(Purchase(order, _ordered(needs, terms)))
    return tuple(found)


def _ordered(needs: When, terms: Terms) -> When:
    """The months in which something must be ordered to serve when it is needed."""
    early, likely, late = (
        None if each is None else each - terms.delivery for each in (needs.early, needs.likely, needs.late)
    )
    return When(early, likely, late, needs.chance)


def _late(short: np.ndarray, risk: float) -> tuple[int, ...]:
    """The months in which the farm is too small more often than it may be, whatever is ordered."""
    return tuple(int(month) for month in np.flatnonzero(short > risk + 1e-12))
