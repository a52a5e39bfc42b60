"""The workload: what clients ask for, how fast they read and how long they think."""

from typing import ClassVar

from pydantic import field_validator

from models.distribution import DurationDistribution, SizeDistribution
from models.fields import Part, number, parameter, problem, quantity, whole, words
from models.quantities import DATA_RATE, DURATION, REQUEST_RATE, SHARE, SIZE


class Request(Part):
    """One request and its response."""

    size: SizeDistribution = parameter("Payload of a response in bytes, without headers and framing.")
    header: quantity(SIZE, "0 B", "64 KiB") = parameter(
        "Header of a response in bytes, sent before the payload.",
        default="350 B",
        source="assumed: status line and usual fields of a partial response",
        low="200 B",
        high="600 B",
    )
    cpu: quantity(DURATION, "1 us", "60 s") = parameter(
        "Work of one request in seconds on one core of relative speed 1 (a 2.2 GHz Opteron of 2005)."
    )


class Session(Part):
    """A visit: some requests over one keep-alive connection, with pauses between them."""

    requests: number(1.0, 1e6) = parameter("Mean number of requests in a session, at least 1.")
    requests_distribution: words("geometric", "constant") = parameter(
        "How the number of requests varies: geometric (each may be the last) or constant.",
        default="geometric",
        source="the memoryless choice where only a mean is known",
    )
    think_time: DurationDistribution = parameter(
        "Pause in seconds between the end of a response and the next request of the session."
    )


class ClientRate(Part):
    """A group of clients whose lines are equally fast."""

    shorthand: ClassVar[str] = "rate"

    rate: quantity(DATA_RATE, "100 B/s", "100 Gbps") = parameter(
        "Speed in bytes per second at which such a client can receive."
    )
    share: quantity(SHARE, "0.01 %", "100 %") = parameter(
        "Fraction of the sessions that come from this group.", default="100 %", source="all clients alike"
    )


class Popularity(Part):
    """How unevenly requests fall on the objects."""

    zipf: number(0.0, 2.0) = parameter(
        "Exponent of Zipf's law: 0 asks for all objects alike, 1 for the k-th most popular 1/k as often.",
        source="0.60 to 1.03 are reported for web requests",
    )


class Content(Part):
    """What can be asked for."""

    catalogue: quantity(SIZE, "1 kB", "1 PB") = parameter("Size in bytes of all objects together.")
    object_size: SizeDistribution = parameter(
        "Size in bytes of what is cached as one object; when absent, constant at the mean size of a request."
    )
    popularity: Popularity = parameter("How unevenly requests fall on the objects.")

    @property
    def zipf(self) -> float:
        """Exponent of Zipf's law."""
        return self.popularity.zipf

    @property
    def objects(self) -> int:
        """Number of objects in the catalogue, at least 1."""
        return max(1, int(self.catalogue / self.object_size.mean))


class Retries(Part):
    """What a client does when it is refused."""

    attempts: whole(0, 100) = parameter(
        "How many times a refused client tries again before it gives up.",
        default=0,
        source="refusals are final",
    )
    back_off: quantity(DURATION, "0 s", "30 days") = parameter(
        "Pause in seconds before a refused client tries again.",
        default="600 s",
        source="Background Intelligent Transfer Service, SetMinimumRetryDelay: 600 s unless set",
    )


class Workload(Part):
    """The work that reaches the servers.

    Raises a validation error unless the shares of the client groups sum to 100 %.
    """

    request: Request = parameter("One request and its response.")
    session: Session = parameter("Requests over one connection.")
    clients: tuple[ClientRate, ...] = parameter("Groups of clients by the speed of their lines.")
    content: Content = parameter("The objects that requests ask for.")
    offered: quantity(REQUEST_RATE, "0.001 /s", "100,000,000 /s") = parameter(
        "Requests per second offered to each server, including those that will be refused."
    )
    retries: Retries = parameter("What a refused client does.", default=Retries())

    @field_validator("clients")
    @classmethod
    def _shares_sum_to_one(cls, clients: tuple[ClientRate, ...]) -> tuple[ClientRate, ...]:
        if not 1 <= len(clients) <= 64:
            raise problem(f"{len(clients)} groups of clients", "write 1 to 64 groups")
        total = sum(client.share for client in clients)
        if abs(total - 1.0) > 1e-6:
            raise problem(f"the shares of the groups sum to {total * 100:.6g} %", "make them sum to 100 %")
        return clients
