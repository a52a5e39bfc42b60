"""The cheapest orders with which units run short seldom enough: a whole-number program, solved to its optimum.

What is needed is known as a number of units by months (needed.py), of which a chance of running short is already a
part: the deterministic equivalent of a program with a constraint on each month's chance (Charnes and Cooper 1959,
Chance-Constrained Programming, Management Science 6). Branch and bound over the linear program (HiGHS, through SciPy)
proves the optimum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulator.errors import InternalError
from simulator.growth.ahead import FloatArray, Months
from simulator.growth.offers import UnitOffer, unit_costs


@dataclass(frozen=True)
class Order:
    """Units of an offer that begin to serve in a month (0: the first) and are ordered before, or in it."""

    offer: UnitOffer
    ordered: int
    arrives: int
    units: int


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


def cheapest(needed: Months, found: Sequence[UnitOffer], terms: Terms, discount: FloatArray) -> tuple[Order, ...]:
    """The orders of least present value that bring what is needed, from the first month in which anything can arrive.

    Raises InternalError where the solver finds none, for what the hall holds has been compared with the need before.
    """
    # Load for half a second, and a plan asks for orders only where its load grows.
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix

    months = len(needed)
    choices = [(offer, month) for offer in found for month in range(months) if terms.may_arrive(month)]
    costs = np.array([unit_costs(offer, discount)[month] for offer, month in choices])
    serves = np.array([[month <= at < month + offer.term for offer, month in choices] for at in range(months)], float)
    stands = serves * np.array([offer.bought for offer, _ in choices])
    first = min(month for _, month in choices)
    wanted = np.where(np.arange(months) >= first, needed, 0)
    limits = [LinearConstraint(csr_matrix(serves), lb=wanted, ub=np.inf)]
    limits += [LinearConstraint(csr_matrix(stands), lb=0, ub=terms.room)]
    solved = milp(
        costs, constraints=limits, integrality=np.ones(len(choices)), bounds=Bounds(0, float(needed.max(initial=0))),
        options={"mip_rel_gap": 0.0},
    )  # fmt: skip
    if solved.x is None:
        raise InternalError(f"no orders bring the units that are needed: {solved.message}")
    counts = np.rint(solved.x).astype(int)
    orders = [
        Order(offer, terms.ordered(month), month, int(count))
        for (offer, month), count in zip(choices, counts, strict=True)
        if count
    ]
    return tuple(sorted(orders, key=lambda order: (order.arrives, order.offer.name)))


def in_service(orders: Sequence[Order], months: int) -> Months:
    """Units that orders have brought and that still serve, by months."""
    total = np.zeros(months, dtype=np.int64)
    for order in orders:
        total[order.arrives : order.arrives + order.offer.term] += order.units
    return total
