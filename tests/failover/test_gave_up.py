"""Requests that wait too long for a connection of a database that is slow for a while."""

import pytest

from simulator.failover.survive import FailoverResult
from simulator.messages.survive.failover import gave_up_sentences
from simulator.studies.survive.result import survival_data
from tests.failover.test_tiers import SHOP, SLOW

# A connection is waited for a second, by nodes in their pools, and then at the database.
TIMED = {
    **SHOP,
    "tiers": [{**SHOP["tiers"][0], "queue_timeout": "1 s"}],
    "workload__request": {
        **SHOP["workload__request"],
        "calls": [{**SHOP["workload__request"]["calls"][0], "pool": 8, "pool_timeout": "500 ms"}],
    },
}
LIMITS = ["connection pool to database", "connections of database"]


@pytest.fixture(scope="module")
def slow(watched_at) -> FailoverResult:
    return watched_at("40 /s", **TIMED, unit__failures__timetable=[{**SLOW, "together": 2}])


def test_sessions_whose_requests_wait_too_long_add_up(slow):
    for each in slow.session_outcomes:
        assert each.adds_up
        assert sorted(each.gave_up) == LIMITS
        # Each is tried once more, so that every second one at the most is the last.
        pool = LIMITS[0]
        assert 0 < each.lost[pool] <= each.gave_up[pool]


def test_nobody_waits_too_long_as_long_as_the_database_is_fast(slow):
    usual, slowed, after = slow.phases
    assert usual.errors.value == 0.0 < slowed.errors.value
    assert after.errors.value < slowed.errors.value


def test_what_waits_too_long_is_told(slow):
    data = survival_data(slow)["sessions"]
    assert [sorted(each["gave_up_waiting"]) for each in data] == [LIMITS, LIMITS]
    told = list(gave_up_sentences(slow))
    assert len(told) == 2
    assert all(f"for the {limit} " in line for limit, line in zip(LIMITS, sorted(told), strict=True))


def test_both_engines_count_the_same_who_wait_too_long(watched_at):
    few = {**TIMED, "unit__failures__watch": "10 s", "run__warm_up": "5 s"}
    timetable = [{**SLOW, "at": "2 s", "lasts": "5 s", "together": 2}]
    fast, slow = (
        watched_at("40 /s", engine, **few, unit__failures__timetable=timetable) for engine in ("kernel", "reference")
    )
    assert fast.session_outcomes == slow.session_outcomes
    assert sum(fast.session_outcomes[0].gave_up.values()) > 0
