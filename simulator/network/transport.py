"""What a transport makes of the bytes of a message: segments, each of which adds its framing on the wire."""

from dataclasses import dataclass
from math import ceil

from simulator.messages.stages import network_rules

# Bytes that an Ethernet adds to each packet: preamble, header, checksum and the gap after it (IEEE 802.3).
ETHERNET = 38.0


@dataclass(frozen=True)
class Transport:
    """How a network sends its responses. segment: payload bytes of a full segment, or datagram; framing: bytes that
    each adds on the wire, full or not."""

    segment: float
    framing: float

    def __post_init__(self) -> None:
        if not (self.segment > 0.0 and self.framing >= 0.0):
            raise ValueError(f"{network_rules.SEGMENT}, got {self}")

    def wire_bytes(self, message: float) -> float:
        """The bytes on the wire of a message: every segment, full or not, adds its framing."""
        return message + self.framing * ceil(message / self.segment)

    def wire_rate(self, payload_rate: float) -> float:
        """The bytes a second on the wire that carry `payload_rate` bytes a second in full segments."""
        return payload_rate * (self.segment + self.framing) / self.segment


# IPv4 packets of 1,500 bytes with headers of 40 and no options.
TCP = Transport(segment=1460.0, framing=ETHERNET + 40.0)
