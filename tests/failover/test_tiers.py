"""A unit whose nodes call servers of other tiers: these live on when a node dies, and may be slow themselves."""

from dataclasses import replace

import pytest

from simulator.engines.engine import load_engine
from simulator.experiment.estimate import Estimate
from simulator.failover.collapse import Collapse
from simulator.failover.survive import FailoverResult, with_collapse
from simulator.messages.survive.failover import event_sentence, failed_calls, violation_sentences
from simulator.network.cluster import TIER_DOWN
from simulator.studies.survive.result import survival_data
from tests.agreement.twins import assert_twins

# A call takes 10 ms of a core of a database of two servers with four cores each.
SHOP = {
    "tiers": [{"name": "database", "server": "dl585-2.2ghz-4gb", "servers": 2, "connections": 20}],
    "workload__request": {
        "size": "30 kB",
        "cpu": "4 ms",
        "calls": [{"tier": "database", "cpu": "10 ms", "cpu_distribution": "exponential", "latency": "200 us"}],
    },
    "workload__patience": {"response": "2 s", "retries": {"count": 1, "back_off": "1 s", "jitter": "50 %"}},
    "unit__failures__watch": "60 s",
    "run__replications": 2,
}
SLOW = {"at": "20 s", "lasts": "30 s", "what": "slow", "tier": "database", "speed": "2 %"}


def slow_for_a_while(watched_at, together: int, requests: str = "40 /s") -> FailoverResult:
    return watched_at(requests, **SHOP, unit__failures__timetable=[{**SLOW, "together": together}])


@pytest.fixture(scope="module")
def both_slow(watched_at) -> FailoverResult:
    return slow_for_a_while(watched_at, 2)


def test_sessions_add_up_where_servers_behind_the_nodes_are_slow(both_slow):
    assert both_slow.watch.network.backend_apart
    assert all(each.adds_up and each.reset + each.sent_to_dead == 0 for each in both_slow.session_outcomes)


def test_a_tier_at_a_fiftieth_of_its_speed_answers_a_fiftieth(both_slow):
    """Eight cores, of which a call takes 10 ms, answer 800 requests a second, and 16 at that speed."""
    usual, slow, _ = both_slow.phases
    nodes = both_slow.watch.nodes
    assert usual.node_requests.value * nodes == pytest.approx(200.0, rel=0.1)
    # Calls that nobody waits for any more are worked on all the same.
    assert 0.0 < slow.node_requests.value * nodes < 16.0
    assert (usual.slow, slow.slow) == (0, 2)


def test_one_slow_server_of_two_leaves_more_than_both_do(watched_at, both_slow):
    """The other one answers up to half of all that is asked, as far as nodes are not full of those who wait."""
    one, both = slow_for_a_while(watched_at, 1).phases[1], both_slow.phases[1]
    assert 16.0 < one.node_requests.value * 5 < 116.0
    assert both.errors.value > one.errors.value > 30.0


def test_a_node_that_dies_takes_nothing_of_the_servers_behind_it(watched_at):
    """The four that are left call both servers, which do as much work as before."""
    found = watched_at("40 /s", **SHOP, unit__failures__timetable=[{"at": "20 s", "lasts": "30 s"}])
    assert found.worst.away == 1
    assert found.worst.times.low <= 1.25 <= found.worst.times.high
    assert all(each.adds_up for each in found.session_outcomes)


def test_both_engines_watch_the_same(watched_at):
    few = {**SHOP, "unit__failures__watch": "10 s", "run__warm_up": "5 s"}
    timetable = [{**SLOW, "at": "2 s", "lasts": "5 s", "together": 2}, {"at": "4 s", "lasts": "5 s"}]
    fast, slow = (
        watched_at("40 /s", engine, **few, unit__failures__timetable=timetable) for engine in ("kernel", "reference")
    )
    assert fast.session_outcomes == slow.session_outcomes
    assert fast.phases == slow.phases


@pytest.fixture(scope="module")
def collapse(watched_at) -> Collapse:
    return with_collapse(slow_for_a_while(watched_at, 2, "50 %"), load_engine("kernel")).collapse


@pytest.mark.proof
def test_the_load_from_which_a_shop_does_not_come_back_has_an_interval(collapse):
    assert 10.0 < collapse.survives.value < 120.0
    assert collapse.survives.samples == 2
    assert collapse.recovers.value <= collapse.survives.value


def test_what_happens_to_a_tier_stands_in_the_data_and_in_the_answer(both_slow):
    data = survival_data(both_slow)
    assert data["events"] == []
    assert [(each["tier"], each["server"], each["from"], each["to"]) for each in data["slow_tiers"]] == [
        ("database", 1, 20.0, 50.0),
        ("database", 2, 20.0, 50.0),
    ]
    assert event_sentence(both_slow).startswith("2 of 2 servers of database are slow for 30 s at 2 % of full speed, at")


@pytest.fixture(scope="module")
def one_dead(watched_at) -> FailoverResult:
    dead = {"at": "20 s", "lasts": "30 s", "tier": "database"}
    return watched_at("40 /s", **SHOP, unit__failures__timetable=[dead])


def test_half_of_all_requests_meet_the_dead_one_of_two_servers_until_it_is_noticed(one_dead):
    """Heartbeats every second, five of which are missed, and five seconds of convergence: from 20 to 30. Clients try
    once more: half of those meet it again, and two of three failures are tried again."""
    (away,) = one_dead.watch.tiers
    assert (away.dies, away.leaves, away.stands, away.joins) == (20.0, 30.0, 50.0, 56.0)
    unnoticed = 40.0 * one_dead.watch.nodes * 10.0 / 2.0
    for each in one_dead.session_outcomes:
        # Half as many again meet it in their second try, less what sessions ask for no more that were lost so.
        assert each.adds_up and 0.85 * unnoticed < each.met_server < 1.5 * unnoticed
        assert each.lost[TIER_DOWN] == each.met_server - each.tried_again
        assert each.tried_again == pytest.approx(each.met_server * 2.0 / 3.0, rel=0.1)
    assert [each.servers_down for each in one_dead.phases] == [0, 1, 1, 0, 0]


def test_dead_servers_of_a_tier_stand_in_the_data_and_in_the_answer(one_dead):
    data = survival_data(one_dead)
    assert data["events"] == [] and data["slow_tiers"] == []
    told = {"tier": "database", "server": 1, "from": 20.0, "to": 50.0, "calls_leave": 30.0, "calls_join": 56.0}
    assert data["dead_servers"] == [told]
    assert [each["tier_servers_down"] for each in data["phases"]] == [0, 1, 1, 0, 0]
    assert event_sentence(one_dead).startswith("One of 2 servers of database dies for 30 s at")
    assert "met a dead server of database" in failed_calls(one_dead)


def test_the_only_server_of_a_tier_is_told_as_that(one_dead):
    alone = [tier.model_copy(update={"servers": 1}) for tier in one_dead.scenario.tiers]
    watch = replace(one_dead.watch, scenario=one_dead.scenario.model_copy(update={"tiers": tuple(alone)}))
    assert event_sentence(replace(one_dead, watch=watch)).startswith("The only server of database dies for 30 s at")


def test_both_engines_watch_the_same_deaths_of_servers(watched_at):
    few = {**SHOP, "unit__failures__watch": "10 s", "run__warm_up": "5 s"}
    timetable = [{"at": "2 s", "lasts": "9 s", "tier": "database"}, {"at": "4 s", "lasts": "5 s"}]
    fast, slow = (
        watched_at("40 /s", engine, **few, unit__failures__timetable=timetable) for engine in ("kernel", "reference")
    )
    assert fast.session_outcomes == slow.session_outcomes
    for one, other in zip(fast.phases, slow.phases, strict=True):
        assert (one.begins, one.away, one.servers_down) == (other.begins, other.away, other.servers_down)
        assert (one.node_requests, one.errors) == (other.node_requests, other.errors)
        # Sums of times are rounded in another order.
        assert one.response.value == pytest.approx(other.response.value, rel=1e-9)


IN_ZONES = {**SHOP, "unit__zones": 2, "unit__nodes": 4, "unit__failures__watch": "10 s", "run__warm_up": "5 s"}
ZONE_DIES = [{"at": "2 s", "lasts": "9 s", "zone": "a"}]


def test_a_zone_dies_with_its_nodes_and_its_servers(watched_at):
    found = watched_at("40 /s", **IN_ZONES, unit__failures__timetable=ZONE_DIES)
    assert {each.node for each in found.watch.away} == {0, 2}
    assert [(each.tier, each.node) for each in found.watch.tiers] == [("database", 0)]
    assert all(each.adds_up and each.met_server for each in found.session_outcomes)
    told = event_sentence(found)
    assert told.startswith("Zone a (2 of 4 nodes and 1 of 2 servers of database) dies for 9 s at")
    assert "met a dead server of database" in failed_calls(found)


def test_engines_agree_on_a_zone_that_dies(watched_at):
    watch = watched_at("40 /s", **IN_ZONES, unit__failures__timetable=ZONE_DIES).watch
    assert_twins(watch.network, replace(watch.plan, log=100_000), 37)


def test_no_cause_is_named_where_windows_missed_a_target_as_often_before(both_slow):
    """A limit that is used little on average is no cause of what short windows miss by chance."""
    recovery = both_slow.recovery
    assert recovery.before.value == 0.0 and all("Cause: " in each for each in violation_sentences(both_slow))
    before = Estimate(100.0, 0.0, 0.95, 2, "%")
    told = list(violation_sentences(replace(both_slow, recovery=replace(recovery, before=before))))
    assert told and not any("Cause: " in each for each in told)
    assert all("missed targets as often, within the error" in each for each in told)
