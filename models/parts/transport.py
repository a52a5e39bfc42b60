"""What carries the bytes of a connection: what each packet adds, what connecting takes, and what that costs."""

from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from models.messages import workloads
from models.quantities.fields import Name, Part, Switch, number, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SIZE


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

    @field_validator("headers")
    @classmethod
    def _leave_room(cls, headers: float, info: ValidationInfo) -> float:
        packet = info.data.get("packet", headers + 1.0)
        if headers >= packet:
            raise problem(*workloads.packet_without_payload(packet))
        return headers

    @property
    def payload(self) -> float:
        """Bytes of the payload of a full packet."""
        return self.packet - self.headers
