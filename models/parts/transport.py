"""What carries the bytes of a connection: what each packet adds, what connecting takes, and what that costs."""

from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from models.messages import workloads
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE, SIZE


class Transport(Part):
    """What carries the bytes of a connection.

    Raises a validation error for packets without room for a payload.
    """

    catalogue_folder: ClassVar[str] = "transports"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    packet: Annotated[float, quantity(SIZE, "100 B", "64 KiB")] = parameter(
        "Bytes of a full packet, with the headers of IP and without those of the Ethernet."
    )
    headers: Annotated[float, quantity(SIZE, "0 B", "1 kB")] = parameter(
        "Bytes of each packet that are no payload: headers of IP and of the transport, and what seals an encrypted one."
    )
    acknowledged: Annotated[int, whole(1, 1_000)] = parameter(
        "Full packets for which a client sends one acknowledgement."
    )
    client_packets: Annotated[int, whole(0, 100)] = parameter(
        "Packets that a client sends to open and to close a connection."
    )
    round_trips: Annotated[float, number(0.0, 10.0)] = parameter(
        "Round trips between client and server before a connection without TLS carries its first request."
    )
    tls_round_trips: Annotated[float, number(0.0, 10.0)] = parameter("Round trips that a TLS handshake in full adds.")
    resumed_round_trips: Annotated[float, number(0.0, 10.0)] = parameter(
        "Round trips that a TLS handshake adds which resumes an earlier session."
    )
    cpu_per_byte: Annotated[float, quantity(DURATION, "0 s", "1 ms")] = parameter(
        "Work in seconds, on a core of speed 1, of sending a byte of the payload, beyond that of the requests and of"
        " encryption."
    )
    backlog: Switch = parameter(
        "Whether connections that are being set up stand in the listen backlogs of the system and the web server."
    )
    encrypted_packets: Switch = parameter(
        "Whether each packet is encrypted by itself: then a session has TLS, the kernel saves nothing of its work, and"
        " no card does it."
    )

    frame: Annotated[float | None, optional(quantity(SIZE, "1 B", "16 MiB"))] = parameter(
        "Largest payload in bytes of a frame that responses are cut into, as HTTP/2 and HTTP/3 cut them; none: they are"
        " not cut.",
        default="none",
        source="a response is one message, as in HTTP/1.1",
    )
    frame_bytes: Annotated[float, quantity(SIZE, "0 B", "1 kB")] = parameter(
        "Bytes that each frame adds: those of its payload, and the one that the header of a response stands in.",
        default="0 B",
        source="no frames",
    )
    header_left: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Fraction of the header of a response that is sent, as HPACK and QPACK compress it.",
        default="100 %",
        source="headers are sent as they are, as in HTTP/1.1",
    )

    streams: Annotated[int, whole(1, 100_000)] = parameter(
        "Requests of a client that its connection carries at once at the most.",
        default=1,
        source="one response after the other, as in HTTP/1.1",
    )
    memory: Annotated[float, quantity(SIZE, "0 B", "16 MiB")] = parameter(
        "RAM in bytes that the process holds for each connection beyond `web_server.connection_memory` and that of TLS:"
        " tables of compressed headers, flow windows, keys of packets. Counted where connections may"
        " have what the rest leaves of the RAM.",
        default="0 B",
        source="nothing beyond what the web server holds, as in HTTP/1.1",
    )

    @field_validator("headers")
    @classmethod
    def _leave_room(cls, headers: float, info: ValidationInfo) -> float:
        packet = info.data.get("packet", headers + 1.0)
        if headers >= packet:
            raise problem(*workloads.packet_without_payload(packet))
        return headers

    @field_validator("frame_bytes")
    @classmethod
    def _frames_have_bytes(cls, frame_bytes: float, info: ValidationInfo) -> float:
        if frame_bytes > 0.0 and info.data.get("frame", 0.0) is None:
            raise problem(*workloads.BYTES_OF_NO_FRAME)
        return frame_bytes

    @property
    def payload(self) -> float:
        """Bytes of responses in a full packet: what its headers and those of frames leave of it."""
        left = self.packet - self.headers
        return left if self.frame is None else left * self.frame / (self.frame + self.frame_bytes)

    def sent_header(self, header: float) -> float:
        """Bytes that the header of a response takes: what compressing leaves of it, with its own frame and the frame
        that the first bytes of the payload stand in."""
        return header * self.header_left + (0.0 if self.frame is None else 2.0 * self.frame_bytes)
