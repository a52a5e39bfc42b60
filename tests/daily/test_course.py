"""The load over a day: straight lines between the hours; what is stated of a release and of crowds holds exactly."""

import numpy as np
import pytest

from models.load import load
from simulator.daily.day_course import day_course
from tests.daily.conftest import HOURS

DAY = 86_400.0


@pytest.fixture
def course(server):
    def of(number=None, **changes):
        overrides = {f"workload.day.{path}": value for path, value in changes.items()}
        return day_course(load(server, overrides).workload.day, number)

    return of


def test_the_load_is_a_straight_line_between_full_hours(course):
    plain = course()
    for hour, value in enumerate(HOURS):
        assert plain.at(hour * 3600.0) == pytest.approx(value / 100.0)
    assert plain.at(6.5 * 3600.0) == pytest.approx((18 + 30) / 200.0)
    assert plain.at(23.5 * 3600.0) == pytest.approx((50 + 30) / 200.0)


def test_a_day_of_the_week_goes_over_into_the_next_at_midnight(course):
    week = [90, 90, 90, 95, 100, 110, 105]
    saturday, sunday = course(5, weekdays=week), course(6, weekdays=week)
    assert saturday.at(21 * 3600.0) == 1.0
    assert saturday.at(DAY) == pytest.approx(sunday.at(0.0))
    assert sunday.at(21 * 3600.0) == pytest.approx(105 / 110)
    assert course(weekdays=week).weekday == 5
    assert course(weekdays=week, weekday="monday").weekday == 0


def test_four_fifths_of_a_release_come_in_its_first_day(course):
    """Released at midnight, so that its first day is the day that is looked at."""
    released = course(release={"at": "0 s", "requests": 2, "first_day": "80 %"})
    ordinary = course()
    time = np.linspace(0.0, DAY, 100_001)
    extra = np.trapezoid(released.at(time) - ordinary.at(time), time) / np.trapezoid(ordinary.at(time), time)
    assert extra == pytest.approx(0.8 * 2.0, rel=2e-3)


def test_a_release_decays_exponentially(course):
    released, ordinary = course(release={"at": "2 h", "requests": 1}), course()
    extra = [float(released.at(h * 3600.0) - ordinary.at(h * 3600.0)) for h in (4, 10, 16)]
    assert extra[1] / extra[0] == pytest.approx(extra[2] / extra[1], rel=1e-3)
    assert extra[2] / extra[0] == pytest.approx(0.2**0.5, rel=1e-3)
    assert released.at(2 * 3600.0) == pytest.approx(float(ordinary.at(2 * 3600.0)))


def test_a_crowd_multiplies_what_comes_while_it_is_there(course):
    crowd, ordinary = course(crowds=[{"at": "9 h", "lasts": "20 min", "times": 2.5}]), course()
    for at, times in ((9.0, 1.0), (9.1, 2.5), (9.3, 2.5), (9.5, 1.0)):
        assert float(crowd.at(at * 3600.0)) == pytest.approx(times * float(ordinary.at(at * 3600.0)))


def test_the_profile_of_a_window_is_the_load_in_times_that_at_its_beginning(course):
    plain = course()
    profile = plain.profile(5.5 * 3600.0, 8.25 * 3600.0)
    assert profile[0] == (0.0, 1.0)
    assert [time for time, _ in profile] == [0.0, 1800.0, 5400.0, 9000.0, 9900.0]
    assert profile[2][1] == pytest.approx(30 / 15.5)
