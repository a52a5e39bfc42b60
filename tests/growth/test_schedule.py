"""The cheapest orders are those that trying all of them finds, and they bring what is needed."""

from itertools import product

import numpy as np
import pytest

from simulator.growth.offers import UnitOffer
from simulator.growth.required_units import needed_units, required_units
from simulator.growth.schedule import Order, Terms, cheapest_orders, units_in_service, units_in_service_before

MONTHS = 5


def offer(name, term, charges, keeps=10.0, bought=True):
    charges = np.array(charges, dtype=float)
    return UnitOffer(name, term, charges, 0.0 * charges, keeps, bought)


def terms(delivery=0, every=1, from_start=True, room=99):
    return Terms(24_000, delivery, every, from_start, np.full(MONTHS, room))


def cost(chosen, offers, discount):
    """The present value of so many units by offer and month, added month by month."""
    total = 0.0
    for (place, month), units in chosen.items():
        served = range(month, min(MONTHS, month + offers[place].term))
        total += sum(units * (offers[place].charges[month] + offers[place].keeps) * discount[at] for at in served)
    return total


def by_trying_all(needed, offers, asked, discount):
    """The least present value of all orders of up to as many units as are ever needed."""
    slots = [(p, m) for p in range(len(offers)) for m in range(MONTHS) if asked.may_arrive(m)]
    there = np.array([[m <= at < m + offers[p].term for at in range(MONTHS)] for p, m in slots])
    bought = there * np.array([[offers[p].bought] for p, _ in slots])
    costs = np.array([cost({slot: 1}, offers, discount) for slot in slots])
    counts = np.array(list(product(range(int(needed.max()) + 1), repeat=len(slots))))
    enough = (counts @ there >= needed)[:, min(month for _, month in slots) :].all(axis=1)
    fits = (counts @ bought <= asked.room).all(axis=1)
    return (counts @ costs)[enough & fits].min()


BUY = offer("buy", 60, [100, 95, 90, 85, 80])
SHORT = offer("buy", 2, [100, 100, 100, 100, 100])
MONTHLY = offer("on demand", 1, [150] * MONTHS, 0.0, bought=False)
RESERVED = offer("reserved", 3, [115] * MONTHS, 0.0, bought=False)
CASES = [
    ([1, 1, 2, 2, 3], [BUY], terms()),
    ([0, 1, 2, 1, 2], [BUY], terms(delivery=1, from_start=False)),
    ([1, 2, 1, 2, 1], [BUY, MONTHLY], terms()),
    ([1, 2, 1, 1, 2], [MONTHLY, RESERVED], terms()),
    ([2, 2, 1, 2, 2], [SHORT], terms()),
    ([0, 1, 1, 2, 2], [BUY], terms(delivery=1, every=3, from_start=False)),
    ([1, 2, 2, 2, 2], [BUY, MONTHLY], terms(room=1)),
]


@pytest.mark.parametrize(("needed", "offers", "asked"), CASES)
def test_the_orders_cost_what_the_best_of_all_do(needed, offers, asked):
    needed, discount = np.array(needed), 1.01 ** -np.arange(float(MONTHS))
    orders = cheapest_orders(needed, offers, asked, discount)
    chosen = {}
    for order in orders:
        place = next(place for place, each in enumerate(offers) if each is order.offer)
        for month in range(order.arrives, order.ends) if order.offer.by_the_month else [order.arrives]:
            chosen[place, month] = chosen.get((place, month), 0) + order.units
    first = min(month for month in range(MONTHS) if asked.may_arrive(month))
    assert (units_in_service(orders, MONTHS) >= needed)[first:].all()
    assert all(asked.may_arrive(order.arrives) for order in orders)
    assert cost(chosen, offers, discount) == pytest.approx(by_trying_all(needed, offers, asked, discount), rel=1e-12)


def test_an_order_is_placed_its_delivery_before_it_serves():
    orders = cheapest_orders(np.array([0, 0, 0, 1, 1]), [BUY], terms(delivery=2, from_start=False), np.ones(MONTHS))
    assert [(order.ordered, order.arrives, order.units) for order in orders] == [(1, 3, 1)]


@pytest.mark.parametrize(
    ("delivery", "needed", "expected"),
    [
        (0, [1, 1, 2, 2, 1], [(0, 5, 1), (2, 2, 1)]),
        # Nothing comes before month 3: what month 1 needs is there from the start, and ends when it is not needed.
        (3, [1, 2, 1, 1, 2], [(0, 5, 1), (0, 2, 1), (4, 1, 1)]),
        (9, [1, 2, 3, 3, 3], [(0, 5, 3)]),
    ],
)
def test_what_is_rented_by_the_month_goes_on_until_it_is_not_needed(delivery, needed, expected):
    """It takes no order to keep it; to have more of it takes as long as stated."""
    orders = cheapest_orders(np.array(needed), [MONTHLY], terms(delivery=delivery), np.ones(MONTHS))
    assert [(order.arrives, order.lasts, order.units) for order in orders] == expected
    assert (units_in_service(orders, MONTHS) >= needed).all()


def test_before_a_later_order_is_needed_those_before_it_have_come():
    """In a way in which the demand grows fast they come early, and what is short before they do is none of its."""
    first, ended, last = (Order(BUY, 0, 2, 1, 60), Order(MONTHLY, 1, 1, 1, 1), Order(BUY, 4, 4, 1, 60))
    assert units_in_service([first, ended], MONTHS).tolist() == [0, 1, 1, 1, 1]
    assert units_in_service_before(last, [first, ended], MONTHS).tolist() == [1, 2, 1, 1, 1]


def test_an_order_is_never_needed_at_a_lower_demand_than_the_one_before_it(grown):
    found = grown({"start": "2026-12", "horizon": "48 months", "a_year": "35 %", "low": "25 %", "high": "45 %"})
    early = [each.when.early for each in found.purchases if each.when.early is not None]
    assert len(set(early)) > 1 and early == sorted(early)


def test_whole_units_are_counted_as_a_plan_does():
    times, unit = np.array([[0.9, 1.0, 1.01, 2.0]]), np.array([0.5])
    nothing = np.zeros((1, 4))
    assert needed_units(times, nothing, unit).tolist() == [[2, 2, 3, 4]]
    assert needed_units(times, nothing + 1.0, unit).tolist() == [[0, 0, 1, 2]]
    assert needed_units(times, nothing - 0.5, unit).tolist() == [[3, 3, 4, 5]], "a spare unit comes on top"


def test_a_requirement_is_missed_no_more_often_than_it_may_be():
    needed = np.arange(1, 101)[:, np.newaxis]
    assert required_units(needed, 0.05).tolist() == [95] and required_units(needed, 0.5).tolist() == [50]
    assert np.mean(needed > required_units(needed, 0.05)) <= 0.05


def test_without_an_order_targets_are_missed_in_the_month_in_which_it_serves_and_with_it_they_are_met(grown):
    looked = grown(supply={"today": [{"units": 2}], "order_every": 1}).around
    assert looked and len(looked) % 2 == 0
    for without, with_it in zip(looked[::2], looked[1::2], strict=True):
        assert without.month == with_it.month and not without.served and with_it.served
        assert without.strain > 1.0 and (without.missed or without.strain < 1.02), "1 % of the requests may be lost"
        assert not with_it.missed and with_it.strain <= 1.0
