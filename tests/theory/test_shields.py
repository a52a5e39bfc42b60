"""What a shield finds of what nodes miss, by theory: by hand, and within its stated error of lists that are kept."""

from math import log

import pytest
from scipy.stats import binom

from models.cached_keys import key_miss_ratio
from models.load import load
from models.parts.cache_policy import FIFO
from models.shield import with_shield_hits
from models.variations.assumptions import with_values
from simulator.farm.costs.origin_traffic import SHIELD
from simulator.uncertainty.resolution import resolve
from tests.proven import mostly_proof
from tests.sizing.test_told_from_the_origin import FOLDER
from tests.theory.shields import DrawnShield, drawn_live, drawn_shield, followed_by_class, followed_hits

MANY, FRESH, REQUESTS = 200, 2_000, 600_000
WITHIN = 0.99
ORIGIN = {"latency": "30 ms", "rate": "25 Gbps"}


def shielded(unit: DrawnShield, **more):
    """A farm of such units, whose objects are of 1 MB."""
    calls = [{"tier": "shield", "when": "miss", "answer": "1 MB"}]
    content = {"catalogue": f"{unit.objects} MB", "popularity": {"zipf": unit.zipf}, "origin": ORIGIN}
    asked = {"workload.request.size": "1 MB", "workload.request.calls": calls, "workload.content": content}
    return farm_of(unit, {**asked, **more})


def farm_of(unit: DrawnShield, asked):
    caches = {"web_server.file_cache": {"size": f"{unit.levels[0][0]} MB", "policy": unit.levels[0][1]}}
    if len(unit.levels) > 1:
        caches["web_server.disk_cache"] = {"size": f"{unit.levels[1][0]} MB", "policy": unit.levels[1][1]}
    shield = {"name": "shield", "kind": "cache", "server": "gold-6140-2x25gbe",
              "cache": {"software": "memcached", "disk": f"{unit.shield} MB"}}  # fmt: skip
    return load(
        FOLDER / "downloads_today.yaml",
        {
            "operating_system": "rhel-4", "web_server": "nginx", "workload.session.tls": "none",
            "unit": {"nodes": unit.nodes, "spare_nodes": 0, **({"balancer": "by-url"} if unit.by_url else {})},
            "tiers": [shield],
            **caches,
            **asked,
        },
    )  # fmt: skip


def hits(unit: DrawnShield, **more) -> float:
    (shield,) = with_shield_hits(shielded(unit, **more)).tiers
    return 1.0 - key_miss_ratio(shield)


def is_off(seed: int) -> bool:
    """Whether the drawn unit with that number misses more or less than theory allows."""
    unit = drawn_shield(seed)
    missed = 1.0 - hits(unit)
    return abs(missed - (1.0 - followed_hits(unit, REQUESTS, seed))) > SHIELD * missed


def test_by_hand_one_node_in_front_of_a_shield_of_objects_that_are_asked_for_alike():
    """A node that drops what was not used for longest has 300 of 400 objects: w T = ln 4, and asks again for one after
    E = 4 / w. 200 of them lie in the shield: F = (E - T) / E exp(-(t - T) / (E - T)) = 1/2, and 1 - G = 1 - 1/2 E / (E
    - T) of its requests find theirs."""
    unit = DrawnShield(400, 0.0, ((300, "lru"),), 200, 1, False)
    assert hits(unit) == pytest.approx(1.0 - 0.5 / (1.0 - log(4.0) / 4.0), rel=1e-3)


def test_by_hand_nodes_with_a_queue_each_in_front_of_a_shield():
    """Of 400 objects alike 100 lie in the queue of each of two nodes: w T = 1/3, and each asks again after T and 1 / w
    more, E = 4/3 / w. The shield has 300: F = 1/2, F ** 2 = 1/4; 1 - G F = 1 - (4/3) F F."""
    unit = DrawnShield(400, 0.0, ((100, FIFO),), 300, 2, False)
    assert hits(unit) == pytest.approx(1.0 - 4.0 / 3.0 / 4.0, rel=1e-3)


def test_by_hand_a_second_cache_finds_less_of_what_the_first_one_misses_than_it_holds():
    """Of 400 objects alike 100 lie in a queue, T = 1/3 and E = 4/3 in units of 1 / w, and 200 behind it, for t since
    they were asked for: 3/4 exp(1/3 - t) = 1/2, so that it finds 1 - 2/3 of what comes, and asks again after E = 2, not
    before t = 1/3 + ln 3/2. Of the shield's 250, F = 3/8, 1 - 3/8 2 / (2 - t) are found."""
    unit = DrawnShield(400, 0.0, ((100, FIFO), (200, "lru")), 250, 1, False)
    assert hits(unit) == pytest.approx(1.0 - 0.75 / (2.0 - 1.0 / 3.0 - log(1.5)), rel=1e-3)


@pytest.mark.parametrize("by_url", [False, True])
@pytest.mark.parametrize("cache", [100, 500])
def test_by_hand_what_never_enters_the_caches_of_nodes_is_found_as_if_there_were_none(cache, by_url):
    """Objects of 1 MB where files above 100 KB are not cached, however many would fit: a shield of half of them finds
    half where all are asked for alike, and else what a cache finds that is asked for everything."""
    never = {"web_server.largest_cached_file": "100 KB"}
    assert hits(DrawnShield(400, 0.0, ((cache, "lru"),), 200, 2, by_url), **never) == pytest.approx(0.5, rel=1e-3)
    unit = DrawnShield(400, 0.9, ((cache, "lru"),), 100, 2, False)
    assert hits(unit, **never) == pytest.approx(1.0 - key_miss_ratio(unfiltered(unit)), rel=1e-3)


def test_by_hand_what_a_shield_keeps_with_each_object_takes_of_its_room():
    """200 MB of 400 objects of 1 MB, with 1 MB beside each."""
    unit = DrawnShield(400, 0.0, ((100, "lru"),), 200, 1, True)
    never = {"web_server.largest_cached_file": "100 KB", "tiers[0].cache.software": {"overhead": "1 MB"}}
    assert hits(unit, **never) == pytest.approx(0.25, rel=1e-3)


def test_what_nodes_miss_is_found_less_often_than_what_they_are_asked_for():
    """A fifth of all objects, of which the nodes have the most popular ones by themselves."""
    unit = DrawnShield(8_000, 0.9, ((400, "lru"),), 1_600, 4, False)
    assert hits(unit) < 1.0 - key_miss_ratio(unfiltered(unit)) - 0.2


def unfiltered(unit: DrawnShield):
    """The shield as if it was asked for everything."""
    items = {"count": unit.objects, "size": "1 MB", "popularity": {"zipf": unit.zipf}}
    changed = shielded(unit, **{"tiers[0].cache.items": items})
    return changed.tiers[0]


def live(unit: DrawnShield, **more) -> float:
    """What the shield finds where objects live for so many requests of a node, of which it gets 1,000/s."""
    return found_at_shield(live_farm(unit, **more))


def found_at_shield(farm) -> float:
    (shield,) = with_shield_hits(farm).tiers
    return 1.0 - key_miss_ratio(shield)


def live_farm(unit: DrawnShield, **more):
    calls = [{"tier": "shield", "when": "miss", "answer": "1 MB"}]
    alike = {"size": "1 MB", "cpu": "1 ms"}
    own = {"catalogue": f"{unit.objects} MB", "popularity": {"zipf": unit.zipf}, "life": f"{unit.life / 1e3} s"}
    content = {"catalogue": "1 MB", "object_size": "1 MB", "popularity": {"zipf": 0}, "origin": ORIGIN}
    asked = {
        "workload.request": "none",
        "workload.classes": [{"name": "live", "rate": "1000 /s", "content": own, "calls": calls, **alike},
                             {"name": "other", "rate": "0.001 /s", **alike}],
        "workload.content": content,
    }  # fmt: skip
    return farm_of(unit, {**asked, **more})


def test_what_a_shield_finds_of_what_lives_follows_its_popularity_in_each_world_too():
    """What was found once stood in all worlds, so that no figure of the origin had the width of an assumed one."""
    popularity = "workload.classes[0].content.popularity.zipf"
    evenly, unevenly = (DrawnShield(4_000, zipf, ((100, "lru"),), 600, 2, False, 20_000) for zipf in (0.2, 1.0))
    farm = resolve(live_farm(evenly))
    world = found_at_shield(with_values(farm, {popularity: 1.0}))
    assert world == pytest.approx(found_at_shield(resolve(live_farm(unevenly))), rel=0.02)
    assert abs(world - found_at_shield(farm)) > 0.1


@pytest.mark.parametrize(("by_url", "found"), [(False, 0.75), (True, 0.0)])
def test_by_hand_of_what_all_ask_for_in_each_life_one_of_all_nodes_asks_the_origin(by_url, found):
    """10 segments that live for 10,000 requests of a node, and room for all: each of four nodes asks once in a life."""
    assert live(DrawnShield(10, 0.0, ((20, "lru"),), 30, 4, by_url, 10_000)) == pytest.approx(found, abs=1e-3)


def test_by_hand_a_shield_whose_nodes_keep_nothing_misses_what_one_cache_would():
    """100 segments alike that live for 300 requests, w L = 3, and a shield that holds half: w t = log 2. Of 3 in a life
    1 - 1/2 + (3 - log 2) / 2 are missed."""
    never = {"web_server.largest_cached_file": "100 KB"}
    found = live(DrawnShield(100, 0.0, ((20, "lru"),), 50, 1, False, 300), **never)
    assert 1.0 - found == pytest.approx((0.5 + (3.0 - log(2.0)) / 2.0) / 3.0, abs=5e-3)


def is_off_in_lives(seed: int) -> bool:
    """The same of a drawn unit of what lives for a time only."""
    unit = drawn_live(seed)
    missed = 1.0 - live(unit)
    return abs(missed - (1.0 - followed_hits(unit, REQUESTS, seed))) > SHIELD * missed


@pytest.mark.parametrize("seed", mostly_proof(range(12), range(2)))
def test_theory_of_a_shield_of_what_lives_for_a_time_is_within_its_stated_error(seed):
    assert not is_off_in_lives(seed)


@pytest.mark.proof
def test_theory_of_a_shield_of_what_lives_for_a_time_is_within_its_stated_error_on_99_of_100_of_200_units():
    faults = [seed for seed in range(FRESH, FRESH + MANY) if is_off_in_lives(seed)]
    assert len(faults) <= binom.ppf(0.99, MANY, 1.0 - WITHIN), faults


@pytest.mark.parametrize("seed", mostly_proof(range(12), range(1)))
def test_theory_of_each_class_behind_a_shield_is_within_its_stated_error(seed):
    """200 segments that live for 8 requests of each, beside objects that live for ever."""
    unit = drawn_live(seed)._replace(by_url=False, life=3_200)
    calls = [{"tier": "shield", "when": "miss", "answer": "1 MB"}]
    alike = {"rate": "500 /s", "size": "1 MB", "cpu": "1 ms", "calls": calls}
    own = {"catalogue": "200 MB", "popularity": {"zipf": 0}, "life": f"{unit.life / 1e3} s"}
    asked = {
        "workload.request": "none",
        "workload.classes": [{"name": "live", "content": own, **alike}, {"name": "film", **alike}],
        "workload.content": {"catalogue": f"{unit.objects} MB", "object_size": "1 MB",
                             "popularity": {"zipf": unit.zipf}, "origin": ORIGIN},
    }  # fmt: skip
    (shield,) = with_shield_hits(farm_of(unit, {**asked, "workload.offered": "1000 /s"})).tiers
    missed = {kind: key_miss_ratio(shield, kind) for kind in ("live", "film")}
    assert missed["live"] != pytest.approx(missed["film"], rel=SHIELD)
    for theory, found in zip(missed.values(), followed_by_class(unit, 200, REQUESTS, seed), strict=True):
        assert 1.0 - found == pytest.approx(theory, rel=SHIELD)


def test_a_shield_of_everything_finds_all_and_what_counts_uses_keeps_what_is_asked_for_most():
    assert hits(DrawnShield(400, 0.9, ((100, "lru"),), 401, 2, False)) == 1.0  # 1 MB for what it keeps with them.
    # Without what lies in the nodes for ever, those objects are never asked for again.
    unit = DrawnShield(400, 0.0, ((100, "tiny-lfu"),), 150, 4, False)
    assert hits(unit) == pytest.approx(0.5, rel=0.02)


@pytest.mark.parametrize("seed", mostly_proof(range(12), range(2)))
def test_theory_of_a_shield_is_within_its_stated_error(seed):
    assert not is_off(seed)


@pytest.mark.parametrize(
    ("nodes", "flash", "by_url"),
    mostly_proof(
        [(40, 250, False), (40, 250, True), (256, 40, False), (256, 40, True)], [(40, 250, True), (256, 40, False)]
    ),
)
def test_theory_of_a_shield_of_many_nodes_is_within_its_stated_error(nodes, flash, by_url):
    """Three levels: memory and flash of each node, and a shield of a quarter of all objects."""
    unit = DrawnShield(40_000, 0.9, ((flash // 10, "lru"), (flash, "clock")), 10_000, nodes, by_url)
    missed = 1.0 - hits(unit)
    assert 1.0 - followed_hits(unit, REQUESTS, 1) == pytest.approx(missed, rel=SHIELD)


@pytest.mark.proof
def test_theory_of_a_shield_is_within_its_stated_error_on_99_of_100_of_200_units():
    faults = [seed for seed in range(FRESH, FRESH + MANY) if is_off(seed)]
    assert len(faults) <= binom.ppf(0.99, MANY, 1.0 - WITHIN), faults
