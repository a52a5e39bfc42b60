"""Closed populations: customers that think, ask, and come again, against mean value analysis.

The network has a product form: a queue whose services are exponential, and stations that share or where nobody waits,
whose services may be anything (Baskett, Chandy, Muntz and Palacios 1975, Open, Closed, and Mixed Networks of Queues
with Different Classes of Customers).
"""

import math

import pytest

from simulator.engines.theory.formulas.closed import DELAY, mean_values
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Delay, Serve
from tests.laws.closed_forms import closed_network
from tests.laws.observing import ENGINES, KERNEL, SPREADS, agrees, jobs, observe, request, response, slowly

# Seconds of service a cycle at the processor, which is shared, the link, which is shared among flows that are capped at
# a third of it, the two disks, another machine, and the customer; and how many each of them serves at a time.
DEMANDS = [0.6, 2.0, 0.9, 0.5, 5.0]
SERVERS = [1, 3, 2, math.inf, math.inf]
LENGTHS = {"one request": constant(1.0), "several requests": Distribution(Family.GEOMETRIC, 5.0)}


def population(customers: int, length: Distribution) -> Network:
    """Customers that return, in sessions of one request or several: there is a pause after each request."""
    resources = (
        SharedCapacity("processor", 1.0, (1.0,), "cores"),
        SharedCapacity("link", 3.0, (1.0,), "flows"),
        MultiServer("disks", 2),
    )
    steps = (
        Serve("processor", Distribution(Family.UNIFORM, DEMANDS[0])),
        Serve("link", constant(DEMANDS[1]), 1),
        Serve("disks", exponential(DEMANDS[2]), 2),
        Delay(constant(DEMANDS[3])),
    )
    think = Distribution(Family.PARETO, DEMANDS[4], 2.5)
    source = SessionSource(0.0, length, think, (1.0,), open_at_start=customers, returns=True)
    return Network(1, resources, (request(steps),), source)


@pytest.mark.parametrize("customers", [1, 5, 12, 40])
def test_mean_values_are_those_of_convolution(customers):
    throughput, number = closed_network(DEMANDS, SERVERS, customers)
    closed = mean_values(DEMANDS, [DELAY if math.isinf(count) else count for count in SERVERS], customers)
    assert closed.throughput[-1] == pytest.approx(throughput, rel=1e-10)
    assert closed.jobs[-1] == pytest.approx(number, rel=1e-10)


@pytest.mark.parametrize(
    ("customers", "length", "observer"),
    [
        (5, "one request", KERNEL),
        (40, "one request", KERNEL),
        (12, "several requests", KERNEL),
        slowly(12, "several requests"),
    ],
    ids=str,
)
def test_a_population_does_what_mean_value_analysis_says(customers, length, observer):
    closed = mean_values(DEMANDS, SERVERS, customers)
    steady = observe(population(customers, LENGTHS[length]), 60_000.0, 200.0, windows=10, observer=observer)
    throughput = closed.throughput[-1]
    agrees(steady.rate("requests", "completed", unit="/s"), throughput, within=0.05)
    agrees(response(steady), customers / throughput - DEMANDS[-1], within=0.1)
    for station, number in zip(("processor", "link", "disks"), closed.jobs[-1], strict=False):
        agrees(jobs(steady, station), number, within=0.25)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_a_machine_and_its_repairman(observer):
    """Two customers and one station, by hand: it idles with the chance 1 / (1 + 2 r + 2 r^2), r = service / pause."""
    desk = MultiServer("desk", 1)
    source = SessionSource(0.0, constant(1.0), exponential(4.0), (1.0,), open_at_start=2, returns=True)
    network = Network(1, (desk,), (request((Serve("desk", exponential(2.0)),)),), source)
    steady = observe(network, 100_000.0, 100.0, windows=10, observer=observer)
    busy = 1.0 - 1.0 / (1.0 + 2.0 * 0.5 + 2.0 * 0.5**2)
    agrees(steady.rate("queue", "desk", "busy", unit=""), busy, within=0.05)


def in_step(clients: int, spread: float) -> Network:
    """Clients that ask again at once, of four cores and another machine, both for constant times."""
    steps = (Serve("processor", constant(0.02)), Delay(constant(1.0)))
    processor = SharedCapacity("processor", 4.0, (1.0,), "cores")
    source = SessionSource(
        0.0, constant(1.0), constant(0.0), (1.0,), open_at_start=clients, returns=True, spread=spread
    )
    return Network(1, (processor,), (request(steps),), source)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize(("clients", "observer"), [(100, KERNEL), (200, KERNEL), (400, KERNEL), slowly(100)], ids=str)
def test_a_population_with_constant_times_does_not_march_in_step(clients, observer):
    """Sharing and pauses need no randomness to be a network of product form, if clients start at random."""
    seconds = 2_000.0 if observer is KERNEL else 1_000.0
    steady = observe(in_step(clients, 1.02), seconds, 20.0, windows=10, observer=observer)
    throughput = mean_values([0.02, 1.0], [4, DELAY], clients).throughput[-1]
    assert throughput > 0.93 * min(clients / 1.02, 200.0)
    agrees(steady.rate("requests", "completed", unit="/s"), throughput, within=0.02, known_error=0.005)


def test_the_same_population_from_a_common_start_loses_a_third():
    """So it was, and so it is where a network does not say how far its clients are spread."""
    steady = observe(in_step(200, 0.0), 1_000.0, 100.0, windows=10)
    assert steady.rate("requests", "completed", unit="/s").value < 0.6 * 200.0 / 1.02


def test_everybody_is_somewhere():
    """The numbers at the stations, elsewhere and thinking add up to the population, in every replication."""
    steady = observe(population(12, SPREADS["constant"]), 60_000.0, 200.0, windows=10)
    for tally in steady.tallies:
        level = steady.level(tally, ("sessions", "open"), ("sessions", "open moment"))
        assert 0.0 < level < 12.0  # A session is not open while its customer thinks of the next one.
        there = sum(steady.total(tally, "shared", name, "jobs") for name in ("processor", "link"))
        there = (there + steady.total(tally, "queue", "disks", "jobs")) / steady.seconds
        elsewhere = DEMANDS[3] * steady.total(tally, "requests", "completed") / steady.seconds
        # At the edges somebody may be half way through the constant time elsewhere.
        assert level == pytest.approx(there + elsewhere, abs=12 * DEMANDS[3] / steady.seconds)
