"""Sessions: requests over one connection, how fast their clients read, and what setting them up costs."""

from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from models.messages import workloads
from models.parts.transport import Transport
from models.quantities.distribution import DurationDistribution
from models.quantities.fields import Part, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DATA_RATE, DURATION, SHARE, SIZE


class Tls(Part):
    """Encryption of a session: what the handshake costs, and how often kernel and user mode must meet."""

    handshake_cpu: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Work in seconds of the handshake of a session, on the core of `workload.cpu_measured_on`; when absent, that of"
        " the `key`."
    )
    handshake_round_trips: Annotated[int, whole(0, 10_000)] = parameter(
        "Round trips between kernel and user mode of a handshake, unless encryption stays in the kernel.",
        default=0,
        source="a library inside the process encrypts, and calls no service for it",
    )
    request_round_trips: Annotated[int, whole(0, 10_000)] = parameter(
        "Round trips between kernel and user mode of a request, unless encryption stays in the kernel.",
        default=0,
        source="a library inside the process encrypts, and calls no service for it",
    )
    key: Annotated[str, words("rsa-2048", "ecdsa-p256", "none")] = parameter(
        "Key of the server, which sets `handshake_cpu` where that is not stated; none where it is.", default="none"
    )
    resumed: Annotated[float, quantity(SHARE)] = parameter(
        "Fraction of the handshakes that resume an earlier session and skip the work of the key.",
        default="0 %",
        source="every session has a handshake in full",
    )
    resumed_cpu: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Work in seconds of a handshake that resumes an earlier session, on that core too; at most that of one in full."
        " Where `key` or `resumed` is stated, or no `handshake_cpu`, it is 0.15 ms of a core of speed 4 unless it is"
        " stated too.",
        default="0 s",
        source="no session is resumed",
    )
    per_byte: Annotated[float, quantity(DURATION, "0 s", "1 ms")] = parameter(
        "Work in seconds of encrypting a byte of the payload in user mode, on that core too. Where `handshake_cpu`"
        " is stated and no `key`, it is 0 s unless it is stated too.",
        default="0 s",
        source="part of the work of the requests, as `handshake_cpu` is stated and no key",
    )
    memory: Annotated[float, quantity(SIZE, "0 B", "16 MiB")] = parameter(
        "RAM in bytes that the process holds for each encrypted connection, counted where connections may have what the"
        " rest leaves of the RAM. Where it is not stated, and a `key` is or no `handshake_cpu`, 20 kB.",
        default="0 B",
        source="not counted, as `handshake_cpu` is stated and no key",
    )
    kernel_share: Annotated[float, quantity(SHARE)] = parameter(
        "Fraction of `per_byte` that is left where the kernel encrypts.",
        default="60 %",
        source="files above 1 MB were sent 60 to 70 % faster with kernel TLS",
    )

    handshake_bytes: Annotated[float, quantity(SIZE, "0 B", "64 KiB")] = parameter(
        "Bytes that the server sends in a handshake in full: its certificates above all, of 2 to 5 kB. They load its"
        " cards, and are not in what is billed or goes over links.",
        default="0 B",
        source="the bytes of handshakes are not counted",
    )
    resumed_bytes: Annotated[float, quantity(SIZE, "0 B", "64 KiB")] = parameter(
        "Bytes that the server sends in a handshake that resumes an earlier session.",
        default="0 B",
        source="the bytes of handshakes are not counted",
    )

    @property
    def mean_bytes(self) -> float:
        """Bytes that the server sends in a handshake, on average over those in full and those that resume a session."""
        return self.handshake_bytes * (1.0 - self.resumed) + self.resumed_bytes * self.resumed

    @property
    def mean_handshake(self) -> float:
        """Seconds of work of a handshake on average over those in full and those that resume a session, which take no
        more."""
        return self.handshake_cpu * (1.0 - self.resumed) + min(self.resumed_cpu, self.handshake_cpu) * self.resumed


class Session(Part):
    """A visit: some requests over one keep-alive connection, with pauses between them."""

    requests: Annotated[float, number(1.0, 1e6)] = parameter(
        "Mean number of requests in a session, at least 1.", default=1, source="a visit is a single request"
    )
    requests_distribution: Annotated[str, words("geometric", "constant")] = parameter(
        "How the number of requests varies: geometric (each may be the last) or constant.",
        default="geometric",
        source="the memoryless choice where only a mean is known",
    )
    think_time: DurationDistribution = parameter(
        "Pause in seconds between the end of a response and the next request of the session; a single request needs"
        " none."
    )
    startup: Annotated[int, whole(0, 10_000)] = parameter(
        "Requests at the beginning of a session after which it does not think: a player that starts fills its buffer as"
        " fast as its line goes, here with so many segments.",
        default=0,
        source="a session thinks after every response but the last",
    )
    connect_cpu: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Work in seconds of setting up a connection, on the core of `workload.cpu_measured_on`.",
        default="0 s",
        source="part of the work of the requests",
    )
    tls: Annotated[Tls | None, optional()] = parameter(
        "Encryption of the session; none means that it is not encrypted.", default="none", source="not encrypted"
    )
    transport: Transport = parameter("What carries its bytes: tcp, or quic for HTTP/3.")
    round_trip_time: Annotated[float, quantity(DURATION, "0 s", "10 s")] = parameter(
        "Seconds of a round trip between clients and server, which a connection waits for as often as its transport and"
        " TLS need one.",
        default="0 s",
        source="connecting takes no longer than its work",
    )

    streams: Annotated[int, whole(1, 100_000)] = parameter(
        "Sessions of a client that share its connection at the same time, each with one request after the other, as"
        " streams of HTTP/2 and HTTP/3 do: a connection, its memory and its handshake are there once for so many. Users"
        " and a population are clients, with so many sessions each.",
        default=1,
        source="a session has a connection of its own",
    )

    @field_validator("streams")
    @classmethod
    def _fit_a_connection(cls, streams: int, info: ValidationInfo) -> int:
        transport: Transport | None = info.data.get("transport")
        if transport is not None and streams > transport.streams:
            raise problem(*workloads.streams_beyond_connection(transport.name, transport.streams))
        return streams

    @field_validator("startup")
    @classmethod
    def _goes_on_after_its_start(cls, startup: int, info: ValidationInfo) -> int:
        requests = info.data.get("requests")
        if requests is not None and startup and startup >= requests:
            raise problem(*workloads.startup_beyond_session(f"{requests:g}"))
        return startup

    @property
    def handshake_time(self) -> float:
        """Seconds of the round trips of a handshake, on average over those in full and those that resume a session."""
        transport, trips = self.transport, self.transport.round_trips
        if self.tls is not None:
            resumed = self.tls.resumed
            trips += transport.tls_round_trips * (1.0 - resumed) + transport.resumed_round_trips * resumed
        return trips * self.round_trip_time


class ClientRate(Part):
    """A group of clients whose lines are equally fast."""

    shorthand: ClassVar[str] = "rate"

    rate: Annotated[float, quantity(DATA_RATE, "100 B/s", "100 Gbps")] = parameter(
        "Speed in bytes per second at which such a client can receive."
    )
    share: Annotated[float, quantity(SHARE, "0.01 %", "100 %")] = parameter(
        "Fraction of the sessions that come from this group.", default="100 %", source="all clients alike"
    )
