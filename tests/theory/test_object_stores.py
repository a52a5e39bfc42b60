"""Stores of objects in pieces: what calls ask of disks and cards, room, and repairs, by hand and in both engines."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from models.object_store import repair_of_disk, repair_of_server, servers_for_bytes
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.farm_notes import tier_notes
from simulator.translate.translate import translate_with_backend
from tests.agreement.twins import assert_twins
from tests.theory.test_stated_errors import SHORT, outside, solved, told
from tests.theory.tiers import FARM, uses

DISKS = {"count": 12, "service_time": "8 ms", "bandwidth": "200 MB/s", "size": "20 TB"}
READ, WRITE = {"answer": "4 MB"}, {"stores": "4 MB"}
DAY = date(2026, 11, 28)


def shop(servers=12, call=READ, **changes):
    """Tile servers that call a store of 8 + 3 pieces, on servers with 12 disks of 20 TB each."""
    more = {path.replace("__", "."): value for path, value in changes.items()}
    store = {
        "name": "store", "kind": "object-store", "objects": {"size": "500 TB", "data": 8, "parity": 3},
        "server": {"model": "epyc-7313p-24hdd-2x25gbe", "disks": DISKS}, "servers": servers,
    }  # fmt: skip
    calls = [{"tier": "store", "cpu": "1 ms", **call}]
    base = {"tiers": [store], "workload.request.calls": calls, "unit.nodes": 2, "unit.spare_nodes": 0}
    return load(FARM, {**base, "workload.clients": {"rate": "1 Gbps"}, **more})


def of_store(scenario, what, rate=50.0):
    found = uses(scenario, rate)
    return next(value for name, value in found.items() if name.startswith(f"{what} of store"))


def test_a_read_touches_a_disk_for_each_piece_of_data():
    """100 reads/s of 4 MB in 8 pieces of 500 kB: 800 pieces/s of 8 ms and 2.5 ms of transfer, on 12 servers with 12
    disks each. With `reads: one` one disk has all 4 MB: 28 ms."""
    assert of_store(shop(), "disks") == pytest.approx(100 * 800 * 10.5e-3 / 144, rel=1e-6)
    one = shop(**{"tiers[0].objects.reads": "one"})
    assert of_store(one, "disks") == pytest.approx(100 * 100 * 28e-3 / 144, rel=1e-6)


def test_what_is_stored_is_written_in_all_pieces():
    """100 objects/s in 11 pieces; as three copies in 3 of 4 MB."""
    assert of_store(shop(call=WRITE), "disks") == pytest.approx(100 * 1_100 * 10.5e-3 / 144, rel=1e-6)
    copies = shop(call=WRITE, **{"tiers[0].objects": {"data": 1, "parity": 2}})
    assert of_store(copies, "disks") == pytest.approx(100 * 300 * 28e-3 / 144, rel=1e-6)


def test_pieces_cross_the_cards_of_who_keeps_them_and_then_of_who_answers():
    """A read of 4 MB sends 4 MB and seven pieces of 500 kB; one that is stored ten such pieces."""
    read, written = (of_store(shop(call=call), "network cards") for call in (READ, WRITE))
    assert written / read == pytest.approx(10 * 0.5 / (4.0 + 7 * 0.5), rel=1e-3)


@pytest.mark.parametrize("call", [READ, WRITE])
def test_engines_ask_as_much_of_the_disks(call):
    tally = load_engine("kernel").run(
        translate_with_backend(shop(call=call, workload__offered="50 /s")).network, RunPlan(8, 5.0, 10.0), 7
    )
    pieces = 800 if call is READ else 1_100
    for server in (1, 12):
        column = tally.column("queue", f"disks of store {server}", "busy")
        assert float(column[-1] - column[2]) / 30.0 == pytest.approx(pieces * 10.5e-3 / 12, rel=0.06)


def test_bytes_or_pieces_size_a_store_that_little_is_asked_of():
    """500 TB are 687.5 TB with parity: three servers of 240 TB have room for them, but 11 pieces need 11 servers. Of
    4 PB, 5,500 TB, 23 have room, and one more where one may be down."""
    small, large = shop(), shop(30, **{"tiers[0].objects.size": "4 PB"})
    assert servers_for_bytes(small.tiers[0]) == 11 and servers_for_bytes(large.tiers[0]) == 23
    demand = {"demand": "20 requests/s", "unit.nodes": 3, "unit.spare_nodes": 1}
    assert size_tiers(shop(**demand), anew=True).tiers[0].servers == 12
    assert size_tiers(shop(30, **demand, **{"tiers[0].objects.size": "4 PB"}), anew=True).tiers[0].servers == 24


def test_a_repair_reads_a_piece_of_each_for_all_that_is_lost():
    """687.5 TB on 12 servers: one has 57.3 TB, for which eight times as much is read. A fifth of 2.4 GB/s of disks, in
    11 servers, takes 24.1 hours; a disk, a twelfth of that, two."""
    server, disk = repair_of_server(shop().tiers[0]), repair_of_disk(shop().tiers[0])
    assert server.lost == pytest.approx(687.5e12 / 12) and server.read == pytest.approx(8 * 687.5e12 / 12)
    assert server.seconds == pytest.approx(8 * 687.5e12 / 12 / (0.2 * 2.4e9 * 11))
    assert disk.seconds == pytest.approx(server.seconds / 12) and disk.lost == pytest.approx(server.lost / 12)
    copies = repair_of_server(shop(**{"tiers[0].objects": {"data": 1, "parity": 2}}).tiers[0])
    assert copies.read == copies.lost


def test_a_plan_tells_how_full_a_store_is_and_what_repairs_take():
    outcome = study(shop(demand="20 requests/s"), Theory(), "plan", DAY)
    said = tier_notes(outcome)
    assert "store keeps 500 TB of objects as 688 TB in each unit, 23.9 % of the disks." in said
    assert "for a dead server 458 TB are read to restore 57.3 TB" in said
    assert "disks (`reads` of a call)" not in said
    tier = outcome.farm.sizing.tiers[0]
    assert 12 * of_store(shop(), "disks", 10.0) / 100 == pytest.approx(tier.work[1].own, rel=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_run_the_same_store_and_theory_is_near(seed):
    changes = {"tiers[0].objects.reads": ("all", "one")[seed % 2], "tiers[0].objects.data": 2 + seed}
    network = network_at(shop(12, (READ, WRITE)[seed // 2], **changes), 20.0)
    assert_twins(network, RunPlan(3, 1.0, 1.0, log=20_000), seed)
    found = solved(network)
    assert found is not None
    assert told(outside(network, found, seed, SHORT)) == ""


SPOILT = [
    ({"tiers[0].objects": "none"}, "tiers[0].kind", "needs its `objects`"),
    ({"tiers[0].kind": "service"}, "tiers[0].objects", "only one has `objects`"),
    ({"tiers[0].servers": 5}, "tiers[0].servers", "write 11 or more"),
    ({"tiers[0].objects.size": "4 PB"}, "tiers[0].servers", "write 23 or more"),
    ({"workload.request.calls[0].stores": "1 MB"}, "calls[0].answer", "stores an object or reads one"),
    ({"tiers[0].objects.data": 0}, "tiers[0].objects.data", "too small"),
    ({"tiers[0].objects.repair": "0 %"}, "tiers[0].objects.repair", "must not be zero"),
]


@pytest.mark.parametrize(("changes", "where", "what"), SPOILT, ids=[f"{where} {what}" for _, where, what in SPOILT])
def test_what_is_wrong_with_a_store_is_told_once(changes, where, what):
    with pytest.raises(ScenarioError) as error:
        shop(**changes)
    (problem,) = error.value.problems
    assert where in str(problem) and what in str(problem)


def test_only_a_store_stores():
    with pytest.raises(ScenarioError, match="only a call of one has `stores`"):
        load(FARM, {"tiers[0].calls[0].stores": "1 MB"})


@pytest.mark.parametrize("die", [False, True])
@pytest.mark.parametrize("missed", [False, True])
def test_both_engines_run_the_same_store_behind_all_servers_of_a_unit(missed, die):
    """Of what no cache holds, and of everything; with servers that may die, and without."""
    content = {"catalogue": "2 GB", "object_size": "4 MB", "popularity": {"zipf": 0.9}}
    origin = {"origin": {"latency": "1 ms", "rate": "10 Gbps"}}
    changes = {"workload.content": {**content, **origin}, "web_server.file_cache": "500 MB"} if missed else {}
    call = {**READ, "when": "miss"} if missed else READ
    changes |= {"tiers[0].objects": {"data": 3, "parity": 1, "size": "50 TB"}, "workload.offered": "20 /s"}
    scenario = shop(4, call, **changes)
    assert_twins(translate_with_backend(scenario, die).network, RunPlan(3, 1.0, 1.0, log=20_000), 5)
