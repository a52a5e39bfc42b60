"""Each policy by hand: how many servers it wants at each look, and when they serve, warm or cold."""

import numpy as np
import pytest

from models.parts.growth.autoscaling import Autoscaling
from models.parts.growth.scaling_policies import HorizontalPods, ScalingSteps, TargetTracking
from simulator.growth.hourly.day import STEPS
from simulator.growth.hourly.day import follow_load as follow_day
from simulator.growth.hourly.fleet import TICK, follow_load
from simulator.growth.hourly.scaling_policies import Look, PodsRule, ScheduleRule, StepsRule, TrackingRule

MINUTE = 60.0


def asked(rule, use, serving, on, looks, first=1):
    """What a rule wants at looks from the `first` on, with the same use and servers."""
    return [rule.wanted(Look(place * rule.every, 0.0, use, serving, on)) for place in range(first, first + looks)]


def test_target_tracking_asks_for_more_after_three_minutes_above_and_again_after_its_cooldown():
    """4 servers, all of them used: 4 x 1 / 0.5 = 8; while these start, after 5 minutes, 8 x 1 / 0.5 = 16."""
    rule = TrackingRule(TargetTracking(target="50 %"))
    assert asked(rule, 1.0, 4, 4, 3) == [4, 4, 8]
    assert asked(rule, 1.0, 4, 8, 5, first=4) == [8, 8, 8, 8, 16]


def test_target_tracking_asks_for_more_within_its_cooldown_where_the_need_grows():
    """4 x 0.75 / 0.5 = 6 at minute 3, 4 x 1 / 0.5 = 8 at minute 4."""
    rule = TrackingRule(TargetTracking(target="50 %"))
    assert asked(rule, 0.75, 4, 4, 3) == [4, 4, 6] and asked(rule, 1.0, 4, 6, 1, first=4) == [8]


def test_target_tracking_gives_back_after_fifteen_minutes_below_nine_tenths_of_the_target():
    """8 x 0.2 / 0.5 = 3.2, so 4 stay; five minutes later 4 x 0.2 / 0.5 = 1.6, so 2 do."""
    rule = TrackingRule(TargetTracking(target="50 %"))
    assert asked(rule, 0.2, 8, 8, 15) == [8] * 14 + [4]
    assert asked(rule, 0.2, 4, 4, 5, first=16) == [4] * 4 + [2]
    assert asked(TrackingRule(TargetTracking(target="50 %")), 0.46, 8, 8, 40) == [8] * 40


@pytest.mark.parametrize(("use", "wanted"), [(0.65, 10), (0.66, 10), (0.67, 12), (0.55, 10), (0.53, 9)])
def test_pods_change_beyond_the_tolerance_alone(use, wanted):
    """Target 60 %, tolerance 10 %: nothing from 54 to 66 %; 10 x 0.67 / 0.6 = 11.2, and 10 x 0.53 / 0.6 = 8.8."""
    assert asked(PodsRule(HorizontalPods(target="60 %")), use, 10, 10, 1) == [wanted]


def test_pods_are_given_back_once_the_most_that_were_wanted_lies_five_minutes_back():
    """12 at 15 s, and from 30 s on 12 x 0.3 / 0.6 = 6: the 12 count until 315 s."""
    rule = PodsRule(HorizontalPods(target="60 %"))
    assert asked(rule, 0.67, 10, 10, 1) == [12]
    assert asked(rule, 0.3, 12, 12, 21, first=2) == [12] * 20 + [6]


def test_pods_at_most_double_or_four_more_come_in_fifteen_seconds():
    """From 2 fully used at a target of 10 %: 2 + 4, then twice 6, then twice 12."""
    rule, on, counts = PodsRule(HorizontalPods(target="10 %")), 2, []
    for place in range(1, 4):
        on = asked(rule, 1.0, on, on, 1, first=place)[0]
        counts.append(on)
    assert counts == [6, 12, 24]


def test_pods_that_came_in_the_time_of_a_surge_count_towards_it():
    """2 + 4 in a minute: 6 until 60 s after the first, then twice 6."""
    rule, on, counts = PodsRule(HorizontalPods(target="10 %", surge_every="1 min")), 2, []
    for place in range(1, 6):
        on = asked(rule, 1.0, on, on, 1, first=place)[0]
        counts.append(on)
    assert counts == [6, 6, 6, 6, 12]


def test_pods_that_do_not_serve_yet_count_as_idle():
    """2 of 6 serve, all of them used: 2 x 1 / 0.6 = 3.3 are no more than the 6 that are on."""
    assert asked(PodsRule(HorizontalPods(target="60 %")), 1.0, 2, 6, 1) == [6]


def test_pods_are_asked_for_once_they_were_wanted_throughout_the_window():
    """20 are wanted from 30 s on, 10 at 15 s: with a window of 60 s these count until 75 s."""
    rule = PodsRule(HorizontalPods(target="50 %", window_more="60 s"))
    assert asked(rule, 0.5, 10, 10, 1) == [10]
    assert asked(rule, 1.0, 10, 10, 5, first=2) == [10, 10, 10, 10, 20]


STEPS_UP = {"more": ({"use": "70 %", "servers": 1}, {"use": "85 %", "servers": 3}), "fewer": ({"use": "50 %"},)}


@pytest.mark.parametrize(("use", "wanted"), [(0.9, 8), (0.8, 6), (0.7, 5), (0.6, 5), (0.5, 5), (0.4, 4)])
def test_of_steps_the_farthest_that_is_passed_counts(use, wanted):
    assert asked(StepsRule(ScalingSteps(**STEPS_UP)), use, 5, 5, 1) == [wanted]


def test_steps_do_nothing_in_their_cooldown():
    rule = StepsRule(ScalingSteps(**STEPS_UP, look_every="1 min", cooldown="5 min"))
    assert asked(rule, 0.9, 5, 8, 6) == [11] + [8] * 4 + [11]


@pytest.mark.parametrize(
    ("clock", "wanted"), [("05:49:59", 2), ("05:50:00", 5), ("06:59:59", 5), ("07:00:00", 2), ("23:55:00", 4)]
)
def test_a_schedule_asks_so_early_that_servers_serve_at_the_full_hour(clock, wanted):
    """5 from 06:00 to 07:00, 4 from midnight to 01:00, asked for ten minutes early."""
    hours, minutes, seconds = map(int, clock.split(":"))
    rule = ScheduleRule((4, 2, 2, 2, 2, 2, 5, *[2] * 17), early=600.0)
    assert rule.wanted(Look(0.0, 3600.0 * hours + 60.0 * minutes + seconds, 0.0, 2, 2)) == wanted


def test_a_cold_server_counts_as_what_it_carries_until_it_is_warm():
    """2 more are needed at 06:00, cold for 2 minutes and up after 1: asked for at 05:56, a look of a minute early."""
    servers = [{"servers": 3 if hour == 6 else 1} for hour in range(24)]
    scaling = Autoscaling.model_validate(
        {"minimum": 1, "maximum": 9, "schedule": servers, "until_serving": "1 min", "cold": "40 %",
         "warm_after": "2 min"}
    )  # fmt: skip
    course = follow_load(scaling, np.zeros(round(86_400 / TICK)), 0.0)
    changes = {name: at_changes(getattr(course, name)) for name in ("on", "serving", "warm")}
    assert changes["on"] == {"05:56": 3, "07:00": 1} and changes["serving"] == {"05:57": 3, "07:00": 1}
    assert changes["warm"] == {"05:57": pytest.approx(1.8), "05:59": 3.0, "07:00": 1.0}


def at_changes(values):
    """Values where they change, by the time of the day."""
    places = np.flatnonzero(np.diff(values)) + 1
    minutes = [int(place * TICK // MINUTE) for place in places]
    return {f"{each // 60:02d}:{each % 60:02d}": values[place] for each, place in zip(minutes, places, strict=True)}


def test_servers_that_were_asked_for_last_are_given_back_first():
    """Steps add 2 that take an hour to serve, and take them back: the 2 that serve stay."""
    steps = {"more": [{"use": "70 %", "servers": 2}], "fewer": [{"use": "50 %", "servers": 2}],
             "look_every": "1 min", "cooldown": "1 min"}  # fmt: skip
    scaling = Autoscaling.model_validate({"minimum": 2, "maximum": 4, "until_serving": "1 h", "steps": steps})
    loads = np.where(np.arange(round(86_400 / TICK)) % 360 < 12, 2.0, 0.0)
    course = follow_load(scaling, loads, 0.0)
    assert set(course.serving) == {2} and set(course.on) == {2, 4}


def test_a_day_of_growth_follows_the_policy_that_is_stated():
    """A server would be used at 300 %, and pods are kept at 60 %: 5."""
    flat = [{"times": 1.0}] * 24
    scaling = Autoscaling.model_validate({"hours": flat, "minimum": 1, "maximum": 9, "hpa": {"target": "60 %"}})
    day = follow_day(scaling, busy=3.0)
    assert set(day.serving) == set(day.paid) == {5} and len(day.serving) == STEPS
