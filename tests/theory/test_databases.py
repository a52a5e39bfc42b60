"""Tiers that keep data: their disks and logs are used for what calls ask of them, by hand, in both engines and in
theory."""

from datetime import date
from math import exp

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import binding_loads
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.farm.tier_work import TierWork, servers_needed, work_of
from simulator.translate.translate import translate_with_backend
from tests.agreement.twins import assert_twins
from tests.models.test_database_problems import CALL, DATABASE, TIER
from tests.proven import mostly_proof
from tests.theory.test_stated_errors import SHORT, judged_and_outside, outside, solved, told
from tests.theory.tiers import FARM, drawn_with_tiers, uses

# A quarter of the pages is missed: 1.25 reads of 12 ms a call; one call in five commits, and changes three pages, each
# of which is written back for itself.
STATED = {
    **DATABASE,
    f"{TIER}.data": "40 GB",
    f"{TIER}.software.buffer_pool": "30 GB",
    f"{TIER}.software.checkpoint_log": "none",
    f"{TIER}.log": {"flush": "1 ms", "group": 10},
    f"{CALL}.pages": 5,
    f"{CALL}.writes": {"commits": 0.2, "pages": 3},
}
DAY = date(2026, 11, 28)


def shop(**changes):
    return load(FARM, {**STATED, **{path.replace("__", "."): value for path, value in changes.items()}})


def test_disks_read_what_is_missed_and_write_what_was_changed():
    """100 requests/s of two servers make 600 calls of 2 databases, of which 120 commit. Each takes 300 calls/s, and 60
    again that the other one took, with 1.25 reads each, and writes back all 360 pages, each of 12 ms on 24 disks; and
    120 commits/s of the 5,000 that two flushes of 1 ms for 10 take."""
    found = uses(shop(unit__nodes=2, unit__spare_nodes=0), 100.0)
    for server in (1, 2):
        assert found[f"disks of database {server}"] == pytest.approx(100 * 810 * 0.012 / 24, rel=1e-6)
        assert found[f"log of database {server}"] == pytest.approx(100 * 120 / 5_000, rel=1e-6)


def test_all_servers_of_a_unit_in_one_world_ask_as_much_of_the_same_disks():
    """They stand there once, behind both nodes, and each repeats what the other takes once and not twice."""
    scenario = shop(unit__nodes=2, unit__spare_nodes=0, workload__offered="100 /s")
    tally = load_engine("kernel").run(translate_with_backend(scenario).network, RunPlan(12, 10.0, 20.0), 7)

    def a_second(*name: str) -> float:
        return float(tally.column(*name)[-1] - tally.column(*name)[2]) / 100.0

    for server in (1, 2):
        busy = a_second("queue", f"disks of database {server}", "busy") / 24
        assert busy == pytest.approx(810 * 0.012 / 24, rel=0.05)
        assert a_second("shared", f"log of database {server}", "work") == pytest.approx(120.0, rel=0.05)


def test_a_larger_buffer_pool_reads_less_and_writes_as_much():
    """All of it held: 360 pages/s written back alone."""
    found = uses(shop(unit__nodes=2, unit__spare_nodes=0, **{f"{TIER}.software.buffer_pool": "41 GB"}), 100.0)
    assert found["disks of database 1"] == pytest.approx(100 * 360 * 0.012 / 24, rel=1e-6)


@pytest.mark.parametrize(("spread", "times"), [("100 %", 1.0), ("20 %", 5.0)])
def test_a_page_that_changes_again_before_a_checkpoint_is_written_back_once(spread, times):
    """All 2,441,406 pages are held. 8 GB of log are 2 million commits of 4 kB, which change 6 million pages, of which
    1 - exp(-2.4576) are another one: 2,232,286 in place of 6 million, five times as fast where a checkpoint takes a
    fifth of the time."""
    held = {f"{TIER}.software.buffer_pool": "41 GB", f"{TIER}.software.checkpoint_log": "8 GB"}
    found = uses(
        shop(unit__nodes=2, unit__spare_nodes=0, **held, **{f"{TIER}.software.checkpoint_spread": spread}), 100.0
    )
    pages = 40e9 / 16_384
    share = pages * (1.0 - exp(-6e6 / pages)) / 6e6
    assert share == pytest.approx(0.372, abs=0.001)
    assert found["disks of database 1"] == pytest.approx(100 * 360 * share * times * 0.012 / 24, rel=1e-6)
    assert found["log of database 1"] == pytest.approx(100 * 120 / 5_000, rel=1e-6)


def test_both_engines_write_back_what_a_checkpoint_leaves():
    held = {f"{TIER}.software.buffer_pool": "41 GB", f"{TIER}.software.checkpoint_log": "8 GB"}
    network = network_at(shop(unit__nodes=2, unit__spare_nodes=0, **held), 100.0)
    assert_twins(network, RunPlan(3, 2.0, 1.0, log=20_000), 7)
    tally = load_engine("kernel").run(network, RunPlan(12, 10.0, 20.0), 7)
    busy = tally.column("queue", "disks of database 1", "busy")
    assert (busy[-1] - busy[2]) / 100.0 / 24 == pytest.approx(360 * 0.372 * 0.012 / 24, rel=0.05)


def test_what_is_stated_in_reads_is_what_pages_come_to():
    """5 pages of which a quarter is missed are 1.25 reads, to the last digit of every figure."""
    read = {f"{CALL}.pages": 0, f"{CALL}.reads": 1.25}
    by_pages, by_reads = (TheoryEngine().solve(network_at(shop(**each), 50.0)) for each in ({}, read))
    figure = by_pages.figures["response_mean"].value
    assert figure == pytest.approx(by_reads.figures["response_mean"].value, rel=1e-9)


def test_a_database_is_sized_by_its_disks_where_these_are_full_first():
    """1,000 requests/s make 3,000 calls with 1.25 reads, of which 120 commit and change 360 pages, each of 12 ms on 24
    disks: 2.055 servers, and 0.255 again for each but the first. With 20 % in reserve 75 % of m servers are enough for
    2.16 + 0.306 m: 4.9; with one more down 75 % for 1.8 + 0.255 m: 3.6 and one."""
    changes = {"demand": "1,000 requests/s", "unit.nodes": 9, f"{CALL}.writes": {"commits": 0.04, "pages": 3}}
    sized = size_tiers(shop(**changes), anew=True)
    assert {tier.name: tier.servers for tier in sized.tiers}["database"] == 5
    without = size_tiers(shop(**changes, unit__spare_nodes=0, reserve="0 %"), anew=True)
    assert {tier.name: tier.servers for tier in without.tiers}["database"] == 4


def test_where_writes_fill_a_server_no_number_of_them_is_enough():
    """300 commits/s change 3 pages each and read 1.25: 1,275 operations of 12 ms are 64 % of 24 disks on each server,
    which with a reserve of 20 % is more than 75 %."""
    works = (TierWork(own=2.325, again=0.6375),)
    assert servers_needed(works, 1.0, 0.75) == 15  # 1.6875 / 0.1125.
    assert servers_needed(works, 1.2, 0.75) is None
    assert work_of(works, 3) == pytest.approx(3.6)
    farm = study(shop(unit__nodes=9, **{f"{CALL}.writes": {"commits": 0.1, "pages": 3}}), Theory(), "plan", DAY).farm
    database = farm.sizing.tiers[1]
    units = farm.sizing.working_units
    assert database.work[1].again == pytest.approx(0.6375) and database.work[1].own == pytest.approx(2.325)
    assert (database.fewest is None) == (0.6375 * 1.2 / units >= 0.75)


def test_of_a_database_the_load_of_its_servers_is_that_of_the_farm():
    """What a plan says of servers of a tier is what theory has of their disks in one of them."""
    scenario = shop(unit__nodes=2, unit__spare_nodes=0, demand="200 requests/s", reserve="0 %")
    farm = study(scenario, Theory(), "plan", DAY).farm
    assert farm.sizing.units.whole.value == 1.0
    assert farm.sizing.tiers[1].in_use == pytest.approx(uses(scenario, 100.0)["disks of database 1"], rel=1e-6)


def drawn(seed):
    """A drawn shop whose database misses, commits and writes back."""
    return drawn_with_tiers(seed, {
        "tiers[1].kind": "database",
        "tiers[1].software": ("mysql-8", "postgresql-16")[seed % 2],
        "tiers[1].data": {"size": f"{20 + 5 * seed} GB", "popularity": {"zipf": 0.2 * (seed % 5)}},
        "tiers[1].log": {"flush": "0.4 ms", "group": 4 + seed},
        "tiers[1].server.disks.count": 4,
        "tiers[1].server.disks.service_time": "2 ms",
        "tiers[1].server.disks.parallel": 2,
        "tiers[1].server.disks.bandwidth": ("none", "20 MB/s")[seed % 2],
        f"{CALL}.pages": 1 + seed % 4,
        f"{CALL}.writes": {"commits": (0.3, 1.0)[seed % 2], "pages": 2},
    })  # fmt: skip


@pytest.mark.parametrize("servers", [1, 2, 5])
def test_each_server_has_the_load_of_the_one_that_takes_all_writes(servers):
    """Of 600 calls/s with 1.25 reads, 120 commit and change 360 pages: the one that takes them does those, and reads
    for its share of the other 480."""
    scenario = shop(unit__nodes=2, unit__spare_nodes=0, **{f"{TIER}.servers": servers})
    writer = 120 * 1.25 + 360 + 480 / servers * 1.25
    found = uses(scenario, 100.0)
    (name, *others) = (name for name in found if name.startswith("disks of database"))
    assert found[name] == pytest.approx(100 * writer * 0.012 / 24, rel=1e-6)
    assert all(found[other] == pytest.approx(found[name]) for other in others)


@pytest.mark.parametrize("seed", mostly_proof(range(6), range(3)))
def test_theory_of_databases_is_within_its_stated_error(seed):
    network = drawn(seed)
    found = solved(network)
    assert found is not None
    assert told(outside(network, found, seed, SHORT)) == ""


@pytest.mark.proof
def test_theory_of_databases_is_within_its_stated_error_on_60_drawn_networks():
    judged, faults = judged_and_outside(drawn, range(100, 160))
    assert judged >= 54 and not faults


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_run_the_same_database(seed):
    assert_twins(drawn(seed), RunPlan(3, 2.0, 1.0, log=20_000), seed)


def test_pages_cross_the_bandwidth_of_flash_beside_its_reads():
    """On flash of 64 reads at a time and 400 MB/s: 450 reads/s and 360 pages/s written back, as above, of 16 KiB each,
    and none where the time of a read has its transfer in it."""
    flash = {"count": 1, "service_time": "0.2 ms", "parallel": 64, "bandwidth": "400 MB/s"}
    found = uses(shop(unit__nodes=2, unit__spare_nodes=0, **{f"{TIER}.server.disks": flash}), 100.0)
    assert found["disk bandwidth of database 1"] == pytest.approx(100 * 810 * 16_384 / 400e6, rel=1e-6)
    assert found["disks of database 1"] == pytest.approx(100 * 810 * 0.2e-3 / 64, rel=1e-6)
    flash["bandwidth"] = "none"
    alone = uses(shop(unit__nodes=2, unit__spare_nodes=0, **{f"{TIER}.server.disks": flash}), 100.0)
    assert "disk bandwidth of database 1" not in alone


@pytest.mark.parametrize(("nodes", "servers"), [(2, 3), (3, 2), (4, 1)])
def test_one_server_in_place_of_the_equal_ones_of_a_database_binds_at_the_same_load(nodes, servers):
    changed = shop(unit__nodes=nodes, unit__spare_nodes=0, **{f"{TIER}.servers": servers})
    each, together = (
        {limit.name: limit.rate for limit in binding_loads(network_at(changed, 50.0, pool_tiers))}
        for pool_tiers in (False, True)
    )
    assert together == pytest.approx(each)
