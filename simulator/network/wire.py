"""What a message costs on the wire of an Ethernet."""

SEGMENT = 1460.0  # Payload bytes of a full TCP segment without options.
FRAMING = 78.0  # Bytes that each segment adds: 38 of Ethernet (preamble to gap) and 40 of TCP/IP headers.


def wire_rate(payload_rate: float) -> float:
    """The bytes a second on the wire that carry `payload_rate` bytes a second in full segments."""
    return payload_rate * (SEGMENT + FRAMING) / SEGMENT
