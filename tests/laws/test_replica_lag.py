"""How far replicas lag and how they catch up: by hand, in a plan, and beside what the engine does."""

from datetime import date
from math import inf

import pytest

from models.tier_flows import tier_flows
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.replica_lag import ReplicaLag, replica_lag
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.farm_notes import tier_notes
from simulator.messages.plan.replicas import replica_sentences
from simulator.network.network import Network
from simulator.output.data import farm_data
from simulator.targets import Target
from tests.laws.observing import agrees, observe, request, response, single
from tests.theory.test_replicas import CALL, REPLICAS, TIER, shop

DAY = date(2026, 11, 28)
DEMAND = {"demand": "100 requests/s", "reserve": "0 %"}


def lag(**changes):
    return ReplicaLag(**{"tier": "replicas", "primary": "database", "writes": 60.0, "apply": 10e-3, "variation": 0.0,
                         "appliers": 1, "latency": 1e-3, **changes})  # fmt: skip


def test_one_applier_waits_as_in_m_g_1():
    """60 writes/s of 10 ms use an applier for 60 %: 10 ms x 0.6 / (2 x 0.4) = 7.5 ms of waiting where each takes as
    long, twice that where they are exponential; then 10 ms of applying and 1 ms on the way."""
    assert lag().used == pytest.approx(0.6)
    assert lag().waiting == pytest.approx(7.5e-3) and lag(variation=1.0).waiting == pytest.approx(15e-3)
    assert lag().lag == pytest.approx(18.5e-3)


def test_two_appliers_wait_as_in_m_m_2():
    """At 60 % of two, exponential: 10 ms x 0.36 / (1 - 0.36) = 5.625 ms (Kleinrock 1975, section 3.5)."""
    assert lag(writes=120.0, appliers=2, variation=1.0).waiting == pytest.approx(5.625e-3)


def test_what_came_in_an_outage_is_caught_up_by_what_is_spare():
    """In 600 s came 36,000 writes; 100 a second are applied while 60 come: 900 s. At 100 writes/s never."""
    assert lag().catch_up(600.0) == pytest.approx(36_000 / (100 - 60))
    assert lag(writes=100.0).catch_up(600.0) == inf and lag(writes=100.0).lag == inf
    assert list(replica_sentences([lag(writes=120.0)])) == [
        "Each server of replicas applies 120 writes/s of database, more than its 1 applier can: it falls behind for"
        " ever."
    ]


def quiet(**changes):
    """Replicas without reads, whose disks miss nothing: what applies has processors and log for itself."""
    alone = {f"{REPLICAS}.replica_of.reads": "0 %", f"{CALL}.pages": 0, f"{CALL}.writes.pages": 0.0}
    return shop(1, **{**alone, "unit.nodes": 1, "workload.cpu_measured_on": 1, **changes})


def test_a_plan_tells_the_lag_of_its_replicas():
    """100 requests/s make 300 calls/s, 60 of which write. Applying is half of 2.5 ms of a core of the replica, which is
    exponential, and one after the other two flushes of 1 ms."""
    outcome = study(quiet(**{**DEMAND, f"{CALL}.cpu": "25 ms"}), Theory(), "plan", DAY)
    (found,) = farm_data(outcome.farm)["replicas"]
    server = outcome.scenario.tiers[2].server
    apply = 12.5e-3 / server.core_speed * outcome.scenario.operating_system.cpu_factor + 2e-3
    used = 60 * apply / 8
    assert found["writes"]["value"] == pytest.approx(60.0)
    assert found["appliers_in_use"]["value"] == pytest.approx(100 * used)
    assert found["catch_up_of_an_hour"]["value"] == pytest.approx(3_600 * used / (1 - used))
    assert found["lag"]["value"] == pytest.approx(1e-3 + apply, rel=0.01)
    assert "Each server of replicas applies 60 writes/s of database and lags" in tier_notes(outcome)
    assert "the disks (`reads` of a call) of application and replicas" not in tier_notes(outcome)


@pytest.mark.parametrize(("asked", "met"), [("1 s", True), ("1 ms", False)])
def test_a_target_of_the_lag_is_judged(asked, met):
    """The way alone takes 1 ms."""
    outcome = study(quiet(**DEMAND, **{"targets.replica_lag": asked}), Theory(), "plan", DAY)
    (verdict,) = (each for each in outcome.verdicts if each.target is Target.REPLICA_LAG)
    assert verdict.met is met and bool(outcome.missed) is not met


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize(("appliers", "work"), [(1, "5 ms"), (2, "14 ms"), (4, "30 ms")])
def test_the_engine_lags_as_far(appliers, work):
    """What applies in a replica by itself, as requests whose responses are measured: 36 cores are nearly idle."""
    scenario = quiet(**{f"{CALL}.cpu": work, f"{REPLICAS}.replica_of.appliers": appliers,
                        f"{CALL}.cpu_distribution": "constant", f"{TIER}.connections": "none",
                        "workload.cpu_measured_on": "epyc-7313p-24hdd-2x25gbe"})  # fmt: skip
    rate = 300.0
    told = replica_lag(scenario, tier_flows(scenario)["replicas"], rate)
    assert 0.4 < told.used < 0.95
    whole = network_at(scenario, rate)
    (applies,) = (each.steps for each in whole.background if each.name.startswith("writes that replicas apply"))
    own = tuple(each for each in whole.resources if each.name.endswith("of replicas"))
    alone = Network(1, own, (request(applies),), single(told.writes))
    agrees(response(observe(alone, 400.0, 20.0)), told.waiting + told.apply, within=0.2, known_error=0.03)


def test_the_primary_stays_one_and_replicas_are_as_many_as_read():
    """However large the demand; where shards may be more, they are."""
    large = {"demand": "600 requests/s", "unit.nodes": 9, f"{CALL}.writes": {"commits": 0.02, "pages": 3}}
    sized = size_tiers(shop(1, **large, reserve="20 %"), anew=True)
    counts = {tier.name: tier.servers for tier in sized.tiers}
    assert counts["database"] == 1 and counts["replicas"] > 1


def test_load_reads_a_replica_by_its_name_alone():
    assert shop(1, **{f"{REPLICAS}.replica_of": "database"}).tiers[2].replica_of.tier == "database"
