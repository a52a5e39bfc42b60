"""Both engines send over any transport alike, request by request: QUIC in datagrams, and its shorter handshake."""

from dataclasses import replace

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.client_timeouts import CONNECT_TIMED_OUT, ClientTimeouts, RetryPolicy
from simulator.network.cluster import Balancer
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.steps import Delay, Serve
from simulator.network.transport import ETHERNET, Transport
from tests.agreement.twins import assert_twins
from tests.networks import client_classes, crowd, download, farm, short

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)
# A packet of 1,228 bytes, 61 of them headers and what seals it.
QUIC = Transport(segment=1167.0, framing=ETHERNET + 61.0)
NETWORKS = {
    "a download server": download(),
    "three nodes, short of everything": short(nodes=3),
    "rate classes of clients": client_classes(),
    "worker threads": farm(),
    "a coupled unit": replace(download(nodes=3), balancer=Balancer("least_connections")),
    "a closed population": crowd(),
}


def over_quic(network: Network, round_trips: float = 0.0) -> Network:
    """The network over QUIC, whose connections wait for the round trips of their handshake."""
    work = Serve(next(station.name for station in network.shared), constant(0.001))
    connect = (*network.source.connect, work, Delay(constant(round_trips))) if round_trips else network.source.connect
    return replace(network, transport=QUIC, source=replace(network.source, connect=connect))


@pytest.mark.parametrize("round_trips", [0.0, 0.125])
@pytest.mark.parametrize("name", NETWORKS)
def test_engines_agree_over_quic_on(name, round_trips):
    assert_twins(over_quic(NETWORKS[name], round_trips), PLAN, seed=11)


def test_engines_agree_on_clients_that_give_up_within_the_round_trips_of_a_handshake():
    patience = ClientTimeouts(connect=0.127, response=0.5, retries=RetryPolicy(2, 0.2, 2.0, jitter=0.5))
    network = over_quic(short(nodes=2), round_trips=0.125)
    network = replace(network, source=replace(network.source, patience=patience))
    assert_twins(network, PLAN, seed=5)
    tally = load_engine("kernel").run(network, PLAN, 5)
    assert tally.column("cause", CONNECT_TIMED_OUT, "refusals")[-1] > 10


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_each_engine_puts_more_on_the_wire_over_quic(engine):
    """Exponential payloads of 33.6 kB and 350 B of header are 29.6 datagrams on average, of which each adds 99 B, and
    23.8 segments of TCP, of 78 B each: 3.1 % more. The same requests are sent over both."""
    over = {network.transport: network for network in (download(), over_quic(download()))}
    sent = [load_engine(engine).run(each, PLAN, 11).column("requests", "wire")[-1] for each in over.values()]
    asked = [load_engine(engine).run(each, PLAN, 11).column("requests", "completed")[-1] for each in over.values()]
    ratio = sent[1] / asked[1] / (sent[0] / asked[0])
    expected = (33_950.0 + 99.0 * (33_950.0 / 1167.0 + 0.5)) / (33_950.0 + 78.0 * (33_950.0 / 1460.0 + 0.5))
    assert ratio == pytest.approx(expected, rel=2e-3)
