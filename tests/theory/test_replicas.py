"""A database that one server writes and replicas read: what each is used for, by hand, and in both engines."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.single_server import network_at
from simulator.translate.translate import translate_with_backend
from tests.agreement.twins import assert_twins
from tests.models.test_database_problems import CALL, TIER
from tests.proven import mostly_proof
from tests.theory.test_stated_errors import SHORT, outside, solved, told
from tests.theory.tiers import FARM, uses

REPLICAS = "tiers[2]"


def shop(servers=2, **changes):
    """The shop of test_databases.py with a primary and so many replicas: 1.25 reads of 12 ms a call, one call in five
    commits once and changes three pages, which are written back for it alone."""
    more = {path.replace("__", "."): value for path, value in changes.items()}
    base = load(FARM)
    plain = {
        "kind": "database", "server": "epyc-7313p-24hdd-2x25gbe", "connections": 50, "software": "mysql-8",
        "data": "40 GB", "log": {"flush": "1 ms", "group": 10},
    }  # fmt: skip
    plain["software"] = {"model": "mysql-8", "buffer_pool": "30 GB", "checkpoint_log": "none"}
    application = {
        "name": "application", "server": base.tiers[0].server.name, "servers": 3, "connections": 200,
        "calls": [{"tier": "database", "times": 3, "cpu": "2.5 ms", "cpu_distribution": "exponential",
                   "latency": "200 us", "pages": 5, "writes": {"commits": 0.2, "pages": 3}}],
    }  # fmt: skip
    replicas = {
        "name": "replicas",
        "servers": servers,
        "replica_of": {"tier": "database", "work": "50 %", "appliers": 8},
        **plain,
    }
    tiers = [application, {"name": "database", "servers": 1, **plain}, replicas]
    return load(FARM, {"tiers": tiers, "unit.nodes": 2, "unit.spare_nodes": 0, **more})


@pytest.mark.parametrize("servers", [1, 2, 4])
@pytest.mark.parametrize("reads", [1.0, 0.75, 0.0])
def test_the_primary_takes_what_is_written_and_replicas_what_is_read(servers, reads):
    """100 requests/s of two servers make 600 calls/s, of which 120 write and 480 read, each with 1.25 reads; 360 pages
    a second are written back by the primary and by each replica, which reads again for what it applies."""
    found = uses(shop(servers, **{f"{REPLICAS}.replica_of.reads": f"{100 * reads} %"}), 100.0)
    primary = (120 + 480 * (1.0 - reads)) * 1.25 + 360
    replica = (120 + 480 * reads / servers) * 1.25 + 360
    assert found["disks of database"] == pytest.approx(100 * primary * 0.012 / 24, rel=1e-6)
    name = next(each for each in found if each.startswith("disks of replicas"))
    assert found[name] == pytest.approx(100 * replica * 0.012 / 24, rel=1e-6)
    assert found["log of database"] == pytest.approx(100 * 120 / 5_000, rel=1e-6)
    assert found[name.replace("disks", "log")] == pytest.approx(100 * 120 / 5_000, rel=1e-6)


def test_applying_takes_half_of_the_work_of_writing():
    """Where replicas do not read for it, their processors do half of what those of the primary do for what is written:
    120 of 600 calls/s."""
    found = uses(shop(1, **{f"{REPLICAS}.replica_of.reads": "0 %"}), 100.0)
    assert found["CPU of replicas"] == pytest.approx(found["CPU of database"] * 0.2 * 0.5, rel=1e-6)


def test_shards_divide_what_is_written_and_what_is_kept():
    """Four primaries take a quarter each, and each has a whole buffer pool for a quarter of the data, which holds it:
    30 commits/s, and 90 pages to write back."""
    scenario = shop(4, **{f"{TIER}.servers": 4, f"{TIER}.sharding": "even", f"{REPLICAS}.data": "10 GB"})
    found = uses(scenario, 100.0)
    for name in ("database 1", "replicas 1"):
        assert found[f"disks of {name}"] == pytest.approx(100 * 90 * 0.012 / 24, rel=1e-6)
        assert found[f"log of {name}"] == pytest.approx(100 * 30 / 5_000, rel=1e-6)


def test_a_lock_is_that_of_the_primary_alone():
    """It is needed by half of the 120 calls/s that the primary gets, for 2 ms each."""
    found = uses(shop(3, **{f"{TIER}.lock": {"share": "50 %", "time": "2 ms"}}), 100.0)
    assert found["lock of database"] == pytest.approx(100 * 120 * 0.5 * 2e-3, rel=1e-6)


def test_engines_write_and_read_so_too():
    """All servers in one world: the disks of the primary and of each of two replicas, as above."""
    scenario = shop(2, workload__offered="100 /s")
    tally = load_engine("kernel").run(translate_with_backend(scenario).network, RunPlan(12, 10.0, 20.0), 7)

    def busy(name):
        column = tally.column("queue", name, "busy")
        return float(column[-1] - column[2]) / 100.0 / 24

    assert busy("disks of database") == pytest.approx((120 * 1.25 + 360) * 0.012 / 24, rel=0.05)
    for server in (1, 2):
        assert busy(f"disks of replicas {server}") == pytest.approx(((120 + 240) * 1.25 + 360) * 0.012 / 24, rel=0.05)


def drawn(seed):
    """A shop with a primary and replicas, drawn by number."""
    changes = {
        "unit.nodes": 1 + seed % 3,
        f"{REPLICAS}.replica_of.reads": ("100 %", "60 %", "0 %")[seed % 3],
        f"{REPLICAS}.replica_of.appliers": 4 + seed % 5,
        f"{TIER}.server.disks.service_time": "2 ms",
        f"{REPLICAS}.server.disks.service_time": "2 ms",
        f"{CALL}.writes": {"commits": (0.3, 1.0, 0.1)[seed % 3], "pages": 2},
    }
    if seed % 2:
        changes |= {f"{TIER}.lock": {"share": "20 %", "time": "1 ms"}}
    if seed % 4 == 3:
        changes |= {f"{TIER}.servers": 2, f"{TIER}.sharding": "even"}
    return shop(1 + seed % 4, **changes)


@pytest.mark.parametrize("seed", mostly_proof(range(6), [0]))
def test_theory_of_replicas_is_within_its_stated_error(seed):
    network = network_at(drawn(seed), 40.0)
    found = solved(network)
    assert found is not None
    assert told(outside(network, found, seed, SHORT)) == ""


@pytest.mark.parametrize("seed", mostly_proof(range(8), range(2)))
def test_both_engines_run_the_same_replicas(seed):
    assert_twins(network_at(drawn(seed), 40.0), RunPlan(3, 2.0, 1.0, log=20_000), seed)


@pytest.mark.parametrize("seed", mostly_proof(range(8), range(2)))
def test_both_engines_run_the_same_replicas_behind_all_servers_of_a_unit(seed):
    scenario = load_at(drawn(seed))
    assert_twins(translate_with_backend(scenario, seed % 2 == 1).network, RunPlan(3, 2.0, 1.0, log=20_000), seed)


def load_at(scenario):
    """The scenario at a load that its database carries."""
    workload = scenario.workload.model_copy(update={"offered_rate": 30.0})
    return scenario.model_copy(update={"workload": workload})
