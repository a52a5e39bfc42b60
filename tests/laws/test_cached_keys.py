"""A tier that keeps items in RAM: what its misses ask of the tier behind it, by hand, in theory and in both engines."""

from collections import OrderedDict
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from models.cached_keys import (
    calls_to_warm,
    key_miss_ratio,
    miss_ratio_one_down,
    warming,
)
from models.least_recently_used import miss_ratio_after
from models.load import load
from models.node_absences import TierAbsence
from models.tier_flows import as_tier_server, calling_share, tier_flows
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.single_server import network_at
from simulator.farm.tier_sizing import size_tiers
from simulator.translate.outages import tier_events
from simulator.translate.translate import translate_with_backend

SHOP = "scenarios/three_tiers.yaml"
# 20 lookups a request, of which 80 % find their item, in front of the database.
CACHE = {
    "workload.request.calls": [{"tier": "application", "times": 20}],
    "tiers[0].kind": "cache",
    "tiers[0].connections": "none",
    "tiers[0].cache": {"software": "redis-7", "hit_ratio": "80 %"},
    "tiers[0].calls": [{"tier": "database", "cpu": "2 ms"}],
    "targets.p95_response": "none",
}
ITEMS = {
    "software": "memcached",
    "memory": "20 MB",
    "items": {"count": 100_000, "size": "940 B", "popularity": {"zipf": 0.8}},
}


def shop(**changes):
    return load(SHOP, {**CACHE, **{path.replace("__", "."): value for path, value in changes.items()}})


def seconds_of_a_miss(scenario):
    """The work of one call of the database on its own core."""
    return as_tier_server(scenario, scenario.tiers[1]).work_asked(2e-3)


def test_a_server_with_one_event_loop_uses_one_core_and_the_database_gets_the_misses():
    """20 calls, a fifth of which go on: 4 calls of the database for each request."""
    scenario = shop()
    flows = tier_flows(scenario)
    (flow,) = flows["database"].flows
    assert flow.calls == pytest.approx(20 * 0.2)
    cpu = next(each for each in network_at(scenario, 1.0).shared if each.name.startswith("CPU of application"))
    assert cpu.capacity == 1.0


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_engines_ask_the_database_for_what_the_cache_misses(engine):
    """Of 60 requests/s, 1,200 lookups/s and 240 misses/s of 2 ms: within 4 standard deviations of their number."""
    scenario = shop(**{"tiers[0].servers": 2, "tiers[1].servers": 1, "unit.nodes": 1, "unit.spare_nodes": 0})
    network = network_at(scenario, 20.0)
    tally = load_engine(engine).run(network, RunPlan(windows=1, window=30.0, warm_up=10.0), 7)
    work = tally.column("shared", "CPU of database", "work")
    misses = (work[-1] - work[0]) / seconds_of_a_miss(scenario)
    expected = 20.0 * 30.0 * 20 * 0.2
    assert misses == pytest.approx(expected, abs=4.0 * 20 * np.sqrt(20.0 * 30.0) * 0.25)


def test_a_request_meets_a_dead_database_unless_all_its_keys_are_found():
    assert calling_share(shop(), "database") == pytest.approx(1.0 - 0.8**20)


def test_servers_add_up_and_one_that_dies_takes_its_share_along():
    """3 servers of 20 MB hold 60,000 of 100,000 items of 1,000 B; a third of what is found is missed at first."""
    scenario = shop(**{"tiers[0].cache": ITEMS, "tiers[0].servers": 3})
    tier = scenario.tiers[0]
    missed = key_miss_ratio(tier)
    alone = shop(**{"tiers[0].cache": {**ITEMS, "memory": "60 MB"}, "tiers[0].servers": 1}).tiers[0]
    assert missed == pytest.approx(key_miss_ratio(alone))
    assert 1.0 - miss_ratio_one_down(tier) == pytest.approx((1.0 - missed) * 2.0 / 3.0)


def test_an_empty_cache_fills_as_a_list_of_the_items_used_last_does():
    """Each of 3 servers with a list of its own: hits of the 20 runs after n calls, within 2 % of one."""
    tier = shop(**{"tiers[0].cache": ITEMS, "tiers[0].servers": 3}).tiers[0]
    weights = np.cumsum(np.arange(1.0, 100_001.0) ** -0.8)
    after = np.array([20_000, 100_000, int(calls_to_warm(tier)), int(2 * calls_to_warm(tier))])
    random = Random(11)
    asked = random.choices(range(100_000), cum_weights=weights.tolist(), k=int(after[-1]) + 5_000)
    server = [random.randrange(3) for _ in range(100_000)]
    lists = [OrderedDict[int, None]() for _ in range(3)]
    hits = np.zeros(len(asked))
    for number, key in enumerate(asked):
        held = lists[server[key]]
        hits[number] = key in held
        held[key] = None
        held.move_to_end(key)
        if len(held) > 20_000:
            held.popitem(last=False)
    told = np.array(warming(tier))
    for at in after:
        found = np.interp((at + 2_500) / 3.0, told[:, 0], told[:, 1])
        assert hits[at : at + 5_000].mean() == pytest.approx(found, abs=0.025)


def test_time_to_warm_is_what_fills_the_servers():
    """All different items that were asked for in that time are those that are held: 60,000."""
    tier = shop(**{"tiers[0].cache": ITEMS, "tiers[0].servers": 3}).tiers[0]
    rate = np.arange(1.0, 100_001.0) ** -0.8
    rate /= rate.sum()
    asked_for = -np.expm1(-calls_to_warm(tier) * rate).sum()
    assert asked_for == pytest.approx(60_000, rel=2e-3)
    assert key_miss_ratio(tier) == pytest.approx(miss_ratio_after(100_000, 0.8, calls_to_warm(tier)))


def test_a_database_is_sized_for_the_misses_of_a_cache_with_one_server_down():
    """With one of two gone 60 % miss instead of 20 %: three times the work."""
    stated = {"tiers[0].servers": 2, "demand": "4,000 requests/s", "unit.nodes": 9}
    freed = size_tiers(unstated(shop(**stated, **{"unit.spare_nodes": 1})))
    alone = size_tiers(unstated(shop(**stated, **{"unit.spare_nodes": 0})))
    assert freed.tiers[1].servers > 2 * alone.tiers[1].servers


def unstated(scenario):
    """The scenario as if nobody had said how many databases there are."""
    sources = {**scenario.sources}
    path = "tiers[1].servers"
    sources[path] = sources[path].model_copy(update={"kind": "default"})
    return scenario.model_copy(update={"sources": sources})


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_a_server_of_a_cache_that_dies_sends_its_keys_to_the_database_and_fills_again(engine):
    """One of two servers with room for all of 1,000 items dies at 20 s for 20 s: half of the calls are missed until it
    is back, and then what has not been asked for since."""
    whole = {"software": "memcached", "items": {"count": 1_000, "size": "1 kB"}}
    scenario = shop(**{
        "tiers[0].cache": whole, "tiers[0].servers": 2, "tiers[1].servers": 1, "unit.nodes": 2,
        "workload.offered": "10 /s",
    })  # fmt: skip
    network = translate_with_backend(scenario, servers_die=True).network
    absence = TierAbsence(0, 0, 21.0, 20.0, 40.0, 41.0, tier="application")
    network = replace(network, events=tier_events((absence,), scenario, network))
    tally = load_engine(engine).run(network, RunPlan(windows=30, window=2.0, warm_up=0.0), 3)
    work = np.diff(tally.column("shared", "CPU of database", "work"))
    misses = work / seconds_of_a_miss(scenario)
    lookups = 20.0 * np.diff(tally.column("requests", "completed"))
    assert misses[:10].max() == 0.0
    assert misses[10:20].sum() == pytest.approx(lookups[10:20].sum() / 2.0, rel=0.05)
    # Each of its 500 items is missed once more: 5 standard deviations of that number.
    assert misses[20:].sum() == pytest.approx(500.0, abs=5.0 * np.sqrt(250.0)) and misses[-2:].max() < 5.0
