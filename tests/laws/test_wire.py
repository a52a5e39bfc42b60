"""What responses cost on the wire: every segment, full or not, adds its framing."""

import pytest

from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import SharedCapacity
from simulator.network.steps import ResponseBytes, Serve
from simulator.network.transport import TCP
from tests.laws.closed_forms import exponential_segments
from tests.laws.observing import agrees, observe, ratio, response, single

RATE = 3000.0
SEGMENT, FRAMING = 1460.0, 38.0 + 40.0  # Of a full frame; of Ethernet, and of TCP and IP.
WIRE, COMPLETED = ("requests", "wire"), ("requests", "completed")


def sending(payload: Distribution, header: float) -> Network:
    """Responses over a gigabit card to clients of 80 kB/s."""
    card = SharedCapacity("card", 125e6, (TCP.wire_rate(80e3),), "bytes")
    asked = RequestClass("range", 1.0, payload, header, (Serve("card", ResponseBytes()),))
    return Network(1, (card,), (asked,), single(RATE))


@pytest.mark.parametrize("header", [0.0, 350.0, 2000.0])
@pytest.mark.parametrize("mean", [500.0, 33.6e3])
def test_exponential_payloads(mean, header):
    expected = mean + header + FRAMING * exponential_segments(mean, header, SEGMENT)
    agrees(ratio(observe(sending(exponential(mean), header), 20.0, 10.0), WIRE, COMPLETED), expected, within=0.02)


def test_a_constant_payload_to_the_byte():
    """A range of 30,000 B with its header is 21 segments, 31,988 B on the wire."""
    steady = observe(sending(constant(30_000.0), 350.0), 10.0)
    assert ratio(steady, WIRE, COMPLETED).value == pytest.approx(31_988.0, rel=1e-12)
    assert ratio(steady, ("requests", "payload"), COMPLETED).value == pytest.approx(30_000.0, rel=1e-12)


def test_uniform_payloads():
    """Uniform to 20 segments with no header: each number of segments from 1 to 20 is as likely."""
    steady = observe(sending(Distribution(Family.UNIFORM, 10.0 * SEGMENT), 0.0), 20.0, 5.0)
    agrees(ratio(steady, WIRE, COMPLETED), 10.0 * SEGMENT + FRAMING * 10.5, within=0.01)


def test_a_client_reads_payload_at_its_rate():
    """In full segments, without a header, on a card with room: size over rate."""
    steady = observe(sending(constant(20.0 * SEGMENT), 0.0), 10.0)
    assert response(steady).value == pytest.approx(20.0 * SEGMENT / 80e3, rel=1e-9)


def test_the_card_carries_what_requests_put_on_the_wire():
    steady = observe(sending(exponential(33.6e3), 350.0), 60.0, 20.0)
    expected = RATE * (33.6e3 + 350.0 + FRAMING * exponential_segments(33.6e3, 350.0, SEGMENT))
    agrees(steady.rate("shared", "card", "work", unit="B/s"), expected, within=0.02)
