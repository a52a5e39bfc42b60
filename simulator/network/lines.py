"""Where a network sends responses over the lines of clients."""

from simulator.network.network import Network
from simulator.network.resources import SharedCapacity

MBPS_PER_BYTE = 8e-6  # Mbps of one byte a second.


def client_lines(network: Network, station: SharedCapacity) -> tuple[float, float] | None:
    """The payload in bytes a second that the slowest and the fastest clients can receive; None where a station sends
    no responses or is itself slower than they are."""
    if station.name not in network.senders or station.caps[0] >= station.capacity:
        return None
    on_the_wire = network.transport.wire_rate(1.0)
    return station.caps[0] / on_the_wire, station.caps[-1] / on_the_wire


def seconds_per_byte(network: Network, station: SharedCapacity) -> float:
    """How long a byte on the wire takes on the lines of clients alone, on average over all that is sent: of each class
    of clients its share, for all of them ask for the same."""
    shares = network.source.client_shares
    return sum(share / station.caps[min(place, len(station.caps) - 1)] for place, share in enumerate(shares))
