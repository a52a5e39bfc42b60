"""A unit that posts jobs to a queue, whose workers are slow or dead for a while: how far they fall behind, and when
they have caught up."""

import pytest

from simulator.failover.survive import FailoverResult
from simulator.farm.job_queues import job_queues_at
from simulator.messages.survive.backlogs import backlog_sentences
from simulator.studies.survive.result import survival_data

# A job takes 20 ms of a core of two servers of workers with four cores each.
SHOP = {
    "tiers": [
        {"name": "mail", "kind": "queue", "server": "dl585-2.2ghz-4gb", "servers": 1, "queue": "rabbitmq-4",
         "calls": [{"tier": "workers", "cpu": "20 ms", "cpu_distribution": "exponential"}]},
        {"name": "workers", "server": "dl585-2.2ghz-4gb", "servers": 2, "connections": 8},
    ],
    "workload__request": {"size": "30 kB", "cpu": "4 ms", "calls": [{"tier": "mail"}]},
    "unit__failures__watch": "90 s",
    "run__replications": 2,
}  # fmt: skip
AWAY = {"at": "20 s", "lasts": "30 s", "tier": "workers", "together": 2}
BOTH = ({**AWAY, "what": "slow", "speed": "1 %"}, AWAY)


@pytest.fixture(scope="module", params=BOTH, ids=["slow", "dead"])
def away(watched_at, request) -> FailoverResult:
    return watched_at("40 /s", **SHOP, unit__failures__timetable=[request.param])


def test_jobs_wait_and_are_done_as_a_plan_tells(away):
    """200 jobs a second for 30 s, and until it is noticed that dead ones are back; eight cores do twice as many, so
    that what is not done takes about as long again."""
    (found,) = away.backlogs
    assert found.queue == "jobs of mail" and found.before.value < 50.0
    assert 0.95 * 6_000.0 < found.most.value < 1.25 * 6_000.0
    (told,) = job_queues_at(away.scenario, 200.0)
    assert told.used == pytest.approx(0.5, rel=0.1)
    back = found.most.value / told.jobs - 30.0
    assert found.caught_up.value - back == pytest.approx(told.catch_up(30.0 + back), rel=0.2)


def test_requests_do_not_wait_with_them(away):
    assert away.met is True
    assert all(each.adds_up and not sum(each.lost.values()) for each in away.session_outcomes)


def test_it_is_told(away):
    (sentence,) = backlog_sentences(away)
    assert sentence.startswith("Of the jobs of mail ") and "after the end of what happens no more are left" in sentence
    (data,) = survival_data(away)["queues"]
    assert data["queue"] == "jobs of mail" and data["caught_up_after"]["unit"] == "s"


def test_a_watch_that_ends_too_soon_is_told(watched_at):
    short = {**SHOP, "unit__failures__watch": "10 s"}
    found = watched_at("40 /s", **short, unit__failures__timetable=[BOTH[0]])
    (sentence,) = backlog_sentences(found)
    assert "more jobs than before are left at the end of the watch in 2 of 2 replications" in sentence
    assert "watch it for longer with `unit.failures.watch`" in sentence


def test_workers_that_are_not_missed_leave_nothing(watched_at):
    found = watched_at("4 /s", **SHOP, unit__failures__timetable=[{**BOTH[0], "together": 1, "speed": "90 %"}])
    (backlog,) = found.backlogs
    (sentence,) = backlog_sentences(found)
    assert backlog.caught_up.value == 0.0 and "none wait for longer than what happens" in sentence


def test_both_engines_watch_the_same(watched_at):
    few = {**SHOP, "unit__failures__watch": "10 s", "run__warm_up": "5 s"}
    timetable = [{"at": "2 s", "lasts": "3 s", "tier": "workers", "together": 2}]
    fast, slow = (
        watched_at("20 /s", engine, **few, unit__failures__timetable=timetable) for engine in ("kernel", "reference")
    )
    assert fast.backlogs == slow.backlogs and fast.session_outcomes == slow.session_outcomes
