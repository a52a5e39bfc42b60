"""`backtest`: an autoscaler on a record by hand, its figures in each output, and what it refuses."""

import csv
import json
from datetime import datetime, timedelta

import pytest

import headroom as library

API, WEEK = "scenarios/hourly_api.yaml", "scenarios/counters/api_week.csv"
THEORY = ("--engine", "theory")
NOON = 720


@pytest.fixture(scope="module")
def carries():
    """Requests/s that a server of the API carries, by theory."""
    return library.capacity(API, engine="theory").server_requests


@pytest.fixture
def record(tmp_path):
    """Writes requests/s by the minute from midnight on."""

    def written(rates):
        file, midnight = tmp_path / "record.csv", datetime(2026, 11, 16)
        with file.open("w", newline="", encoding="utf-8") as rows:
            writer = csv.writer(rows)
            writer.writerow(("time", "requests/s"))
            writer.writerows(
                ((midnight + timedelta(minutes=m)).isoformat(" "), f"{r:.0f}") for m, r in enumerate(rates)
            )
        return file

    return written


def scaled(**policy):
    return {f"supply.autoscaling.{key}": value for key, value in policy.items()}


def test_a_steady_load_takes_the_same_servers_however_the_farm_is_run(record, carries):
    """3.5 servers' worth are 4 servers, and 4 kept at 76 % of their CPU, of which 80 % are all that a server carries:
    3.5 x 0.8 / 0.76 = 3.7."""
    found = library.backtest(API, record([3.5 * carries] * 1440), engine="theory")
    for course in found.backtest.courses:
        assert set(course.on) == set(course.serving) == {4.0} and course.missed.minutes == 0.0
        assert course.server_hours == pytest.approx(96.0)
    assert set(found.schedule) == {4} and found.met and found.missed_minutes == 0.0


def test_minutes_are_missed_from_a_jump_of_the_load_until_further_servers_serve(record, carries):
    """From 0.9 to 2.9 servers' worth at noon, and 2 that serve: the look at 12:01 asks for a third, which serves eight
    minutes later. A fixed farm has 3 all day; the best schedule 1 until 11:00, when the load begins to rise within the
    hour, then 2, and 3 from noon on."""
    found = library.backtest(API, record([0.9 * carries] * NOON + [2.9 * carries] * NOON), engine="theory").backtest
    assert list(found.autoscaler.missed.load) == list(range(NOON, NOON + 9))
    assert found.autoscaler.serving[NOON + 8] == 2.0 and found.autoscaler.serving[NOON + 9] == 3.0
    assert found.autoscaler.on[NOON + 1] == 3.0
    assert set(found.fixed.on) == {3.0} and found.fixed.missed.minutes == 0.0
    assert found.schedule == (1,) * 11 + (2,) + (3,) * 12 and found.scheduled.missed.minutes == 0.0


def test_a_server_whose_caches_are_cold_misses_minutes_longer(record, carries):
    """A third that carries a tenth for 5 minutes: 2.1 of the 2.9 that are needed, so 9 + 5 minutes are missed."""
    jump = record([carries] * NOON + [2.9 * carries] * NOON)
    found = library.backtest(API, jump, scaled(cold="10 %", warm_after="5 min"), engine="theory")
    assert found.missed_minutes == 14.0 and not found.met


def test_a_maximum_that_is_too_small_is_named(record, carries, headroom):
    said = headroom("backtest", API, "--counters", record([3.5 * carries] * 1440), *THEORY,
                    "--set", "supply.autoscaling.maximum=3")  # fmt: skip
    assert said.code == 1 and "The peak needs 4 servers, and 3 are allowed: raise `maximum`." in said.out


def test_a_rule_that_never_asks_for_what_is_needed_is_named(record, carries, headroom):
    said = headroom("backtest", API, "--counters", record([3.5 * carries] * 1440), *THEORY,
                    "--set", "supply.autoscaling.target=99 %")  # fmt: skip
    assert said.code == 1 and "It never has more than 3 servers, and the peak needs 4: " in " ".join(said.out.split())


def test_the_best_schedule_as_the_policy_misses_no_minute_and_takes_the_same_servers():
    best = library.backtest(API, WEEK, engine="theory")
    again = library.backtest(API, WEEK, scaled(schedule=list(best.schedule)), engine="theory")
    assert again.met and again.server_hours == best.backtest.scheduled.server_hours
    assert best.backtest.scheduled.cost == pytest.approx(again.cost_per_month)
    assert best.backtest.scheduled.server_hours < best.backtest.fixed.server_hours


def test_minutes_that_are_near_what_a_server_carries_are_simulated(monkeypatch):
    monkeypatch.setattr("simulator.growth.hourly.missed_minutes.MOST", 3)
    found = library.backtest(API, WEEK, {"run.replications": 2, "run.precision": "50 %"}).backtest
    missed = found.autoscaler.missed
    assert missed.simulated == min(3, missed.near) and missed.low <= missed.minutes <= missed.high
    assert found.fixed.missed.simulated == 0


@pytest.mark.parametrize(
    ("policy", "begins"),
    [
        ({"target": "70 %"}, "Kept at 70 % of CPU, 2 to 16 servers: "),
        ({"hpa.target": "70 %"}, "HPA at 70 % of CPU, 2 to 16 servers: "),
        ({"target_tracking.target": "70 %"}, "Target tracking at 70 % of CPU, 2 to 16 servers: "),
        ({"schedule": [9] * 24}, "A schedule, 2 to 16 servers: Targets missed in 0 of 10,080 minutes. 9 servers"),
        (
            {"steps": {"more": [{"use": "70 %"}], "fewer": [{"use": "40 %"}]}},
            "Steps from 70 % on of CPU, 2 to 16 servers: ",
        ),
    ],
)
def test_each_policy_is_named(policy, begins):
    found = library.backtest(API, WEEK, scaled(**policy), engine="theory")
    assert found.blocks()[0].text.startswith(begins)


def test_every_output_has_the_figures(headroom, tmp_path):
    words = ("backtest", API, "--counters", WEEK, *THEORY)
    said = headroom(*words, "--json", "-", "--report", tmp_path, "--formats", "markdown,html")
    data, (file,) = json.loads(said.out), tmp_path.glob("*.md")
    text = file.read_text(encoding="utf-8")
    assert said.code == (0 if data["met"] else 1) and data["minutes"] == len(data["by_the_minute"]["on"]) == 10_080
    assert set(data["farms"]) == {"autoscaler", "fixed", "schedule"} and len(data["schedule"]) == 24
    assert sum(hour["missed"] for hour in data["hours"]) == data["farms"]["autoscaler"]["minutes_missed"]["likely"]
    assert "best schedule" in text and "headroom backtest" in text and "Targets missed in" in said.err


def test_gaps_of_a_record_are_counted(headroom, tmp_path):
    """In three minutes only one of two servers was measured."""
    clock = [f"2026-11-{16 + minute // 1440} {minute // 60 % 24:02d}:{minute % 60:02d}" for minute in range(1500)]
    rows = [f"{at},a,100\n" + (f"{at},b,100\n" if not 700 <= place < 703 else "") for place, at in enumerate(clock)]
    file = tmp_path / "gaps.csv"
    file.write_text("time,server,requests/s\n" + "".join(rows), encoding="utf-8")
    said = headroom("backtest", API, "--counters", file, *THEORY)
    assert "3 of 1,500 steps were not measured: straight lines stand in for them." in " ".join(said.out.split())


def test_a_scenario_without_an_autoscaler_is_refused(headroom):
    said = headroom("backtest", API, "--counters", WEEK, *THEORY, "--set", "supply.autoscaling=none")
    assert said.code == 2 and said.err.splitlines()[-1] == (
        f"{API}: supply.autoscaling: no autoscaler is stated; write e.g. `supply: {{autoscaling: {{minimum: 2,"
        " maximum: 16, hpa: {target: 60 %}}}`"
    )


def test_a_record_of_less_than_a_day_is_refused(headroom, record):
    file = record([100.0] * 1439)
    said = headroom("backtest", API, "--counters", file, *THEORY)
    assert said.code == 2 and said.err.splitlines()[-1] == (
        f"{file}: 24 hours of counters: less than a day; save a day at least, better a week"
    )


def test_a_record_without_a_request_is_refused(headroom, record):
    file = record([0.0] * 1440)
    said = headroom("backtest", API, "--counters", file, *THEORY)
    assert said.code == 2 and "no request was served in it" in said.err


def test_counters_must_be_named(headroom):
    assert headroom("backtest", API, *THEORY).code == 2


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ({"maximum": 1}, "a maximum of 1 is below the minimum of 2; write a maximum that is no smaller"),
        (
            {"hpa.target": "60 %", "target_tracking.target": "60 %"},
            "target_tracking and hpa are 2 policies of one farm; keep one of them",
        ),
        ({"schedule": [3, 2]}, "a day of 2 hours; write 24 numbers of servers, midnight UTC first"),
        (
            {"schedule": [3] * 23 + [25]},
            "25 servers at an hour, and 2 to 16 are allowed; write numbers in that range, or correct `minimum` or"
            " `maximum`",
        ),
        (
            {"steps": {"more": [{"use": "70 %"}], "fewer": []}},
            "steps go up and down; write at least one step of `more` and one of `fewer`",
        ),
        (
            {"steps": {"more": [{"use": "70 %"}], "fewer": [{"use": "75 %"}]}},
            "more servers above 70 %, and fewer below 75 %: they would come and go; write uses of `more` above those of"
            " `fewer`",
        ),
    ],
)
def test_an_autoscaler_that_cannot_be_is_refused(policy, told):
    with pytest.raises(library.ScenarioError) as error:
        library.backtest(API, WEEK, scaled(**policy), engine="theory")
    (problem,) = error.value.problems
    assert f"{problem.message}; {problem.remedy}" == told


DOWNLOADS = ("scenarios/first_farm.yaml", "scenarios/counters/downloads.json")


def pods(**others):
    return {"supply": {"autoscaling": {"minimum": 1, "maximum": 20, "hpa": {"target": "60 %"}, **others}}}


@pytest.mark.parametrize(("follows", "limit"), [("busiest", "network cards"), ("cpu", "CPU")])
def test_the_limit_that_is_stated_is_followed_and_the_cpu_that_was_measured_is_taken(follows, limit):
    found = library.backtest(*DOWNLOADS, pods(follows=follows), engine="theory").backtest
    assert found.limit == limit and found.corrected


def test_fewer_servers_are_on_where_a_limit_that_is_used_less_is_followed():
    by_cards, by_cpu = (
        library.backtest(*DOWNLOADS, pods(follows=each), engine="theory").server_hours for each in ("busiest", "cpu")
    )
    assert by_cpu < by_cards


def test_growth_follows_no_day_where_none_is_stated():
    found = library.grow(API, {"supply.autoscaling.hours": []}, engine="theory")
    assert found.to_dict()["autoscaling"] is None


def test_growth_names_the_policy_that_it_follows(headroom):
    said = headroom("grow", API, *THEORY, "--set", "supply.autoscaling.hpa.target=70 %")
    assert "HPA at 70 % of their CPU by 2 to 16 servers" in " ".join(said.out.split())
