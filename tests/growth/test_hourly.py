"""A farm that follows the hour of the day: the rule by hand, the minutes that it misses, and its money."""

import numpy as np
import pytest

from models.parts.growth.autoscaling import Autoscaling
from simulator.engines.kernel.engine import Kernel
from simulator.experiment.results import WarmUp
from simulator.experiment.solvers import Simulation, Theory
from simulator.growth.grow import plan_growth
from simulator.growth.hourly.day import STEP, STEPS, ServersByHour, demand_shares, follow_load
from simulator.growth.hourly.missed_minutes import MINUTES, missed_minutes

FLAT = (1.0,) * 24
WAVE = [30, 22, 16, 13, 12, 13, 18, 30, 45, 55, 60, 64, 68, 66, 64, 62, 62, 66, 74, 86, 97, 100, 80, 50]


def scaling(**parts):
    stated = {"hours": WAVE, "minimum": 1, "maximum": 100, **parts}
    return Autoscaling.model_validate(stated | {"hours": [{"times": times} for times in stated["hours"]]})


def test_a_steady_load_takes_what_brings_the_use_to_its_target():
    """A server would be used at 300 %, so that 3 / 0.6 = 5 are kept at 60 %."""
    day = follow_load(scaling(hours=FLAT, target="60 %"), busy=3.0)
    assert set(day.serving) == set(day.paid) == {5}
    assert day.per_server == pytest.approx(0.2)


def test_the_demand_between_two_hours_is_a_straight_line_and_its_peak_the_demand():
    shares = demand_shares(scaling())
    assert shares.max() == 1.0 and shares[0] == shares[-1] == 0.30
    assert shares[STEPS // 48] == pytest.approx((0.30 + 0.22) / 2.0)


def test_with_no_delay_the_servers_follow_the_load_of_the_last_look():
    parts = {"look_every": "10 s", "until_serving": "0 s", "wait_before_less": "0 s"}
    day = follow_load(scaling(**parts), busy=30.0)
    loads = 30.0 * (day.shares[:-1] + day.shares[1:]) / 2.0
    assert (day.serving == np.ceil(np.roll(loads, 1) / 0.6 - 1e-9)).mean() > 0.99, "but where it starts anew"


def test_a_server_serves_so_long_after_it_was_asked_for_and_is_paid_meanwhile():
    day = follow_load(scaling(until_serving="5 min"), busy=30.0)
    asked, served = np.flatnonzero(np.diff(day.paid) > 0), np.flatnonzero(np.diff(day.serving) > 0)
    assert np.array_equal(np.unique(asked + round(300.0 / STEP)), served)
    assert (day.paid >= day.serving).all()


def test_a_farm_that_is_too_small_by_far_grows_by_steps_for_no_use_is_more_than_all():
    """From 1 server at 60 % of use: 2, 4, 7, 12 and so on, each the last one over 0.6, whole."""
    hours = [0.01] * 12 + [1.0] * 12
    day = follow_load(scaling(hours=hours, until_serving="0 s", look_every="1 h"), busy=30.0)
    levels = [int(day.serving[i]) for i in range(12 * 360 + 1, 19 * 360, 360)]
    assert levels == [2, 4, 7, 12, 20, 34, 50]


def test_it_never_has_fewer_or_more_than_is_stated():
    day = follow_load(scaling(minimum=8, maximum=20), busy=30.0)
    assert day.serving.min() == 8 and day.paid.max() == 20


def test_servers_are_given_back_once_fewer_would_have_done_for_so_long():
    hours = [1.0] * 12 + [0.1] * 12
    day = follow_load(scaling(hours=hours, wait_before_less="1 h", look_every="1 min"), busy=6.0)
    fewer = int(np.flatnonzero(np.diff(day.serving) < 0)[0]) + 1
    first = next(i for i in range(11 * 360, STEPS) if np.ceil(6.0 * day.shares[i] / 0.6 - 1e-9) < 10)
    assert 3600.0 <= (fewer - first) * STEP <= 3600.0 + 2 * 60.0


def test_the_minutes_of_theory_are_those_in_which_a_server_has_more_than_it_carries(farm):
    day = ServersByHour(np.ones(STEPS + 1), np.where(np.arange(STEPS) < 36, 1, 2), np.full(STEPS, 2))
    found = missed_minutes(farm(), day, carries=60.0, demand=100.0, solver=Theory(), settled=WarmUp(0.0))
    assert found.minutes == found.low == found.high == 6 and list(found.load) == list(range(6))


def test_the_simulation_misses_the_minutes_that_theory_does_where_it_is_clear(farm):
    """A target of use alone, of which the utilisation law knows all: 2.5 % too much, and 2.5 % less than allowed."""
    scenario = farm(targets={"utilisation": "50 %", "errors": "50 %"}, run={"threads": 1})
    carries = plan_growth(scenario, Theory()).new.farm.carried.requests.value
    serving = np.where(np.arange(STEPS) < 12, 39, np.where(np.arange(STEPS) < 24, 41, 100))
    day = ServersByHour(np.ones(STEPS + 1), serving, serving)
    found = missed_minutes(scenario, day, carries, 40.0 * carries, Simulation(Kernel(1)), WarmUp(5.0))
    assert found.simulated == found.near == 4
    assert found.low <= 2.0 <= found.high and found.minutes == 2.0


def test_what_is_bought_is_paid_off_all_day_and_what_is_rented_while_it_is_on(grown):
    rule = {"autoscaling": {"hours": WAVE, "minimum": 1, "maximum": 40}}
    cloud = {"server": "c7a.8xlarge", "operating_system": "linux-6", "web_server": "nginx",
             "datacenter": {"prices": "cloud-us-2026"}, "unit": {"nodes": 1, "spare_nodes": 0}}  # fmt: skip
    rented = grown(supply=rule, **cloud)
    followed, prices = rented.followed, rented.scenario.datacenter.prices
    a_month = 1.6422 * 730.0 + prices.administration
    assert followed.rented
    assert followed.cost == pytest.approx(float(followed.day.paid.mean()) * a_month, rel=1e-3)
    assert followed.always == pytest.approx(followed.servers * a_month, rel=1e-3)
    bought = grown(supply=rule)
    machines = bought.new.price(0.0, 0) / bought.new.servers
    assert not bought.followed.rented
    assert bought.followed.cost > float(bought.followed.day.paid.max()) * machines * 0.02
    assert len(bought.followed.day.serving) == STEPS == 6 * MINUTES
