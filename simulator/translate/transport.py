"""The transport of a scenario: its segments on the wire, the round trips of connecting, and its work of a byte."""

from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.steps import Delay
from simulator.network.transport import ETHERNET, Transport


def transport(scenario: Scenario) -> Transport:
    """How responses are sent: full packets on an Ethernet."""
    stated = scenario.workload.session.transport
    return Transport(segment=stated.payload, framing=ETHERNET + stated.packet - stated.payload)


def round_trips(scenario: Scenario) -> tuple[Delay, ...]:
    """The wait of a connection for the round trips of its handshake; none where they take no time."""
    seconds = scenario.workload.session.handshake_time
    return (Delay(constant(seconds)),) if seconds > 0.0 else ()


def sending_work(scenario: Scenario) -> float:
    """Seconds of work of sending a byte on a core of this server, beyond what is in the work of the requests."""
    return scenario.work(scenario.workload.session.transport.cpu_per_byte)
