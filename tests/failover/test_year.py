"""A year of failures: binomial in how many nodes are down, and exactly what each state and each failure brings."""

import math

import pytest

from models.load import load
from simulator.failover.survive import failover_steps
from simulator.failover.year import NEGLIGIBLE, YEAR, most_servers_down

OFTEN = {"unit__failures__mtbf": "99 h", "unit__failures__mttr": "1 h", "run__replications": 2}


@pytest.fixture(scope="module")
def year(watched_at):
    return watched_at("40 /s", unit__failures__timetable=[{"at": "5 s", "lasts": "20 s"}], **OFTEN).year


def test_the_number_of_nodes_that_are_down_is_binomial(year):
    assert [each.servers for each in year.down] == [0, 1, 2, 3]
    for each in year.down:
        expected = math.comb(5, each.servers) * 0.01**each.servers * 0.99 ** (5 - each.servers)
        assert each.share == pytest.approx(100.0 * expected, rel=1e-9)
    assert year.beyond == pytest.approx((1.0 - sum(each.share for each in year.down) / 100.0) * YEAR / 60.0)


def test_every_failure_from_a_state_is_one_of_the_nodes_that_are_up(year):
    for each in year.down[:-1]:
        assert each.failures == pytest.approx(each.share / 100.0 * (5 - each.servers) * YEAR / (99 * 3600.0), rel=1e-9)


def test_with_too_few_nodes_left_the_unit_is_outside_all_the_time(year):
    """200 requests a second take four processors of 50; with three left there is no end to the waiting."""
    assert year.down[0].outside.value < 5.0
    assert all(each.outside.value > 95.0 for each in year.down[2:])


def test_the_minutes_of_a_year_are_those_of_its_states_and_of_its_failures(year):
    states = sum(each.share / 100.0 * each.outside.value / 100.0 for each in year.down) * YEAR / 60.0
    failures = sum(each.failures * each.each.value for each in year.down if each.each)
    assert year.minutes.value == pytest.approx(states + failures + year.beyond, rel=1e-6)
    assert year.of_budget.value == pytest.approx(year.lost.value / 0.01)


def test_rare_failures_are_simulated_one_at_a_time(watched_at, unit):
    rare = load(unit, {"unit.failures": {"mtbf": "100,000 h", "mttr": "1 h"}, "run.replications": 2})
    assert most_servers_down(rare) == 1 and NEGLIGIBLE > 10 * (5e-5**2) * YEAR / 60.0
    assert failover_steps(rare, "40 /s") == 2 * 2 + 1
    assert most_servers_down(load(unit)) == 0
