"""A lock that a share of the calls of a database needs: a queue of one, which no number of servers divides."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.single_server import network_at, saturated_server, sole_binding_loads
from simulator.network.roles import Role
from simulator.translate.translate import translate_with_backend
from tests.agreement.twins import assert_twins
from tests.laws.observing import agrees, observe, response
from tests.models.test_database_problems import DATABASE, FARM, TIER
from tests.theory.test_stated_errors import SHORT, outside, solved, told
from tests.theory.tiers import drawn_with_tiers

LOCK = "lock of database"


def shop(share="5 %", time="2 ms", nodes=3, **changes):
    """The shop whose database has a lock, with as many servers in front as are said."""
    more = {path.replace("__", "."): value for path, value in changes.items()}
    lock = {f"{TIER}.lock": {"share": share, "time": time}, "unit.nodes": nodes, "unit.spare_nodes": 0}
    return load(FARM, {**DATABASE, **lock, **more})


@pytest.mark.parametrize("servers", [1, 2, 5])
@pytest.mark.parametrize("nodes", [1, 3])
def test_a_unit_makes_no_more_calls_than_one_over_share_and_time(nodes, servers):
    """5 % of the calls hold it for 2 ms: 10,000 calls/s at most, 3 for each request, however many servers there are."""
    scenario = shop(nodes=nodes, **{f"{TIER}.servers": servers})
    found = sole_binding_loads(saturated_server(scenario).network)
    assert found[LOCK].rate * nodes == pytest.approx(1.0 / (0.05 * 2e-3) / 3.0)


@pytest.mark.usefixtures("length")
def test_calls_of_all_servers_wait_for_it_as_in_a_queue_of_one():
    """Three servers in front and 600 requests/s of each make 1,800 calls/s, of which each has the lock for 0.4 ms: 72 %
    of it, and a wait of 0.4 ms x 0.72 / (2 x 0.28) by Pollaczek and Khinchine."""
    alone = {"tiers[0].calls[0].cpu": "1 us", "workload.request.calls[0].cpu": "1 us", "workload.request.cpu": "1 us"}
    alone |= {"tiers[0].calls[0].latency": "0 s", "workload.request.calls[0].latency": "0 s"}
    alone |= {"workload.clients": {"rate": "10 Gbps"}, "workload.request.size": "1 B", "unit.balancer": "nlb"}
    alone |= {"workload.session.requests": 1, "workload.session.think_time": "0 s", "workload.session.tls": "none"}
    alone |= {"tiers[0].calls[0].times": 1}
    network = network_at(shop("100 %", "0.4 ms", **alone), 600.0)
    expected = 0.4e-3 + 0.4e-3 * 0.72 / (2.0 * 0.28)
    # Beside the lock a request takes some 10 us.
    agrees(response(observe(network, 200.0, 10.0)), expected, within=0.05, known_error=0.04)


def test_those_that_need_none_do_not_wait():
    """One request in twenty waits for the lock in each of its calls; the others pass it by."""
    network = network_at(shop(), 10.0)
    locked = [each for each in network.classes if f"({LOCK}" in each.name or f", {LOCK}" in each.name]
    assert sum(each.share for each in locked) == pytest.approx(0.05)
    assert sum(each.share for each in network.classes) == pytest.approx(1.0)
    used = {each.name for each in network.classes for step in each.steps if getattr(step, "at", "") == LOCK}
    assert used == {each.name for each in locked}


def drawn(seed):
    """A drawn shop whose database has a lock."""
    network = drawn_with_tiers(
        seed, {**DATABASE, f"{TIER}.lock": {"share": f"{5 + 15 * (seed % 4)} %", "time": "1 ms"}}
    )
    assert network.in_role(Role.TIER_LOCK)
    return network


# Of these theory knows the shop without its lock too.
@pytest.mark.parametrize("seed", [0, 5, 7, 11, 18])
def test_theory_of_locks_is_within_its_stated_error(seed):
    network = drawn(seed)
    found = solved(network)
    assert found is not None
    assert told(outside(network, found, seed, SHORT)) == ""


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_hold_the_same_locks(seed):
    assert_twins(drawn(seed), RunPlan(3, 2.0, 1.0, log=20_000), seed)


@pytest.mark.parametrize("die", [False, True])
def test_both_engines_hold_the_same_lock_behind_all_servers_of_a_unit(die):
    """It stands once, and whoever takes over from a server that dies has it: 90 requests/s with 3 calls, of which one
    in twenty holds it for 2 ms."""
    scenario = shop(workload__offered="30 /s")
    network = translate_with_backend(scenario, die).network
    assert_twins(network, RunPlan(3, 2.0, 1.0, log=20_000), 5)
    tally = load_engine("kernel").run(network, RunPlan(12, 20.0, 20.0), 7)
    busy = float(tally.column("queue", LOCK, "busy")[-1] - tally.column("queue", LOCK, "busy")[2]) / 200.0
    assert busy == pytest.approx(90 * 3 * 0.05 * 2e-3, rel=0.1)
