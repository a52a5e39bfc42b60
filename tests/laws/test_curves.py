"""Capacity that depends on how many jobs are served, shared or in turn: birth and death in closed form."""

import numpy as np
import pytest

from simulator.experiment.measures.server import percentile
from simulator.network.distribution import Distribution, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Serve
from tests.laws.closed_forms import TaggedCustomer, birth_and_death, closed_birth_and_death, mean_number
from tests.laws.observing import (
    ENGINES,
    KERNEL,
    SPREADS,
    Observer,
    agrees,
    at_least_open,
    jobs,
    observe,
    one_request,
    response,
)

pytestmark = pytest.mark.usefixtures("length")

# Two cores of two threads each, the second worth a quarter of a core; and the same with 5 % of contention.
THREADS = (1.0, 2.0, 2.25, 2.5)
CONTENDED = tuple(c / (1.0 + 0.05 * n) for n, c in enumerate(THREADS))
CURVES = {"two threads a core": THREADS, "contended": CONTENDED}
BIN = 1.0 / 128.0  # The width of a histogram's widest bin, as a share of the values in it.


def station(curve: tuple[float, ...], in_turn: bool, slice_: float | None = None) -> SharedCapacity:
    """A processor with a curve; in turn, each thread runs one job at a time."""
    return SharedCapacity(
        "cpu", curve[-1], (1.0,), "cores", curve=curve, at_once=len(curve) if in_turn else None, slice=slice_
    )


def open_network(curve: tuple[float, ...], busy: float, work: Distribution, in_turn: bool, slice_=None) -> Network:
    """Single requests at random that ask for a share of all that the processor can do."""
    return one_request(busy * curve[-1], (Serve("cpu", work),), station(curve, in_turn, slice_))


def mean_of(states: np.ndarray) -> float:
    return float(states @ np.arange(states.size))


@pytest.mark.parametrize("work", SPREADS)
@pytest.mark.parametrize("curve", CURVES)
def test_shared_threads_are_birth_and_death_whatever_the_work(curve, work):
    """Processor sharing whose total rate depends on the number is insensitive (Kelly 1979, chapter 3)."""
    rates, busy = CURVES[curve], 0.75
    steady = observe(open_network(rates, busy, SPREADS[work], in_turn=False), 80_000.0, 500.0, windows=2000)
    states = birth_and_death(busy * rates[-1], rates)
    agrees(jobs(steady, "cpu"), mean_of(states), within=0.15)
    agrees(response(steady), mean_of(states) / (busy * rates[-1]), within=0.15)
    for number in (2, 4, 6):
        agrees(at_least_open(steady, number), float(states[number:].sum()), within=0.4)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("curve", CURVES)
def test_threads_that_run_to_completion_are_birth_and_death_for_exponential_work(curve, observer):
    rates = CURVES[curve]
    steady = observe(open_network(rates, 0.7, exponential(1.0), in_turn=True), 200_000.0, 500.0, observer=observer)
    states = birth_and_death(0.7 * rates[-1], rates)
    agrees(jobs(steady, "cpu"), mean_of(states), within=0.25)
    agrees(response(steady), mean_of(states) / (0.7 * rates[-1]), within=0.25)
    agrees(steady.rate("shared", "cpu", "work", unit=""), 0.7 * rates[-1], within=0.1)


@pytest.mark.parametrize("slice_", [0.05, 1.0])
def test_slices_do_not_change_how_many_are_there_for_exponential_work(slice_):
    """Work that forgets is the same after each slice: only whose it is changes."""
    steady = observe(open_network(THREADS, 0.7, exponential(1.0), True, slice_), 40_000.0, 500.0)
    agrees(jobs(steady, "cpu"), mean_of(birth_and_death(0.7 * THREADS[-1], THREADS)), within=0.15)


def test_slices_of_constant_work_are_as_good_as_sharing_when_they_are_short():
    """In turn, constant work waits half as long as exponential work; in short slices it is held up as if shared."""
    shared, in_turn, short = (
        response(observe(one_request(0.8, (Serve("cpu", constant(1.0)),), each), 60_000.0, 500.0)).value
        for each in (
            SharedCapacity("cpu", 1.0, (1.0,), "cores"),
            SharedCapacity("cpu", 1.0, (1.0,), "cores", at_once=1),
            SharedCapacity("cpu", 1.0, (1.0,), "cores", at_once=1, slice=0.01),
        )
    )
    assert in_turn == pytest.approx(3.0, rel=0.05)  # 1 + 0.8 / (2 x 0.2), Pollaczek and Khinchine
    assert shared == pytest.approx(5.0, rel=0.05)  # 1 / 0.2
    assert short == pytest.approx(5.0, rel=0.05)


def test_cores_that_run_to_completion_are_m_m_c():
    cores = SharedCapacity("cpu", 4.0, (1.0,), "cores", at_once=4)
    steady = observe(one_request(3.2, (Serve("cpu", exponential(1.0)),), cores), 75_000.0, 2_000.0)
    agrees(jobs(steady, "cpu"), mean_number(4, 3.2), within=0.15)


CUSTOMERS, PAUSE = 24, 4.0


def closed_network(curve: tuple[float, ...], in_turn: bool) -> Network:
    """Customers who pause and come again, more than the processor can serve without a queue."""
    network = one_request(1.0, (Serve("cpu", exponential(1.0)),), station(curve, in_turn))
    source = network.source.__class__(
        0.0, constant(1.0), exponential(PAUSE), (1.0,), open_at_start=CUSTOMERS, returns=True
    )
    return Network(1, network.resources, network.classes, source)


# Its percentiles need longer runs than those of the other laws.
SLOWLY = pytest.param(Observer("reference", 20.0), marks=pytest.mark.proof)


@pytest.mark.parametrize("observer", [KERNEL, SLOWLY], ids=str)
@pytest.mark.parametrize("curve", CURVES)
def test_percentiles_of_a_saturated_closed_system_are_those_of_its_markov_chain(curve, observer):
    """Threads that run to completion, at 97 % use: a customer followed through its wait and service."""
    rates = CURVES[curve]
    steady = observe(closed_network(rates, in_turn=True), 40_000.0, 200.0, observer=observer)
    customer, states = TaggedCustomer(CUSTOMERS, PAUSE, rates), closed_birth_and_death(CUSTOMERS, PAUSE, rates)
    used = float(states[1:] @ np.array([rates[min(n, 4) - 1] for n in range(1, CUSTOMERS + 1)])) / rates[-1]
    assert used > 0.97
    agrees(jobs(steady, "cpu"), mean_of(states), within=0.05)
    agrees(response(steady), customer.mean(), within=0.05)
    for percent in (50, 95, 99):
        agrees(percentile(steady, percent), customer.quantile(percent / 100.0), within=0.1, known_error=BIN)


def test_sharing_would_say_half_as_much_again_for_the_99th_percentile():
    """The same customers where every thread is shared: the mean is the same, the tail is not."""
    shared, in_turn = (observe(closed_network(THREADS, each), 40_000.0, 200.0) for each in (False, True))
    assert response(shared).value == pytest.approx(response(in_turn).value, rel=0.02)
    assert percentile(shared, 99).value > 1.5 * percentile(in_turn, 99).value
