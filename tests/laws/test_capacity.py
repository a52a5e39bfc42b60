"""What stations do at most, how they divide it, and that they lose none of it."""

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.session_source import SessionSource
from simulator.network.steps import Release, Seize, Serve
from tests.laws.observing import ENGINES, SEED, SPREADS, Observer, agrees, observe, one_request, request

RARELY = 1e-9
FLOWS = 100


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_saturated_disks_carry_their_number_over_their_service_time(observer):
    """The bottleneck law (Denning and Buzen 1978), here with 6 / 9 ms = 667 reads a second, offered twice that."""
    pool = TokenPool("places", 500.0, "refuse", "places")
    steps = (Seize("places", 1.0), Serve("disks", constant(0.009)), Release("places", 1.0))
    steady = observe(one_request(1333.0, steps, pool, MultiServer("disks", 6)), 100.0, 1.0, observer=observer)
    busy = steady.rate("queue", "disks", "busy", unit="")
    assert busy.value == pytest.approx(6.0, rel=1e-9)
    completed = steady.rate("requests", "completed", unit="/s")
    assert completed.value * steady.seconds == pytest.approx(6 / 0.009 * steady.seconds, abs=6)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_with_room_to_spare_each_flow_goes_at_its_cap(observer):
    assert ends(flows(1e6), observer) == {5.0: FLOWS - slow_flows(observer), 20.0: slow_flows(observer)}


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_what_slow_flows_leave_is_shared_by_fast_ones(observer):
    """At capacity 70 an equal share is 0.7: slow flows take 0.5 each, and fast ones divide the rest."""
    slow = slow_flows(observer)
    fast_rate = (70.0 - 0.5 * slow) / (FLOWS - slow)
    assert 0.5 < fast_rate < 2.0
    assert ends(flows(70.0), observer) == {round(10.0 / fast_rate, 9): FLOWS - slow, 20.0: slow}


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_a_link_too_narrow_for_any_cap_is_shared_equally(observer):
    assert ends(flows(20.0), observer) == {50.0: FLOWS}


def flows(capacity: float) -> Network:
    """Flows of size 10, all there from the start, on lines of speed 0.5 and 2 as often as not."""
    link = SharedCapacity("link", capacity, (0.5, 2.0), "units")
    source = SessionSource(RARELY, constant(1.0), constant(0.0), (0.5, 0.5), open_at_start=FLOWS)
    return Network(1, (link,), (request((Serve("link", constant(10.0)),)),), source)


def ends(network: Network, observer: Observer) -> dict[float, int]:
    """How many flows end at each time, to a nanosecond."""
    tally = load_engine(observer.engine).run(network, RunPlan(100, 1.0, 0.0, log=FLOWS), SEED)
    times, counts = np.unique(tally.log["end"].round(9), return_counts=True)
    return dict(zip(times.tolist(), counts.tolist(), strict=True))


def slow_flows(observer: Observer) -> int:
    """How many of the flows have a slow line: with room for all, those that take 20 seconds."""
    slow = ends(flows(1e6), observer)[20.0]
    assert 30 < slow < 70
    return slow


@pytest.mark.parametrize("size", SPREADS)
def test_a_server_with_work_to_do_works_whatever_the_discipline(size):
    """Unfinished work depends on arrivals and demands alone: first-in-first-out and sharing are busy together."""
    shared = one_request(0.8, (Serve("desk", SPREADS[size]),), SharedCapacity("desk", 1.0, (1.0,), "jobs"))
    queued = one_request(0.8, (Serve("desk", SPREADS[size]),), MultiServer("desk", 1))
    for one, other in zip(*(observe(network, 10_000.0).tallies for network in (shared, queued)), strict=True):
        busy = np.diff(one.column("shared", "desk", "work"))
        np.testing.assert_allclose(busy, np.diff(other.column("queue", "desk", "busy")), rtol=0.0, atol=1e-6)


def test_work_is_done_at_the_rate_at_which_it_comes():
    steady = observe(one_request(2.4, (Serve("desk", exponential(1.0)),), MultiServer("desk", 3)), 100_000.0, 500.0)
    agrees(steady.rate("queue", "desk", "busy", unit=""), 2.4, within=0.02)
    agrees(steady.rate("requests", "completed", unit="/s"), 2.4, within=0.02)
