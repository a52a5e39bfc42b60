"""What a transport makes of a scenario: segments, round trips, work of a byte, packets of clients."""

import pytest

from simulator.network.distribution import constant
from simulator.network.roles import Role
from simulator.network.steps import BySize, Delay, Serve
from simulator.network.transport import TCP, Transport
from simulator.translate.translate import translate

SESSION, TRANSPORT = "workload.session", "workload.session.transport"
TLS = {f"{SESSION}.tls": {"key": "ecdsa-p256", "resumed": "40 %"}}
QUIC = {TRANSPORT: "quic", **TLS}
FAR = {f"{SESSION}.round_trip_time": "50 ms"}


def waits(scenario, changes):
    """Seconds for which a connection waits for its handshake."""
    steps = translate(scenario(changes)).network.source.connect
    return [step.time.mean for step in steps if isinstance(step, Delay)]


def test_tcp_is_what_a_network_has_unless_it_says_otherwise(scenario):
    assert translate(scenario({})).network.transport == TCP == Transport(1460.0, 78.0)
    assert translate(scenario({TRANSPORT: "tcp"})).network == translate(scenario({})).network


def test_quic_sends_datagrams_of_1_200_bytes(scenario):
    # 1,200 less 11 of the short header, 16 that seal it and 6 of a frame; these, 28 of IP and UDP, 38 of the Ethernet.
    built = translate(scenario(QUIC)).network
    assert built.transport == Transport(segment=1200.0 - 33.0, framing=33.0 + 28.0 + 38.0)
    (card,) = built.in_role(Role.CARD)
    assert card.caps == (pytest.approx(80e3 * 1266.0 / 1167.0),)


def test_jumbo_frames_are_packets_of_9_000_bytes(scenario):
    built = translate(scenario({f"{TRANSPORT}": {"model": "tcp", "packet": "9000 B"}})).network
    assert built.transport == Transport(segment=8960.0, framing=78.0)


@pytest.mark.parametrize(
    ("changes", "seconds"),
    [
        ({}, []),
        (TLS, []),
        (FAR, [0.05]),
        ({**FAR, **TLS}, [0.1]),
        ({**FAR, **QUIC}, [pytest.approx(0.6 * 0.05)]),
        ({**FAR, **QUIC, f"{SESSION}.tls.resumed": "0 %"}, [0.05]),
        ({**FAR, **QUIC, f"{SESSION}.tls.resumed": "100 %"}, []),
    ],
)
def test_a_connection_waits_for_one_round_trip_of_tcp_and_one_of_tls_or_for_one_of_quic(scenario, changes, seconds):
    assert waits(scenario, changes) == seconds


def test_the_round_trips_are_waited_for_in_the_backlog(scenario):
    changes = {**FAR, "operating_system.listen_backlog": 200}
    assert translate(scenario(changes)).network.source.connect[-3:-1][0] == Delay(constant(0.05))
    assert [pool.name for pool in translate(scenario(changes)).network.in_role(Role.BACKLOG)] == ["listen backlog"]


def test_connections_of_quic_stand_in_no_listen_backlog(scenario):
    built = translate(scenario({**FAR, **QUIC, "operating_system.listen_backlog": 200})).network
    assert built.in_role(Role.BACKLOG) == () and built.source.opened is None


def test_quic_adds_its_work_of_a_byte_to_that_of_encryption(scenario):
    """On a core of speed 2 with a factor of 1.25: 5 ns of QUIC, and the 3 ns of encryption that TCP has too."""
    bytes_of = {}
    for name, changes in (("tcp", TLS), ("quic", QUIC)):
        demand = translate(scenario(changes)).network.classes[0].steps[0].demand
        assert isinstance(demand, BySize)
        bytes_of[name] = demand.per_byte
    assert bytes_of["tcp"] == pytest.approx(3e-9 * 1.25 / 2)
    assert bytes_of["quic"] == pytest.approx((3e-9 + 5e-9) * 1.25 / 2)


def test_the_kernel_saves_nothing_where_each_packet_is_encrypted_by_itself(scenario):
    demand = {
        where: translate(scenario({**QUIC, "web_server.encryption": where})).network.classes[0].steps[0].demand.per_byte
        for where in ("user", "kernel")
    }
    assert demand["user"] == demand["kernel"]


def test_other_nodes_drop_the_packets_that_clients_send_over_it(scenario):
    """Two other nodes, 1 us each on a core of speed 2 with a factor of 1.25."""
    each = 2 * 1e-6 * 1.25 / 2
    for changes, opening, acknowledged in (({}, 4, 2 * 1460.0), (QUIC, 3, 2 * 1167.0)):
        built = translate(scenario({"unit.balancer": "nlb-flooded", **changes})).network
        (first, *_), (request, *_) = built.source.connect, built.classes[0].steps
        assert first == Serve("CPU", constant(pytest.approx(opening * each)))
        assert request.demand.piece == acknowledged and request.demand.again == pytest.approx(each)
