"""Every problem of a tier that is a cache is told once, with its place and its remedy."""

import pytest

from models.errors import ScenarioError
from models.load import load

FARM = "scenarios/three_tiers.yaml"
CALL, TIER = "tiers[0].calls[0]", "tiers[1]"
ITEMS = {"count": 1_000_000, "size": "1 kB", "popularity": {"zipf": 0.9}}
CACHE = {
    f"{TIER}.kind": "cache",
    f"{TIER}.cache": {"software": "memcached", "memory": "100 MB", "items": ITEMS},
    f"{CALL}.cpu": None,
}
KEEPS = f"{TIER}.cache"
SPOILT = [
    ({**CACHE, KEEPS: "none"}, f"{TIER}.kind", "a cache needs what it keeps; write e.g. `cache: {"),
    (
        {f"{TIER}.cache": {"software": "redis-7", "items": ITEMS}},
        KEEPS,
        "only a cache has a `cache`; write `kind: cache`",
    ),
    ({**CACHE, KEEPS: {"software": "redis-7"}}, KEEPS, "nothing says how often items are found; write its `items`"),
    (
        {**CACHE, f"{KEEPS}.items.popularity": "none"},
        f"{KEEPS}.items",
        "do not fit into the 191 MiB that all servers have for them, and nothing says which are asked for",
    ),
    ({**CACHE, f"{KEEPS}.memory": "512 GiB"}, f"{KEEPS}.memory", "do not fit into the RAM of a server; write at most"),
    ({**CACHE, f"{KEEPS}.items.count": 0}, f"{KEEPS}.items.count", "0"),
    ({**CACHE, f"{KEEPS}.hit_ratio": "101 %"}, f"{KEEPS}.hit_ratio", "100 %"),
    ({**CACHE, f"{KEEPS}.software": "memcache"}, f"{KEEPS}.software", "memcached"),
    ({**CACHE, f"{CALL}.reads": 1}, f"{CALL}.reads", "in RAM and reads no disks; write 0"),
    ({**CACHE, f"{CALL}.pages": 1}, f"{CALL}.pages", "is no database"),
    ({**CACHE, f"{TIER}.prefer_zone": True}, f"{TIER}.prefer_zone", "goes to where its key lies, in whichever zone"),
    (
        {**CACHE, f"{TIER}.pods": {"cpu": 1, "memory": "1 GB"}},
        f"{TIER}.pods",
        "a cache that a tier keeps has its servers to itself; write `pods: none`",
    ),
    ({f"{CALL}.cpu": None}, f"{CALL}.cpu", "nothing says how much work a call of database is"),
]


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[f"{where} {told}" for _, where, told in SPOILT])
def test_what_is_wrong_with_a_cache_is_told_once(changes, where, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, changes)
    (problem,) = error.value.problems
    assert where in str(problem) and told in str(problem)


def test_items_that_all_fit_need_no_popularity():
    assert (
        load(FARM, {**CACHE, f"{KEEPS}.items.popularity": "none", f"{KEEPS}.items.count": 100_000}).tiers[1].cache
        is not None
    )
