"""What transports put on the wire, and how long their handshakes take, by hand."""

from dataclasses import replace

import pytest

from simulator.network.distribution import constant
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Delay, ResponseBytes, Serve
from simulator.network.transport import ETHERNET, TCP, Transport
from tests.paths.scripts import asks, play, scripted, told

CARD = SharedCapacity("card", 1024.0, (1024.0,), "bytes")
CORE = SharedCapacity("cpu", 1.0, (1.0,), "cores")
QUIC = Transport(segment=1167.0, framing=ETHERNET + 61.0)
# Datagrams so small that the times of a card of 1,024 B/s are exact: 1,000 bytes are 8 of them.
SMALL = Transport(segment=128.0, framing=3.0)


@pytest.mark.parametrize(
    ("transport", "payload", "header", "wire"),
    [
        (TCP, 30_000.0, 350.0, 30_350.0 + 21 * 78.0),
        (QUIC, 30_000.0, 350.0, 30_350.0 + 27 * 99.0),
        (QUIC, 1167.0, 0.0, 1167.0 + 99.0),
        (QUIC, 1168.0, 0.0, 1168.0 + 2 * 99.0),
        (QUIC, 1.0, 0.0, 100.0),
    ],
)
def test_each_datagram_full_or_not_adds_its_framing(engine, transport, payload, header, wire):
    big = SharedCapacity("card", 2.0**30, (2.0**30,), "bytes")
    request = replace(asks(Serve("card", ResponseBytes())), payload=constant(payload), header=header)
    tally = play(engine, replace(scripted((big,), request, sessions=3), transport=transport))
    assert tally.column("requests", "wire")[-1] == 3 * wire
    assert tally.column("requests", "payload")[-1] == 3 * payload


def test_a_response_takes_the_time_of_its_bytes_on_the_wire(engine):
    # 1,000 bytes in 8 datagrams of 3 more bytes each are 1,024.
    network = scripted((CARD,), asks(Serve("card", ResponseBytes())), sessions=1)
    assert [end for *_, end in told(play(engine, replace(network, transport=SMALL)))] == [2.0]


def test_clients_read_the_payload_of_full_datagrams_at_their_rate():
    assert QUIC.wire_rate(1167.0) == 1266.0 and TCP.wire_rate(1460.0) == 1538.0


# When a client that returns has its second answer: it asks at second 1, has its answer half a second later, closes,
# thinks for a second, connects anew, which is work of half a second, and asks.
@pytest.mark.parametrize(("round_trips", "second"), [(0.0, 4.0), (0.25, 4.25), (2.0, 6.0)])
def test_a_connection_waits_for_its_round_trips_and_its_response_does_not_count_them(engine, round_trips, second):
    connect = (Serve("cpu", constant(0.5)), *((Delay(constant(round_trips)),) if round_trips else ()))
    work = asks(Serve("cpu", constant(0.5)))
    network = scripted((CORE,), work, sessions=1, connect=connect, opened=(), returns=True)
    (_, _, *first), (_, _, start, end) = told(play(engine, network))[:2]
    assert first == [1.0, 1.5]
    assert (start, end) == (second - 0.5 - 0.5, second - 0.5)
