"""Clients that do not wait for ever, and the packets that nodes drop for each other, as the network knows them."""

from math import inf

import pytest

from models.load import load
from simulator.messages.description.describe import describe_network
from simulator.network.client_timeouts import Breaker, ClientTimeouts, RetryAllowance, RetryPolicy
from simulator.network.distribution import constant
from simulator.network.steps import BySize, Serve
from simulator.translate.translate import translate
from tests.models.test_ram_ledger import EDGE

SESSION = "  session:"
IMPATIENT = """  patience:
    connect: 3 s
    response: 30 s
    retries: {count: 3, back_off: 1 s, factor: 2, longest: 10 s, jitter: 50 %, budget: {share: 10 %, most: 5}}
    breaker: {share: 40 %, window: 5 s, least: 10, rest: 2 s}
"""


@pytest.fixture
def network(tmp_path):
    """The network of a scenario."""
    file = tmp_path / "edge.yaml"

    def made(text, **changes):
        file.write_text(text)
        return translate(load(file, {path.replace("__", "."): value for path, value in changes.items()})).network

    return made


def test_who_says_nothing_of_patience_waits_for_ever(network):
    assert network(EDGE).source.patience is None


def test_what_is_stated_is_what_clients_do(network):
    found = network(EDGE.replace(SESSION, IMPATIENT + SESSION, 1))
    retries = RetryPolicy(3, 1.0, 2.0, 10.0, 0.5, RetryAllowance(0.1, 5.0))
    assert found.source.patience == ClientTimeouts(3.0, 30.0, retries, Breaker(0.4, 5.0, 10, 2.0))


def test_half_of_a_patience_waits_for_ever_for_the_other_half(network):
    found = network(EDGE.replace(SESSION, "  patience: {response: 30 s}\n" + SESSION, 1))
    assert found.source.patience == ClientTimeouts(inf, 30.0, RetryPolicy(longest=120.0))


def test_the_description_says_how_long_clients_wait_and_what_they_do_then(network):
    told = " ".join(describe_network(network(EDGE.replace(SESSION, IMPATIENT + SESSION, 1))).split())
    assert "a client waits at most 3 s for a connection and 30 s for a response; the server works on" in told
    assert "tried again up to 3 times, after 1 s, each 2 times as long, 10 s at most; 50 % of a pause are drawn" in told
    assert "of all requests at most 10 % are tried again, and 5 more at once" in told
    assert "a circuit breaker opens once 40 % of 10 requests or more within 5 s have timed out or" in told
    assert "counted as a cause: response timed out (requests fail)" in told


def test_every_node_drops_what_is_for_the_others_of_32(network):
    """1 us for each of 31 others: of a request 2 packets and one for every further 2,920 bytes, of a connection 4."""
    at_core_speed_1 = dict(server__core_speed=1, operating_system__cpu_factor=1, unit__nodes=32)
    found = network(EDGE, unit__balancer="nlb-flooded", **at_core_speed_1)
    (first, *_), (connects, *_) = found.classes[0].steps, found.source.connect
    assert isinstance(first, Serve) and isinstance(first.demand, BySize)
    assert first.demand.each.mean == pytest.approx(62e-6)
    assert (first.demand.piece, first.demand.again) == (2920.0, pytest.approx(31e-6))
    assert connects.demand == constant(pytest.approx(124e-6))
    quiet = network(EDGE, unit__balancer="nlb", **at_core_speed_1)
    assert quiet.classes[0].steps == found.classes[0].steps[1:]
    alone = network(EDGE, unit__balancer="nlb-flooded", unit__nodes=1)
    assert alone.classes[0].steps == network(EDGE, unit__nodes=1).classes[0].steps
