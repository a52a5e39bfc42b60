"""Every problem of a tier that keeps data is told once, with its place and its remedy."""

import pytest

from models.errors import ScenarioError
from models.load import load

FARM = "scenarios/three_tiers.yaml"
CALL, TIER = "tiers[0].calls[0]", "tiers[1]"
DATABASE = {
    f"{TIER}.kind": "database",
    f"{TIER}.software": "mysql-8",
    f"{TIER}.data": {"size": "400 GB", "popularity": {"zipf": 0.8}},
    f"{TIER}.log": "0.5 ms",
}
CONTENT = {
    "catalogue": "1 GB",
    "object_size": "1 kB",
    "popularity": {"zipf": 1},
    "origin": {"latency": "1 ms", "rate": "1 Gbps"},
}
KEEPS = {"server": "gold-6140-2x25gbe", "kind": "database", "software": "mysql-8", "data": "400 GB"}
PRIMARY, SECOND = {"name": "database", **KEEPS}, {"name": "replicas", **KEEPS}
APPLICATION = {"name": "application", "server": "gold-6140-2x25gbe", "calls": [{"tier": "database", "cpu": "1 ms"}]}


def replicated(of="database", primary=(), **more):
    """Overrides of a database with replicas."""
    return {"tiers": [APPLICATION, {**PRIMARY, **dict(primary)}, {**SECOND, "replica_of": of}], **more}


SPOILT = [
    (replicated("databse"), "tiers[2].replica_of.tier", "a replica follows a primary"),
    (replicated("replicas"), "tiers[2].replica_of.tier", "no database that takes what is written"),
    (replicated("application"), "tiers[2].replica_of.tier", "no database that takes what is written"),
    (replicated(primary={"servers": 2}), "tiers[1].servers", "`sharding: even`"),
    (replicated({"tier": "database", "reads": "101 %"}), "tiers[2].replica_of.reads", "too large"),
    (
        {"tiers": [APPLICATION, PRIMARY, *({**SECOND, "name": name, "replica_of": "database"} for name in ("a", "b"))]},
        "tiers[3].replica_of.reads",
        "write at most 0 %",
    ),
    (
        {
            "tiers": [
                {
                    **APPLICATION,
                    "calls": [{"tier": "database", "cpu": "1 ms"}, {"tier": "replicas", "cpu": "1 ms", "writes": 1}],
                },
                PRIMARY,
                {**SECOND, "log": "1 ms", "replica_of": "database"},
            ]
        },
        "tiers[0].calls[1].writes",
        "which take no writes",
    ),
    ({f"{TIER}.replica_of": "application"}, f"{TIER}.replica_of", "only a database has a `replica_of`"),
    ({f"{TIER}.sharding": "even"}, f"{TIER}.sharding", "only a database has a `sharding`"),
    ({**DATABASE, f"{TIER}.software.page": "0 B"}, f"{TIER}.software.page", "must not be zero"),
    ({**DATABASE, f"{TIER}.software.buffer_pool": "512 GiB"}, f"{TIER}.software.buffer_pool", "does not fit"),
    ({**DATABASE, f"{TIER}.software.buffer_pool_share": "100 %"}, f"{TIER}.software.buffer_pool_share", "does not fit"),
    ({**DATABASE, f"{TIER}.log": "none", f"{CALL}.writes": 1}, f"{CALL}.writes", "has no log"),
    ({**DATABASE, f"{TIER}.data": "none"}, f"{TIER}.kind", "needs its `data`"),
    ({**DATABASE, f"{TIER}.software": "none"}, f"{TIER}.kind", "needs its `software`"),
    ({f"{TIER}.kind": "database"}, f"{TIER}.kind", "needs its `software` and its `data`"),
    ({**DATABASE, f"{TIER}.software": "mysql-9"}, f"{TIER}.software", "not in the catalogue of databases"),
    ({f"{TIER}.software": "mysql-8"}, f"{TIER}.software", "only a database has a `software`"),
    ({f"{TIER}.data": "4 GB"}, f"{TIER}.data", "only a database has a `data`"),
    ({f"{TIER}.log": "1 ms"}, f"{TIER}.log", "only a database has a `log`"),
    ({f"{TIER}.lock": {"share": "5 %", "time": "1 ms"}}, f"{TIER}.lock", "only a database has a `lock`"),
    ({**DATABASE, f"{TIER}.lock": {"share": "0 %", "time": "1 ms"}}, f"{TIER}.lock.share", "must not be zero"),
    ({**DATABASE, f"{TIER}.lock": {"share": "5 %", "time": "2 min"}}, f"{TIER}.lock.time", "too large"),
    ({f"{CALL}.pages": 3}, f"{CALL}.pages", "only a call of a database has `pages`"),
    ({f"{CALL}.writes": 1}, f"{CALL}.writes", "only a call of a database has `writes`"),
    ({**DATABASE, f"{CALL}.pages": 3, f"{CALL}.reads": 1}, f"{CALL}.reads", "write one of them"),
    ({**DATABASE, f"{CALL}.writes": 0}, f"{CALL}.writes.commits", "too small"),
    ({**DATABASE, f"{CALL}.pages": 65}, f"{CALL}.pages", "too large"),
    ({**DATABASE, f"{TIER}.data.size": "0 GB"}, f"{TIER}.data.size", "must not be zero"),
    (
        {
            **DATABASE,
            "workload.content": CONTENT,
            "workload.request.calls[0].when": "miss",
            f"{CALL}.writes": 1,
        },
        f"{CALL}.writes",
        "what the misses of a cache write",
    ),
]


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[f"{where} {told}" for _, where, told in SPOILT])
def test_what_is_wrong_with_a_database_is_told_once(changes, where, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, changes)
    (problem,) = error.value.problems
    assert where in str(problem) and told in str(problem)


def test_shards_of_a_database_with_replicas_may_be_many():
    assert load(FARM, replicated(primary={"servers": 2, "sharding": "even"})).tiers[1].servers == 2


def test_a_database_may_have_no_log_where_nothing_writes():
    scenario = load(FARM, {**DATABASE, f"{TIER}.log": "none", f"{CALL}.pages": 3})
    assert scenario.tiers[1].software.page == 16 * 1024
