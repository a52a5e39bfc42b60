"""The cheapest orders with which units run short seldom enough: a whole-number program, solved to its optimum.

What is needed is known as a number of units by months (required_units.py), of which a chance of running short is
already a part: the deterministic equivalent of a program with a constraint on each month's chance (Charnes and
Cooper 1959, Chance-Constrained Programming, Management Science 6). Branch and bound over the linear program (HiGHS,
through SciPy) proves the optimum.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simulator.errors import InternalError
from simulator.growth.demand_paths import FloatArray, Months
from simulator.growth.offers import UnitOffer, unit_costs
from simulator.messages.stages.growth.orders import no_orders


@dataclass(frozen=True)
class Order:
    """Units of an offer that begin to serve in a month (0: the first) and are ordered before, or in it.

    lasts: months that they serve; what is rented by the month goes on without another order.
    """

    offer: UnitOffer
    ordered: int
    arrives: int
    units: int
    lasts: int

    @property
    def ends(self) -> int:
        """The month from which they serve no more."""
        return self.arrives + self.lasts


@dataclass(frozen=True)
class Terms:
    """When orders may be placed and how many units the hall holds.

    delivery: months from an order to what it brings; from_start: whether something can serve in the first month, as it
    does where nothing stands; every: orders are placed in months that this divides, counted from January of a year 0,
    of which the first month is the number `start`; room: new units that may stand in the hall, by months.
    """

    start: int
    delivery: int
    every: int
    from_start: bool
    room: Months

    def may_arrive(self, month: int) -> bool:
        """Whether an order can bring something in a month."""
        if month == 0 and self.from_start:
            return True
        return month >= self.delivery and (self.start + month - self.delivery) % self.every == 0

    def ordered(self, month: int) -> int:
        """The month in which that is ordered; what serves from the start is there then."""
        return max(0, month - self.delivery)


def cheapest_orders(
    needed: Months, unit_offers: Sequence[UnitOffer], terms: Terms, discount: FloatArray
) -> tuple[Order, ...]:
    """The orders of least present value that bring what is needed, from the first month in which anything can arrive.

    Raises InternalError where the solver finds none, for what the hall holds has been compared with the need before.
    """
    # Load for half a second, and a plan asks for orders only where its load grows.
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix

    months = len(needed)
    first = min(month for month in range(months) if terms.may_arrive(month))
    choices = [
        (offer, month)
        for offer in unit_offers
        for month in range(first, months)
        if offer.by_the_month or terms.may_arrive(month)
    ]
    costs = np.array([unit_costs(offer, discount)[month] for offer, month in choices])
    serves = np.array([[month <= at < month + offer.term for offer, month in choices] for at in range(months)], float)
    stands = serves * np.array([offer.bought for offer, _ in choices])
    wanted = np.where(np.arange(months) >= first, needed, 0)
    limits = [LinearConstraint(csr_matrix(serves), lb=wanted, ub=np.inf)]
    limits += [LinearConstraint(csr_matrix(stands), lb=0, ub=terms.room)]
    if (more := _more_than_before(choices, terms)).size:
        limits += [LinearConstraint(csr_matrix(more), lb=-np.inf, ub=0)]
    solved = milp(
        costs, constraints=limits, integrality=np.ones(len(choices)), bounds=Bounds(0, float(needed.max(initial=0))),
        options={"mip_rel_gap": 0.0},
    )  # fmt: skip
    if solved.x is None:
        raise InternalError(no_orders(solved.message))
    orders = list(_orders(choices, np.rint(solved.x).astype(int), terms))
    return tuple(sorted(orders, key=lambda order: (order.arrives, order.offer.name, -order.lasts)))


_Choices = Sequence[tuple[UnitOffer, int]]


def _more_than_before(choices: _Choices, terms: Terms) -> FloatArray:
    """What is rented by the month beyond what was in the month before, by months in which nothing can arrive: float64
    (months, choices). Choices of one offer follow one another by months."""
    rows = []
    for at, (offer, month) in enumerate(choices):
        if offer.by_the_month and not terms.may_arrive(month):
            rows.append(np.zeros(len(choices)))
            rows[-1][at - 1 : at + 1] = -1.0, 1.0
    return np.array(rows)


def _orders(choices: _Choices, counts: Months, terms: Terms) -> Iterator[Order]:
    """So many units of each choice as orders. Of what is rented by the month, the units that came last end first."""
    serving: list[int] = []
    for at, ((offer, month), count) in enumerate(zip(choices, counts, strict=True)):
        if not offer.by_the_month:
            yield from [Order(offer, terms.ordered(month), month, int(count), offer.term)] if count else []
            continue
        serving += [month] * (count - len(serving))
        last = at + 1 == len(choices) or choices[at + 1][0] is not offer
        going_on = 0 if last else int(counts[at + 1])
        for begun, units in Counter(serving[going_on:]).items():
            yield Order(offer, terms.ordered(begun), begun, units, month + 1 - begun)
        del serving[going_on:]


def units_in_service(orders: Sequence[Order], months: int) -> Months:
    """Units that orders have brought and that still serve, by months."""
    total = np.zeros(months, dtype=np.int64)
    for order in orders:
        total[order.arrives : order.ends] += order.units
    return total


def units_in_service_before(order: Order, earlier: Sequence[Order], months: int) -> Months:
    """Units of the orders before an order, by months, had they come as early as it may be needed: those that still
    serve when it comes are there from the first month."""
    total = units_in_service(earlier, months)
    for each in earlier:
        if each.ends > order.arrives:
            total[: each.arrives] += each.units
    return total
