"""Servers of tiers have disks, cards and RAM, where calls say what they need of them: by hand, in both engines and in
theory."""

from datetime import date

import pytest

from models.load import load
from models.parts.hardware import Disks
from simulator.engines.run_plan import RunPlan
from simulator.experiment.results import WarmUp
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_failure_study import tier_failures
from simulator.farm.tier_sizing import size_tiers
from simulator.network.roles import Role
from simulator.translate.tier_servers import read_demands
from tests.agreement.twins import assert_twins
from tests.theory.test_stated_errors import SHORT, judged_and_outside, outside, solved, told
from tests.theory.tiers import FARM, drawn_with_disks, uses

CALLS = {
    "tiers[0].calls[0].reads": 0.1,
    "tiers[0].calls[0].answer": "200 kB",
    "workload.request.calls[0].answer": "20 kB",
}
MANY = 200


def shop(**changes):
    """The shipped shop: two of its three servers in front of 3 of application and 2 of database."""
    return load(FARM, {**CALLS, **{path.replace("__", "."): value for path, value in changes.items()}})


def test_disks_and_cards_are_used_for_what_calls_ask_of_them():
    """1,000 requests/s make 3,000 calls of 2 databases: 150 reads/s of 12 ms each on 24 disks, and 1,500 answers/s of
    200 kB in segments of 1,460 bytes that take 1,538 on cards of 2 x 25 Gbps; of 3 of application, 333 of 20 kB."""
    found = uses(shop(), 500.0)
    assert found["disks of database 1"] == pytest.approx(100 * 150 * 0.012 / 24, rel=1e-6)
    answers = 1_500 * 200e3 * 8 * 1538 / 1460
    assert found["network cards of database 1"] == pytest.approx(100 * answers / 50e9, rel=1e-6)
    answers = 1_000 / 3 * 20e3 * 8 * 1538 / 1460
    assert found["network cards of application 1"] == pytest.approx(100 * answers / 50e9, rel=1e-6)


def test_what_no_call_asks_for_is_no_limit():
    alone = network_at(load(FARM), 100.0)
    assert not alone.in_role(Role.TIER_DISK) and not alone.in_role(Role.TIER_CARD)


def test_a_server_has_as_many_calls_in_hand_as_its_ram_has_room_for():
    """192 GiB less 256 MiB of the system, at 1 GiB each."""
    network = network_at(load(FARM, {
        "tiers[0].connections": "none", "tiers[0].memory": "1 GiB"}), 100.0)  # fmt: skip
    pools = [pool for pool in network.pools if pool.alike == "connections of application"]
    assert {pool.size for pool in pools} == {191.0}


@pytest.mark.parametrize("reads", [0.05, 0.5, 1.0, 2.25])
@pytest.mark.parametrize(("distribution", "square"), [("constant", 1.0), ("exponential", 2.0)])
def test_a_read_or_none_takes_as_long_and_varies_as_much(reads, distribution, square):
    """Each read takes 10 ms on average; one that is made with a probability p has E[X^2] = p x that of a read."""
    disks = Disks.model_construct(service_time=0.01, distribution=distribution, cv=None, iops=None, volume=None)
    demands = read_demands(disks, reads)
    assert sum(each.mean for each in demands) == pytest.approx(reads * 0.01)
    rest = reads - int(reads)
    if rest:
        seldom = demands[-1]
        assert seldom.mean**2 * (1.0 + seldom.cv**2) == pytest.approx(rest * square * 0.01**2)


def test_a_tier_is_sized_by_its_cards_where_these_are_full_first():
    """12,000 calls/s of 1 MB are 101 Gbps on the wire, of which a server carries 50 at 75 %: 2.7, and one down."""
    changes = {"demand": "4,000 requests/s", "unit.nodes": 9, "tiers[0].calls[0].answer": "1 MB"}
    sized = size_tiers(load(FARM, changes), anew=True)
    assert {tier.name: tier.servers for tier in sized.tiers}["database"] == 4


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_run_the_same_calls(seed):
    assert_twins(drawn_with_disks(seed), RunPlan(3, 2.0, 1.0, log=20_000), seed)


@pytest.mark.parametrize("seed", range(6))
def test_theory_of_disks_and_cards_of_tiers_is_within_its_stated_error(seed):
    network = drawn_with_disks(seed)
    found = solved(network)
    if found is not None:
        assert told(outside(network, found, seed, SHORT)) == ""


@pytest.mark.proof
def test_theory_is_within_its_stated_error_on_200_drawn_networks():
    judged, faults = judged_and_outside(drawn_with_disks, range(MANY))
    print(f"{judged} judged, outside: {faults}")
    assert judged >= 0.9 * MANY and len(faults) <= 5, faults


def test_with_a_server_down_the_disks_of_the_others_are_what_is_used_most():
    """3,000 requests/s read 0.6 times each for 12 ms: 21.6 of 48 disks, and of 24 where one of two servers of a
    unit is down."""
    changes = {
        "demand": "3,000 requests/s",
        "tiers[0].calls[0].times": 1,
        "tiers[0].calls[0].reads": 0.6,
        "targets.p95_response": None,
    }
    farm = study(load(FARM, changes), Theory(), "plan", date(2026, 11, 27)).farm
    found = {each.tier: each for each in tier_failures(farm, Theory(), WarmUp(0.0))}
    of_a_unit = farm.sizing.busiest_unit / farm.sizing.working_units
    assert found["database"].used == pytest.approx(100.0 * 21.6 / 24 * of_a_unit, rel=1e-3)
