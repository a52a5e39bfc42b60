"""Populations by mean value analysis against the kernel: exact where the network is of product form."""

from dataclasses import replace

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import binding_loads
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Delay, Serve
from tests.laws.observing import SPREADS, agrees, observe, one_request, response

CPU = SharedCapacity("cpu", 2.5, (1.0,), "cores")
CARD = SharedCapacity("card", 1.0, (4.0,), "bytes")
DESK = MultiServer("desk", 2)


def clients(number: int, work: Distribution, service: Distribution, nodes: int = 1) -> Network:
    """Clients that work at two and a half cores, see something on a card, go to a desk and wait for somebody else."""
    steps = (Serve("cpu", work, 0), Serve("card", exponential(0.2), 1), Serve("desk", service, 2), Delay(constant(0.3)))
    network = one_request(1.0, steps, CPU, CARD, DESK)
    source = replace(network.source, rate=0.0, open_at_start=number * nodes, returns=True, think_time=exponential(1.0),
                     requests=Distribution(Family.GEOMETRIC, 5.0))  # fmt: skip
    return replace(network, source=source, nodes=nodes)


def cycles(network: Network):
    """The kernel's requests a second and their response time."""
    steady = observe(network, 4000.0, 100.0, windows=20)
    return steady.rate("requests", "completed", unit="/s"), response(steady)


@pytest.mark.parametrize("work", SPREADS.values(), ids=SPREADS)
@pytest.mark.parametrize("number", [1, 6, 25])
def test_a_population_goes_round_as_fast_as_its_product_form_says(work, number):
    """Whatever the spread of work at shared stations, and for two and a half servers."""
    network = clients(number, replace(work, mean=0.5), exponential(0.25))
    found, (rate, time) = TheoryEngine().solve(network), cycles(network)
    for name in ("requests", "completed_requests", "response_mean", "connections"):
        assert found.figure(name).standing.kind == "exact"
    agrees(rate, found.figure("requests").value, within=0.05)
    agrees(time, found.figure("response_mean").value, within=0.08)


@pytest.mark.parametrize("number", [2, 8, 25])
def test_services_that_are_not_exponential_are_approximate(number):
    network = clients(number, exponential(0.2), constant(0.25))
    found, (rate, time) = TheoryEngine().solve(network), cycles(network)
    for name, measured in (("requests", rate), ("response_mean", time)):
        figure = found.figure(name)
        assert figure.standing.kind == "approximate"
        agrees(measured, figure.value, within=0.05, known_error=figure.standing.error)


def test_clients_of_several_nodes_are_spread_by_chance():
    network = clients(10, exponential(0.5), exponential(0.25), nodes=4)
    found, (rate, _) = TheoryEngine().solve(network), cycles(network)
    figure = found.figure("requests")
    assert figure.standing.kind == "approximate"
    agrees(rate, figure.value, within=0.05, known_error=figure.standing.error)


def test_a_great_population_is_as_fast_as_its_bottleneck():
    """Five thousand clients of 1.5 s each round, at a card that serves 5 a second."""
    found = TheoryEngine().solve(clients(5000, exponential(0.2), exponential(0.1)))
    assert found.figure("requests").value == pytest.approx(5.0, rel=1e-9)
    assert found.figure("response_mean").value == pytest.approx(5000 / 5.0 - 1.0, rel=1e-9)


def test_the_limits_of_a_population_bind_where_its_stations_saturate():
    found = {limit.name: limit.rate for limit in binding_loads(clients(6, exponential(0.5), exponential(0.25)))}
    assert found == pytest.approx({"cpu": 5.0, "card": 5.0, "desk": 8.0})
