"""Limited places that refuse: Erlang's loss formula, in pools, in memory, and where nothing is lost."""

import pytest
from scipy.stats import poisson

from simulator.network.distribution import constant, exponential
from simulator.network.resources import MemoryRegion, MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Allocate, Delay, Free, Release, Seize, Serve
from tests.laws.closed_forms import erlang_b, limited
from tests.laws.observing import (
    ENGINES,
    KERNEL,
    SPREADS,
    agrees,
    at_least_open,
    jobs,
    observe,
    one_request,
    ratio,
    response,
    slowly,
)

pytestmark = pytest.mark.usefixtures("length")

WIDE = SharedCapacity("clients", 1e9, (1.0,), "flows")  # Nobody is ever slowed down by others here.
PLACES = TokenPool("places", 10.0, "refuse", "places")
OPEN = (("sessions", "open"), ("sessions", "open moment"))


@pytest.mark.parametrize(("held", "observer"), [*((held, KERNEL) for held in SPREADS), slowly("pareto")], ids=str)
def test_a_pool_that_refuses_loses_by_erlang_b(held, observer):
    """Insensitive, too: the loss depends on the mean holding time alone."""
    lone = {"connect": (Seize("places", 1.0),), "close": (Release("places", 1.0),)}
    network = one_request(8.0, (Serve("clients", SPREADS[held]),), PLACES, WIDE, **lone)
    steady = observe(network, 20_000.0, 20.0, observer=observer)
    blocked = erlang_b(10, 8.0)
    agrees(ratio(steady, ("cause", "places", "gave up"), ("sessions", "offered")), blocked, within=0.15)
    agrees(steady.rate("pool", "places", "used", unit=""), 8.0 * (1.0 - blocked), within=0.03)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_what_lingers_is_lost_as_if_it_were_held_so_long(observer):
    """A port is of no use for TIME_WAIT after its connection: Erlang's loss formula with the sum of both times."""
    pool = TokenPool("places", 10.0, "refuse", "places", lingers=3.0)
    steps = (Seize("places", 1.0), Delay(exponential(1.0)), Release("places", 1.0))
    steady = observe(one_request(2.0, steps, pool), 20_000.0, 60.0, observer=observer)
    blocked = erlang_b(10, 8.0)
    agrees(ratio(steady, ("cause", "places", "failed"), ("requests", "issued")), blocked, within=0.15)
    agrees(steady.rate("pool", "places", "used", unit=""), 8.0 * (1.0 - blocked), within=0.03)


def test_a_reserve_is_lost_to_those_who_must_leave_it():
    """Ten places of which a newcomer leaves four free are six."""
    lone = {"connect": (Seize("places", 1.0, 4.0),), "close": (Release("places", 1.0),)}
    steady = observe(one_request(4.0, (Serve("clients", exponential(1.0)),), PLACES, WIDE, **lone), 20_000.0, 20.0)
    agrees(ratio(steady, ("cause", "places", "gave up"), ("sessions", "offered")), erlang_b(6, 4.0), within=0.1)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_a_pool_before_a_queue_is_m_m_c_k(observer):
    """Three servers behind a pool of eight places: the number inside is M/M/3/8."""
    pool = TokenPool("places", 8.0, "refuse", "places")
    steps = (Seize("places", 1.0), Serve("desk", exponential(1.0)), Release("places", 1.0))
    steady = observe(one_request(3.3, steps, pool, MultiServer("desk", 3)), 40_000.0, 50.0, observer=observer)
    states = limited(3, 8, 3.3)
    mean = float(sum(n * p for n, p in enumerate(states)))
    agrees(ratio(steady, ("cause", "places", "failed"), ("requests", "issued")), states[-1], within=0.15)
    agrees(steady.rate("pool", "places", "used", unit=""), mean, within=0.1)


def test_a_pool_that_lets_wait_is_m_m_c():
    """Four worker threads that each work alone are four servers behind a queue."""
    steps = (Seize("threads", 1.0), Serve("clients", exponential(1.0)), Release("threads", 1.0))
    network = one_request(3.2, steps, TokenPool("threads", 4.0, "wait", "threads"), WIDE)
    from_start = one_request(3.2, (Serve("desk", exponential(1.0)),), MultiServer("desk", 4))
    pooled, queued = (observe(n, 40_000.0, 500.0) for n in (network, from_start))
    assert response(pooled).value == pytest.approx(response(queued).value, rel=1e-9)


def test_allocations_fail_by_erlang_b():
    """A ceiling of six buffers above the base."""
    steps = (Allocate("memory", 64.0), Serve("clients", constant(1.0)), Free("memory", 64.0))
    network = one_request(4.0, steps, MemoryRegion("memory", 1000.0 + 6.5 * 64.0, 1000.0), WIDE)
    steady = observe(network, 20_000.0, 20.0)
    blocked = erlang_b(6, 4.0)
    agrees(ratio(steady, ("cause", "memory", "failed"), ("requests", "issued")), blocked, within=0.1)
    agrees(steady.rate("region", "memory", "used", unit="B"), 1000.0 + 64.0 * 4.0 * (1.0 - blocked), within=0.01)


@pytest.mark.parametrize("held", SPREADS)
def test_with_room_for_all_the_number_is_poisson(held):
    """M/G/infinity: mean and variance are the offered load, and nobody waits."""
    steady = observe(one_request(30.0, (Serve("clients", SPREADS[held]),), WIDE), 5_000.0, 100.0, windows=1000)
    agrees(jobs(steady, "clients"), 30.0, within=0.02)
    agrees(steady.estimate(lambda tally: spread_of_open(steady, tally), ""), 30.0, within=0.2)


@pytest.mark.parametrize(("held", "observer"), [*((held, KERNEL) for held in SPREADS), slowly("uniform")], ids=str)
def test_who_waits_for_nobody_is_served_at_once(held, observer):
    """M/G/infinity again, where a step takes its time and none of the resources."""
    network = one_request(30.0, (Delay(SPREADS[held]),))
    steady = observe(network, 3_000.0, 10.0, windows=100, observer=observer)
    agrees(steady.estimate(lambda tally: steady.level(tally, *OPEN), ""), 30.0, within=0.05)
    agrees(response(steady), 1.0, within=0.05)
    for count in (26, 31, 36):
        expected = poisson.sf(count - 1, 30.0)
        agrees(at_least_open(steady, count), expected, within=0.5)


def spread_of_open(steady, tally) -> float:
    """The variance of the number of open sessions about their known mean, over the edges of the windows."""
    seen = tally.column("sessions", "open")[steady.first + 1 :]
    return float(((seen - 30.0) ** 2).mean())
