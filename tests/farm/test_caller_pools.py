"""Pools of connections that callers keep: which limit they are, and that the tier behind them has as many."""

from datetime import date

import pytest

from models.caller_pools import caller_pools
from models.errors import ScenarioError
from models.load import load
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.solvers import Theory
from simulator.farm.setting_first import setting_first
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.farm_notes import tier_notes
from simulator.messages.settings_to_write import raised_first
from simulator.network.roles import LimitCategory, Role
from simulator.output.data import figures, setting_first_data
from simulator.translate.translate import translate_with_backend

SHOP, POOL = "scenarios/three_tiers.yaml", "tiers[0].calls[0].pool"
QUERY = {"tier": "database", "times": 3, "cpu": "2.5 ms", "pool": 20}
# Pods of the application that the demand counts, of half a thread each, before a database that is stated.
PODS = {"name": "application", "server": "gold-6140-2x25gbe", "calls": [QUERY],
        "pods": {"cpu": {"request": 0.5, "limit": 0.5}, "memory": "1 GB"}}  # fmt: skip
DATABASE = {"name": "database", "server": "epyc-7313p-24hdd-2x25gbe", "servers": 2, "connections": 1000}
ONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "server": "dl325-epyc-7763-2x100gbe"}


def counted(pool):
    """A shop whose demand counts the servers of both tiers."""
    application = {"name": "application", "server": "gold-6140-2x25gbe", "connections": 200}
    few = {each: DATABASE[each] for each in ("name", "server", "connections")}
    return load(SHOP, {"tiers": [application | {"calls": [QUERY | {"pool": pool, "pool_timeout": "5 s"}]}, few]})


def problem_of(**more):
    with pytest.raises(ScenarioError) as error:
        size_tiers(load(SHOP, more))
    assert len(error.value.problems) == 1
    return str(error.value)


def test_each_server_that_calls_has_a_pool_of_its_own():
    scenario = load(SHOP, {POOL: 20, "tiers[0].servers": 2, "workload.request.calls[0].pool": 30})
    network = translate_with_backend(scenario).network
    pools = {each.name: each.size for each in network.in_role(Role.CALLER_POOL)}
    assert [name in network.backend for name in pools] == [False, True, True]
    assert pools == {
        "connection pool to application": 30.0,
        "connection pool of application 1 to database": 20.0,
        "connection pool of application 2 to database": 20.0,
    }
    assert [each.connections for each in caller_pools(scenario)] == [90, 40]


def test_a_pool_that_is_too_small_is_the_setting_to_raise_first():
    outcome = study(load(SHOP, {**ONE, POOL: 4}), Theory(), "plan", date(2026, 11, 28))
    assert outcome.binding.limit.name == "connection pool of application to database"
    assert "4 connections each to database: 12 of the 100 that it has" in tier_notes(outcome)


def test_pools_may_not_need_more_connections_than_there_are():
    told = problem_of(**{POOL: 40})
    assert "tiers[0].calls[0].pool = 40: the pools of 3 servers of application need 120 connections" in told
    assert "database has 100; write at most 33, or `tiers[1].connections: 60`" in told
    both = [{"tier": "application", "cpu": "1 ms"}, {"tier": "database", "cpu": "1 ms", "pool": 10}]
    told = problem_of(**{"workload.request.calls": both, POOL: 30})
    assert "3 servers of application and those of others need 120 connections" in told
    assert "write at most 23" in told
    told = problem_of(**{POOL: 1, "tiers[0].servers": 101})
    assert "write `tiers[1].connections: 51`" in told
    assert "write fewer callers" in problem_of(
        **{POOL: 1, "tiers[0].servers": 101, "tiers[1].connections": "none", "tiers[1].memory": "4 GB"}
    )


def test_pods_that_the_demand_counts_are_held_to_the_connections_too():
    free = size_tiers(load(SHOP, {"tiers": [PODS, DATABASE | {"connections": "none"}]}))
    pods = free.tiers[0].servers
    assert pods > 20
    told = problem_of(tiers=[PODS, DATABASE])
    assert f"the pools of {pods} pods of application need {20 * pods:,} connections, and database has 2,000" in told
    assert f"write at most {2000 // pods}" in told


def test_a_tier_that_is_counted_has_as_many_servers_as_the_pools_need():
    few = {each: DATABASE[each] for each in ("name", "server", "connections")}
    application, database = size_tiers(load(SHOP, {"tiers": [PODS, few]})).tiers
    assert 1000 * (database.servers - 1) < 20 * application.servers <= 1000 * database.servers
    free = size_tiers(load(SHOP, {"tiers": [PODS, few | {"connections": "none"}]}))
    assert free.tiers[1].servers < database.servers


def test_calls_of_one_caller_share_a_pool():
    calls = [{"tier": "application", "cpu": "1 ms", "pool": 8}, {"tier": "application", "cpu": "1 ms", "pool": 9}]
    told = problem_of(**{"workload.request.calls": calls})
    assert "calls[1].pool = 9: calls of application by one caller share a pool, of which another one says 8" in told


def test_a_pool_by_which_a_tier_is_sized_is_told_with_the_servers_that_a_larger_one_saves():
    """The pool of a caller whose servers the demand counts buys servers of it: 2 connections each take more of these
    than their processors do."""
    free = size_tiers(counted(100))
    few = size_tiers(counted(2))
    first = study(few, Theory(), "plan", date(2026, 11, 28)).setting_first
    now, then = few.tiers[0].servers, free.tiers[0].servers
    assert first.tiers == {"application": (now, then)} and then < now
    (raised,) = first.raised
    assert (raised.path, raised.stated) == (POOL, 2.0)
    # As large as it is said, no larger one saves a server more.
    assert size_tiers(counted(int(raised.raised))).tiers[0].servers == then
    assert setting_first_data(first)["tiers"] == {"application": {"servers": now, "servers_then": then}}
    told = raised_first(first)
    assert told.startswith(f"Setting first: raise {POOL} from 2 to {raised.raised:g}. That costs nothing.")
    assert f"{then} servers of application are enough instead of {now}, and one server can serve" in told
    assert study(free, Theory(), "plan", date(2026, 11, 28)).setting_first is None


def test_a_setting_that_is_raised_as_told_no_longer_stops_a_server():
    """What is in hand grows faster than the load: as many more connections as requests were too few."""
    connections = "tiers[0].connections"
    few = load(SHOP, {connections: 14})
    found = capacity_in_theory_with_limits(few)
    first = setting_first(few, found)
    (raised,) = first.raised
    assert (raised.path, raised.stated, first.stop.category) == (connections, 14.0, LimitCategory.HARDWARE)
    then = capacity_in_theory_with_limits(load(SHOP, {connections: int(raised.raised)}))
    assert (then.stop.name, then.requests) == (first.stop.name, first.requests)
    assert raised.raised > raised.stated * then.requests.value / found.requests.value


def test_a_tier_that_is_counted_by_the_pools_of_its_callers_is_said_to_be():
    few = {each: DATABASE[each] for each in ("name", "server", "connections")}
    sized = size_tiers(load(SHOP, {"tiers": [PODS, few]}))
    by_work = size_tiers(load(SHOP, {"tiers": [PODS, few | {"connections": "none"}]})).tiers[1].servers
    has = sized.tiers[1].servers
    outcome = study(sized, Theory(), "plan", date(2026, 11, 28))
    assert figures(outcome)["servers_by_work"] == {"database": by_work}
    told = tier_notes(outcome)
    assert f"database has {has} servers for the pools of its callers, and its work takes {by_work}" in told
    assert "or more `tiers[1].connections`" in told


def test_a_pool_larger_than_what_its_caller_has_in_hand_is_remarked_on():
    def told(connections):
        tiers = [PODS | {"connections": connections}, DATABASE | {"connections": 10_000}]
        return tier_notes(study(size_tiers(load(SHOP, {"tiers": tiers})), Theory(), "plan", date(2026, 11, 28)))

    assert "Each has 12 calls in hand at the most: a pool of 12 is enough." in told(12)
    assert "calls in hand at the most" not in told(20)
