"""Clients that wait only so long, where what they leave behind goes on: the line is as long as if all had stayed."""

from dataclasses import replace
from math import exp

import pytest

from simulator.network.client_timeouts import RESPONSE_TIMED_OUT, ClientTimeouts
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer
from simulator.network.steps import Serve
from tests.laws.observing import agrees, observe, one_request, ratio

pytestmark = pytest.mark.usefixtures("length")

LOAD, LONGEST = 0.7, 5.0


def desk() -> Network:
    """A single-server queue whose clients wait so long."""
    network = one_request(LOAD, (Serve("desk", exponential(1.0)),), MultiServer("desk", 1))
    return replace(network, source=replace(network.source, patience=ClientTimeouts(response=LONGEST)))


def test_who_leaves_a_line_that_works_on_is_who_would_have_waited_longer_in_m_m_1():
    """In M/M/1 a response is exponential with the rate 1 - load (Kleinrock 1975, Queueing Systems 1, 5.118)."""
    late = exp(-(1.0 - LOAD) * LONGEST)
    steady = observe(desk(), 40_000.0, 500.0)
    agrees(ratio(steady, ("cause", RESPONSE_TIMED_OUT, "failed"), ("requests", "issued")), late, within=0.2)


def test_the_work_for_nobody_is_done_all_the_same():
    steady = observe(desk(), 40_000.0, 500.0)
    agrees(steady.rate("queue", "desk", "busy", unit=""), LOAD, within=0.1)
