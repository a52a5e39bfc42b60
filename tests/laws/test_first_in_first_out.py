"""One queue before several servers: Erlang's and Pollaczek's formulas."""

from dataclasses import replace

import pytest

from simulator.engines.theory.formulas.stations import loss_queue as limited_queue
from simulator.network.distribution import Distribution, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer
from simulator.network.steps import Serve
from tests.laws.closed_forms import at_least, erlang_c, limited, mean_number, mean_waiting, pollaczek_khinchine
from tests.laws.observing import (
    ENGINES,
    SPREADS,
    agrees,
    at_least_open,
    jobs,
    observe,
    one_request,
    ratio,
    response,
    waiting,
)

pytestmark = pytest.mark.usefixtures("length")

SQUARED_VARIATION = {"constant": 0.0, "uniform": 1.0 / 3.0, "exponential": 1.0}


def queue(servers: int, load: float, service: Distribution, limit: int | None = None) -> Network:
    """A queue before `servers` servers, each loaded for `load` of the time."""
    return one_request(load * servers, (Serve("desk", service),), MultiServer("desk", servers, limit))


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("servers", [1, 4])
def test_a_queue_at_half_a_load_is_m_m_c(servers, observer):
    steady = observe(queue(servers, 0.5, exponential(1.0)), 200_000.0 / servers, 200.0, observer=observer)
    agrees(jobs(steady, "desk"), mean_number(servers, 0.5 * servers), within=0.15)
    agrees(waiting(steady, "desk"), mean_waiting(servers, 0.5 * servers), within=0.5)
    agrees(response(steady), mean_number(servers, 0.5 * servers) / (0.5 * servers), within=0.1)
    agrees(at_least_open(steady, servers), erlang_c(servers, 0.5 * servers), within=0.5)


def test_who_comes_finds_all_servers_busy_as_often_as_erlang_says():
    steady = observe(queue(4, 0.8, exponential(1.0)), 75_000.0, 2_000.0, windows=5_000)
    for jobs_there in (4, 6, 10):
        agrees(at_least_open(steady, jobs_there), at_least(4, 3.2, jobs_there), within=0.2)


@pytest.mark.parametrize("servers", [1, 4])
def test_the_mean_wait_in_m_m_c_is_erlangs(servers):
    load = 0.8
    steady = observe(queue(servers, load, exponential(1.0)), 300_000.0 / servers, 2_000.0)
    wait = erlang_c(servers, load * servers) / (servers * (1.0 - load))
    agrees(waiting(steady, "desk"), mean_waiting(servers, load * servers), within=0.15)
    agrees(response(steady), 1.0 + wait, within=0.1)
    agrees(steady.rate("queue", "desk", "busy", unit=""), load * servers, within=0.02)


@pytest.mark.parametrize("service", SQUARED_VARIATION)
def test_a_single_server_follows_pollaczek_and_khinchine(service):
    steady = observe(queue(1, 0.7, SPREADS[service]), 300_000.0, 2_000.0)
    agrees(waiting(steady, "desk"), pollaczek_khinchine(0.7, SQUARED_VARIATION[service]), within=0.1)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_a_limited_queue_refuses_as_m_m_c_k(observer):
    """Two servers and three places to wait, offered more than they serve."""
    steady = observe(queue(2, 1.2, exponential(1.0), limit=3), 50_000.0, 20.0, observer=observer)
    states = limited(2, 5, 2.4)
    agrees(ratio(steady, ("cause", "desk", "failed"), ("requests", "issued")), states[-1], within=0.1)
    agrees(jobs(steady, "desk"), float(sum(n * p for n, p in enumerate(states))), within=0.1)
    # Those who are let in: they wait, then they are served.
    agrees(response(steady), limited_queue(2.4, 1.0, 2, 5).wait + 1.0, within=0.1)


def test_two_classes_with_draws_of_their_own_mix_into_m_m_1():
    network = queue(1, 0.5, exponential(1.0))
    first, second = (
        replace(network.classes[0], name=name, share=0.5, steps=(Serve("desk", exponential(1.0), stream),))
        for stream, name in enumerate(("first", "second"))
    )
    steady = observe(replace(network, classes=(first, second)), 200_000.0, 200.0)
    agrees(jobs(steady, "desk"), 1.0, within=0.05)
    agrees(ratio(steady, ("class", "first", "completed"), ("requests", "completed")), 0.5, within=0.02)
