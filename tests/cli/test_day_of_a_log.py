"""`calibrate log` measures the shape of a day: on the points of `workload.day`, from whole days and weeks."""

import json
import re

import numpy as np
import pytest

from models.load import load
from models.parts.daily.day import DAY, Daily
from simulator.calibration.log.day_shape import fit_day_shape
from simulator.daily.day_course import day_course
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from tests.traffic.logs import common

HOURS = [30, 22, 16, 13, 12, 13, 18, 30, 45, 55, 60, 64, 68, 66, 64, 62, 62, 66, 74, 86, 97, 100, 80, 50]
WEEKDAYS = [90, 90, 90, 95, 100, 60, 50]
TRUTH = Daily.model_validate({
    "hours": [{"times": each} for each in HOURS], "weekdays": [{"times": each} for each in WEEKDAYS]
})  # fmt: skip
SUNDAY = 6  # The log of tests begins on one.


def seconds_of(days: int, a_day: int, seed: int = 4) -> list[int]:
    """When requests come in so many days of TRUTH, a day of the peak having about `a_day` requests at its mean."""
    draws, found = np.random.default_rng(seed), []
    for day in range(days):
        course = day_course(TRUTH, (SUNDAY + day) % 7)
        fine = np.arange(0.0, DAY + 1.0, 60.0)
        rates = course.at(fine)
        many = np.concatenate([[0.0], np.cumsum((rates[1:] + rates[:-1]) / 2.0)]) * 60.0
        count = draws.poisson(a_day * many[-1] / DAY)
        found += (day * DAY + np.interp(draws.random(count) * many[-1], many, fine)).astype(int).tolist()
    return sorted(found)


def lines_at(seconds, zone="+0000"):
    asked = ((second, f"10.1.{second % 7}.{second % 199}", f"/{second % 40}") for second in seconds)
    return "\n".join(common(*each, zone=zone) for each in asked)


@pytest.fixture
def shape(tmp_path):
    def read(seconds, zone="+0000"):
        (tmp_path / "a.log").write_text(lines_at(seconds, zone))
        return fit_day_shape(sort_requests(read_logs([str(tmp_path / "a.log")])))

    return read


def test_the_day_of_a_log_is_the_one_that_it_was_made_of(headroom, tmp_path):
    """At every minute of every day of the week, within what 60,000 requests can tell; and `daily` takes it."""
    (tmp_path / "a.log").write_text(lines_at(seconds_of(days=23, a_day=6_000), zone="+0200"))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml", "--json", tmp_path / "s.json")
    assert said.code == 0, said.err
    found = json.loads((tmp_path / "s.json").read_text())["day"]
    assert (found["days"], found["weeks"], found["silent"]) == (21, 3, 0)
    scenario = load(str(tmp_path / "s.yaml"))
    day = scenario.workload.day
    of_truth, of_log = ([day_course(each, number) for number in range(7)] for each in (TRUTH, day))
    apart = [np.abs(a.at(a.time) - b.at(a.time)).max() for a, b in zip(of_truth, of_log, strict=True)]
    assert max(apart) < 0.06, "of the peak"
    # 95 % of the intervals hold the truth on average; of 24 at least 19 do but once in a hundred logs.
    scale = sum(each["value"] for each in found["hours"]) / sum(HOURS)
    pairs = zip(found["hours"], HOURS, strict=True)
    off = [abs(each["value"] - hour * scale) / each["half_width"] for each, hour in pairs]
    assert sum(each < 1.0 for each in off) >= 19 and max(off) < 3.0
    mean = sum(WEEKDAYS) / 7.0
    for each, factor in zip(found["weekdays"], WEEKDAYS, strict=True):
        assert abs(each["value"] - factor / mean) < 0.03 and each["samples"] == 3 and each["half_width"] > 0.0
    assert scenario.sources["workload.day.hours[21].times"].kind == "measured"
    told = " ".join(said.out.split())
    assert "are those of 21 whole days from 2026-12-01 on, 3 weeks." in told and "Saturday" in told
    assert f"headroom daily {tmp_path / 's.yaml'}" in told


def test_points_are_no_means_of_hours(shape):
    """All requests of the day come between 11:00 and 13:00, in a straight line up to noon and down again: noon has
    twice the mean of the hours at either side of it, and one at which nothing comes has nothing."""
    up = np.sqrt(np.arange(0.5, 2000.0) / 2000.0) * 3600.0
    noon = [int(11 * 3600 + each) for each in up] + [int(13 * 3600 - each) for each in up]
    found = shape(sorted([10, 86_390, *noon]))
    assert found.hours[12].value == pytest.approx(4000 / 3600, rel=0.02)
    assert max(each.value for hour, each in enumerate(found.hours) if hour != 12) < 0.02
    assert found.weekdays == () and not np.isfinite(found.hours[12].half_width)


def test_whole_weeks_are_the_last_ones_and_silent_days_are_left_out(shape):
    """The 15 days begin on a Sunday, whose requests are not looked at; of both Tuesdays the first is silent."""
    seconds = [day * 86_400 + k * 86 for day in range(15) for k in range(1000 if day else 50_000 // 86) if day != 2]
    found = shape(seconds)
    assert (found.days, found.weeks, found.silent, found.begins % 86_400) == (14, 2, 1, 0)
    assert [each.value for each in found.weekdays] == pytest.approx([1.0] * 7, rel=0.02)
    assert [each.samples for each in found.weekdays] == [1] * 7, "one week is whole"


def test_less_than_a_day_has_no_day_and_that_is_told(headroom, tmp_path):
    (tmp_path / "a.log").write_text(lines_at(range(0, 40_000, 40)))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml")
    assert said.code == 0 and "The log has no whole day" in said.out and "daily" not in said.out, said.err
    assert load(str(tmp_path / "s.yaml")).workload.day is None


def test_a_day_from_noon_to_noon_is_a_day_without_intervals(headroom, tmp_path):
    (tmp_path / "a.log").write_text(lines_at(range(43_200, 43_200 + 90_000, 60)))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml")
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "those of 1 whole day from 2026-11-29 on, too few for intervals. The log has no whole week" in told
    day = load(str(tmp_path / "s.yaml")).workload.day
    assert [each.times for each in day.hours] == pytest.approx([100.0] * 24, rel=0.02) and day.weekdays == ()
    assert not re.search("interval", (tmp_path / "s.yaml").read_text().split("day:")[1].split("clients:")[0])


def test_hours_at_which_nobody_asks_are_as_small_as_a_scenario_may_have(headroom, tmp_path):
    (tmp_path / "a.log").write_text(lines_at([*range(3 * 86_400, 3 * 86_400 + 20_000, 20), 2 * 86_400, 4 * 86_400]))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml")
    assert said.code == 0, said.err
    assert min(each.times for each in load(str(tmp_path / "s.yaml")).workload.day.hours) == 0.001
