"""A farm with a cache of keys, by hand: what is found, also with one server down, and what the database does then."""

from datetime import date
from math import log
from pathlib import Path

import pytest

from models.load import load
from models.tier_flows import asked_of_tier, calling_share, tier_flows
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.dead_servers import failed_calls_sentence
from simulator.output.data import figures
from simulator.studies.plan.sections import tiers
from tests.printed import printed

SHOP = "scenarios/three_tiers.yaml"
# 1,000 requests/s x 20 lookups; 2 servers hold all of 1,000,000 items but a tenth, asked for alike.
CACHE = {
    "workload.request.calls": [{"tier": "application", "times": 20}],
    "tiers[0].kind": "cache",
    "tiers[0].servers": 2,
    "tiers[0].connections": "none",
    "tiers[0].cache": {
        "software": "memcached",
        "memory": "450 MB",
        "items": {"count": 1_000_000, "size": "940 B", "popularity": {"zipf": 0}},
    },
    "tiers[0].calls": [{"tier": "database", "cpu": "2 ms"}],
    "targets.p95_response": "none",
}


TWO_ZONES = {"unit.nodes": 4, "unit.spare_nodes": 2, "unit.zones": 2, "unit.spare_zones": 1}


@pytest.fixture(scope="module")
def planned():
    return study(load(SHOP, CACHE), Theory(), "plan", date(2026, 11, 28))


def test_a_cache_tells_what_it_finds_drops_and_how_long_it_takes_to_fill(planned):
    """900,000 of 1,000,000 are held: 90 %, half of which lie at each server. Items alike are all asked for but a tenth
    after n calls with exp(-n / 1e6) = 0.1, which 20,000 calls/s are in 115 s."""
    (cache,) = (each.cache for each in planned.sizing.tiers if each.cache)
    assert cache.hits == pytest.approx(90.0, rel=1e-6) and cache.hits_one_down == pytest.approx(45.0, rel=1e-6)
    assert cache.held == pytest.approx(900_000) and cache.evicted == pytest.approx(2_000, rel=1e-6)
    assert cache.warms == pytest.approx(115.13, rel=1e-3)
    # But for 1 % of all calls with exp(-n / 1e6) = 0.11.
    assert cache.refills == pytest.approx(-log(0.11) * 1e6 / 20_000, rel=1e-3)


def test_a_server_of_the_cache_down_is_judged_by_what_the_database_does_then(planned):
    """55 % miss in place of 10: 5.5 times the work of the database, all of whose servers are up."""
    down = {each.tier: each for each in planned.tiers_down}
    database = next(each for each in planned.sizing.tiers if each.tier.name == "database")
    assert down["application"].at == "database" and down["database"].at == "database"
    assert down["application"].used == pytest.approx(5.5 * database.in_use, rel=1e-6)
    assert planned.missed and not planned.recommended


def test_a_zone_down_takes_its_servers_of_the_cache_along_and_of_the_database():
    """One of two servers of the cache, and two of four of the database, which have 5.5 times the work to do."""
    found = study(load(SHOP, {**CACHE, **TWO_ZONES, "tiers[1].servers": 4}), Theory(), "plan", date(2026, 11, 28))
    (down,) = (each for each in found.tiers_down if each.tier == "database")
    (database,) = (each for each in found.sizing.tiers if each.tier.name == "database")
    assert down.left == 2
    assert down.used == pytest.approx(5.5 * database.in_use * 4 / 2, rel=1e-6)


@pytest.mark.parametrize("zones", [{}, TWO_ZONES], ids=["a server", "a zone"])
def test_a_database_whose_servers_nobody_states_gets_what_it_needs_with_some_of_the_cache_down(zones):
    changes = {**CACHE, **zones, "tiers[0].calls": [{"tier": "database", "cpu": "20 ms"}]}
    unstated = Path(SHOP).read_text("utf-8").replace("    servers: 2\n", "")
    sized = size_tiers(load(SHOP, changes, text=unstated)).tiers[1].servers

    def is_enough(servers):
        found = study(load(SHOP, {**changes, "tiers[1].servers": servers}), Theory(), "plan", date(2026, 11, 28))
        return found.sizing.units.whole.value == 1.0 and not any(each.missed for each in found.tiers_down)

    assert is_enough(sized) and not is_enough(sized - 1)


@pytest.mark.parametrize("tier", ["database", "replicas"])
def test_who_calls_a_cache_calls_the_database_and_its_replicas_for_what_that_misses(tier):
    """Of 20 lookups of a request each misses 10 % by itself."""
    kept = {
        "kind": "database",
        "software": "mysql-8",
        "data": "10 GB",
        "log": "1 ms",
        "server": "epyc-7313p-24hdd-2x25gbe",
    }
    cache = {
        "name": "application",
        "kind": "cache",
        "server": "gold-6140-2x25gbe",
        "cache": {"software": "redis-7", "hit_ratio": "90 %"},
        "calls": [{"tier": "database", "cpu": "2 ms"}],
    }
    replicas = {**kept, "name": "replicas", "replica_of": {"tier": "database", "reads": "100 %"}}
    calls = [{"tier": "application", "times": 20}]
    farm = load(SHOP, {"workload.request.calls": calls, "tiers": [cache, {**kept, "name": "database"}, replicas]})
    assert calling_share(farm, tier) == pytest.approx(1.0 - 0.9**20)
    read = asked_of_tier(tier_flows(farm)["replicas"], lambda _: 1.0)
    assert read == pytest.approx(20 * 0.1)


def test_who_asks_a_dead_server_of_a_cache_is_told_to_ask_behind_it():
    failures = {"timetable": [{"at": "20 s", "tier": "application", "lasts": "20 s"}]}
    told = failed_calls_sentence(load(SHOP, {**CACHE, "unit.failures": failures}), 0.0, 0.0, 4)
    assert told == "What a dead server of application kept was missed, and asked for behind it."


def test_data_and_the_terminal_tell_the_same(planned):
    (cache,) = (each["cache"] for each in figures(planned)["tiers"] if "cache" in each)
    assert cache["hits"]["value"] == pytest.approx(90.0) and cache["warms"]["value"] == pytest.approx(115.13, rel=1e-3)
    assert cache["refills"]["value"] == pytest.approx(110.36, rel=1e-3)
    told = " ".join(printed(tiers.caches(planned)).split())
    assert (
        "application finds 90 % of the items, 45 % with one server of each unit down, and it takes 110 s until" in told
    )
    assert "It drops 2,000 items/s for others." in told
